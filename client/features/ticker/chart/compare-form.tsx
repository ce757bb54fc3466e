import type { ReactNode } from 'react'

import { DEFAULT_PRICE_RANGE, rangePath, tickerPath } from '../../../../shared/asset-address.ts'
import type { AssetKind, PriceRange } from '../../../../shared/market-contract.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames, looks } from '../../../ui/primitives.tsx'
import type { ComparedAsset } from '../load-ticker.ts'
import { showsOnClick, type ShowPrices } from '../use-ticker.ts'
import styles from './compare-form.module.css'

/** The benchmark that most people use. Not every source gives its name. */
export const COMPARED_INDEX = { ticker: '^GSPC', name: 'S&P 500' } as const

/** A form that compares the asset with another one, through the page's address; it works without scripts.
 *  @param range  the range to compare over; not 1D, whose prices are not compared
 *  @param isCompared  whether the other asset's closes could be compared with those shown
 *  @param children  anything else to say about the comparison */
export function CompareForm({
  kind,
  ticker,
  range,
  compare,
  isCompared,
  onShow,
  children,
}: {
  kind: AssetKind
  ticker: string
  range: PriceRange
  compare: ComparedAsset | undefined
  isCompared: boolean
  onShow: ShowPrices
  children?: ReactNode
}) {
  return (
    <div className={classNames(styles.compare, looks.onScreen)}>
      {/* With this key, a link that changes the address also refills the field. */}
      <form
        key={compare?.ticker}
        action={tickerPath(kind, ticker)}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          const typed = new FormData(event.currentTarget).get('compare')
          onShow({ range, compare: typeof typed === 'string' && typed.trim() !== '' ? typed.trim() : null })
        }}
      >
        {range !== DEFAULT_PRICE_RANGE && <input type="hidden" name="range" value={range} />}
        <label className={styles.label}>
          Compare with
          <input
            className={styles.field}
            name="compare"
            defaultValue={compare?.ticker}
            placeholder="Ticker"
            maxLength={15}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
          />
        </label>
        <Button type="submit" variant="secondary" className={styles.button}>
          Compare
        </Button>
      </form>
      {compare?.ticker !== COMPARED_INDEX.ticker && ticker !== COMPARED_INDEX.ticker && (
        <a
          className={styles.link}
          href={rangePath(kind, ticker, range, COMPARED_INDEX.ticker)}
          onClick={showsOnClick(onShow, { range, compare: COMPARED_INDEX.ticker })}
        >
          {COMPARED_INDEX.name}
        </a>
      )}
      {compare && (
        <a
          className={styles.link}
          href={rangePath(kind, ticker, range)}
          onClick={showsOnClick(onShow, { range, compare: null })}
        >
          Stop comparing
        </a>
      )}
      {compare && !isCompared && (
        <p className={styles.failure} role="alert">
          {describeFailure(compare)}
        </p>
      )}
      {children}
    </div>
  )
}

function describeFailure({ ticker, answer }: ComparedAsset): string {
  if (!answer) return `${ticker} takes long to come...`
  if (answer.ok) return `${ticker} has no closes on the same days, so there is nothing to compare.`
  if (answer.code === 'invalid-ticker') return `${ticker} cannot be a ticker: ${answer.detail}.`
  if (answer.code === 'unknown-ticker') return `No asset is known by ${ticker}. Check the spelling.`
  return `${ticker} could not be loaded, so it is not compared. Try again in a moment.`
}
