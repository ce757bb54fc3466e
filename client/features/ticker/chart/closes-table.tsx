import { formatDay } from '../../../../shared/format-date.ts'
import { formatPrice, type PriceStyle } from '../../../../shared/format-price.ts'
import styles from './closes-table.module.css'
import { pickCloses, type PickedCloses } from './pick-closes.ts'
import type { PricePoint } from './price-points.ts'

const STEPS: Readonly<Record<PickedCloses['step'], string>> = {
  day: 'Every close of the range',
  week: 'The last close of each week of the range',
  month: 'The last close of each month of the range',
}

/** The chart's closes as a table, folded away.
 *  @param isAdjusted  true where splits and dividends are possible, which the closes are adjusted for */
export function ClosesTable({
  points,
  priceStyle,
  isAdjusted,
}: {
  points: readonly PricePoint[]
  priceStyle: PriceStyle
  isAdjusted: boolean
}) {
  const { step, closes } = pickCloses(points)
  return (
    <details className={styles.closes}>
      <summary>Table of closes</summary>
      {/* A region with a name and a place in the tab order, so that the keyboard can scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must be able to scroll it */}
      <section className={styles.scroll} aria-label="Table of closes" tabIndex={0}>
        <table>
          <caption>
            {STEPS[step]}, newest first{isAdjusted && ', adjusted for splits and dividends'}.
          </caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Close</th>
            </tr>
          </thead>
          <tbody>
            {closes.map(({ day, price }) => (
              <tr key={day}>
                <th scope="row">
                  <time dateTime={day}>{formatDay(day)}</time>
                </th>
                <td>{formatPrice(price, priceStyle)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
