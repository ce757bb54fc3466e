import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react'

import { formatDay } from '../../../../shared/format-date.ts'
import { formatPrice, type PriceStyle } from '../../../../shared/format-price.ts'
import type { PriceRange } from '../../../../shared/market-contract.ts'
import { CHUNK_FAILED_MESSAGE, loadChunk, logFailure } from '../../../lib/load-chunk.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/primitives.tsx'
import { ChartWalker } from './chart-walker.tsx'
import type { ChartSeries, DrawnChart, MarkedPoint } from './draw-chart.ts'
import { DrawnLine } from './drawn-line.tsx'
import styles from './price-chart.module.css'
import type { PricePoint, PriceSummary } from './price-points.ts'

const DIRECTIONS = { rise: styles.rise, fall: styles.fall }

/** The price line over days: drawn by the server first, then by the chart in the same box.
 *  @param range  walking along the line starts over when it changes
 *  @param label  what it shows, in words */
export function PriceChart({
  points,
  summary,
  priceStyle,
  range,
  label,
}: {
  points: readonly PricePoint[]
  summary: PriceSummary
  priceStyle: PriceStyle
  range: PriceRange
  label: string
}) {
  const series = useMemo(() => ({ points, summary, priceStyle }), [points, summary, priceStyle])
  const { boxRef, state, marked, mark } = usePriceChart(series)
  return (
    <>
      <div className={classNames(styles.box, summary.direction && DIRECTIONS[summary.direction])}>
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> holds no canvas */}
        <div className={styles.picture} role="img" aria-label={label}>
          <div className={styles.drawn} hidden={state === 'live'}>
            <DrawnLine points={points} summary={summary} priceStyle={priceStyle} />
          </div>
          <div className={styles.live} ref={boxRef} />
          {marked && <Tooltip point={marked} priceStyle={priceStyle} />}
        </div>
        {state === 'live' && (
          <ChartWalker key={`${range} ${label}`} points={points} priceStyle={priceStyle} onMark={mark} />
        )}
      </div>
      {state === 'failed' && (
        <p className={styles.failed} role="alert">
          {CHUNK_FAILED_MESSAGE}
          {/* What a browser once failed to import it may not ask for again: a fresh page does. */}
          <Button variant="secondary" onClick={() => window.location.reload()}>
            Try again
          </Button>
        </p>
      )}
    </>
  )
}

function Tooltip({ point, priceStyle }: { point: MarkedPoint; priceStyle: PriceStyle }) {
  // Written by script into the element's style object, which the content security policy allows.
  const transform = `translate(${point.x}px, ${point.y}px) translate(${point.isRight ? 'calc(-100% - 14px)' : '14px'}, -50%)`
  return (
    <div className={styles.tooltip} style={{ transform }}>
      <strong>{formatPrice(point.price, priceStyle)}</strong>
      <span>{formatDay(point.day)}</span>
    </div>
  )
}

/** 'drawn' while the server's line is on the screen, 'live' when the chart has taken its place. */
type ChartState = 'drawn' | 'live' | 'failed'

/** Loads the chart on demand and keeps it at the given series.
 *  @param series  the same object as long as nothing changed
 *  @returns the box to draw into, the close that is pointed at, and how to point at one by its index */
function usePriceChart(series: ChartSeries): {
  boxRef: RefObject<HTMLDivElement | null>
  state: ChartState
  marked: MarkedPoint | undefined
  mark: DrawnChart['mark']
} {
  const boxRef = useRef<HTMLDivElement>(null)
  const [chart, setChart] = useState<DrawnChart>()
  const [state, setState] = useState<ChartState>('drawn')
  const [marked, setMarked] = useState<MarkedPoint>()

  useEffect(() => {
    let isCurrent = true
    let created: DrawnChart | undefined
    const create = async () => {
      try {
        const { createPriceChart } = await loadChunk(() => import('./draw-chart.ts'))
        if (!isCurrent || !boxRef.current) return
        created = createPriceChart(boxRef.current, { onMark: setMarked })
        setChart(created)
      } catch (error) {
        logFailure(CHUNK_FAILED_MESSAGE, error)
        if (isCurrent) setState('failed')
      }
    }
    void create()
    return () => {
      isCurrent = false
      created?.remove()
    }
  }, [])

  useEffect(() => {
    if (!chart) return undefined
    chart.show(series)
    // The chart paints in the next frame; until then the drawn line stays.
    const frame = requestAnimationFrame(() => setState('live'))
    return () => cancelAnimationFrame(frame)
  }, [chart, series])

  const mark = useCallback((index: number | undefined) => chart?.mark(index), [chart])
  return { boxRef, state, marked, mark }
}
