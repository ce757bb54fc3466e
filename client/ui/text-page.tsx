import type { ReactNode } from 'react'

import { Page } from './primitives.tsx'
import styles from './text-page.module.css'

export interface TextSection {
  /** The fragment that links to the section. */
  id: string
  heading: string
  body: ReactNode
}

/** A long text in a readable column, with a table of contents beside it.
 *  @param head  below the title
 *  @param intro  before the first section
 *  @param isNumbered  whether the headings are numbered */
export function TextPage({
  title,
  head,
  intro,
  sections,
  isNumbered = false,
}: {
  title: string
  head?: ReactNode
  intro: ReactNode
  sections: readonly TextSection[]
  isNumbered?: boolean
}) {
  return (
    <Page>
      <article className={styles.page}>
        <header className={styles.head}>
          <h1>{title}</h1>
          {head}
        </header>
        <nav className={styles.contents} aria-labelledby="contents">
          <h2 id="contents">On this page</h2>
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
                {isNumbered && (
                  <>
                    <span className={styles.number}>{index + 1}.</span>{' '}
                  </>
                )}
                {heading}
              </h2>
              {body}
            </section>
          ))}
        </div>
      </article>
    </Page>
  )
}
