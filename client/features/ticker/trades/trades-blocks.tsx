import { Fragment, useEffect, useRef, type ReactNode, useState } from 'react'
import { formatInstant } from '../../../../shared/format-date.ts'
import type { Source } from '../../../../shared/market-contract.ts'
import type { CongressTrades, InsiderTrades, TradesResponse } from '../../../../shared/trades-contract.ts'
import type { Answer } from '../../../lib/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { SourceLink } from '../source-line.tsx'
import { CongressTradesTable, InsiderTradesTable } from './trades-tables.tsx'
import styles from './trades-blocks.module.css'
import {
  CONGRESS_TEXT,
  describeCongressCoverage,
  describeInsiderCoverage,
  describeNoInsiders,
  describeNoMembers,
  INSIDER_TEXT,
} from './trades-words.ts'
import { useFetcher } from 'react-router'
import { backgroundPath } from '../load-ticker.ts'

/** What insiders and members of Congress reported of their trades in a company, each block by itself.
 *  @param initial  what came with the page; undefined where it was not there in time
 *  @param isCompany  a fund has no insiders who report: of one, a block is shown only where there is something in it */
export function TradesBlocks({
  ticker,
  initial,
  isCompany,
}: {
  ticker: string
  initial: Answer<TradesResponse> | undefined
  isCompany: boolean
}) {
  const { trades, retry } = useTrades(ticker, initial)
  const { insiders, congress, notice } = partsOf(trades)
  const isShown = (part: InsiderTrades | CongressTrades | undefined | null) =>
    isCompany || (part?.trades.length ?? 0) > 0
  return (
    <>
      {isShown(insiders) && (
        <Block
          text={INSIDER_TEXT}
          part={insiders}
          failure="We could not read our records of the SEC’s filings just now. This does not mean nobody traded."
          retry={retry}
        >
          {insiders && <InsidersPart part={insiders} />}
        </Block>
      )}
      {isShown(congress) && (
        <Block
          text={CONGRESS_TEXT}
          part={congress}
          failure="We could not read our records of the reports of Congress just now. This does not mean nobody traded."
          retry={retry}
        >
          {congress && <CongressPart part={congress} />}
          {notice !== undefined && <p className={styles.fine}>{notice}</p>}
        </Block>
      )}
    </>
  )
}

/** Of each part: undefined while it is on its way, null where it could not be had. */
function partsOf(trades: Answer<TradesResponse> | undefined): {
  insiders: InsiderTrades | null | undefined
  congress: CongressTrades | null | undefined
  notice?: string
} {
  if (!trades) return { insiders: undefined, congress: undefined }
  if (!trades.ok) return { insiders: null, congress: null }
  const { insiders, congress, meta } = trades.data
  return { insiders, congress, notice: meta.notice }
}

function Block({
  text,
  part,
  failure,
  retry,
  children,
}: {
  text: { title: string; what: string; meaning: string }
  part: object | null | undefined
  failure: string
  retry: TradesRetry
  children: ReactNode
}) {
  const headingRef = useFocusAfterRetry(part === null, retry)
  return (
    <section className={styles.section} aria-busy={part === undefined || retry.isRetrying}>
      <h2 ref={headingRef} tabIndex={-1}>
        {text.title}
      </h2>
      <p className={styles.lead}>
        {text.what} {text.meaning}
      </p>
      {part === undefined && <Pending />}
      {part === null && <Failure words={failure} retry={retry} />}
      {children}
    </section>
  )
}

/** Holds about the height of what is on its way. */
function Pending() {
  return (
    <div className={styles.pending}>
      <p className={styles.wait}>Loading...</p>
      <p className={styles.unscripted}>These trades come with JavaScript, which is off here.</p>
    </div>
  )
}

/** Without scripts the form asks for the page again. */
function Failure({ words, retry: { isRetrying, wasRetried, retry } }: { words: string; retry: TradesRetry }) {
  return (
    <form
      className={styles.failure}
      onSubmit={(event) => {
        event.preventDefault()
        retry()
      }}
    >
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

/** The button that asked goes away with its failure: the focus goes to the heading above. */
function useFocusAfterRetry(isFailed: boolean, { wasRetried }: TradesRetry) {
  const headingRef = useRef<HTMLHeadingElement>(null)
  const wasFailed = useRef(isFailed)
  useEffect(() => {
    const isMended = wasFailed.current && !isFailed && wasRetried
    wasFailed.current = isFailed
    if (isMended && document.activeElement === document.body) headingRef.current?.focus()
  }, [isFailed, wasRetried])
  return headingRef
}

function InsidersPart({ part }: { part: InsiderTrades }) {
  return (
    <>
      {part.trades.length > 0 && (
        <>
          <p className={styles.fine}>{INSIDER_TEXT.unchecked}</p>
          <InsiderTradesTable trades={part.trades} />
        </>
      )}
      <Coverage
        none={describeNoInsiders(part)}
        sentences={describeInsiderCoverage(part)}
        sources={[part.coverage.source]}
        readAt={[part.coverage.readAt]}
      />
    </>
  )
}

function CongressPart({ part }: { part: CongressTrades }) {
  return (
    <>
      {part.trades.length > 0 && <CongressTradesTable trades={part.trades} />}
      <Coverage
        none={describeNoMembers(part)}
        sentences={describeCongressCoverage(part)}
        sources={part.coverage.map(({ source }) => source)}
        readAt={part.coverage.map(({ readAt }) => readAt)}
      />
    </>
  )
}

/** How far the records were read, and whose they are: it stands under a table, and in the place of an empty one. */
function Coverage({
  none,
  sentences,
  sources,
  readAt,
}: {
  none: string | undefined
  sentences: readonly string[]
  sources: readonly Source[]
  readAt: readonly (string | null)[]
}) {
  const newest = readAt
    .filter((at) => at !== null)
    .toSorted()
    .at(-1)
  return (
    <div className={styles.coverage}>
      {none !== undefined && <p className={styles.none}>{none}</p>}
      <p className={styles.fine}>{sentences.join(' ')}</p>
      <p className={styles.fine}>
        Source:{' '}
        {sources.map((source, index) => (
          <Fragment key={source.name}>
            {index > 0 && ', '}
            <SourceLink meta={{ source }} />
          </Fragment>
        ))}
        {newest === undefined ? (
          '.'
        ) : (
          <>
            . Last read on <time dateTime={newest}>{formatInstant(newest)}</time>.
          </>
        )}
      </p>
    </div>
  )
}

/** Asking again for what could not be had. */
export interface TradesRetry {
  isRetrying: boolean
  /** True from the first retry on. */
  wasRetried: boolean
  retry: () => void
}

/** The trades in a company: those that came with the page or, where they were not there in time, asked for from the
 *  browser. Give the component that uses it a key of the ticker.
 *  @param initial  what came with the page; undefined where it was not there in time
 *  @returns `trades` undefined while they are on their way */
function useTrades(
  ticker: string,
  initial: Answer<TradesResponse> | undefined,
): { trades: Answer<TradesResponse> | undefined; retry: TradesRetry } {
  const { data: latest, state, load } = useFetcher<Answer<TradesResponse>>()
  const [trades, setTrades] = useState(initial)
  const [wasInTime] = useState(initial !== undefined)
  const [wasRetried, setWasRetried] = useState(false)
  const path = backgroundPath('trades', { kind: 'stock', ticker })

  // A part that is there stays, whatever becomes of the other.
  if (latest && latest !== trades && (latest.ok || !trades?.ok)) setTrades(latest)

  useEffect(() => {
    if (!wasInTime) void load(path)
  }, [load, path, wasInTime])

  const isRetrying = wasRetried && state !== 'idle'
  return {
    trades,
    retry: {
      isRetrying,
      wasRetried,
      retry: () => {
        if (isRetrying) return
        setWasRetried(true)
        // At once, or the last failure would be told again before the question is on its way.
        void load(path, { flushSync: true })
      },
    },
  }
}
