import { Fragment } from 'react'
import { Link } from 'react-router'

import { editionPath, factAnchor, HOW_WE_KNOW_PATH } from '../../../shared/edition-address.ts'
import { formatDay, formatDayOfYear, formatInstant, formatLongDay } from '../../../shared/format-date.ts'
import { VisuallyHidden } from '../../ui/primitives.tsx'
import styles from './figures-view.module.css'
import { textOf, Words } from './words.tsx'
import type { RecordGroup } from './group-facts.ts'
import type { FiguresData } from './load-editions.ts'

type Figures = NonNullable<FiguresData['figures']>

/** Every figure of a letter with where it comes from; its own row can be linked to. */
export function FiguresView({ figures: { date, subject, sections, records } }: { figures: Figures }) {
  const shownIds = new Set(records.flatMap(({ figures }) => figures.map(({ id }) => id)))
  return (
    <article className={styles.page}>
      <header className={styles.head}>
        <p>
          <Link to={editionPath(date)}>The letter of {formatLongDay(date)}</Link>
        </p>
        <h1>Figures of {formatDay(date)}</h1>
        <p className={styles.lead}>
          Each figure of “{subject}”, with the record that it comes from and how it was worked out.{' '}
          <Link to={HOW_WE_KNOW_PATH}>How figures are checked</Link>
        </p>
      </header>
      {records.length === 0 && (
        <p>
          The figures of this letter are not listed one by one. Its text names the record of each of them.
        </p>
      )}
      {records.length > 0 && (
        <nav className={styles.contents} aria-label="On this page">
          {sections.map(({ name, title }) => (
            <a key={name} href={`#${name}`}>
              {title}
            </a>
          ))}
        </nav>
      )}
      {sections.map(({ name, title, coverage, notices }) => (
        <section key={name} id={name} className={styles.section} aria-labelledby={`${name}-title`}>
          <h2 id={`${name}-title`}>{title}</h2>
          <div className={styles.coverage}>
            {coverage.map((sentence) => (
              <p key={textOf(sentence)}>
                <Words sentence={sentence} />
              </p>
            ))}
            {notices.map((notice) => (
              <p key={notice}>{notice}</p>
            ))}
          </div>
          {records
            .filter(({ section }) => section === name)
            .map((record) => (
              <Record key={record.figures[0]?.id} record={record} shownIds={shownIds} />
            ))}
        </section>
      ))}
    </article>
  )
}

/** Figures, and below them what they all stand on. */
function Record({ record, shownIds }: { record: RecordGroup; shownIds: ReadonlySet<string> }) {
  const { subject, figures, period, asOf, retrievedAt, sourceName, sourceUrl, inputs, moreInputs } = record
  return (
    <div className={styles.record}>
      <h3>{subject}</h3>
      <ul className={styles.figures}>
        {figures.map(({ id, kind, value }) => (
          <li key={id} className={styles.figure} id={factAnchor(id)}>
            <b className={styles.value}>{value}</b>
            {/* '52,000 shares' says what it is. */}
            {!value.endsWith(kind) && <span className={styles.kind}> {kind}</span>}
          </li>
        ))}
      </ul>
      <p className={styles.source}>
        <a href={sourceUrl}>{sourceName}</a>, {formatPeriod(period)}
      </p>
      <details className={styles.work}>
        <summary>
          How it was worked out<VisuallyHidden>: {subject}</VisuallyHidden>
        </summary>
        <dl className={styles.ground}>
          {figures.map(({ id, kind, formula }) => (
            <Fragment key={id}>
              <dt>{kind}</dt>
              <dd>{formula}</dd>
            </Fragment>
          ))}
          <dt>Known since</dt>
          <dd>{formatDay(asOf)}</dd>
          {inputs.length > 0 && (
            <>
              <dt>Made from</dt>
              <dd>
                <ul className={styles.inputs}>
                  {inputs.map((input) => (
                    <Input key={input} input={input} address={addressOf(input, shownIds, sourceUrl)} />
                  ))}
                  {moreInputs > 0 && <li>and {moreInputs} more</li>}
                </ul>
              </dd>
            </>
          )}
          <dt>Read</dt>
          <dd>
            <time dateTime={retrievedAt}>{formatInstant(retrievedAt)}</time>
          </dd>
        </dl>
      </details>
    </div>
  )
}

function Input({ input, address }: { input: string; address: string | undefined }) {
  return <li>{address === undefined ? input : <a href={address}>{input}</a>}</li>
}

/** Another figure of this page, or the filing that a line stands in.
 *  @param sourceUrl  of the figure that is made from it: a filing of the same people */
function addressOf(input: string, shownIds: ReadonlySet<string>, sourceUrl: string): string | undefined {
  const shown = [input, `${input}/value`, `${input}/amount`].find((id) => shownIds.has(id))
  if (shown !== undefined) return `#${factAnchor(shown)}`
  const [, accession] = /^(\d{10}-\d{2}-\d{6})(?:#|$)/.exec(input) ?? []
  const [, folder] = /^(https:\/\/www\.sec\.gov\/Archives\/edgar\/data\/\d+\/)\d{18}\//.exec(sourceUrl) ?? []
  if (accession === undefined || folder === undefined) return undefined
  return `${folder}${accession.replaceAll('-', '')}/${accession}-index.htm`
}

/** Days from one to another, both included.
 *  @returns e.g. 'Jan 27 to Feb 2, 2025'; a single day is one */
export function formatPeriod({ from, to }: { from: string; to: string }): string {
  if (from === to) return formatDay(to)
  const isOneYear = from.slice(0, 4) === to.slice(0, 4)
  return `${isOneYear ? formatDayOfYear(from) : formatDay(from)} to ${formatDay(to)}`
}
