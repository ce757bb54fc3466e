import type { ReactNode } from 'react'

import { formatLongDay } from '../../../shared/format-date.ts'
import { Page } from '../../ui/primitives.tsx'
import styles from './legal-page.module.css'

export interface LegalSection {
  /** The fragment that links to it. */
  id: string
  heading: string
  body: ReactNode
}

/** A legal text: dates at the top, a table of contents, numbered sections in a readable column.
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
  sections: readonly LegalSection[]
}) {
  return (
    <Page>
      <article className={styles.page}>
        <header className={styles.head}>
          <h1>{title}</h1>
          <p className={styles.date}>
            Last modified <time dateTime={lastModified.isoDate}>{lastModified.text}</time>
          </p>
          <p className={styles.date}>
            This text was last changed on <time dateTime={textChanged}>{formatLongDay(textChanged)}</time>
          </p>
        </header>
        <nav className={styles.contents} aria-labelledby="legal-contents">
          <h2 id="legal-contents">On this page</h2>
          <ol>
            {sections.map(({ id, heading }) => (
              <li key={id}>
                <a href={`#${id}`}>{heading}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={styles.text}>
          <div className={styles.intro}>{intro}</div>
          {sections.map(({ id, heading, body }, index) => (
            <section key={id} id={id} aria-labelledby={`${id}-heading`}>
              <h2 id={`${id}-heading`}>
                <span className={styles.number}>{index + 1}.</span> {heading}
              </h2>
              {body}
            </section>
          ))}
        </div>
      </article>
    </Page>
  )
}

/** Similar things, each under its name with the same facts about it: the content of a table, at any width.
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
