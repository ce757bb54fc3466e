import {
  type Dispatch,
  type KeyboardEvent,
  type RefObject,
  type SetStateAction,
  useEffect,
  useRef,
  useState,
} from 'react'

import { classNames, looks } from '../../../ui/primitives.tsx'
import { describeGroup, type MarkGroup } from './list-marks.ts'
import type { PricePoint } from './price-points.ts'
import { addMonths } from '../../../../shared/dates.ts'
import styles from './price-chart.module.css'

/** What a visitor points at: a close by its index, or a mark below the chart. */
export type Reading = { close: number } | { group: MarkGroup; isWhole: boolean }

/** Lets pointers, fingers and keys read the chart below it.
 *  @param boxRef  the plot
 *  @param points  oldest first, at least one
 *  @param describe  the text for a close
 *  @param onRead  sets what is pointed at; undefined when nothing is */
export function ChartExplorer({
  boxRef,
  points,
  groups,
  describe,
  onRead,
}: {
  boxRef: RefObject<HTMLElement | null>
  points: readonly PricePoint[]
  groups: readonly MarkGroup[]
  describe: (index: number) => string
  onRead: Dispatch<SetStateAction<Reading | undefined>>
}) {
  const count = points.length
  useEffect(() => {
    const box = boxRef.current
    if (!box) return undefined
    return followPointer(box, (x) => {
      if (x === undefined) {
        // The text of a mark stays: the pointer may have left for the mark.
        onRead((shown) => (shown && 'close' in shown ? undefined : shown))
        return
      }
      const column = Math.floor((x / box.getBoundingClientRect().width) * count)
      onRead({ close: Math.min(count - 1, Math.max(0, column)) })
    })
  }, [boxRef, count, onRead])
  useEffect(() => {
    const onPress = ({ target }: PointerEvent) => {
      // A control may be in the text of a mark, or would move from under the finger once a long text goes.
      if (!(target instanceof Element) || target.closest('#chart-reading, a, button, input')) return
      if (!boxRef.current?.contains(target)) onRead(undefined)
    }
    // A touch that scrolls the page never comes up.
    document.addEventListener('pointerup', onPress)
    return () => document.removeEventListener('pointerup', onPress)
  }, [boxRef, onRead])
  return (
    <>
      <Walker
        points={points}
        describe={describe}
        onMark={(index) => onRead(index === undefined ? undefined : { close: index })}
      />
      {groups.length > 0 && <MarksBar groups={groups} onRead={onRead} />}
    </>
  )
}

/** Lets the keyboard, and gestures of screen readers, step through the closes: a slider whose value is a close, since screen
 *  readers announce its value after each step and pass the arrow keys on to it. */
function Walker({
  points,
  describe,
  onMark,
}: {
  points: readonly PricePoint[]
  describe: (index: number) => string
  onMark: (index: number | undefined) => void
}) {
  const newest = points.length - 1
  const reached = useRef(newest)
  const [announced, setAnnounced] = useState(newest)

  const walkTo = (target: number) => {
    reached.current = target
    onMark(target)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Escape') {
      onMark(undefined)
      return
    }
    const target = findWalkTarget(event.key, points, reached.current)
    if (target === undefined) return
    event.preventDefault()
    walkTo(target)
    // Holding a key down passes many closes; only the one where it stops is announced.
    if (!event.repeat) setAnnounced(target)
  }

  return (
    <input
      className={classNames(styles.walker, looks.onScreen)}
      type="range"
      min={1}
      max={points.length}
      value={announced + 1}
      aria-label={`${isWithinDay(points) ? 'Prices' : 'Closes'}, arrow keys to walk`}
      aria-valuetext={describe(announced)}
      onKeyDown={onKeyDown}
      onKeyUp={() => setAnnounced(reached.current)}
      onChange={({ target }) => {
        walkTo(Number(target.value) - 1)
        setAnnounced(reached.current)
      }}
      onFocus={() => onMark(reached.current)}
      onBlur={() => onMark(undefined)}
    />
  )
}

/** A button over each mark, which lists everything in its group when pressed. All of them are one Tab stop, and the arrow keys
 *  move between them. The text of the last mark stays, since it may contain a link. */
function MarksBar({
  groups,
  onRead,
}: {
  groups: readonly MarkGroup[]
  onRead: (reading: Reading | undefined) => void
}) {
  const [reached, setReached] = useState(0)
  const barRef = useRef<HTMLDivElement>(null)
  const newest = groups.length - 1
  const stop = Math.min(reached, newest)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onRead(undefined)
    const target = { ArrowLeft: stop - 1, ArrowRight: stop + 1, Home: 0, End: newest }[event.key]
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const buttons = barRef.current?.querySelectorAll('button')
    buttons?.[Math.min(newest, Math.max(0, target))]?.focus()
  }
  return (
    <div
      ref={barRef}
      className={classNames(styles.marks, looks.onScreen)}
      role="toolbar"
      tabIndex={-1}
      aria-label="Marked beneath the chart, arrow keys to walk"
      onKeyDown={onKeyDown}
    >
      {groups.map((group, place) => {
        const { title, days } = describeGroup(group)
        const read = (isWhole: boolean) => {
          setReached(place)
          onRead({ group, isWhole })
        }
        return (
          <button
            key={group.x}
            type="button"
            className={styles.markButton}
            // Set through the element's style object, which the content security policy allows.
            style={{ left: `${group.x * 100}%` }}
            tabIndex={place === stop ? 0 : -1}
            aria-label={`${title}, ${days}: ${group.marks.map(({ words }) => words).join('; ')}`}
            onFocus={() => read(false)}
            onClick={() => read(true)}
            onPointerEnter={({ pointerType }) => pointerType === 'mouse' && read(false)}
          />
        )
      })}
    </div>
  )
}

/** A touch that is shorter and moves less than this is a tap: what it shows stays. */
const TAP_MS = 300
const TAP_PX = 8

/** Tracks where a mouse, pen or finger points in a box. A mouse points as long as it is over the box. A finger points while it
 *  is down or, after a tap, until the next touch outside. When the browser takes the gesture for scrolling, the pointing ends.
 *  @param onPoint  called with the distance from the box's left edge in CSS pixels; undefined when nothing points
 *  @returns a function that stops tracking */
export function followPointer(box: HTMLElement, onPoint: (x: number | undefined) => void): () => void {
  const listening = new AbortController()
  const { signal } = listening
  let press: { x: number; y: number; time: number } | undefined

  const point = ({ clientX }: PointerEvent) => onPoint(clientX - box.getBoundingClientRect().left)
  const end = () => {
    press = undefined
    onPoint(undefined)
  }

  const down = (event: PointerEvent) => {
    if (event.pointerType === 'touch') press = { x: event.clientX, y: event.clientY, time: event.timeStamp }
    point(event)
  }
  const up = (event: PointerEvent) => {
    if (!press) return
    const movedPx = Math.hypot(event.clientX - press.x, event.clientY - press.y)
    if (event.timeStamp - press.time > TAP_MS || movedPx > TAP_PX) end()
    press = undefined
  }
  const leave = ({ pointerType }: PointerEvent) => {
    // A finger also leaves when it is lifted, which `up` has already handled.
    if (pointerType !== 'touch') end()
  }
  const downOutside = ({ target }: PointerEvent) => {
    if (!(target instanceof Node && box.contains(target))) end()
  }

  box.addEventListener('pointerdown', down, { signal })
  box.addEventListener('pointermove', point, { signal })
  box.addEventListener('pointerup', up, { signal })
  box.addEventListener('pointercancel', end, { signal })
  box.addEventListener('pointerleave', leave, { signal })
  document.addEventListener('pointerdown', downOutside, { signal })
  return () => listening.abort()
}

/** Finds the close that a key leads to: arrows go to the neighbors, Page Up and Page Down move by a month, or by an hour within a
 *  day, Home and End go to the ends.
 *  @param points  oldest first
 *  @param index  of the close to start from
 *  @returns the index of a close; undefined for a key that leads nowhere */
export function findWalkTarget(
  key: string,
  points: readonly PricePoint[],
  index: number,
): number | undefined {
  const newest = points.length - 1
  const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, Home: -newest, End: newest }
  if (key === 'PageDown') return periodAway(points, index, -1)
  if (key === 'PageUp') return periodAway(points, index, 1)
  if (!Object.hasOwn(steps, key)) return undefined
  return Math.min(newest, Math.max(0, index + steps[key as keyof typeof steps]))
}

const HOUR_MS = 3_600_000

/** The close on the same day a month away, or at the same minute an hour away; if there is none, the next one beyond. */
function periodAway(points: readonly PricePoint[], index: number, periods: -1 | 1): number {
  const start = points[index]
  if (!start) return index
  const day = isWithinDay(points)
    ? new Date(Date.parse(start.day) + periods * HOUR_MS).toISOString()
    : addMonths(start.day, periods)
  const found =
    periods < 0
      ? points.findLastIndex((point) => point.day <= day)
      : points.findIndex((point) => point.day >= day)
  if (found >= 0) return found
  return periods < 0 ? 0 : points.length - 1
}

/** Whether the points are moments of one day. */
export const isWithinDay = ([first]: readonly PricePoint[]): boolean => first?.day.includes('T') === true
