import {
  correctionAnchor,
  editionPath,
  factAnchor,
  HOW_WE_KNOW_PATH,
} from '../../../shared/edition-address.ts'
import { formatDay, formatDayOfYear, formatInstant, formatLongDay } from '../../../shared/format-date.ts'
import { linkTickers, textOf } from '../../../shared/link-words.ts'
import { createInputNames, type NamedInput } from '../../../shared/name-inputs.ts'
import { asRole, looks, VisuallyHidden } from '../../ui/primitives.tsx'
import styles from './figures-view.module.css'
import { tellsTrades, Words } from './words.tsx'
import type { FiguresData, RecordGroup } from './load-editions.ts'

type Figures = NonNullable<FiguresData['figures']>

/** Every figure of a letter and where it comes from, folded by section. Each row can be linked to, and browsers unfold the
 *  section of a linked row by themselves. */
export function FiguresView({ figures: { date, subject, sections, records } }: { figures: Figures }) {
  const nameInputs = createInputNames(records)
  return (
    <article className={styles.page}>
      <header className={styles.head}>
        <p>
          <a href={editionPath(date)}>The letter of {formatLongDay(date)}</a>
        </p>
        <h1>Figures of {formatDay(date)}</h1>
        <p className={styles.lead}>
          Each figure of “{subject}”, with the record that it comes from and how it was worked out.{' '}
          <a href={HOW_WE_KNOW_PATH}>How figures are checked</a>
        </p>
      </header>
      {records.length === 0 && (
        <p>
          The figures of this letter are not listed one by one. Its text names the record of each of them.
        </p>
      )}
      {sections.map(({ name, title, coverage, notices }) => (
        <section key={name} id={name} className={styles.section}>
          <details className={looks.unfolded}>
            <summary>
              <h2>{title}</h2> <SectionCount records={records.filter(({ section }) => section === name)} />
            </summary>
            <div className={styles.folded}>
              <SectionFigures
                date={date}
                title={title}
                records={records.filter(({ section }) => section === name)}
                nameInputs={nameInputs}
              />
              <div className={styles.coverage}>
                {coverage.map((sentence) => (
                  <p key={textOf(sentence)}>
                    <Words sentence={tellsTrades(name) ? linkTickers(sentence) : sentence} />
                  </p>
                ))}
                {notices.map((notice) => (
                  <p key={notice}>{notice}</p>
                ))}
              </div>
            </div>
          </details>
        </section>
      ))}
    </article>
  )
}

function SectionCount({ records }: { records: readonly RecordGroup[] }) {
  const count = records.reduce((sum, { figures }) => sum + figures.length, 0)
  const words = count === 0 ? 'no figures' : count === 1 ? '1 figure' : `${count} figures`
  return <span className={looks.small}>{words}</span>
}

type NameInputs = (record: RecordGroup) => NamedInput[]

/** One row per figure, each with its records, under the subject and the source that the figures share. */
function SectionFigures({
  date,
  title,
  records,
  nameInputs,
}: {
  date: string
  title: string
  records: readonly RecordGroup[]
  nameInputs: NameInputs
}) {
  if (records.length === 0) return null
  return (
    <table className={styles.table} {...asRole('table')}>
      <caption>
        <VisuallyHidden>Figures: {title}</VisuallyHidden>
      </caption>
      <thead {...asRole('rowgroup')}>
        <tr {...asRole('row')}>
          {['Figure', 'How it was worked out', 'Made from'].map((column) => (
            <th key={column} scope="col" {...asRole('columnheader')}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      {records.map((record) => (
        <Record key={record.figures[0]?.id} date={date} record={record} nameInputs={nameInputs} />
      ))}
    </table>
  )
}

function Record({ date, record, nameInputs }: { date: string; record: RecordGroup; nameInputs: NameInputs }) {
  const { section, subject, figures, period, asOf, retrievedAt, sourceName, sourceUrl } = record
  const links = nameInputs(record)
  return (
    <tbody {...asRole('rowgroup')}>
      <tr className={styles.record} {...asRole('row')}>
        <th scope="rowgroup" colSpan={3} {...asRole('rowheader')}>
          <Words sentence={tellsTrades(section) ? linkTickers([{ text: subject }]) : [{ text: subject }]} />
          <span className={styles.source}>
            {formatPeriod(period)}, <a href={sourceUrl}>{sourceName}</a>; known since {formatDay(asOf)}, read{' '}
            <time dateTime={retrievedAt}>{formatInstant(retrievedAt)}</time>
          </span>
        </th>
      </tr>
      {figures.map(({ id, kind, value, formula, correctionId }) => (
        <tr key={id} className={styles.figure} id={factAnchor(id)} {...asRole('row')}>
          <th scope="row" {...asRole('rowheader')}>
            <b className={styles.value}>
              {correctionId === undefined ? (
                <Words sentence={linkTickers([{ text: value }])} />
              ) : (
                <del>{value}</del>
              )}
            </b>
            {correctionId !== undefined && (
              <>
                {' '}
                <a href={`${editionPath(date)}#${correctionAnchor(correctionId)}`}>(corrected)</a>
              </>
            )}
            {/* '52,000 shares' already says what it is. */}
            {!value.endsWith(kind) && <span className={styles.kind}> {kind}</span>}
          </th>
          <td {...asRole('cell')}>{formula}</td>
          <td {...asRole('cell')}>
            <Inputs links={links} />
          </td>
        </tr>
      ))}
    </tbody>
  )
}

/** How many are shown at once. */
const OPEN_INPUTS = 4

function Inputs({ links }: { links: readonly NamedInput[] }) {
  const list = (
    <ul className={styles.inputs}>
      {links.map(({ text, href }) => (
        <li key={href + text}>
          <a href={href}>{text}</a>
        </li>
      ))}
    </ul>
  )
  if (links.length <= OPEN_INPUTS) return list
  const kinds = Object.groupBy(links, ({ href }) => (href.startsWith('#') ? 'figures' : 'records'))
  return (
    <details className={looks.unfolded}>
      <summary>{`All ${links.length} ${Object.keys(kinds).sort().toReversed().join(' and ')}`}</summary>
      {list}
    </details>
  )
}

/** Days from one to another, inclusive.
 *  @returns e.g. 'Jan 27 to Feb 2, 2025'; a single day is one */
export function formatPeriod({ from, to }: { from: string; to: string }): string {
  if (from === to) return formatDay(to)
  const isOneYear = from.slice(0, 4) === to.slice(0, 4)
  return `${isOneYear ? formatDayOfYear(from) : formatDay(from)} to ${formatDay(to)}`
}
