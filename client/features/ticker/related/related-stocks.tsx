import type { FocusEvent } from 'react'

import { tickerPath } from '../../../../shared/asset-address.ts'
import { formatMoney } from '../../../../shared/format-money.ts'
import type { RelatedResponse } from '../../../../shared/market-contract.ts'
import { classNames, looks } from '../../../ui/primitives.tsx'
import styles from './related-stocks.module.css'
import { SourceLine } from '../source-line.tsx'
import type { Answer } from '../../../lib/api-client.ts'
import { useDragScroll, useRowEnds } from './use-row-scroll.ts'

type Related = RelatedResponse['related'][number]

const MAX_CARDS = 8

/** Related Stocks as a draggable row of cards. Disappears if there are none or they could not be loaded. */
export function RelatedStocks({ answer }: { answer: Answer<RelatedResponse> | undefined }) {
  if (!answer) return <LoadingRelated />
  if (!answer.ok) return null
  const { related, meta } = answer.data
  if (related.length === 0) return null
  return (
    <section className={styles.section} id="related">
      <Row items={related.slice(0, MAX_CARDS)} />
      <SourceLine meta={meta} />
    </section>
  )
}

/** Reserves the place of the row and of the line below it. */
function LoadingRelated() {
  return (
    <section className={classNames(styles.section, looks.withScripts)} id="related" aria-busy="true">
      <div className={styles.head}>
        <h2>Related Stocks</h2>
      </div>
      <div className={styles.blanks} aria-hidden="true">
        {Array.from({ length: MAX_CARDS }, (_, index) => (
          <span className={styles.blank} key={index} />
        ))}
      </div>
      <p className={classNames(looks.fine, styles.loading)}>Loading...</p>
    </section>
  )
}

function Row({ items }: { items: readonly Related[] }) {
  const { rowRef, isDragging, handlers } = useDragScroll<HTMLUListElement>()
  const { ends, scroll } = useRowEnds(rowRef)
  return (
    <>
      <div className={styles.head}>
        <h2>Related Stocks</h2>
        {!(ends.isAtStart && ends.isAtEnd) && (
          <div className={styles.steps}>
            <Step
              label="Scroll left"
              path="M15 5 8 12l7 7"
              isSpent={ends.isAtStart}
              onPress={() => scroll(-1)}
            />
            <Step label="Scroll right" path="m9 5 7 7-7 7" isSpent={ends.isAtEnd} onPress={() => scroll(1)} />
          </div>
        )}
      </div>
      <ul className={classNames(styles.row, isDragging && styles.dragging)} ref={rowRef} {...handlers}>
        {items.map((item) => (
          <li className={styles.item} key={`${item.kind} ${item.ticker}`}>
            <RelatedCard item={item} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** A scroll button. At an end of the row it stays focusable, since disabling it would take the focus from whoever pressed it. */
function Step({
  label,
  path,
  isSpent,
  onPress,
}: {
  label: string
  path: string
  isSpent: boolean
  onPress: () => void
}) {
  return (
    <button
      type="button"
      className={styles.step}
      aria-label={label}
      aria-disabled={isSpent}
      onClick={isSpent ? undefined : onPress}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  )
}

function RelatedCard({ item }: { item: Related }) {
  return (
    <a className={styles.card} href={tickerPath(item.kind, item.ticker)} onFocus={scrollToFocus}>
      <span className={styles.ticker}>{item.ticker}</span>
      <span className={styles.name}>{item.company_name}</span>
      <span>{formatMoney(item.price, item.currency)}</span>
      <span className={classNames(styles.change, item.change.startsWith('+') ? looks.rise : looks.fall)}>
        {item.change}
      </span>
    </a>
  )
}

/** Scrolls a card reached by keyboard fully into view; browsers stop as soon as a part of it is in view. */
function scrollToFocus({ currentTarget: card }: FocusEvent<HTMLElement>): void {
  if (card.matches(':focus-visible')) card.scrollIntoView({ block: 'nearest', inline: 'start' })
}
