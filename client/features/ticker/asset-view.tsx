import { useMemo, useState } from 'react'

import { DAY_RANGE, LONG_RANGES } from '../../../shared/asset-address.ts'
import { formatPrice, priceStyleOf, type PriceStyle } from '../../../shared/format-price.ts'
import type { AssetType, StatsResponse, StockResponse } from '../../../shared/market-contract.ts'
import type { TradesResponse } from '../../../shared/trades-contract.ts'
import type { Answer, ApiClient } from '../../lib/api-client.ts'
import { Part } from '../../lib/island.tsx'
import { looks } from '../../ui/primitives.tsx'
import { About } from './profile/about.tsx'
import styles from './ticker-screen.module.css'
import { KeyStatistics } from './statistics/key-statistics.tsx'
import { askForPart, mayHaveTrades, TRADES_FAILED, type TickerScreenData } from './load-ticker.ts'
import { hasOlderTrades } from './chart/marked-trades.ts'
import { readDay } from './chart/day-prices.ts'
import { PriceHistory, type FailedRange } from './chart/price-history.tsx'
import { arrangeStats, reconcileWithPrice, type ShownStatGroup } from './statistics/arrange-stats.ts'
import { listKeyFigures } from './statistics/choose-stats.ts'
import { KeyFigures } from './statistics/key-figures.tsx'
import { SectionLinks } from './sections/section-links.tsx'
import { Section } from './sections/section.tsx'
import { summarisePrices, toPricePoints, type PricePoint } from './chart/price-points.ts'
import { PriceOverview } from './overview/price-overview.tsx'
import { ProfileGrid } from './profile/profile-grid.tsx'
import { RelatedStocks } from './related/related-stocks.tsx'
import { ProfileSourceLine, SampleBanner } from './source-line.tsx'
import { TradesBlocks } from './trades/trades-blocks.tsx'
import { isLost, usePart, usePartWithRetry } from './use-part.ts'
import type { ShowPrices } from './use-ticker.ts'

/** Companies have insiders; members of Congress trade funds too; nobody reports trades in indexes and currencies. */
const TRADED_IN: ReadonlySet<AssetType> = new Set(['equity', 'etf', 'fund'])

/** The links to a fund's trades appear only once it is known that there are any. */
const TRADES_LINKS = [
  { id: 'insiders', name: 'Insiders' },
  { id: 'congress', name: 'Congress' },
]

/** A loaded asset: prices, profile, and what comes after them.
 *  @param shown  what the screen shows; its trades and parts only if they arrived in time
 *  @param stock  its prices
 *  @param isRangeLoading  true while another range of the same asset is loading
 *  @param onShow  called to show another range or a comparison
 *  @param failed  the range that failed to load, if an earlier one is shown instead */
export function AssetView({
  shown,
  stock,
  api,
  isRangeLoading,
  onShow,
  failed,
}: {
  shown: TickerScreenData
  stock: StockResponse
  api: ApiClient
  isRangeLoading: boolean
  onShow: ShowPrices
  failed: FailedRange | undefined
}) {
  const { kind, range, day, trades, parts } = shown
  const { ticker, meta } = stock
  const points = useMemo(() => toPricePoints(stock), [stock])
  const summary = useMemo(() => summarisePrices(points), [points])
  const dayPrices = useMemo(
    () => (range === DAY_RANGE && day?.ok ? readDay(day.data) : undefined),
    [range, day],
  )
  const priceStyle = useMemo(() => priceStyleOf(stock), [stock])
  const stats = usePart(parts?.stats, () =>
    askForPart('Failed to fetch stats', () => api.getStats({ kind, ticker })),
  )
  const related = usePart(parts?.related, () =>
    askForPart('Failed to fetch related stocks', () => api.getRelated({ kind, ticker })),
  )
  const type = meta.type ?? (kind === 'stock' ? 'equity' : 'coin')
  const hasTrades = mayHaveTrades(kind, ticker) && TRADED_IN.has(type)
  const { answer: knownTrades, retry: retryTrades } = usePartWithRetry(trades, {
    isWanted: hasTrades,
    ask: () => askForPart(TRADES_FAILED, () => api.getTrades({ ticker })),
  })
  const chartTrades = useChartTrades(knownTrades?.ok ? knownTrades.data : undefined, {
    isLong: LONG_RANGES.has(meta.range),
    ask: () => askForPart(TRADES_FAILED, () => api.getTrades({ ticker, window: 'all' })),
  })
  const groups = useMemo(
    () => (stats?.ok ? arrangeAround(summary?.last, stats.data, priceStyle) : []),
    [stats, summary, priceStyle],
  )
  const keyFigures = listKeyFigures(type, stats && { groups, stats: stats.ok ? stats.data.stats : {} })
  const isCompany = kind === 'stock' && type === 'equity'
  const hasRelated = !related || (related.ok && related.data.related.length > 0)
  return (
    <>
      {meta.sample && <SampleBanner />}
      <div className={styles.head}>
        <Part>
          <PriceOverview stock={stock} day={dayPrices} summary={summary} priceStyle={priceStyle} />
        </Part>
        <KeyFigures figures={keyFigures} answer={stats} />
      </div>
      <div>
        <SectionLinks
          sections={[
            { id: 'chart', name: 'Chart' },
            ...(hasTrades && isCompany ? TRADES_LINKS : []),
            { id: 'about', name: 'About' },
            ...(isLost(stats) ? [] : [{ id: 'statistics', name: 'Statistics' }]),
            ...(hasRelated ? [{ id: 'related', name: 'Related', needsScript: !related }] : []),
          ]}
        />
        <div className={styles.chart} id="chart">
          <Part>
            <PriceHistory
              shown={shown}
              stock={stock}
              points={points}
              summary={summary}
              priceStyle={priceStyle}
              dayPrices={dayPrices}
              trades={chartTrades}
              isLoading={isRangeLoading}
              onShow={onShow}
              failed={failed}
            />
          </Part>
        </div>
        <Part>
          {hasTrades && (
            <TradesBlocks
              trades={knownTrades}
              retry={retryTrades}
              isCompany={isCompany}
              name={stock.info['Company Name']}
            />
          )}
        </Part>
        <Part>
          <AboutSection stock={stock} isCompany={isCompany} />
        </Part>
        <Part>
          <KeyStatistics answer={stats} groups={groups} onTop={keyFigures} isCompany={isCompany} />
        </Part>
        <Part>
          <RelatedStocks answer={related} />
        </Part>
      </div>
    </>
  )
}

/** The trades to mark. Older ones, if there are any, are requested once a chart of many years is shown.
 *  @param known  the trades of twelve months */
function useChartTrades(
  known: TradesResponse | undefined,
  { isLong, ask }: { isLong: boolean; ask: () => Promise<Answer<TradesResponse>> },
): TradesResponse | undefined {
  const [wasLong, setWasLong] = useState(false)
  if (isLong && !wasLong) setWasLong(true)
  const isWanted = wasLong && known !== undefined && hasOlderTrades(known)
  const { answer } = usePartWithRetry<TradesResponse>(undefined, { isWanted, ask })
  return isLong && answer?.ok ? answer.data : known
}

/** @param last  the price at the top of the screen */
function arrangeAround(
  last: PricePoint | undefined,
  { stats, meta }: StatsResponse,
  style: PriceStyle,
): ShownStatGroup[] {
  const groups = arrangeStats(stats, meta, style)
  if (!last) return groups
  const onTop = { price: last.price, text: formatPrice(last.price, style), day: last.day }
  return reconcileWithPrice(groups, { stats, asOf: meta.asOf, onTop })
}

function AboutSection({ stock: { info, meta }, isCompany }: { stock: StockResponse; isCompany: boolean }) {
  return (
    <Section id="about" title="About" rail={meta.profile && <ProfileSourceLine profile={meta.profile} />}>
      {info.About ? (
        <About text={info.About} />
      ) : (
        <p className={looks.quiet}>
          {meta.profileAvailable
            ? 'The source has no description.'
            : 'The source of profiles did not answer. The prices are not affected.'}
        </p>
      )}
      <ProfileGrid info={info} lacking={isCompany && meta.profileAvailable ? 'not known' : 'left out'} />
    </Section>
  )
}
