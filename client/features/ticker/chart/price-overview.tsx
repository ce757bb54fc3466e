import { Link } from 'react-router'

import { tickerPath } from '../../../../shared/asset-address.ts'
import { endsInClose, formatPrice, type PriceStyle } from '../../../../shared/format-price.ts'
import { formatInstant, formatLongDay } from '../../../../shared/format-date.ts'
import type { PriceRange, StockResponse } from '../../../../shared/market-contract.ts'
import { classNames, VisuallyHidden } from '../../../ui/primitives.tsx'
import { Age, SourceLink } from '../source-line.tsx'
import { describeAsset } from '../asset-words.ts'
import styles from './price-overview.module.css'
import type { PriceSummary } from './price-points.ts'
import { describeChange, describeCounterpart, describeSession, describeSpan } from './price-words.ts'

const DIRECTIONS = { rise: styles.rise, fall: styles.fall }

/** Name, price, change over the range, and how old and from where all that is. */
export function PriceOverview({
  stock,
  summary,
  priceStyle,
}: {
  stock: StockResponse
  summary: PriceSummary | undefined
  priceStyle: PriceStyle
}) {
  const { info, ticker, meta } = stock
  return (
    <header className={styles.overview}>
      <h1 className={styles.name}>
        {info['Company Name']} ({ticker})
      </h1>
      <Identity stock={stock} />
      {summary && (
        <p className={styles.figures}>
          <span className={styles.price}>{formatPrice(summary.last.price, priceStyle)}</span>
          {summary.first.day < summary.last.day && (
            <Change summary={summary} range={meta.range} priceStyle={priceStyle} />
          )}
        </p>
      )}
      <div className={styles.source}>
        <p>
          {summary && (
            <>
              {endsInClose(stock) ? 'Close of' : 'Last price of'}{' '}
              <time dateTime={meta.asOf}>{formatLongDay(summary.last.day)}</time>
              {'. '}
            </>
          )}
          {describeSession(meta)} Source: <SourceLink meta={meta} />.
        </p>
        {meta.stale && (
          <p className={styles.stale}>
            The source does not answer at the moment. This is what it said on{' '}
            <time dateTime={meta.retrievedAt}>{formatInstant(meta.retrievedAt)}</time>.{' '}
            <Age key={meta.retrievedAt} instant={meta.retrievedAt} lead="That was" />
          </p>
        )}
      </div>
    </header>
  )
}

/** What it is and where it trades, and what else goes by the same ticker. */
function Identity({ stock: { info, ticker, meta } }: { stock: StockResponse }) {
  const { kind, type, counterpart } = meta
  const what = describeAsset({ kind, type, exchange: info['Primary exchange'] })
  if (what === '' && !counterpart) return null
  return (
    <p className={styles.identity}>
      {what !== '' && <span>{what}</span>}
      {counterpart && (
        <span>
          {describeCounterpart(ticker, counterpart.kind)}{' '}
          <Link to={tickerPath(counterpart.kind, counterpart.ticker)}>{counterpart.name}</Link>
        </span>
      )}
    </p>
  )
}

function Change({
  summary,
  range,
  priceStyle,
}: {
  summary: PriceSummary
  range: PriceRange
  priceStyle: PriceStyle
}) {
  const { changeAmount, direction } = summary
  return (
    <>
      <span className={classNames(styles.change, changeAmount !== 0 && direction && DIRECTIONS[direction])}>
        <VisuallyHidden>Change: </VisuallyHidden>
        <Arrow change={changeAmount} />
        {describeChange(summary, priceStyle)}
      </span>
      <span className={styles.range}>{describeSpan(range, summary)}</span>
    </>
  )
}

/** Drawn, since not every font has the sign. */
function Arrow({ change }: { change: number }) {
  if (change === 0) return null
  return (
    <svg className={styles.arrow} viewBox="0 0 10 8" aria-hidden="true">
      <path d={change > 0 ? 'M0 8 5 0l5 8z' : 'M0 0h10L5 8z'} fill="currentColor" />
    </svg>
  )
}
