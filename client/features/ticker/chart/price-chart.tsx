import { useMemo } from 'react'

import { formatDay } from '../../../../shared/format-date.ts'
import { formatPrice, type PriceStyle } from '../../../../shared/format-price.ts'
import type { PriceRange } from '../../../../shared/market-contract.ts'
import { CHUNK_FAILED_MESSAGE } from '../../../lib/load-chunk.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/primitives.tsx'
import { ChartWalker } from './chart-walker.tsx'
import type { MarkedPoint } from './draw-chart.ts'
import { DrawnLine } from './drawn-line.tsx'
import styles from './price-chart.module.css'
import type { PricePoint, PriceSummary } from './price-points.ts'
import { usePriceChart } from './use-price-chart.ts'

const DIRECTIONS = { rise: styles.rise, fall: styles.fall }

/** The price line over days: drawn by the server first, then by the chart in the same box.
 *  @param range  a walk along the line starts anew with another one
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
