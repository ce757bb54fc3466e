import type { Correction, LetterContent, SectionName, Sentence } from '../../../shared/edition-contract.ts'
import {
  ARCHIVE_PATH,
  correctionAnchor,
  CORRECTIONS_PATH,
  editionPath,
  figuresPath,
} from '../../../shared/edition-address.ts'
import { describeLabel, describePerson, noteLabel, noteTitle } from '../../../shared/edition-label.ts'
import { formatDay, formatInstant, formatLongDay } from '../../../shared/format-date.ts'
import { textOf } from '../../../shared/link-words.ts'
import { looks } from '../../ui/primitives.tsx'
import { EditionSection } from './edition-section.tsx'
import { formatPeriod } from './figures-view.tsx'
import { CorrectedFigures, Sentences, Subject } from './words.tsx'
import type { ShownEdition, ShownSection } from './load-editions.ts'
import styles from './edition-view.module.css'

/** The whole letter, as everyone may read it. */
export function EditionView({ edition }: { edition: ShownEdition }) {
  const { date, preheader, content, text, corrections } = edition
  const corrected = new Map(
    corrections.flatMap((one) => (one.factId === null ? [] : [[one.factId, one] as const])),
  )
  return (
    <CorrectedFigures value={corrected}>
      <article className={styles.letter}>
        <header className={styles.head}>
          <p className={styles.date}>
            <time dateTime={date}>{formatLongDay(date)}</time>
          </p>
          <h1>
            <Subject edition={edition} />
          </h1>
          {content?.letter.also && (
            <p className={styles.also}>
              <Sentences sentences={content.letter.also} />
            </p>
          )}
          {content?.letter.byPerson?.note && <Note note={content.letter.byPerson.note} />}
          <p className={styles.lead}>
            {content ? <Sentences sentences={content.letter.story} /> : preheader}
          </p>
          {content && (
            <p className={styles.reads}>
              {content.letter.label &&
                `${describeLabel({ ...content.letter, label: content.letter.label })}. `}
              What became public from {formatPeriod(content.week)}. Each figure leads to its record;{' '}
              <a href={figuresPath(date)}>how we know</a> says how it was worked out.
              {describePerson(content.letter.byPerson)}
            </p>
          )}
        </header>
        {corrections.length > 0 && (
          <div className={styles.corrections}>
            <CorrectionNotes corrections={corrections} />
          </div>
        )}
        {content && <Contents sections={content.sections} letter={content.letter} />}
        <div className={styles.sections}>
          {content?.sections.map((section) => {
            const told = content.letter.sections.find(({ name }) => name === section.name)
            return told && <EditionSection key={section.name} date={date} section={section} told={told} />
          })}
          {content && content.letter.connects.length > 0 && (
            <Closing id="connects-title" title="What connects" sentences={content.letter.connects} />
          )}
          {content?.letter.ahead && (
            <Closing id="ahead-title" title="Next Monday" sentences={content.letter.ahead} />
          )}
          {content === null && (
            <>
              <p className={styles.reads}>
                An earlier version of our program made this letter. It stands here as the text of its mail.
              </p>
              <p className={styles.text}>{text}</p>
            </>
          )}
        </div>
      </article>
    </CorrectedFigures>
  )
}

/** What is told after the sections. */
function Closing({ id, title, sentences }: { id: string; title: string; sentences: readonly Sentence[] }) {
  return (
    <section className={styles.connects} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p>
        <Sentences sentences={sentences} />
      </p>
    </section>
  )
}

/** A person's words, signed and labeled as such. */
function Note({ note }: { note: NonNullable<NonNullable<LetterContent['byPerson']>['note']> }) {
  return (
    <section className={styles.note} aria-labelledby="note-title">
      <h2 id="note-title">{noteTitle(note.by)}</h2>
      <p>{note.text}</p>
      <p className={looks.small}>{noteLabel}</p>
    </section>
  )
}

/** The week in five lines, each linking to its section. */
function Contents({ sections, letter }: { sections: readonly ShownSection[]; letter: LetterContent }) {
  return (
    <nav className={styles.contents} aria-labelledby="lines-title">
      <h2 id="lines-title">The week in five lines</h2>
      <ol>
        {sections.map(({ name, title }) => (
          <li key={name}>
            <a href={`#${name}`}>
              <span className={styles.title}>{title}</span>
              <span className={styles.first}>{lineOf(name, letter)}</span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Shown without its links, since it is a link itself. */
const lineOf = (name: SectionName, { lines }: LetterContent): string | undefined =>
  lines
    .find(({ section }) => section === name)
    ?.sentences.map(textOf)
    .join(' ')

/** The letters before and after one, and a link to all of them. */
export function Neighbours({ edition }: { edition: Pick<ShownEdition, 'previous' | 'next'> }) {
  const { previous, next } = edition
  return (
    <nav className={styles.neighbours} aria-label="Other letters">
      {previous && (
        <a className={styles.neighbour} href={editionPath(previous.date)} rel="prev">
          <span className={styles.direction}>Before: {formatDay(previous.date)}</span>
          {previous.subject}
        </a>
      )}
      {next && (
        <a className={styles.neighbour} href={editionPath(next.date)} rel="next">
          <span className={styles.direction}>After: {formatDay(next.date)}</span>
          {next.subject}
        </a>
      )}
      <a className={styles.all} href={ARCHIVE_PATH}>
        All letters
      </a>
    </nav>
  )
}

/** What was wrong in a letter, and what is right; shown at the top, before everything else. */
function CorrectionNotes({ corrections }: { corrections: readonly Correction[] }) {
  return (
    <section className={styles.notes} aria-labelledby="corrected">
      <h2 id="corrected">Corrected</h2>
      {corrections.map(({ id, notedAt, text }) => (
        <p key={id} id={correctionAnchor(id)}>
          {text} <time dateTime={notedAt}>{formatInstant(notedAt)}</time>
        </p>
      ))}
      <p className={looks.small}>
        The letter below is as it was mailed; a figure that was wrong is struck through.{' '}
        <a href={CORRECTIONS_PATH}>All corrections</a>
      </p>
    </section>
  )
}
