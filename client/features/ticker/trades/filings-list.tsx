import { formatDay } from '../../../../shared/format-date.ts'
import { classNames, looks, VisuallyHidden } from '../../../ui/primitives.tsx'
import { More } from '../sections/section.tsx'
import type { ShownFiling, ShownLine } from './filings.ts'
import styles from './filings-list.module.css'

/** How many filings are shown at first; the others are one click away. */
const SHOWN_AT_ONCE = 5

/** Filings, newest first, each in one row: when, who, what, how much, and anything out of the ordinary.
 *  @param what  'filings' or 'reports'
 *  @param none  what to say if there are none */
export function FilingsList({
  filings,
  what,
  none,
}: {
  filings: readonly ShownFiling[]
  what: string
  none: string | undefined
}) {
  if (none !== undefined) return <p className={styles.none}>{none}</p>
  const others = filings.slice(SHOWN_AT_ONCE)
  return (
    <div>
      <Rows filings={filings.slice(0, SHOWN_AT_ONCE)} />
      {others.length > 0 && (
        <More label={`Show all ${filings.length} ${what}`}>
          <Rows filings={others} />
        </More>
      )}
    </div>
  )
}

function Rows({ filings }: { filings: readonly ShownFiling[] }) {
  return (
    <ol>
      {filings.map((filing) => (
        <Row filing={filing} key={filing.url} />
      ))}
    </ol>
  )
}

function Row({ filing: { url, filedOn, name, role, lines, lag } }: { filing: ShownFiling }) {
  return (
    <li className={styles.row}>
      <p className={styles.filed}>
        <VisuallyHidden>Filed </VisuallyHidden>
        <a href={url} rel="noopener noreferrer nofollow" data-host={new URL(url).hostname}>
          <time dateTime={filedOn}>{formatDay(filedOn)}</time>
          <VisuallyHidden> by {name}</VisuallyHidden>
        </a>
        {lag && (
          <span className={classNames(looks.fine, styles.lag, lag.isLate && styles.late)}>
            <VisuallyHidden>, </VisuallyHidden>
            {lag.text}
          </span>
        )}
      </p>
      <p className={styles.who}>
        <strong>{name}</strong>
        {role !== '' && <span className={classNames(looks.fine, styles.role)}>{role}</span>}
      </p>
      <ul className={styles.lines}>
        {lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines have no ids, and never move
          <Line line={line} key={index} />
        ))}
      </ul>
    </li>
  )
}

function Line({ line: { side, notes, amount, value } }: { line: ShownLine }) {
  return (
    <li className={styles.line}>
      <p>
        <span className={classNames(styles.side, side.tone && looks[side.tone])}>
          <span aria-hidden="true">{side.mark} </span>
          {side.word}
        </span>{' '}
        <span className={classNames(looks.fine, styles.notes)}>{notes.join(', ')}</span>
      </p>
      <p className={styles.sum}>
        {value !== '' && <strong>{value}</strong>}
        {amount !== '' && <span className={classNames(looks.fine, styles.amount)}>{amount}</span>}
      </p>
    </li>
  )
}
