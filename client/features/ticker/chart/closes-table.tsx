import { type MouseEvent, useEffect, useRef, useState } from 'react'

import { formatDay } from '../../../../shared/format-date.ts'
import { formatNumber, formatPercent } from '../../../../shared/format-number.ts'
import { formatPrice } from '../../../../shared/format-price.ts'
import { nameWhen } from './day-prices.ts'
import type { ChartData } from './drawn-chart.tsx'
import { type Mark, MARK_KINDS } from './list-marks.ts'
import { mondayOf } from '../../../../shared/dates.ts'
import type { PricePoint } from './price-points.ts'
import styles from './closes-table.module.css'

const STEPS: Readonly<Record<PickedCloses['step'], string>> = {
  day: 'Every close of the range',
  week: 'The last close of each week of the range',
  month: 'The last close of each month of the range',
}

/** The chart's data as tables. They have hundreds of rows, so they are not drawn until somebody opens them.
 *  @param path  the page that has the tables, for readers without scripts
 *  @param isOpen  true on that page */
export function ClosesTable({
  path,
  isOpen,
  ...tables
}: Tables & {
  path: string
  isOpen: boolean
}) {
  const name = nameTable(tables.data)
  const [isDrawn, setDrawn] = useState(isOpen)
  const wasPressed = useRef(false)
  const summaryRef = useRef<HTMLElement>(null)
  // The link that had the focus is gone, so the focus moves.
  useEffect(() => {
    if (isDrawn && wasPressed.current) summaryRef.current?.focus()
  }, [isDrawn])
  if (!isDrawn) {
    const onClick = (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      wasPressed.current = true
      setDrawn(true)
    }
    return (
      <p className={styles.ask} id="closes">
        <a className={styles.summary} href={path} onClick={onClick}>
          {name}
        </a>
      </p>
    )
  }
  return (
    <details className={styles.closes} id="closes" open>
      <summary className={styles.summary} ref={summaryRef}>
        {name}
      </summary>
      <DrawnTables {...tables} />
    </details>
  )
}

/** `marks` are oldest first. `isAdjusted` is true if the asset can have splits and dividends, for which closes are adjusted. */
interface Tables {
  data: ChartData
  marks: readonly Mark[]
  isAdjusted: boolean
}

/** The closes, and the marks below the chart. */
function DrawnTables({ data, marks, isAdjusted }: Tables) {
  const { points, priceStyle, volumes, compared, clock } = data
  const { step, closes } = pickCloses(points)
  const hasVolumes = volumes !== undefined && step === 'day'
  return (
    <>
      {/* A region with a name and a tab stop, so that the keyboard can scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must be able to scroll it */}
      <section className={styles.scroll} aria-label={nameTable(data)} tabIndex={0}>
        <table>
          <caption>
            {clock ? 'The prices of the day' : STEPS[step]}, newest first
            {isAdjusted && ', adjusted for splits and dividends'}.
          </caption>
          <thead>
            <tr>
              <th scope="col">{clock ? 'Time' : 'Day'}</th>
              <th scope="col">{clock ? 'Price' : 'Close'}</th>
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
                  <time dateTime={day}>{nameWhen(day, clock)}</time>
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
    </>
  )
}

const nameTable = ({ clock }: ChartData) => `Table of ${clock ? 'prices' : 'closes'}`

const writeChange = (fraction: number | undefined) =>
  fraction === undefined ? '' : formatPercent(fraction, { sign: 'always' })

const writeVolume = (volume: number | null | undefined) =>
  typeof volume === 'number' ? formatNumber(volume) : ''

/** The closes that a table shows, newest first with their indexes in the series, and how far apart they are. */
export interface PickedCloses {
  step: 'day' | 'week' | 'month'
  closes: (PricePoint & { index: number })[]
}

// Daily closes for a year, weekly ones for six: even forty years stay below some 500 rows.
const MOST_DAYS = 370
const MOST_DAYS_BY_WEEK = 6 * 366

/** Picks every close of a short series, and the last of each week or month of a longer one.
 *  @param points  oldest first */
export function pickCloses(points: readonly PricePoint[]): PickedCloses {
  const step = points.length <= MOST_DAYS ? 'day' : points.length <= MOST_DAYS_BY_WEEK ? 'week' : 'month'
  const lastOfPeriod = new Map(points.map((point, index) => [periodOf(point.day, step), { ...point, index }]))
  return { step, closes: [...lastOfPeriod.values()].reverse() }
}

function periodOf(day: string, step: PickedCloses['step']): string {
  if (step === 'day') return day
  if (step === 'month') return day.slice(0, 7)
  return mondayOf(day)
}
