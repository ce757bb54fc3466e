import { useEffect, useRef, type ReactNode } from 'react'

import { formatInstant } from '../../../../shared/format-date.ts'
import type {
  CongressTrades,
  InsiderTrades,
  RecordCoverage,
  TradesResponse,
} from '../../../../shared/trades-contract.ts'
import type { Answer } from '../../../lib/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames, handles, looks } from '../../../ui/primitives.tsx'
import { SourceLinks } from '../source-line.tsx'
import { Pending, Section } from '../sections/section.tsx'
import { FilingsList } from './filings-list.tsx'
import { listCongressReports, listInsiderFilings } from './filings.ts'
import styles from './trades-blocks.module.css'
import {
  CONGRESS_TEXT,
  describeCongressCoverage,
  describeInsiderCoverage,
  describeNoInsiders,
  describeNoMembers,
  INSIDER_TEXT,
  sumUpCongress,
  sumUpInsiders,
} from './trades-words.ts'
import type { PartRetry } from '../use-part.ts'

/** The trades in a company that insiders and members of Congress reported, each in its own block.
 *  @param trades  undefined while loading
 *  @param name  of the company or fund
 *  @param isCompany  a fund has no insiders who report, so its blocks are shown only if they are not empty */
export function TradesBlocks({
  trades,
  retry,
  isCompany,
  name,
}: {
  trades: Answer<TradesResponse> | undefined
  retry: PartRetry
  isCompany: boolean
  name?: string | undefined
}) {
  const { insiders, congress, notice } = partsOf(trades)
  const describeFailure = (records: string) =>
    trades?.ok === false && trades.code === 'too-many-requests'
      ? trades.detail
      : `We could not read our records of ${records} just now. This does not mean nobody traded.`
  const isShown = (part: InsiderTrades | CongressTrades | undefined | null) =>
    isCompany || (part?.trades.length ?? 0) > 0
  return (
    <>
      {isShown(insiders) && (
        <Block
          id="insiders"
          text={INSIDER_TEXT}
          finding={insiders ? sumUpInsiders(insiders) : undefined}
          part={insiders}
          failure={describeFailure('the SEC’s filings')}
          retry={retry}
          coverage={
            insiders && (
              <Coverage
                coverage={[insiders.coverage]}
                sentences={[INSIDER_TEXT.what, INSIDER_TEXT.unchecked, ...describeInsiderCoverage(insiders)]}
              />
            )
          }
        >
          {insiders && (
            <FilingsList
              filings={listInsiderFilings(insiders.trades)}
              what="filings"
              none={describeNoInsiders(insiders)}
            />
          )}
        </Block>
      )}
      {isShown(congress) && (
        <Block
          id="congress"
          text={CONGRESS_TEXT}
          finding={congress ? sumUpCongress(congress) : undefined}
          part={congress}
          failure={describeFailure('the reports of Congress')}
          retry={retry}
          coverage={
            congress && (
              <Coverage
                coverage={congress.coverage}
                sentences={[CONGRESS_TEXT.what, ...describeCongressCoverage(congress)]}
              />
            )
          }
        >
          {congress && (
            <FilingsList
              filings={listCongressReports(congress.trades, name)}
              what="reports"
              none={describeNoMembers(congress)}
            />
          )}
          {notice !== undefined && <p className={styles.fine}>{notice}</p>}
        </Block>
      )}
    </>
  )
}

/** Each part: undefined while loading, null if it could not be loaded. */
function partsOf(trades: Answer<TradesResponse> | undefined) {
  if (!trades) return { insiders: undefined, congress: undefined }
  if (!trades.ok) return { insiders: null, congress: null }
  const { insiders, congress, meta } = trades.data
  return { insiders, congress, notice: meta.notice }
}

function Block({
  id,
  text,
  finding,
  part,
  failure,
  retry,
  coverage,
  children,
}: {
  id: string
  text: { title: string; meaning: string }
  finding: string | undefined
  part: object | null | undefined
  failure: string
  retry: PartRetry
  coverage: ReactNode
  children: ReactNode
}) {
  const headingRef = useFocusAfterRetry(part === null, retry)
  return (
    <Section
      id={id}
      title={text.title}
      heading={{ ref: headingRef, tabIndex: -1 }}
      isBusy={part === undefined || retry.isRetrying}
      rail={
        <>
          {finding !== undefined && <p className={styles.finding}>{finding}</p>}
          <p className={styles.fine}>{text.meaning}</p>
          {coverage}
        </>
      }
    >
      {part === undefined && <Pending what="The trades" className={styles.pending} />}
      {part === null && <Failure words={failure} retry={retry} />}
      {children}
    </Section>
  )
}

/** Without scripts the form requests the page again. */
function Failure({ words, retry: { isRetrying, wasRetried, retry } }: { words: string; retry: PartRetry }) {
  return (
    <form className={styles.failure} onSubmit={handles(retry)}>
      <p>{words}</p>
      <Button type="submit" variant="secondary" aria-disabled={isRetrying}>
        {isRetrying ? 'Trying again...' : 'Try again'}
      </Button>
      <p className={styles.fine} aria-live="polite">
        {wasRetried && !isRetrying && 'Still no answer.'}
      </p>
    </form>
  )
}

/** The button disappears with its failure: the focus goes to the heading above. */
function useFocusAfterRetry(isFailed: boolean, { wasRetried }: PartRetry) {
  const headingRef = useRef<HTMLHeadingElement>(null)
  const wasFailed = useRef(isFailed)
  useEffect(() => {
    const isMended = wasFailed.current && !isFailed && wasRetried
    wasFailed.current = isFailed
    if (isMended && document.activeElement === document.body) headingRef.current?.focus()
  }, [isFailed, wasRetried])
  return headingRef
}

/** The source of the records and, on demand, what is counted and how far was read. It always mentions a missing part. */
function Coverage({
  coverage,
  sentences,
}: {
  coverage: readonly RecordCoverage[]
  sentences: readonly string[]
}) {
  const newest = coverage
    .map(({ readAt }) => readAt)
    .filter((at) => at !== null)
    .toSorted()
    .at(-1)
  return (
    <>
      <p className={styles.fine}>
        Source: <SourceLinks sources={coverage.map(({ source }) => source)} />
        {newest === undefined ? (
          '.'
        ) : (
          <>
            . Last read on <time dateTime={newest}>{formatInstant(newest)}</time>.
          </>
        )}
      </p>
      {coverage.some(({ state }) => state !== 'current') && (
        <p className={styles.fine}>Not all of it could be read: trades may be missing.</p>
      )}
      <details className={classNames(styles.fine, looks.unfolded)}>
        <summary className={styles.what}>What is counted, and how far we read</summary>
        {sentences.map((sentence) => (
          <p className={styles.sentence} key={sentence}>
            {sentence}
          </p>
        ))}
      </details>
    </>
  )
}
