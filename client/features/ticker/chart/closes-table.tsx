import { formatDay } from '../../../../shared/format-date.ts'
import { formatNumber, formatPercent } from '../../../../shared/format-number.ts'
import { formatPrice } from '../../../../shared/format-price.ts'
import styles from './closes-table.module.css'
import type { ChartData } from './drawn-chart.tsx'
import { MARK_KINDS, type Mark } from './list-marks.ts'
import { pickCloses, type PickedCloses } from './pick-closes.ts'

const STEPS: Readonly<Record<PickedCloses['step'], string>> = {
  day: 'Every close of the range',
  week: 'The last close of each week of the range',
  month: 'The last close of each month of the range',
}

/** What the chart shows as tables, folded: its closes, and the marks below it.
 *  @param marks  oldest first
 *  @param isAdjusted  true if splits and dividends are possible, which the closes are adjusted for */
export function ClosesTable({
  data: { points, priceStyle, volumes, compared },
  marks,
  isAdjusted,
}: {
  data: ChartData
  marks: readonly Mark[]
  isAdjusted: boolean
}) {
  const { step, closes } = pickCloses(points)
  const hasVolumes = volumes !== undefined && step === 'day'
  return (
    <details className={styles.closes}>
      <summary>Table of closes</summary>
      {/* A region with a name and a tab stop, so that the keyboard can scroll it. */}
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
              {compared && (
                <>
                  <th scope="col">Change</th>
                  <th scope="col">{compared.name}</th>
                </>
              )}
              {hasVolumes && <th scope="col">Volume</th>}
            </tr>
          </thead>
          <tbody>
            {closes.map(({ day, price, index }) => (
              <tr key={day}>
                <th scope="row">
                  <time dateTime={day}>{formatDay(day)}</time>
                </th>
                <td>{formatPrice(price, priceStyle)}</td>
                {compared && (
                  <>
                    <td>{writeChange(compared.closes.own[index])}</td>
                    <td>{writeChange(compared.closes.other[index])}</td>
                  </>
                )}
                {hasVolumes && <td>{writeVolume(volumes[index])}</td>}
              </tr>
            ))}
          </tbody>
        </table>
        {marks.length > 0 && (
          <table>
            <caption>What is marked beneath the chart, newest first.</caption>
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col">Kind</th>
                <th scope="col">What</th>
              </tr>
            </thead>
            <tbody className={styles.words}>
              {marks.toReversed().map(({ kind, day, words, url }) => (
                <tr key={`${day} ${words} ${url}`}>
                  <th scope="row">
                    <time dateTime={day}>{formatDay(day)}</time>
                  </th>
                  <td>{MARK_KINDS[kind].name}</td>
                  <td>{words}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </details>
  )
}

const writeChange = (fraction: number | undefined) =>
  fraction === undefined ? '' : formatPercent(fraction, { sign: 'always' })

const writeVolume = (volume: number | null | undefined) =>
  typeof volume === 'number' ? formatNumber(volume) : ''
