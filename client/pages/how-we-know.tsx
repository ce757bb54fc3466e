import { useLoaderData } from 'react-router'

import { CORRECTIONS_PATH, editionPath, figuresPath } from '../../shared/edition-address.ts'
import { formatDay, formatLongDay } from '../../shared/format-date.ts'
import { textOf } from '../../shared/link-words.ts'
import type { HowWeKnowData } from '../features/editions/load-editions.ts'
import { Words } from '../features/editions/words.tsx'
import { useSite } from '../lib/island.tsx'
import { TextPage, type TextSection } from '../ui/text-page.tsx'
import styles from './how-we-know.module.css'

/** How the letter's figures are checked. */
export function Component() {
  const { latest } = useLoaderData<HowWeKnowData>()
  const { contactEmail } = useSite()
  return <HowWeKnow latest={latest} contactEmail={contactEmail} />
}

/** How the letter is made, in plain words. The rules described here are the program's. */
export function HowWeKnow({
  latest,
  contactEmail,
}: {
  latest: HowWeKnowData['latest']
  contactEmail: string
}) {
  return (
    <TextPage
      title="How we know"
      intro={
        <p>
          Every figure of the letter is computed from a public record and linked to it. A figure without a
          record does not go out.
        </p>
      }
      sections={[
        ...PARTS,
        corrections(contactEmail),
        { id: 'latest', heading: 'The latest letter', body: <Latest latest={latest} /> },
      ]}
    />
  )
}

/** What was read for the newest letter. */
function Latest({ latest }: Pick<HowWeKnowData, 'latest'>) {
  if (latest === undefined)
    return <p>No letter has gone out yet. What was read for each of them will stand here.</p>
  return (
    <>
      <p>
        <a href={editionPath(latest.date)}>{formatLongDay(latest.date)}</a>: what we read for it, and what we
        could not.
      </p>
      <dl className={styles.latest}>
        {latest.sections.map(({ name, title, state, coverage }) => (
          <div key={name}>
            <dt>{title}</dt>
            <dd>
              {state === 'unavailable' && <p>Its source could not be read: this part is missing.</p>}
              {coverage.map((sentence) => (
                <p key={textOf(sentence)}>
                  <Words sentence={sentence} />
                </p>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p>
        <a href={figuresPath(latest.date)}>Every figure of {formatDay(latest.date)}</a>
      </p>
    </>
  )
}

const PARTS: readonly TextSection[] = [
  {
    id: 'sources',
    heading: 'What we read',
    body: (
      <>
        <ul>
          <li>
            <strong>Insider trades:</strong> the SEC’s daily indexes, and each Form 4 that they list.
          </li>
          <li>
            <strong>Congress:</strong> the trade reports that members file with the Clerk of the House and
            with the Senate. Scans of paper are counted and linked, never guessed at.
          </li>
          <li>
            <strong>Housing and the economy:</strong> published series, such as Freddie Mac’s mortgage rates,
            the house prices of FHFA, the Bureau of Labor Statistics’ prices, pay and jobs, the Treasury’s
            yields, and what the Federal Reserve Bank of St. Louis collects in FRED.
          </li>
          <li>
            <strong>Markets:</strong> daily closes.
          </li>
        </ul>
        <p>
          A letter tells of what became public in the seven days before its Monday. A value counts from the
          day on which it was published, not from the month that it is about.
        </p>
        <p>
          If a source was out of reach, its part says so. It is never shown as a week without news, and an old
          value never stands in for a new one without its date.
        </p>
      </>
    ),
  },
  {
    id: 'rules',
    heading: 'What counts, and what does not',
    body: (
      <>
        <ul>
          <li>
            <strong>Purchases and sales by insiders</strong> are trades on the open market or in private.
            Grants, options, gifts and reinvested dividends are left out, and shares bought in an offering or
            a private placement are told apart. All that one owner did in one company on one side is added up.
          </li>
          <li>
            <strong>Several insiders bought</strong> means at least three, who do not report together, within
            30 days.
          </li>
          <li>
            <strong>Reported late</strong> is more than two business days after an insider’s trade, and more
            than 45 days after a member’s.
          </li>
          <li>
            <strong>A price we do not believe</strong> is more than twice, or less than half of, that day’s
            close. It is in no sum, and the letter says so.
          </li>
          <li>
            <strong>Members of Congress</strong> report ranges. We print both ends and never a middle. What
            their reports call a gift, reinvested income, a redemption or an exchange is no purchase and no
            sale.
          </li>
          <li>
            <strong>The payment on a home</strong> is for a home at the median price with a fifth paid down,
            over 30 years at that week’s average rate: principal and interest only.
          </li>
          <li>
            <strong>Pay after prices</strong> compares the hourly pay of workers who are not managers with the
            prices that wage earners pay, both against a year ago.
          </li>
          <li>
            <strong>A series that is overdue</strong> is not told from. A value that may have been revised
            since is marked “as revised since”.
          </li>
        </ul>
        <p>
          A program computes every figure by these rules, the same way each week, and ranks what comes first.
        </p>
      </>
    ),
  },
  {
    id: 'models',
    heading: 'What a language model may do',
    body: (
      <>
        <p>
          It may edit a letter: choose among the statements that our program made of the records, put them in
          order, tell several together, and word them. It may type no figure, name or day: in its words they
          are slots, which our program fills from the records.
        </p>
        <p>
          Each of its choices counts by itself. One that tells something twice, or puts old before new, is
          passed over, and rules put in what it left out: the most telling news of each section always stands.
        </p>
        <p>
          Its words stand only where two checks agree. A program without a model in it asks whether they say
          what the statement says, of the same people and figures, and nothing more: no reason, forecast,
          advice or blame. Then a model reads the finished sentence beside several others: one is the
          statement in its own words, the rest are nearly that and false, and it is not told which is which.
          Only if it picks the right one, and finds nothing added and nothing left out, do the words stand.
          Otherwise the statement’s own words stand.
        </p>
        <p>
          “AI-edited” stands on a part in which a model’s choice or words stand, with the model’s name.
          “Automated summary” stands where rules alone chose and worded. What a part means for you, coverage,
          tables and pictures are always set by rules. Earlier letters may say “AI-written”: then a model
          worded a section’s summary.
        </p>
      </>
    ),
  },
  {
    id: 'gate',
    heading: 'The last gate',
    body: (
      <p>
        Before a letter is stored, a check reads all of its words once more: each figure must be bound to its
        computed fact, print as that fact prints, and link to its record. One that does not stops the whole
        letter.
      </p>
    ),
  },
]

const corrections = (contactEmail: string): TextSection => ({
  id: 'corrections',
  heading: 'Corrections',
  body: (
    <>
      <p>
        Records can be wrong, and so can we. A letter that went out is not changed: what was wrong is said on
        top of its page and in the <a href={CORRECTIONS_PATH}>list of corrections</a>, with the time.
      </p>
      <p>
        Does a figure not match its record? Write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>.
      </p>
    </>
  ),
})
