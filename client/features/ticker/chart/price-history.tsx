import { useMemo } from 'react'

import {
  closesTablePath,
  DAY_RANGE,
  rangePath,
  SHOWN_RANGES,
  type ShownRange,
} from '../../../../shared/asset-address.ts'
import type { PriceStyle } from '../../../../shared/format-price.ts'
import type { AssetKind, AssetType, StockResponse } from '../../../../shared/market-contract.ts'
import type { TradesResponse } from '../../../../shared/trades-contract.ts'
import { useHydrated } from '../../../lib/use-browser.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames, looks } from '../../../ui/primitives.tsx'
import { mayHaveTrades, type TickerScreenData } from '../load-ticker.ts'
import { ScreenActions } from '../screen-actions.tsx'
import type { Retry } from '../ticker-missing.tsx'
import { type ShowPrices, showsOnClick } from '../use-ticker.ts'
import { SAMPLE_NOTICE } from '../source-line.tsx'
import { ClosesTable } from './closes-table.tsx'
import { compareCloses } from './compare-closes.ts'
import { COMPARED_INDEX, CompareForm } from './compare-form.tsx'
import { type DayPrices, describeLacking } from './day-prices.ts'
import type { ChartData } from './drawn-chart.tsx'
import { listMarks, type MarkKind } from './list-marks.ts'
import { describeMarkedSince } from './marked-trades.ts'
import { PriceChart } from './price-chart.tsx'
import { type PricePoint, type PriceSummary, summarisePrices, toPricePoints } from './price-points.ts'
import { DayNotes, Notes } from './price-notes.tsx'
import { describeFinding, describeOther, describePrices } from './price-words.ts'
import styles from './price-history.module.css'

/** Types of assets that pay no dividend and are never split. */
const NEVER_ADJUSTED: ReadonlySet<AssetType | undefined> = new Set(['index', 'currency', 'future', 'coin'])
const COMPANY_MARKS: readonly MarkKind[] = ['insider', 'congress', 'dividend', 'split']

/** The closes of a range: a chart titled with its main finding, the same in words and as a table, and notes on the closes.
 *  @param shown  what the screen shows: of a requested 1D the prices within the day if there are some, otherwise the range of `stock`
 *  @param trades  the trades known so far
 *  @param isLoading  true while another range is loading
 *  @param onShow  called to show another range or a comparison
 *  @param failed  the range that failed to load, while this one is still shown */
export function PriceHistory({
  shown: { kind, range: wanted, day, compare, isTableOpen = false },
  stock,
  points: allPoints,
  summary: wholeSummary,
  priceStyle,
  dayPrices,
  trades,
  isLoading,
  onShow,
  failed,
}: {
  shown: TickerScreenData
  stock: StockResponse
  points: readonly PricePoint[]
  summary: PriceSummary | undefined
  priceStyle: PriceStyle
  dayPrices: DayPrices | undefined
  trades: TradesResponse | undefined
  isLoading: boolean
  onShow: ShowPrices
  failed: FailedRange | undefined
}) {
  const { ticker, meta } = stock
  const isAdjusted = kind === 'stock' && !NEVER_ADJUSTED.has(meta.type)
  const compared = compare?.answer?.ok ? compare.answer.data : undefined
  const isItself = compared?.ticker === ticker && compared.meta.kind === kind
  const other = isItself ? undefined : compared
  const closes = useMemo(() => other && compareCloses(allPoints, toPricePoints(other)), [allPoints, other])
  const points = closes?.points ?? allPoints
  const summary = useMemo(
    () => (closes ? summarisePrices(closes.points) : wholeSummary),
    [closes, wholeSummary],
  )
  const shownRange = dayPrices ? DAY_RANGE : meta.range
  // Shown where it was requested, since the top of the chart may be out of view.
  const isFailedComparison = failed?.range === shownRange && failed.compare !== compare?.ticker
  const failure = failed && <RangeFailure failed={failed} shown={shownRange} />
  const hasMarks = isAdjusted && !dayPrices
  const kinds =
    mayHaveTrades(kind, ticker) && hasMarks ? COMPANY_MARKS.slice(meta.type === 'equity' ? 0 : 1) : []
  const marks = useMemo(
    () => (hasMarks ? listMarks(points, meta, trades) : []),
    [points, meta, trades, hasMarks],
  )
  const volumes = useMemo(() => meta.volumes?.slice(meta.volumes.length - points.length), [meta, points])
  const data = useMemo<ChartData | undefined>(
    () =>
      dayPrices
        ? { ...dayPrices, compared: undefined }
        : summary && {
            points,
            summary,
            priceStyle,
            volumes,
            compared: closes && other && { name: nameBeside(ticker, other), closes },
          },
    [ticker, dayPrices, points, summary, priceStyle, volumes, closes, other],
  )
  const finding = dayPrices?.finding ?? (summary && describeFinding(meta.range, summary))
  const otherFinding =
    data?.compared && describeOther(data.compared.name, data.compared.closes.other.at(-1) ?? 0)
  const words =
    dayPrices?.words ?? (summary && describePrices({ ticker, range: meta.range, summary, style: priceStyle }))
  return (
    <section className={styles.prices} aria-label="Price history" aria-busy={isLoading}>
      <div className={styles.bar}>
        <h2 className={styles.finding}>
          {finding === undefined
            ? 'No closes of this range'
            : [finding, otherFinding].filter(Boolean).join('. ')}
        </h2>
        <RangeLinks
          kind={kind}
          ticker={ticker}
          current={shownRange}
          compare={compare?.ticker}
          onShow={onShow}
        />
        {meta.sample && <span className={styles.sample}>{SAMPLE_NOTICE}</span>}
      </div>
      {!isFailedComparison && failure}
      {wanted === DAY_RANGE && !failed && !dayPrices && (
        <p className={looks.small}>
          {day?.ok ? describeLacking(day.data.meta) : 'The prices within the day take long to come.'} The
          chart shows {meta.range}.
        </p>
      )}
      <output className={styles.status}>{isLoading && 'Loading...'}</output>
      <div className={classNames(styles.history, isLoading && styles.waiting)}>
        {data && words ? (
          <PriceChart
            data={data}
            marks={marks}
            kinds={kinds}
            range={shownRange}
            label={words.brief + words.rest}
            words={
              otherFinding === undefined
                ? words
                : { ...words, rest: `${words.rest} ${otherFinding} in the same time.` }
            }
          >
            <CompareForm
              kind={kind}
              ticker={ticker}
              range={dayPrices ? '5D' : meta.range}
              compare={dayPrices ? undefined : compare}
              isCompared={closes !== undefined}
              onShow={onShow}
            >
              {isFailedComparison && failure}
            </CompareForm>
          </PriceChart>
        ) : (
          <p aria-live="polite">No closes are known for this range. Choose another one.</p>
        )}
        {dayPrices ? (
          <DayNotes day={dayPrices} isCompared={compare !== undefined} />
        ) : (
          <Notes
            stock={stock}
            other={closes && other}
            summary={summary}
            priceStyle={priceStyle}
            isAdjusted={isAdjusted}
            markedSince={trades && summary && describeMarkedSince(trades, summary.first.day, kinds)}
          />
        )}
        {data && (
          <>
            <ScreenActions
              kind={kind}
              ticker={ticker}
              range={shownRange}
              meta={dayPrices?.meta ?? meta}
              compare={compare?.ticker}
            />
            <ClosesTable
              data={data}
              marks={marks}
              isAdjusted={hasMarks}
              path={closesTablePath(kind, ticker, shownRange, compare?.ticker)}
              isOpen={isTableOpen}
            />
          </>
        )}
      </div>
    </section>
  )
}

/** A range that failed to load, and how to request it again. */
export interface FailedRange {
  range: ShownRange
  /** The asset that was to be compared. */
  compare: string | undefined
  retry: Retry
}

/** The failure, and a button to retry, which needs scripts; without them a reader loads the page again. */
function RangeFailure({ failed: { range, retry }, shown }: { failed: FailedRange; shown: ShownRange }) {
  const isHydrated = useHydrated()
  const why = isHydrated && !navigator.onLine ? 'You are offline' : 'Failed to fetch data'
  const what =
    range === shown
      ? 'The chart is the one from before.'
      : `${range} is not here: the chart still shows ${shown}.`
  return (
    <div className={styles.failed}>
      <p role="alert">
        {why}. {what}
      </p>
      {isHydrated && (
        <Button variant="secondary" aria-disabled={retry.isRetrying} onClick={retry.retry}>
          {retry.isRetrying ? 'Trying again...' : 'Try again'}
        </Button>
      )}
    </div>
  )
}

/** Names an index by its name, and anything else by its ticker: of two with the same, the coin has its currency too. */
function nameBeside(shown: string, { ticker, info, meta }: StockResponse): string {
  if (ticker === COMPARED_INDEX.ticker) return COMPARED_INDEX.name
  if (meta.type === 'index') return info['Company Name']
  return ticker === shown && meta.kind === 'crypto' ? `${ticker}-USD` : ticker
}

/** The ranges as links, so that each can be shared. */
function RangeLinks({
  kind,
  ticker,
  current,
  compare,
  onShow,
}: {
  kind: AssetKind
  ticker: string
  current: ShownRange
  compare: string | undefined
  onShow: ShowPrices
}) {
  return (
    <nav className={styles.nav} aria-label="Price range">
      <ul className={styles.ranges}>
        {SHOWN_RANGES.map((range) => (
          <li key={range}>
            <a
              className={styles.range}
              href={rangePath(kind, ticker, range, compare)}
              aria-current={range === current ? 'true' : undefined}
              onClick={showsOnClick(onShow, { range, compare: compare ?? null })}
            >
              {range}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
