import { formatInstant, formatLongDay } from '../../../shared/format-date.ts'
import { formatMoney } from '../../../shared/format-money.ts'
import type { AssetKind, StockResponse } from '../../../shared/market-contract.ts'
import { classNames } from '../../ui/class-names.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './price-overview.module.css'
import type { PriceSummary } from './price-points.ts'
import { describeChange, describeRange } from './price-words.ts'
import { SourceLink } from './source-line.tsx'

/** Name, price, change over the range, and how old and from where all that is. */
export function PriceOverview({
  stock,
  summary,
}: {
  stock: StockResponse
  summary: PriceSummary | undefined
}) {
  const { info, ticker, meta } = stock
  return (
    <header className={styles['overview']}>
      <h1 className={styles['name']}>
        {info['Company Name']} ({ticker})
      </h1>
      {summary && (
        <p className={styles['figures']}>
          <span className={styles['price']}>{formatMoney(summary.last.price, meta.currency)}</span>
          {summary.first.day < summary.last.day && <Change summary={summary} meta={meta} />}
        </p>
      )}
      <div className={styles['source']}>
        <p>
          {summary && (
            <>
              Close of <time dateTime={meta.asOf}>{formatLongDay(summary.last.day)}</time>
              {'. '}
            </>
          )}
          Source: <SourceLink meta={meta} />.
          {meta.delayed && !meta.sample && ` ${DELAYED[meta.kind]}: not a live price.`}
        </p>
        {meta.stale && (
          <p className={styles['stale']}>
            The source does not answer at the moment. This is what it said on{' '}
            <time dateTime={meta.retrievedAt}>{formatInstant(meta.retrievedAt)}</time>.
          </p>
        )}
      </div>
    </header>
  )
}

const DELAYED: Readonly<Record<AssetKind, string>> = {
  stock: 'Delayed or the exchange is closed',
  // Coins are traded all day.
  crypto: 'Delayed',
}

function Change({ summary, meta }: { summary: PriceSummary; meta: StockResponse['meta'] }) {
  const { changeAmount, direction } = summary
  return (
    <>
      <span className={classNames(styles['change'], changeAmount !== 0 && styles[direction])}>
        <VisuallyHidden>Change: </VisuallyHidden>
        <Arrow change={changeAmount} />
        {describeChange(summary, meta.currency)}
      </span>
      <span className={styles['range']}>{describeRange(meta.range)}</span>
    </>
  )
}

/** Drawn, since not every font has the sign. */
function Arrow({ change }: { change: number }) {
  if (change === 0) return null
  return (
    <svg className={styles['arrow']} viewBox="0 0 10 8" aria-hidden="true">
      <path d={change > 0 ? 'M0 8 5 0l5 8z' : 'M0 0h10L5 8z'} fill="currentColor" />
    </svg>
  )
}
