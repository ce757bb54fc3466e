import { chartPath, figuresPath } from '../../../shared/edition-address.ts'
import type { LetterSection } from '../../../shared/edition-contract.ts'
import { describeLabel } from '../../../shared/edition-label.ts'
import { linkTickers, textOf } from '../../../shared/link-words.ts'
import { classNames, looks } from '../../ui/primitives.tsx'
import styles from './edition-section.module.css'
import { EditionTable } from './edition-table.tsx'
import type { ShownSection } from './load-editions.ts'
import { Sentences, tellsTrades, Words } from './words.tsx'

/** One part of the letter: what the mail contains, and everything that does not fit in it.
 *  @param told  whether the letter contains it */
export function EditionSection({
  date,
  section,
  told,
}: {
  date: string
  section: ShownSection
  told: LetterSection
}) {
  const { name, title, state, tables, chart, coverage, notices } = section
  if (state === 'unavailable') {
    return (
      <section className={styles.section} id={name} aria-labelledby={`${name}-title`}>
        <h2 id={`${name}-title`}>{title}</h2>
        <p className={styles.missing}>
          <Sentences sentences={told.big} />
        </p>
      </section>
    )
  }
  return (
    <section className={styles.section} id={name} aria-labelledby={`${name}-title`}>
      <header>
        <h2 id={`${name}-title`}>{title}</h2>
        <p className={styles.label}>{describeLabel(told)}</p>
      </header>
      <Told told={told} />
      {chart && (
        // Title and credit are part of the picture; the notices below name the source too.
        <img
          className={styles.chart}
          src={chartPath(date, name, { version: chart.version, scheme: 'dark' })}
          alt={textOf(chart.alt)}
          width={1072}
          height={536}
          loading="lazy"
          decoding="async"
        />
      )}
      {tables.map((table) => (
        <EditionTable key={table.title} table={table} of={title} hasTickers={tellsTrades(name)} />
      ))}
      <footer className={styles.foot}>
        {coverage.length > 0 && (
          <details className={classNames(styles.coverage, looks.unfolded)}>
            <summary className={looks.unfolds}>
              <h3>What we read, and what we could not</h3>
            </summary>
            {coverage.map((sentence) => (
              <p key={textOf(sentence)}>
                <Words sentence={tellsTrades(name) ? linkTickers(sentence) : sentence} />
              </p>
            ))}
          </details>
        )}
        {notices.map((notice) => (
          <p key={notice}>{notice}</p>
        ))}
        <p>
          <a href={`${figuresPath(date)}#${name}`} aria-label={`How we know these figures: ${title}`}>
            How we know these figures
          </a>
        </p>
      </footer>
    </section>
  )
}

/** The one big item, the smaller ones, and what they mean for a reader. */
function Told({ told: { big, smaller, more, forYou } }: { told: LetterSection }) {
  const others = [...smaller, ...(more ?? [])]
  return (
    <>
      <p className={styles.summary}>
        <Sentences sentences={big} />
      </p>
      {others.length > 0 && (
        <ul className={styles.smaller}>
          {others.map((sentences) => (
            <li key={sentences.map(textOf).join(' ')}>
              <Sentences sentences={sentences} />
            </li>
          ))}
        </ul>
      )}
      {forYou.length > 0 && (
        <div className={styles.meaning}>
          <h3>For you</h3>
          <p>
            <Sentences sentences={forYou} />
          </p>
        </div>
      )}
    </>
  )
}
