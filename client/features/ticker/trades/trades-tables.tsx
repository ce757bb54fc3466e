import type { ReactNode } from 'react'

import { formatDay } from '../../../../shared/format-date.ts'
import { formatMoney } from '../../../../shared/format-money.ts'
import type { CongressTradeEntry, InsiderTrade } from '../../../../shared/trades-contract.ts'
import { classNames, VisuallyHidden } from '../../../ui/primitives.tsx'
import styles from './trades-tables.module.css'
import {
  describeMember,
  formatDays,
  formatDollars,
  formatRange,
  formatShares,
  nameOwners,
  noteInsiderTrade,
  noteMemberTrade,
  sideOfInsider,
  sideOfMember,
  type ShownSide,
} from './trades-words.ts'

/** A column: its title stands above it on a wide screen, and beside each figure on a narrow one. */
interface Column<Row> {
  title: string
  isFigure?: boolean
  draw: (row: Row) => ReactNode
}

const INSIDER_COLUMNS: readonly Column<InsiderTrade>[] = [
  { title: 'Trade', draw: (trade) => <Side side={sideOfInsider(trade)} notes={noteInsiderTrade(trade)} /> },
  { title: 'Shares', isFigure: true, draw: ({ shares }) => formatShares(shares) },
  { title: 'Price, average', isFigure: true, draw: ({ averagePrice }) => formatMoney(averagePrice, 'USD') },
  { title: 'Value', isFigure: true, draw: ({ value }) => formatDollars(value) },
  { title: 'Traded', draw: (trade) => <span className={styles.days}>{formatDays(trade)}</span> },
  { title: 'Reported', draw: ({ filedOn }) => <Day day={filedOn} /> },
]

const CONGRESS_COLUMNS: readonly Column<CongressTradeEntry>[] = [
  { title: 'Trade', draw: (trade) => <Side side={sideOfMember(trade)} notes={noteMemberTrade(trade)} /> },
  { title: 'Reported range', isFigure: true, draw: (trade) => formatRange(trade) },
  { title: 'Traded', draw: ({ tradedOn }) => <Day day={tradedOn} /> },
  { title: 'Reported', draw: ({ filedOn }) => <Day day={filedOn} /> },
]

/** What insiders bought and sold, a row for each filing, side and security. */
export function InsiderTradesTable({ trades }: { trades: readonly InsiderTrade[] }) {
  return (
    <TradesTable
      caption="Insider trades, the newest reports first"
      rows={trades}
      columns={INSIDER_COLUMNS}
      keyOf={(trade) => [trade.url, trade.side, trade.via, trade.security].join(' ')}
      who={(trade) => ({ name: nameOwners(trade), role: trade.owners[0]?.role ?? '' })}
      link={(trade) => ({
        text: 'Filing',
        of: `${nameOwners(trade)}, ${sideOfInsider(trade).word.toLowerCase()} ${formatShares(trade.shares)} ${trade.security}, reported ${formatDay(trade.filedOn)}`,
        href: trade.url,
      })}
    />
  )
}

/** What members of Congress reported, a row for each of their reports' rows. */
export function CongressTradesTable({ trades }: { trades: readonly CongressTradeEntry[] }) {
  return (
    <TradesTable
      caption="Trades by members of Congress, the newest reports first"
      rows={trades}
      columns={CONGRESS_COLUMNS}
      keyOf={(_trade, index) => String(index)}
      who={(trade) => ({ name: trade.member, role: describeMember(trade) })}
      link={(trade, index) => ({
        text: 'Report',
        of: `${trade.member}, row ${index + 1}: ${sideOfMember(trade).word.toLowerCase()} ${formatRange(trade)}, reported ${formatDay(trade.filedOn)}`,
        href: trade.url,
      })}
    />
  )
}

function TradesTable<Row>({
  caption,
  rows,
  columns,
  keyOf,
  who,
  link,
}: {
  caption: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  keyOf: (row: Row, index: number) => string
  who: (row: Row) => { name: string; role: string }
  /** `of` tells apart what leads to many records by the same word. */
  link: (row: Row, index: number) => { text: string; of: string; href: string }
}) {
  return (
    <table className={styles.table}>
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">Who</th>
          {columns.map(({ title, isFigure }) => (
            <th scope="col" className={classNames(isFigure && styles.figure)} key={title}>
              {title}
            </th>
          ))}
          <th scope="col">Record</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => {
          const { name, role } = who(row)
          const { text, of, href } = link(row, index)
          return (
            <tr key={keyOf(row, index)}>
              <th scope="row" className={styles.who}>
                {name}
                {role !== '' && <span className={styles.role}>{role}</span>}
              </th>
              {columns.map(({ title, isFigure, draw }) => (
                <td className={classNames(isFigure && styles.figure)} key={title}>
                  <span className={styles.label} aria-hidden="true">
                    {title}
                  </span>
                  <span>{draw(row)}</span>
                </td>
              ))}
              <td className={styles.record}>
                <a href={href} rel="noopener noreferrer nofollow">
                  {text}
                  <VisuallyHidden> of {of}</VisuallyHidden>
                </a>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const TONES = { rise: styles.rise, fall: styles.fall }

function Side({ side: { word, mark, tone }, notes }: { side: ShownSide; notes: readonly string[] }) {
  return (
    <>
      <span className={classNames(styles.side, tone && TONES[tone])}>
        <span aria-hidden="true">{mark} </span>
        {word}
      </span>
      {notes.map((note) => (
        <span className={styles.note} key={note}>
          {note}
        </span>
      ))}
    </>
  )
}

function Day({ day }: { day: string }) {
  return (
    <time className={styles.days} dateTime={day}>
      {formatDay(day)}
    </time>
  )
}
