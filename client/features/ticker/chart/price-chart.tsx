import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'

import type { ShownRange } from '../../../../shared/asset-address.ts'
import { CHUNK_FAILED_MESSAGE, isChunkFailureShown, loadChunk, logFailure } from '../../../lib/load-chunk.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames, looks } from '../../../ui/primitives.tsx'
import type { ChartExplorer, Reading } from './chart-explorer.tsx'
import readoutStyles from './chart-readout.module.css'
import { CloseReading, GroupReading, MarkKey, describeReadout } from './chart-readout.tsx'
import { DrawnChart, type ChartData } from './drawn-chart.tsx'
import { groupMarks, isMixed, type Mark, type MarkGroup, type MarkKind } from './list-marks.ts'
import styles from './price-chart.module.css'

const DIRECTIONS = { rise: styles.rise, fall: styles.fall }
/** The width of a phone's plot, used until the box is measured and without scripts: marks that do not touch there never do. */
const NARROWEST_PLOT_PX = 300

/** The price line over time with marks below it, rendered by the server. The script that reads it by pointer and keyboard loads
 *  once it is in view.
 *  @param marks  oldest first; omitted for assets without any, such as an index
 *  @param kinds  of marks that can occur: each can be hidden
 *  @param range  a change of range resets the keyboard position
 *  @param label  what the chart shows, in words
 *  @param words  the same in more detail; a phone shows only the brief part
 *  @param children  placed beside the legend of the marks */
export function PriceChart({
  data,
  marks,
  kinds,
  range,
  label,
  words,
  children,
}: {
  data: ChartData
  marks: readonly Mark[]
  kinds: readonly MarkKind[]
  range: ShownRange
  label: string
  words: { brief: string; rest: string }
  children: ReactNode
}) {
  const { points, summary, volumes } = data
  const boxRef = useRef<HTMLDivElement>(null)
  const plotRef = useRef<HTMLDivElement>(null)
  const readoutRef = useRef<HTMLDivElement>(null)
  const [hidden, setHidden] = useState<readonly MarkKind[]>([])
  const [reading, setReading] = useState<Reading>()
  const width = useWidth(plotRef)
  const { Explorer, hasFailed } = useExplorer(boxRef)
  const groups = useMemo(
    () =>
      groupMarks(
        marks.filter(({ kind }) => !hidden.includes(kind)),
        { count: points.length, width },
      ),
    [marks, hidden, points.length, width],
  )
  const describe = useCallback((index: number) => describeReadout(data, marks, index), [data, marks])
  const cursor = reading && 'close' in reading ? Math.min(reading.close, points.length - 1) : undefined
  // The marks of another range, or of a kind that was hidden since, are not drawn, so they are not read either.
  const read = reading && 'group' in reading ? reading : undefined
  const chosen = read && groups.find((group) => hasSameMarks(group, read.group))
  const isWhole = chosen !== undefined && read?.isWhole === true
  const isReading = cursor !== undefined || chosen !== undefined
  const hasLane = kinds.length > 0
  return (
    <>
      <div
        ref={boxRef}
        className={classNames(
          styles.box,
          summary.direction && DIRECTIONS[summary.direction],
          volumes && styles.withVolume,
          hasLane && styles.withLane,
        )}
      >
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> cannot contain our drawing */}
        <div className={styles.picture} ref={plotRef} role="img" aria-label={label}>
          <DrawnChart data={data} groups={hasLane ? groups : undefined} cursor={cursor} chosen={chosen} />
        </div>
        {Explorer && (
          <Explorer
            key={`${range} ${label}`}
            boxRef={plotRef}
            points={points}
            groups={groups}
            describe={describe}
            onRead={setReading}
          />
        )}
      </div>
      <div
        className={classNames(
          readoutStyles.readout,
          hasLane && readoutStyles.roomy,
          chosen && readoutStyles.open,
          isWhole && readoutStyles.whole,
        )}
        id="chart-reading"
        ref={readoutRef}
        tabIndex={-1}
      >
        {isReading && (
          <div className={readoutStyles.reading}>
            {cursor !== undefined && <CloseReading data={data} index={cursor} />}
            {chosen && (
              <GroupReading
                group={chosen}
                isWhole={isWhole}
                onWhole={() => {
                  setReading({ group: chosen, isWhole: true })
                  // The button that was pressed is gone, so the focus moves.
                  readoutRef.current?.focus({ preventScroll: true })
                }}
              />
            )}
          </div>
        )}
        {/* Announced when another range is shown: it is never removed, only hidden while something is being read. */}
        <p className={classNames(readoutStyles.words, isReading && readoutStyles.covered)} aria-live="polite">
          {words.brief}
          <span className={readoutStyles.rest}>{words.rest}</span>
        </p>
      </div>
      <div className={readoutStyles.controls}>
        {hasLane && (
          <MarkKey
            kinds={kinds}
            marks={marks}
            hidden={hidden}
            hasMixed={groups.some(isMixed)}
            onChange={Explorer && setHidden}
          />
        )}
        {children}
      </div>
      {hasFailed && (
        <p className={classNames(styles.failed, looks.onScreen)} role="alert" data-chunk-failed="">
          {CHUNK_FAILED_MESSAGE}
          {/* Browsers may not retry a failed import; a fresh page does. */}
          <Button variant="secondary" onClick={() => window.location.reload()}>
            Try again
          </Button>
        </p>
      )}
    </>
  )
}

const hasSameMarks = ({ marks }: MarkGroup, { marks: others }: MarkGroup) =>
  marks.length === others.length && marks.every((mark, place) => mark === others[place])

/** @returns the box's width, CSS pixels */
function useWidth(boxRef: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(NARROWEST_PLOT_PX)
  useEffect(() => {
    const box = boxRef.current
    if (!box) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width))
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [boxRef])
  return width
}

/** Loads the script that reads the chart once the chart's box comes into view. */
function useExplorer(boxRef: RefObject<HTMLElement | null>) {
  const [loaded, setLoaded] = useState<{ Explorer: typeof ChartExplorer }>()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    const box = boxRef.current
    if (!box) return undefined
    let isCurrent = true
    const load = async () => {
      try {
        const { ChartExplorer: Explorer } = await loadChunk(() => import('./chart-explorer.tsx'))
        if (isCurrent) setLoaded({ Explorer })
      } catch (error) {
        logFailure(CHUNK_FAILED_MESSAGE, error)
        if (isCurrent && !isChunkFailureShown()) setFailed(true)
      }
    }
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      void load()
    })
    observer.observe(box)
    return () => {
      isCurrent = false
      observer.disconnect()
    }
  }, [boxRef])
  return { Explorer: loaded?.Explorer, hasFailed }
}
