import { formatDay } from '../../../../shared/format-date.ts'
import type { PriceStyle } from '../../../../shared/format-price.ts'
import { classNames } from '../../../ui/primitives.tsx'
import styles from './price-chart.module.css'
import { createScaleLabels, PLOT_MARGINS } from './chart-scale.ts'
import { type PricePoint, type PriceSummary, thinLine } from './price-points.ts'

const WIDTH = 1_000
const HEIGHT = 400
const SLICES = 250

/** The price line as the server draws it: there before scripts, and without them, where the chart will be. */
export function DrawnLine({
  points,
  summary,
  priceStyle,
}: {
  points: readonly PricePoint[]
  summary: PriceSummary
  priceStyle: PriceStyle
}) {
  const { first, last, low, high } = summary
  const { format } = createScaleLabels(summary, priceStyle)
  return (
    <>
      <svg
        className={styles.plot}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <polyline
          className={classNames(styles.line, points.length === 1 && styles.single)}
          points={linePoints(points, summary)}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      {low.price < high.price ? (
        <>
          <span className={styles.highest}>{format(high.price)}</span>
          <span className={styles.lowest}>{format(low.price)}</span>
        </>
      ) : (
        <span className={styles.level}>{format(last.price)}</span>
      )}
      <span className={styles.oldest}>{formatDay(first.day)}</span>
      {first.day < last.day && <span className={styles.newest}>{formatDay(last.day)}</span>}
    </>
  )
}

/** Each close in the middle of its column, as the chart places its bars. */
function linePoints(points: readonly PricePoint[], { low, high }: PriceSummary): string {
  const top = HEIGHT * PLOT_MARGINS.topShare
  const plotHeight = HEIGHT * (1 - PLOT_MARGINS.topShare - PLOT_MARGINS.bottomShare)
  const span = high.price - low.price
  const places = thinLine(points, { slices: SLICES })
  // A line from a close to itself is a dot.
  return [...places, ...(places.length === 1 ? places : [])]
    .map(({ index, price }) => {
      const x = ((index + 0.5) / points.length) * WIDTH
      const y = top + plotHeight * (span === 0 ? 0.5 : (high.price - price) / span)
      return `${x.toFixed(1)},${y.toFixed(1)}`
    })
    .join(' ')
}
