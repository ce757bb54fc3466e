import { formatDay } from '../../../shared/format-date.ts'
import { formatMoney } from '../../../shared/format-money.ts'
import styles from './closes-table.module.css'
import { pickCloses, type PickedCloses } from './pick-closes.ts'
import type { PricePoint } from './price-points.ts'

const CAPTIONS: Readonly<Record<PickedCloses['step'], string>> = {
  day: 'Every close of the range, newest first, adjusted for splits and dividends.',
  week: 'The last close of each week, newest first, adjusted for splits and dividends.',
  month: 'The last close of each month, newest first, adjusted for splits and dividends.',
}

/** The chart's closes as a table, folded away. */
export function ClosesTable({
  points,
  currency,
}: {
  points: readonly PricePoint[]
  currency: string | undefined
}) {
  const { step, closes } = pickCloses(points)
  return (
    <details className={styles['closes']}>
      <summary>Table of closes</summary>
      {/* A region with a name and a place in the tab order, so that the keyboard can scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must be able to scroll it */}
      <section className={styles['scroll']} aria-label="Table of closes" tabIndex={0}>
        <table>
          <caption>{CAPTIONS[step]}</caption>
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
                <td>{formatMoney(price, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
