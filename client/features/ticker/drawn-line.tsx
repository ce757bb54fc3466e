import { formatDay } from '../../../shared/format-date.ts'
import { formatMoney } from '../../../shared/format-money.ts'
import styles from './price-chart.module.css'
import { PLOT_MARGINS } from './plot-margins.ts'
import type { PricePoint, PriceSummary } from './price-points.ts'
import { thinLine } from './thin-line.ts'

const WIDTH = 1_000
const HEIGHT = 400
const SLICES = 250

/** The price line as the server draws it: there before scripts, and without them, where the chart will be. */
export function DrawnLine({
  points,
  summary,
  currency,
}: {
  points: readonly PricePoint[]
  summary: PriceSummary
  currency: string | undefined
}) {
  const { first, last, low, high } = summary
  return (
    <>
      <svg
        className={styles['plot']}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <polyline
          className={styles['line']}
          points={linePoints(points, summary)}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <span className={styles['highest']}>{formatMoney(high.price, currency)}</span>
      {low.price < high.price && <span className={styles['lowest']}>{formatMoney(low.price, currency)}</span>}
      <span className={styles['oldest']}>{formatDay(first.day)}</span>
      <span className={styles['newest']}>{formatDay(last.day)}</span>
    </>
  )
}

/** Each close in the middle of its column, as the chart places its bars. */
function linePoints(points: readonly PricePoint[], { low, high }: PriceSummary): string {
  const top = HEIGHT * PLOT_MARGINS.topShare
  const plotHeight = HEIGHT * (1 - PLOT_MARGINS.topShare - PLOT_MARGINS.bottomShare)
  const span = high.price - low.price
  return thinLine(points, { slices: SLICES })
    .map(({ index, price }) => {
      const x = ((index + 0.5) / points.length) * WIDTH
      const y = top + plotHeight * (span === 0 ? 0.5 : (high.price - price) / span)
      return `${x.toFixed(1)},${y.toFixed(1)}`
    })
    .join(' ')
}
