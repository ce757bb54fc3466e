import { useMemo } from 'react'

import type { AssetKind, StockResponse } from '../../../shared/market-contract.ts'
import type { ApiClient } from '../../lib/api-client.ts'
import { classNames } from '../../ui/class-names.ts'
import { About } from './about.tsx'
import styles from './asset-view.module.css'
import { ClosesTable } from './closes-table.tsx'
import { KeyStatistics } from './key-statistics.tsx'
import { PriceChart } from './price-chart.tsx'
import { PriceOverview } from './price-overview.tsx'
import { summarisePrices, toPricePoints } from './price-points.ts'
import { describePrices } from './price-words.ts'
import { ProfileGrid } from './profile-grid.tsx'
import { RangeLinks } from './range-links.tsx'
import { RelatedStocks } from './related-stocks.tsx'
import { SAMPLE_NOTICE, SampleBanner } from './sample-banner.tsx'
import { useBackgroundData } from './use-background-data.ts'

/** A loaded asset: prices, profile, and what comes after them.
 *  @param isRangeLoading  true while another range of the same asset is on its way */
export function AssetView({
  kind,
  stock,
  api,
  isRangeLoading,
}: {
  kind: AssetKind
  stock: StockResponse
  api: ApiClient
  isRangeLoading: boolean
}) {
  const { ticker, info, meta } = stock
  const points = useMemo(() => toPricePoints(stock), [stock])
  const summary = useMemo(() => summarisePrices(points), [points])
  const words = summary && describePrices({ ticker, range: meta.range, summary, currency: meta.currency })
  return (
    <>
      {meta.sample && <SampleBanner />}
      <PriceOverview stock={stock} summary={summary} />
      <section className={styles['prices']} aria-label="Price history" aria-busy={isRangeLoading}>
        <div className={styles['bar']}>
          <RangeLinks kind={kind} ticker={ticker} current={meta.range} />
          {meta.sample && <span className={styles['sample']}>{SAMPLE_NOTICE}</span>}
        </div>
        <output className={styles['status']}>{isRangeLoading && 'Loading...'}</output>
        <div className={classNames(styles['history'], isRangeLoading && styles['waiting'])}>
          {summary && words ? (
            <>
              <PriceChart points={points} summary={summary} currency={meta.currency} label={words} />
              <p className={styles['words']}>{words}</p>
              <ClosesTable points={points} currency={meta.currency} />
            </>
          ) : (
            <p>No closes are known for this range. Choose another one.</p>
          )}
        </div>
      </section>
      <section className={styles['profile']}>
        <div className={styles['about']}>
          <h2>About</h2>
          {info.About && <About text={info.About} />}
          {!info.About && (
            <p className={styles['quiet']}>
              {meta.profileAvailable
                ? 'The source has no description.'
                : 'The source of profiles did not answer. The prices are not affected.'}
            </p>
          )}
        </div>
        <ProfileGrid info={info} />
      </section>
      <BackgroundBlocks key={`${kind} ${ticker}`} kind={kind} ticker={ticker} api={api} />
    </>
  )
}

function BackgroundBlocks({ kind, ticker, api }: { kind: AssetKind; ticker: string; api: ApiClient }) {
  const { stats, related } = useBackgroundData(api, { kind, ticker })
  return (
    <>
      <KeyStatistics block={stats} />
      <RelatedStocks block={related} />
    </>
  )
}
