import { chartPath, factAnchor, figuresPath } from '../../../shared/edition-address.ts'
import type { FindingContent, LetterSection } from '../../../shared/edition-contract.ts'
import { classNames, VisuallyHidden } from '../../ui/primitives.tsx'
import styles from './edition-section.module.css'
import { EditionTable } from './edition-table.tsx'
import type { ShownSection } from './load-editions.ts'
import { Sentences, textOf, Words } from './words.tsx'

const TONES = { rise: styles.rise, fall: styles.fall, plain: undefined }

/** One part of the letter.
 *  @param told  what the mail tells of it; letters of earlier programs lack it */
export function EditionSection({
  date,
  section,
  told,
}: {
  date: string
  section: ShownSection
  told: LetterSection | undefined
}) {
  const { name, title, state, summary, findings, chart, table, meaning, coverage, notices } = section
  return (
    <section className={styles.section} id={name} aria-labelledby={`${name}-title`}>
      <header>
        <h2 id={`${name}-title`}>{title}</h2>
        {state === 'ready' && <p className={styles.label}>{describeLabel(section)}</p>}
      </header>
      {told && state === 'ready' && <Told told={told} />}
      {/* A model's words are both. */}
      {told?.label !== 'AI-written' && summary.length > 0 && (
        <p className={state === 'unavailable' ? styles.missing : told ? undefined : styles.summary}>
          <Sentences sentences={summary} />
        </p>
      )}
      {findings.length > 0 && (
        <ol className={styles.findings}>
          {findings.map((finding) => (
            <Finding key={finding.id} date={date} finding={finding} />
          ))}
        </ol>
      )}
      {chart && (
        // Title and credit are part of the picture; the notices below name the source too.
        <img
          className={styles.chart}
          src={chartPath(date, name, 'dark')}
          alt={textOf(chart.alt)}
          width={1072}
          height={536}
          loading="lazy"
          decoding="async"
        />
      )}
      {table && <EditionTable table={table} />}
      {!told && meaning.length > 0 && (
        <div className={styles.meaning}>
          <h3>What it can mean for you</h3>
          {meaning.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      )}
      {(coverage.length > 0 || notices.length > 0) && (
        <footer className={styles.foot}>
          {coverage.length > 0 && (
            <>
              <h3>What we read, and what we could not</h3>
              {coverage.map((sentence) => (
                <p key={textOf(sentence)}>
                  <Words sentence={sentence} />
                </p>
              ))}
            </>
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
      )}
    </section>
  )
}

/** The one big thing, the smaller ones, and what it comes to for a reader. */
function Told({ told: { big, smaller, forYou } }: { told: LetterSection }) {
  return (
    <>
      <p className={styles.summary}>
        <Sentences sentences={big} />
      </p>
      {smaller.length > 0 && (
        <ul className={styles.smaller}>
          {smaller.map((sentences) => (
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

function Finding({ date, finding }: { date: string; finding: FindingContent }) {
  const { tone, kicker, title, figure, sentences, links } = finding
  return (
    <li className={styles.finding}>
      <div>
        <p className={classNames(styles.kicker, TONES[tone])}>
          <Mark kicker={kicker} tone={tone} />
          {kicker}
        </p>
        <p className={styles.figure}>
          <Words sentence={[figure]} />
        </p>
      </div>
      <div className={styles.told}>
        <h3>{title}</h3>
        <p>
          <Sentences sentences={sentences} />
        </p>
        <p className={styles.links}>
          {links.map(({ text, href }) => (
            <a key={href + text} href={href} aria-label={`${text}: ${title}, ${figure.text}`}>
              {text}
            </a>
          ))}
          {figure.factId !== undefined && (
            // Not a Link: a page that scripts put there has no :target, by which its row is marked.
            <a
              href={`${figuresPath(date)}#${factAnchor(figure.factId)}`}
              aria-label={`How we know: ${title}, ${figure.text}`}
            >
              How we know
            </a>
          )}
        </p>
      </div>
    </li>
  )
}

const MARKS = {
  rise: { word: 'Up: ', path: 'M5 1 9.5 9h-9z' },
  fall: { word: 'Down: ', path: 'M5 9 .5 1h9z' },
}

/** A colour never speaks alone: a kicker without a sign of its own gets a mark. */
function Mark({ kicker, tone }: Pick<FindingContent, 'kicker' | 'tone'>) {
  if (tone === 'plain' || /^[+−↑↓-]/.test(kicker)) return null
  const { word, path } = MARKS[tone]
  return (
    <>
      <svg className={styles.mark} viewBox="0 0 10 10" fill="currentColor" aria-hidden="true">
        <path d={path} />
      </svg>
      <VisuallyHidden>{word}</VisuallyHidden>
    </>
  )
}

function describeLabel({ label, model }: ShownSection): string {
  if (label === 'automated summary') return 'Automated summary'
  const by = model === undefined ? '' : ` by ${model}`
  return `AI-written summary${by}, checked against the records`
}
