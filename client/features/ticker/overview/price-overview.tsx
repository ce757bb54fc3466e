import { tickerPath } from '../../../../shared/asset-address.ts'
import {
  endsInClose,
  formatPrice,
  formatPriceChange,
  isCoin,
  type PriceStyle,
} from '../../../../shared/format-price.ts'
import { formatInstant, formatLongDay, formatWeekday } from '../../../../shared/format-date.ts'
import { formatPercent } from '../../../../shared/format-number.ts'
import type { AssetKind, StockResponse } from '../../../../shared/market-contract.ts'
import { useHydrated, useStoredValue } from '../../../lib/use-browser.ts'
import { Arrow, classNames, looks, VisuallyHidden } from '../../../ui/primitives.tsx'
import { Age, SourceLink } from '../source-line.tsx'
import { describeAsset } from '../asset-words.ts'
import { isSame, MAX_WATCHED, setWatched, watchlist } from '../search/recent-tickers.ts'
import { isWithin } from '../statistics/arrange-stats.ts'
import styles from './price-overview.module.css'
import type { DayPrices } from '../chart/day-prices.ts'
import type { PriceSummary } from '../chart/price-points.ts'
import { describeChange, describeCounterpart, describeSession, describeSpan } from '../chart/price-words.ts'

/** Name, price, its change over the day and the range, where the price lies in its ranges of the day and year, and the age and
 *  source of all that.
 *  @param day  the prices within the day, if those are shown; the price and its change then come from them */
export function PriceOverview({
  stock,
  day,
  summary: summaryOfRange,
  priceStyle: styleOfRange,
}: {
  stock: StockResponse
  day: DayPrices | undefined
  summary: PriceSummary | undefined
  priceStyle: PriceStyle
}) {
  const { info, ticker, meta } = stock
  const { summary, priceStyle } = day ?? { summary: summaryOfRange, priceStyle: styleOfRange }
  const { stale, retrievedAt } = day?.meta ?? meta
  const dayChange = !day && meta.latest && describeDayChange(meta.latest, meta, priceStyle)
  return (
    <header className={styles.overview}>
      <h1 className={styles.name}>
        {info['Company Name']} ({ticker})
      </h1>
      <Identity stock={stock} />
      <div className={styles.figures}>
        <div className={styles.now}>
          {summary && <p className={styles.price}>{formatPrice(summary.last.price, priceStyle)}</p>}
          <WatchButton kind={meta.kind} ticker={ticker} />
        </div>
        {summary && (
          <ul className={styles.changes}>
            {dayChange && (
              <Change amount={dayChange.amount} name="Change of the day" words={dayChange.words}>
                {dayChange.text}
              </Change>
            )}
            {summary.first.day < summary.last.day && (
              <Change
                amount={summary.changeAmount}
                name="Change"
                words={day?.span ?? describeSpan(meta.range, summary)}
              >
                {describeChange(summary, priceStyle)}
              </Change>
            )}
          </ul>
        )}
      </div>
      <Spreads
        meta={meta}
        priceStyle={priceStyle}
        price={summary?.last.price}
        day={day?.clock.date ?? meta.latest?.day}
      />
      <div className={styles.source}>
        <p>
          {day && `${day.asOf} `}
          {summary && !day && (
            <>
              {endsInClose(stock) ? 'Close of' : 'Last price of'}{' '}
              <time dateTime={meta.asOf}>{formatLongDay(summary.last.day)}</time>
              {'. '}
            </>
          )}
          {describeSession(day?.meta ?? meta)} Source: <SourceLink source={(day?.meta ?? meta).source} />.
        </p>
        {stale && (
          <p className={styles.stale}>
            No newer answer could be had just now. This is what the source said on{' '}
            <time dateTime={retrievedAt}>{formatInstant(retrievedAt)}</time>.{' '}
            <Age key={retrievedAt} instant={retrievedAt} lead="That was" />
          </p>
        )}
      </div>
    </header>
  )
}

/** Adds the asset to this browser's watchlist, or removes it. Its place is reserved until scripts have loaded. */
function WatchButton({ kind, ticker }: { kind: AssetKind; ticker: string }) {
  const isHydrated = useHydrated()
  const watched = useStoredValue(watchlist)
  const isWatched = watched.some((asset) => isSame(asset, { kind, ticker }))
  const isFull = !isWatched && watched.length >= MAX_WATCHED
  return (
    <button
      type="button"
      className={classNames(styles.watch, looks.withScripts, !isHydrated && looks.unseen)}
      aria-disabled={isFull || undefined}
      onClick={() => setWatched({ kind, ticker, name: ticker }, !isWatched)}
    >
      {isWatched ? '✓ Watched' : isFull ? 'Watchlist full' : '+ Watch'}
    </button>
  )
}

/** What the asset is, where it trades, and what else has the same ticker. */
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
          <a href={tickerPath(counterpart.kind, counterpart.ticker)}>{counterpart.name}</a>
        </span>
      )}
    </p>
  )
}

/** @param name  for people who do not see the arrow
 *  @param words  the period */
function Change({
  amount,
  name,
  words,
  children,
}: {
  amount: number
  name: string
  words: string
  children: string
}) {
  return (
    <li>
      <span className={classNames(styles.change, amount !== 0 && looks[amount > 0 ? 'rise' : 'fall'])}>
        <VisuallyHidden>{name}: </VisuallyHidden>
        {amount !== 0 && <Arrow isUp={amount > 0} />}
        {children}
      </span>{' '}
      <span className={looks.small}>{words}</span>
    </li>
  )
}

/** Where the price lies between the lowest and highest prices of its day, and of 52 weeks. Ranges that the price contradicts are
 *  not shown.
 *  @param price  the price shown above, which within a day is newer than `latest`
 *  @param day  the day of that price */
function Spreads({
  meta,
  priceStyle,
  price = meta.latest?.price,
  day,
}: {
  meta: StockResponse['meta']
  priceStyle: PriceStyle
  price: number | undefined
  day: string | undefined
}) {
  const { latest } = meta
  if (!latest || price === undefined) return null
  const holds = (spread: typeof latest.dayRange) => spread && isWithin(price, spread)
  const spreads = [
    {
      name: isCoin(meta) ? 'Range of the day, UTC' : 'Day range',
      spread: latest.dayRange,
      isShown: day === latest.day && holds(latest.dayRange),
      isGiven: latest.dayRange ?? latest.outside?.includes('day'),
    },
    {
      name: '52-week range',
      spread: latest.yearRange,
      isShown: holds(latest.yearRange),
      isGiven: latest.yearRange ?? latest.outside?.includes('year'),
    },
  ]
  return (
    <dl className={styles.spreads}>
      {spreads.map(({ name, spread, isShown, isGiven }) => (
        <div className={styles.spread} key={name}>
          <dt>{name}</dt>
          {spread && isShown ? (
            <dd className={styles.ends}>
              <span>{formatPrice(spread.low, priceStyle)}</span>
              <VisuallyHidden> to </VisuallyHidden>
              <SpreadBar {...spread} price={price} />
              <span>{formatPrice(spread.high, priceStyle)}</span>
            </dd>
          ) : (
            <dd>
              <details className={classNames(styles.unknown, looks.quiet)}>
                <summary className={classNames(looks.explained, looks.unmarked)}>not known</summary>
                <p>{isGiven ? OUTSIDE : 'The source gives none.'}</p>
              </details>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

const OUTSIDE =
  'The source gives one, but it is of another day or does not contain the price above, so it is not shown.'

function SpreadBar({ low, high, price }: { low: number; high: number; price: number }) {
  const share = Math.min(1, Math.max(0, (price - low) / (high - low)))
  return (
    <svg className={styles.bar} aria-hidden="true">
      <rect className={styles.rail} y="6" width="100%" height="3" />
      <rect className={styles.covered} y="6" width={`${(share * 100).toFixed(1)}%`} height="3" />
      <rect className={styles.here} x={`${(share * 100).toFixed(1)}%`} width="3" height="15" />
    </svg>
  )
}

/** @returns undefined if no earlier close is known */
function describeDayChange(
  { price, day, isToday, previous }: NonNullable<StockResponse['meta']['latest']>,
  meta: StockResponse['meta'],
  style: PriceStyle,
) {
  if (!previous) return undefined
  const amount = price - previous.close
  const percent = formatPercent(amount / previous.close, { sign: 'always' })
  const today = isCoin(meta) ? 'since midnight UTC' : 'today'
  return {
    amount,
    text: `${formatPriceChange(amount, price, style)} (${percent})`,
    words: isToday ? today : `on ${formatWeekday(day)}`,
  }
}
