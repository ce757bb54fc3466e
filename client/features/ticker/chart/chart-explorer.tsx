import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'

import { classNames, looks } from '../../../ui/primitives.tsx'
import { followPointer } from './follow-pointer.ts'
import { describeGroup, type MarkGroup } from './list-marks.ts'
import styles from './price-chart.module.css'
import type { PricePoint } from './price-points.ts'
import { findWalkTarget, isWithinDay } from './walk-closes.ts'

/** What a visitor points at: a close by its index, or a mark below the chart. */
export type Reading = { close: number } | { group: MarkGroup; isWhole: boolean }

/** Lets pointers, fingers and keys read the chart below it.
 *  @param boxRef  the plot
 *  @param points  oldest first, at least one
 *  @param describe  the text for a close
 *  @param onRead  called with what is pointed at; undefined when nothing is */
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
  onRead: (reading: Reading | undefined) => void
}) {
  const count = points.length
  useEffect(() => {
    const box = boxRef.current
    if (!box) return undefined
    return followPointer(box, (x) => {
      if (x === undefined) {
        onRead(undefined)
        return
      }
      const column = Math.floor((x / box.getBoundingClientRect().width) * count)
      onRead({ close: Math.min(count - 1, Math.max(0, column)) })
    })
  }, [boxRef, count, onRead])
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
