import { useMemo } from 'react'

import { formatDay } from '../../../shared/format-date.ts'
import { formatMoney } from '../../../shared/format-money.ts'
import { CHUNK_FAILED_MESSAGE } from '../../lib/load-chunk.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import type { HoveredPoint } from './draw-chart.ts'
import { DrawnLine } from './drawn-line.tsx'
import styles from './price-chart.module.css'
import type { PricePoint, PriceSummary } from './price-points.ts'
import { usePriceChart } from './use-price-chart.ts'

/** The price line over days: drawn by the server first, then by the chart in the same box.
 *  @param label  what it shows, in words */
export function PriceChart({
  points,
  summary,
  currency,
  label,
}: {
  points: readonly PricePoint[]
  summary: PriceSummary
  currency: string | undefined
  label: string
}) {
  const { direction } = summary
  const series = useMemo(() => ({ points, direction, currency }), [points, direction, currency])
  const { boxRef, state, hovered } = usePriceChart(series)
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> holds no canvas */}
      <div className={classNames(styles['box'], styles[direction])} role="img" aria-label={label}>
        <div className={styles['drawn']} hidden={state === 'live'}>
          <DrawnLine points={points} summary={summary} currency={currency} />
        </div>
        <div className={styles['live']} ref={boxRef} />
        {hovered && <Tooltip point={hovered} currency={currency} />}
      </div>
      {state === 'failed' && (
        <p className={styles['failed']} role="alert">
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

function Tooltip({ point, currency }: { point: HoveredPoint; currency: string | undefined }) {
  // Written by script into the element's style object, which the content security policy allows.
  const transform = `translate(${point.x}px, ${point.y}px) translate(${point.isRight ? 'calc(-100% - 14px)' : '14px'}, -50%)`
  return (
    <div className={styles['tooltip']} style={{ transform }}>
      <strong>{formatMoney(point.price, currency)}</strong>
      <span>{formatDay(point.day)}</span>
    </div>
  )
}
