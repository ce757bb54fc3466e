import type { FocusEvent } from 'react'
import { Link } from 'react-router'

import { formatMoney } from '../../../shared/format-money.ts'
import type { RelatedResponse } from '../../../shared/market-contract.ts'
import { classNames } from '../../ui/class-names.ts'
import { tickerPath } from './load-ticker.ts'
import styles from './related-stocks.module.css'
import { SourceLine } from './source-line.tsx'
import type { Background } from './use-background-data.ts'
import { useDragScroll } from './use-drag-scroll.ts'

/** Related Stocks as a row of cards that can be dragged. Goes away where there are none or they could not be had. */
export function RelatedStocks({ block }: { block: Background<RelatedResponse> }) {
  const { rowRef, isDragging, handlers } = useDragScroll<HTMLUListElement>()
  if (block.status === 'failed') return null
  if (block.status === 'loaded' && block.data.related.length === 0) return null
  return (
    <section className={styles['section']} aria-busy={block.status === 'loading'}>
      <h2>Related Stocks</h2>
      {block.status === 'loading' ? (
        <p className={styles['loading']}>Loading...</p>
      ) : (
        <>
          <ul
            className={classNames(styles['row'], isDragging && styles['dragging'])}
            ref={rowRef}
            {...handlers}
          >
            {block.data.related.map((item) => (
              <li className={styles['item']} key={`${item.kind} ${item.ticker}`}>
                <RelatedCard item={item} />
              </li>
            ))}
          </ul>
          <SourceLine meta={block.data.meta} />
        </>
      )}
    </section>
  )
}

function RelatedCard({ item }: { item: RelatedResponse['related'][number] }) {
  return (
    <Link className={styles['card']} to={tickerPath(item.kind, item.ticker)} onFocus={scrollToFocus}>
      <span className={styles['ticker']}>{item.ticker}</span>
      <span className={styles['name']}>{item.company_name}</span>
      <span className={styles['price']}>{formatMoney(item.price, item.currency)}</span>
      <span className={item.change.startsWith('+') ? styles['rise'] : styles['fall']}>{item.change}</span>
    </Link>
  )
}

/** Brings a card reached by keyboard into the row whole; browsers are content with a part of it. */
function scrollToFocus({ currentTarget: card }: FocusEvent<HTMLElement>): void {
  if (card.matches(':focus-visible')) card.scrollIntoView({ block: 'nearest', inline: 'start' })
}
