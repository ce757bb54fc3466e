import { useEffect, useMemo } from 'react'
import { useFetcher } from 'react-router'

import { formatDay } from '../../../shared/format-date.ts'
import { priceStyleOf, type PriceStyle } from '../../../shared/format-price.ts'
import type {
  AssetKind,
  AssetType,
  RelatedResponse,
  StatsResponse,
  StockResponse,
} from '../../../shared/market-contract.ts'
import type { TradesResponse } from '../../../shared/trades-contract.ts'
import type { Answer } from '../../lib/api-client.ts'
import { classNames } from '../../ui/primitives.tsx'
import { About } from './profile/about.tsx'
import styles from './asset-view.module.css'
import { ClosesTable } from './chart/closes-table.tsx'
import { KeyStatistics } from './statistics/key-statistics.tsx'
import { backgroundPath, mayHaveTrades } from './load-ticker.ts'
import { PriceChart } from './chart/price-chart.tsx'
import { PriceOverview } from './chart/price-overview.tsx'
import { summarisePrices, toPricePoints } from './chart/price-points.ts'
import { describePrices, describeSuspectDays } from './chart/price-words.ts'
import { ProfileGrid } from './profile/profile-grid.tsx'
import { RangeLinks } from './chart/range-links.tsx'
import { RelatedStocks } from './related/related-stocks.tsx'
import { ProfileSourceLine, SAMPLE_NOTICE, SampleBanner } from './source-line.tsx'
import { ScreenActions } from './screen-actions.tsx'
import { TradesBlocks } from './trades/trades-blocks.tsx'

/** They pay no dividend and are never split. */
const NEVER_ADJUSTED: ReadonlySet<AssetType | undefined> = new Set(['index', 'currency', 'future', 'coin'])

/** Companies have insiders; funds are traded by members of Congress, indexes and currencies by nobody. */
const TRADED_IN: ReadonlySet<AssetType> = new Set(['equity', 'etf', 'fund'])

/** A loaded asset: prices, profile, and what comes after them.
 *  @param trades  those that were there in time
 *  @param isRangeLoading  true while another range of the same asset is on its way */
export function AssetView({
  kind,
  stock,
  trades,
  isRangeLoading,
}: {
  kind: AssetKind
  stock: StockResponse
  trades: Answer<TradesResponse> | undefined
  isRangeLoading: boolean
}) {
  const { ticker, info, meta } = stock
  const points = useMemo(() => toPricePoints(stock), [stock])
  const summary = useMemo(() => summarisePrices(points), [points])
  const priceStyle = useMemo(() => priceStyleOf(stock), [stock])
  const isAdjusted = kind === 'stock' && !NEVER_ADJUSTED.has(meta.type)
  const words = summary && describePrices({ ticker, range: meta.range, summary, style: priceStyle })
  return (
    <>
      {meta.sample && <SampleBanner />}
      <PriceOverview stock={stock} summary={summary} priceStyle={priceStyle} />
      <section className={styles.prices} aria-label="Price history" aria-busy={isRangeLoading}>
        <div className={styles.bar}>
          <RangeLinks kind={kind} ticker={ticker} current={meta.range} />
          {meta.sample && <span className={styles.sample}>{SAMPLE_NOTICE}</span>}
        </div>
        <output className={styles.status}>{isRangeLoading && 'Loading...'}</output>
        <div className={classNames(styles.history, isRangeLoading && styles.waiting)}>
          {summary && words && (
            <PriceChart
              points={points}
              summary={summary}
              priceStyle={priceStyle}
              range={meta.range}
              label={words}
            />
          )}
          {/* Announced when another range is shown. */}
          <p className={styles.words} aria-live="polite">
            {words ?? 'No closes are known for this range. Choose another one.'}
          </p>
          {summary && isAdjusted && (
            <p className={styles.note}>Closes are adjusted for splits and dividends.</p>
          )}
          {summary && !meta.coversRange && (
            <p className={styles.note}>This source’s history starts on {formatDay(summary.first.day)}.</p>
          )}
          {meta.suspectDays.length > 0 && (
            <p className={styles.note}>{describeSuspectDays(meta.suspectDays)}</p>
          )}
          {summary && (
            <>
              <ScreenActions kind={kind} ticker={ticker} meta={meta} />
              <ClosesTable points={points} priceStyle={priceStyle} isAdjusted={isAdjusted} />
            </>
          )}
        </div>
      </section>
      <div className={styles.company}>
        <section className={styles.profile}>
          <div className={styles.about}>
            <h2>About</h2>
            {info.About && <About text={info.About} />}
            {!info.About && (
              <p className={styles.quiet}>
                {meta.profileAvailable
                  ? 'The source has no description.'
                  : 'The source of profiles did not answer. The prices are not affected.'}
              </p>
            )}
          </div>
          <ProfileGrid info={info} />
        </section>
        {meta.profile && <ProfileSourceLine profile={meta.profile} />}
      </div>
      <BackgroundBlocks
        key={`${kind} ${ticker}`}
        kind={kind}
        ticker={ticker}
        type={meta.type ?? (kind === 'stock' ? 'equity' : 'coin')}
        trades={trades}
        priceStyle={priceStyle}
      />
    </>
  )
}

/** Statistics, trades and related tickers. Give it a key of kind and ticker: another asset starts over. */
function BackgroundBlocks({
  kind,
  ticker,
  type,
  trades,
  priceStyle,
}: {
  kind: AssetKind
  ticker: string
  type: AssetType
  trades: Answer<TradesResponse> | undefined
  priceStyle: PriceStyle
}) {
  const stats = useBackground<StatsResponse>(backgroundPath('stats', { kind, ticker }))
  const related = useBackground<RelatedResponse>(backgroundPath('related', { kind, ticker }))
  const isCompany = kind === 'stock' && type === 'equity'
  return (
    <>
      <KeyStatistics answer={stats} isCompany={isCompany} priceStyle={priceStyle} />
      {mayHaveTrades(kind, ticker) && TRADED_IN.has(type) && (
        <TradesBlocks ticker={ticker} initial={trades} isCompany={isCompany} />
      )}
      <RelatedStocks answer={related} />
    </>
  )
}

/** @returns undefined while the answer is on its way */
function useBackground<Data>(path: string): Answer<Data> | undefined {
  const { data, load } = useFetcher<Answer<Data>>()
  useEffect(() => {
    void load(path)
  }, [load, path])
  return data
}
