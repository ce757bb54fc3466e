import type { ReactNode } from 'react'

import { tickerPath } from '../../../../shared/asset-address.ts'
import { formatDayOfYear } from '../../../../shared/format-date.ts'
import { formatPercent } from '../../../../shared/format-number.ts'
import { formatPrice, priceStyleOf } from '../../../../shared/format-price.ts'
import type { AssetKind } from '../../../../shared/market-contract.ts'
import type { Quote } from '../../../../shared/overview-contract.ts'
import { Arrow, classNames, looks, VisuallyHidden } from '../../../ui/primitives.tsx'
import { SAMPLE_NOTICE, SourceLinks } from '../source-line.tsx'
import styles from './look-up-screen.module.css'

/** '$245.55'; an index without a unit: '6,013.13'. */
export function formatQuote({ price, currency, priceDigits }: Quote): string {
  const meta = {
    ...(currency === undefined ? {} : { currency }),
    ...(priceDigits === undefined ? {} : { priceDigits }),
  }
  return formatPrice(price, priceStyleOf({ prices: [price], meta }))
}

/** A smaller change is printed as 0.00%. */
const SMALLEST_CHANGE = 0.000_05

/** A change with an arrow and a sign in addition to a color; one that prints as zero has none of them. */
export function Change({ quote: { changeFraction } }: { quote: Pick<Quote, 'changeFraction'> }) {
  if (changeFraction === null) return <span className={looks.fine}>no change known</span>
  const isRise = changeFraction > 0
  const isFlat = Math.abs(changeFraction) < SMALLEST_CHANGE
  return (
    <span className={classNames(styles.change, !isFlat && looks[isRise ? 'rise' : 'fall'])}>
      {!isFlat && <Arrow isUp={isRise} />}
      {formatPercent(changeFraction, { sign: 'always' })}
    </span>
  )
}

/** The day of a price, without its year: prices are kept for days. */
export function QuoteDay({ day }: Pick<Quote, 'day'>) {
  return (
    <time className={looks.fine} dateTime={day}>
      {formatDayOfYear(day)}
    </time>
  )
}

/** Where the prices of a list come from, and whether they are made up. A source's address is that of one asset's price, so the
 *  link leads to its first page. */
export function QuoteSources({ quotes }: { quotes: readonly Quote[] }) {
  const sources = quotes.map(
    ({ source: { name, url } }) => [name, { name, url: new URL('/', url).href }] as const,
  )
  return (
    <>
      <SourceLinks sources={[...new Map(sources).values()]} />
      {quotes.some(({ sample }) => sample) && `. ${SAMPLE_NOTICE}`}
    </>
  )
}

/** An asset with its price, its change and their day.
 *  @param quote  null if none is cached; undefined while loading
 *  @param children  the actions of the row */
export function QuoteRow({
  kind,
  ticker,
  name,
  quote,
  children,
}: {
  kind: AssetKind
  ticker: string
  name: string | undefined
  quote: Quote | null | undefined
  children?: ReactNode
}) {
  return (
    <li className={styles.row}>
      <a className={classNames(styles.named, styles.asset)} href={tickerPath(kind, ticker)}>
        <b>{ticker}</b>
        {name !== undefined && name !== ticker && <span className={looks.fine}>{name}</span>}
      </a>
      <span className={styles.figures}>
        {quote && (
          <>
            <b>{formatQuote(quote)}</b>
            <span>
              <Change quote={quote} /> <QuoteDay day={quote.day} />
            </span>
          </>
        )}
        {quote === null && (
          <span className={looks.fine}>
            not known <VisuallyHidden>at the moment</VisuallyHidden>
          </span>
        )}
      </span>
      {children}
    </li>
  )
}
