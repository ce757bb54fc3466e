import type { ReactNode } from 'react'

import { tickerPath } from '../../../../shared/asset-address.ts'
import { formatPercent } from '../../../../shared/format-number.ts'
import { formatPrice, priceStyleOf } from '../../../../shared/format-price.ts'
import type { AssetKind } from '../../../../shared/market-contract.ts'
import type { Quote } from '../../../../shared/overview-contract.ts'
import { Arrow, classNames, looks, VisuallyHidden } from '../../../ui/primitives.tsx'
import styles from './look-up-screen.module.css'

/** '$245.55'; an index without a unit: '6,013.13'. */
export function formatQuote({ price, currency, priceDigits }: Quote): string {
  const meta = {
    ...(currency === undefined ? {} : { currency }),
    ...(priceDigits === undefined ? {} : { priceDigits }),
  }
  return formatPrice(price, priceStyleOf({ prices: [price], meta }))
}

/** A change with an arrow and a sign in addition to a color. */
export function Change({ quote: { changeFraction } }: { quote: Pick<Quote, 'changeFraction'> }) {
  if (changeFraction === null) return <span className={styles.quiet}>no change known</span>
  const isRise = changeFraction >= 0
  return (
    <span className={classNames(styles.change, isRise ? looks.rise : looks.fall)}>
      <Arrow isUp={isRise} />
      {formatPercent(changeFraction, { sign: 'always' })}
    </span>
  )
}

/** An asset with its price and change.
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
      <a className={styles.asset} href={tickerPath(kind, ticker)}>
        <b>{ticker}</b>
        {name !== undefined && name !== ticker && <span className={styles.quiet}>{name}</span>}
      </a>
      <span className={styles.figures}>
        {quote && (
          <>
            <b>{formatQuote(quote)}</b>
            <Change quote={quote} />
          </>
        )}
        {quote === null && (
          <span className={styles.quiet}>
            not known <VisuallyHidden>at the moment</VisuallyHidden>
          </span>
        )}
      </span>
      {children}
    </li>
  )
}
