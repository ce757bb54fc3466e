import type { ReactNode } from 'react'

import { formatLongDay } from '../../../shared/format-date.ts'
import { TextPage, type TextSection } from '../../ui/text-page.tsx'
import styles from './legal-page.module.css'

/** A legal text: dates at the top, numbered sections.
 *  @param lastModified  the specified date, which does not change: `text` as the reader sees it, `isoDate` 'YYYY-MM-DD'
 *  @param textChanged  when the text was last changed, 'YYYY-MM-DD' */
export function LegalPage({
  title,
  lastModified,
  textChanged,
  intro,
  sections,
}: {
  title: string
  lastModified: { text: string; isoDate: string }
  textChanged: string
  intro: ReactNode
  sections: readonly TextSection[]
}) {
  return (
    <TextPage
      title={title}
      head={
        <>
          <p className={styles.date}>
            Last modified <time dateTime={lastModified.isoDate}>{lastModified.text}</time>
          </p>
          <p className={styles.date}>
            This text was last changed on <time dateTime={textChanged}>{formatLongDay(textChanged)}</time>
          </p>
        </>
      }
      intro={intro}
      sections={sections}
      isNumbered
    />
  )
}

/** A list of similar things, each under its name with the same facts: the content of a table, readable at any width.
 *  @param labels  the names of the facts, in the order in which each thing lists them */
export function LegalRecords({
  labels,
  records,
}: {
  labels: readonly string[]
  records: readonly { name: string; facts: readonly string[] }[]
}) {
  return records.map(({ name, facts }) => (
    <div key={name} className={styles.record}>
      <h3>{name}</h3>
      <dl>
        {facts.map((fact, index) => (
          <div key={labels[index]}>
            <dt>{labels[index]}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </div>
  ))
}

/** The contact address as a link that opens the reader's mail program. */
export function ContactLink({ email }: { email: string }) {
  return <a href={`mailto:${email}`}>{email}</a>
}
