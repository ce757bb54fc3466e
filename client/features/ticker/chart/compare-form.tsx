import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react'

import { DEFAULT_PRICE_RANGE, rangePath, tickerPath } from '../../../../shared/asset-address.ts'
import type { AssetKind, PriceRange } from '../../../../shared/market-contract.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames, looks } from '../../../ui/primitives.tsx'
import { readCompared, type ComparedAsset, type WantedPrices } from '../load-ticker.ts'
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
  const boxRef = useRef<HTMLDivElement>(null)
  const fieldRef = useRef<HTMLInputElement>(null)
  const shown = useRef(compare?.ticker)
  const hasFollowed = useRef(false)
  useEffect(() => {
    const field = fieldRef.current
    if (!field || shown.current === compare?.ticker) return
    shown.current = compare?.ticker
    field.value = compare?.ticker ?? ''
    // The link that was followed may be gone, and the focus with it, so the focus moves to the other one.
    if (hasFollowed.current && document.activeElement === document.body) {
      const next = boxRef.current?.querySelector('a') ?? field
      next.focus({ preventScroll: true })
    }
    hasFollowed.current = false
  }, [compare?.ticker])
  const follow = (wanted: WantedPrices) => (event: MouseEvent) => {
    hasFollowed.current = true
    showsOnClick(onShow, wanted)(event)
  }
  return (
    <div ref={boxRef} className={classNames(styles.compare, looks.onScreen)}>
      <form
        action={tickerPath(kind, ticker)}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          const typed = new FormData(event.currentTarget).get('compare')
          onShow({ range, compare: typeof typed === 'string' ? readCompared(typed) : null })
        }}
      >
        {range !== DEFAULT_PRICE_RANGE && <input type="hidden" name="range" value={range} />}
        <label className={styles.label}>
          Compare with
          <input
            ref={fieldRef}
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
          onClick={follow({ range, compare: COMPARED_INDEX.ticker })}
        >
          {COMPARED_INDEX.name}
        </a>
      )}
      {compare && (
        <a
          className={styles.link}
          href={rangePath(kind, ticker, range)}
          onClick={follow({ range, compare: null })}
        >
          Stop comparing
        </a>
      )}
      {compare && !isCompared && (
        <p className={styles.failure} role="alert">
          {describeFailure(compare, { kind, ticker })}
        </p>
      )}
      {children}
    </div>
  )
}

function describeFailure(
  { ticker, answer }: ComparedAsset,
  shown: { kind: AssetKind; ticker: string },
): string {
  if (!answer) return `${ticker} takes long to come...`
  const asset = answer.ok ? answer.data : undefined
  if (asset?.ticker === shown.ticker && asset.meta.kind === shown.kind)
    return `${ticker} is what the chart already shows.`
  if (answer.ok) return `${ticker} has no closes on the same days, so there is nothing to compare.`
  if (answer.code === 'invalid-ticker') return `${ticker} cannot be a ticker: ${answer.detail}.`
  if (answer.code === 'unknown-ticker') return `No asset is known by ${ticker}. Check the spelling.`
  const isMissing = answer.code === 'not-at-source'
  const coin = ticker.includes('-') ? '' : ` A coin is typed ${ticker}-USD.`
  return `${ticker} could not be loaded, so it is not compared.${isMissing ? coin : ' Try again in a moment.'}`
}
