import type { ReactNode } from 'react'

import { tickerPath } from '../../../../shared/asset-address.ts'
import { formatDay, formatDayOfYear } from '../../../../shared/format-date.ts'
import { formatCompactMoney } from '../../../../shared/format-money.ts'
import type { LargestTrades } from '../../../../shared/overview-contract.ts'
import {
  describeLag,
  describeMember,
  formatDayBeside,
  formatRange,
  nameOwners,
  qualifyInsiderTrade,
  qualifyMemberTrade,
  sideOfInsider,
  sideOfMember,
  type ShownSide,
} from '../trades/filings.ts'
import { classNames, looks } from '../../../ui/primitives.tsx'
import styles from './largest-trades.module.css'
import screenStyles from './look-up-screen.module.css'

/** The largest insider trades of the week by their sums, each linked to its filing. */
export function LargestInsiderTrades({ largest }: { largest: LargestTrades['insiders'] }) {
  return (
    <Block id="insiders" title="Largest insider trades" largest={largest}>
      {largest && (
        <>
          <p className={screenStyles.about}>
            Filed {nameDays(largest)}, at most one purchase and one sale for each person and company. Sums are
            as filed; prices far from a close that we have are left out.
          </p>
          <ol>
            {largest.trades.map((trade) => (
              <TradeRow
                key={`${trade.url} ${trade.side} ${trade.security} ${trade.via}`}
                trade={trade}
                sum={formatCompactMoney(trade.value, 'USD')}
                side={sideOfInsider(trade)}
                who={[
                  nameOwners(trade),
                  trade.owners[0]?.role,
                  trade.plan === 'all' ? 'planned' : '',
                  ...qualifyInsiderTrade(trade),
                ]}
                when={formatDayBeside(trade.tradedTo, trade.filedOn)}
              />
            ))}
          </ol>
        </>
      )}
    </Block>
  )
}

/** The largest trades in Congress of the week by the lower end of their ranges, each linked to its report.
 *  @param notice  what the law says about the use of the reports */
export function LargestCongressTrades({
  largest,
  notice,
}: {
  largest: LargestTrades['congress']
  notice: string
}) {
  return (
    <Block id="congress" title="Largest Congress trades" largest={largest}>
      {largest && (
        <>
          <p className={screenStyles.about}>
            Reported {nameDays(largest)}. The law allows 45 days, and ranges in place of sums.
          </p>
          <ol>
            {largest.trades.map((trade) => (
              <TradeRow
                key={[trade.url, trade.ticker, trade.type, trade.owner, trade.tradedOn, trade.low].join(' ')}
                trade={trade}
                sum={formatRange(trade).replace(' to ', '–')}
                side={sideOfMember(trade)}
                who={[trade.member, describeMember(trade), ...qualifyMemberTrade(trade)]}
                when={describeLag(trade)}
              />
            ))}
          </ol>
          <p className={classNames(styles.law, looks.fine)}>{notice}</p>
        </>
      )}
    </Block>
  )
}

const nameDays = ({ from, to }: { from: string; to: string }) =>
  `${formatDayOfYear(from)} to ${formatDay(to)}`

function Block({
  id,
  title,
  largest,
  children,
}: {
  id: string
  title: string
  largest: { trades: readonly unknown[]; from: string; to: string } | null
  children: ReactNode
}) {
  return (
    <section aria-labelledby={`largest-${id}`}>
      <h2 id={`largest-${id}`}>{title}</h2>
      {largest === null && (
        <p className={screenStyles.about}>
          Not known at the moment: no records of the week have been read, or they cannot be read just now.
        </p>
      )}
      {largest?.trades.length === 0 ? (
        <p className={screenStyles.about}>None was reported from {nameDays(largest)}.</p>
      ) : (
        children
      )}
    </section>
  )
}

function TradeRow({
  trade: { ticker, company, url },
  sum,
  side,
  who,
  when,
}: {
  trade: { ticker: string; company: string; url: string }
  sum: string
  side: ShownSide
  who: readonly (string | undefined)[]
  when: string
}) {
  return (
    <li className={styles.trade}>
      <a className={classNames(screenStyles.named, styles.company)} href={tickerPath('stock', ticker)}>
        <b>{ticker}</b> {company}
      </a>
      <a className={styles.sum} href={url} aria-label={`${sum}, the filing`}>
        {sum}
      </a>
      <span className={classNames(styles.who, looks.fine)}>
        <b className={classNames(screenStyles.change, side.tone && looks[side.tone])}>
          {side.mark} {side.word}
        </b>{' '}
        {who.filter(Boolean).join(', ')}
      </span>
      <span className={classNames(styles.when, looks.fine)}>{when}</span>
    </li>
  )
}
