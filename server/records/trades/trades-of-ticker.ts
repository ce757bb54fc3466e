import { addDays, addMonths, newYorkDay } from '../../lib/dates.ts'
import {
  MOST_TRADES,
  type CongressTrades,
  type InsiderTrades,
  type TradesResponse,
} from '../../../shared/trades-contract.ts'
import type { LargestTrades } from '../../../shared/overview-contract.ts'
import { parseTicker } from '../../../shared/asset-address.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../db/database.ts'
import { AppError, InvalidInputError } from '../../lib/errors.ts'
import type { Logger } from '../../lib/logger.ts'
import { createKept, createOnce } from '../../lib/once.ts'
import { listCongressTrades, readMemberMatcher } from '../congress/congress-trades.ts'
import type { MemberMatcher } from '../congress/match-member.ts'
import { listLargestCongressTrades, listLargestInsiderTrades } from './largest-trades.ts'
import { createKeptParts } from './kept-parts.ts'
import { arrangeCongressTrades, sumCongressTrades, type TickerRows } from './trades-of-ticker-congress.ts'
import {
  listTickerForms,
  normaliseTicker,
  countCongressReports,
  countUnreadFilings,
  findReadings,
  listFilingsOf,
  readInsiderDays,
  type SourceReadings,
} from './trades-of-ticker.queries.ts'
import { arrangeInsiderTrades, sumInsiderTrades } from './trades-of-ticker-insiders.ts'

const WINDOW_MONTHS = 12
/** A correction may amend a filing from before the window. */
const CORRECTION_DAYS = 120
const RETRY_AFTER_SECONDS = 30

const EDGAR = { name: 'SEC EDGAR', url: 'https://www.sec.gov/edgar/search/' }
const CHAMBERS = [
  {
    chamber: 'house',
    source: { name: 'Clerk of the House', url: 'https://disclosures-clerk.house.gov/FinancialDisclosure' },
  },
  { chamber: 'senate', source: { name: 'Secretary of the Senate', url: 'https://efdsearch.senate.gov/' } },
] as const

/** 5 U.S.C. 13107(c) in plain words. */
const NOTICE =
  'By law (5 U.S.C. 13107) nobody may obtain or use these reports for an unlawful purpose; for a commercial purpose, other than by news and communications media for dissemination to the general public; to determine a credit rating; or to solicit money for a political, charitable or other purpose.'

/** Trades of insiders and members of Congress from public records. */
export interface TradeRecords {
  /** @param ticker  as typed
   *  @throws InvalidInputError 'invalid-ticker'; AppError 'not-ready' if no records can be read at the moment */
  getTrades(query: { ticker: string }): Promise<TradesResponse>
  /** The largest trades reported in the last seven days that were read, over all companies. */
  getLargest(): Promise<LargestTrades>
}

export interface TradeRecordsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly logger: Logger
}

/** Reads the stored records. Caches what is common to all tickers until a source is collected again, and recently requested
 *  tickers. */
export function createTradeRecords({ db, clock, logger }: TradeRecordsDeps): TradeRecords {
  const listTradesOf = createTradeList(db)
  const keptInsiders = createKept<LargestTrades['insiders']>()
  const keptCongress = createKept<LargestTrades['congress']>()

  function answerOf<Part>(settled: PromiseSettledResult<Part>, what: string): Part | null {
    if (settled.status === 'fulfilled') return settled.value
    // The records are fine: the queue was full.
    if (settled.reason instanceof AppError) throw settled.reason
    logger.error({ err: settled.reason as unknown }, `${what} could not be read`)
    return null
  }

  async function getLargest(): Promise<LargestTrades> {
    const readingsOf = await findReadings(db, ['insiders', ...CONGRESS_SOURCES])
    const insidersTo = readingsOf('insiders').readTo
    const congressTo = newestOf(CHAMBERS.map(({ chamber }) => readingsOf(chamber).readTo))
    const [insiders, congress] = await Promise.allSettled([
      insidersTo &&
        keptInsiders(versionOf(insidersTo, readingsOf, ['insiders']), () =>
          listLargestInsiderTrades(db, insidersTo),
        ),
      congressTo &&
        keptCongress(versionOf(congressTo, readingsOf, CONGRESS_SOURCES), () =>
          listLargestCongressTrades(db, congressTo),
        ),
    ])
    return {
      insiders: answerOf(insiders, 'the largest trades of insiders') || null,
      congress: answerOf(congress, 'the largest trades of members of Congress') || null,
      notice: NOTICE,
    }
  }

  return {
    getLargest,
    async getTrades({ ticker: typed }) {
      const ticker = parseTicker(typed)
      if (ticker === undefined) {
        throw new InvalidInputError(
          'invalid-ticker',
          'A ticker has 1 to 15 letters, digits or the signs . - ^ =',
        )
      }
      const parts = listTradesOf(ticker, { today: newYorkDay(clock.now()) })
      const [insiders, congress] = await Promise.allSettled([parts.insiders, parts.congress])
      const answer: TradesResponse = {
        ticker,
        insiders: answerOf(insiders, 'the trades of insiders'),
        congress: answerOf(congress, 'the trades of members of Congress'),
        meta: { notice: NOTICE },
      }
      if (answer.insiders !== null || answer.congress !== null) return answer
      throw new AppError(
        'not-ready',
        'The records of trades cannot be read at the moment. Please try again.',
        {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        },
      )
    },
  }
}

/** @returns a function that lists the trades of a ticker; the two parts load concurrently and fail independently
 *  @throws AppError 'not-ready' if too many requests are queued */
function createTradeList(db: Database) {
  const insidersOf = createKeptParts<InsiderTrades>()
  const congressOf = createKeptParts<CongressTrades>()
  const asking = createOnce<ReadingsOf>()
  const keptInsiders = createKept<CommonInsiderParts>()
  const keptCongress = createKept<CommonCongressParts>()
  const keptMatcher = createKept<MemberMatcher>()

  async function listInsiders(ticker: string, today: string, readingsOf: ReadingsOf): Promise<InsiderTrades> {
    const version = versionOf(today, readingsOf, ['insiders'])
    return insidersOf(`${version} ${ticker}`, () => readInsiders(ticker, today, { readingsOf, version }))
  }

  async function readInsiders(
    ticker: string,
    today: string,
    { readingsOf, version }: Readings,
  ): Promise<InsiderTrades> {
    const common = await keptInsiders(version, () =>
      readCommonInsiderParts(db, today, readingsOf('insiders')),
    )
    const { window, daysUnread, coverage } = common
    if (window === null) {
      const leftOut = { doubtful: 0, unpriced: 0, noTrades: 0, corrections: 0 }
      return { window, trades: [], total: 0, sums: sumInsiderTrades([]), leftOut, daysUnread, coverage }
    }
    const filings = await listFilingsOf(db, listTickerForms(ticker), {
      filedFrom: addDays(window.from, -CORRECTION_DAYS),
      filedTo: window.to,
    })
    const { trades, leftOut } = arrangeInsiderTrades(filings, window)
    return {
      window,
      trades: trades.slice(0, MOST_TRADES),
      total: trades.length,
      sums: sumInsiderTrades(trades),
      leftOut,
      daysUnread,
      coverage,
    }
  }

  async function listCongress(
    ticker: string,
    today: string,
    readingsOf: ReadingsOf,
  ): Promise<CongressTrades> {
    const version = versionOf(today, readingsOf, CONGRESS_SOURCES)
    return congressOf(`${version} ${ticker}`, () => readCongress(ticker, today, { readingsOf, version }))
  }

  async function readCongress(
    ticker: string,
    today: string,
    { readingsOf, version }: Readings,
  ): Promise<CongressTrades> {
    const { window, coverage } = await keptCongress(version, () =>
      readCommonCongressParts(db, today, readingsOf),
    )
    const matchMember = await keptMatcher(versionOf(today, readingsOf, ['members']), () =>
      readMemberMatcher(db),
    )
    const { trades, leftOut } = window === null ? NOTHING : await listRows(ticker, window, matchMember)
    return {
      window,
      trades: trades.slice(0, MOST_TRADES),
      total: trades.length,
      sums: sumCongressTrades(trades),
      leftOut,
      coverage: [...coverage],
    }
  }

  async function listRows(
    ticker: string,
    window: { from: string; to: string },
    matchMember: MemberMatcher,
  ): Promise<TickerRows> {
    const rows = await listCongressTrades(db, {
      filedFrom: window.from,
      filedTo: window.to,
      tickers: listTickerForms(ticker),
      matchMember,
    })
    // The rows include those of other companies that are needed to apply corrections.
    return arrangeCongressTrades(rows, window).get(normaliseTicker(ticker)) ?? NOTHING
  }

  return (typed: string, { today }: { today: string }) => {
    const ticker = normaliseTicker(typed)
    const readings = asking.run('readings', () => findReadings(db, ['insiders', ...CONGRESS_SOURCES]))
    return {
      insiders: readings.then((readingsOf) => listInsiders(ticker, today, readingsOf)),
      congress: readings.then((readingsOf) => listCongress(ticker, today, readingsOf)),
    }
  }
}

type ReadingsOf = (source: string) => SourceReadings

interface Readings {
  readonly readingsOf: ReadingsOf
  readonly version: string
}

/** Includes the list of members, which tells whose reports they are. */
const CONGRESS_SOURCES = ['house', 'senate', 'members']

/** A cache key that changes when one of these sources is collected again. */
function versionOf(today: string, readingsOf: ReadingsOf, sources: readonly string[]): string {
  const runs = sources.map(readingsOf).map(({ newestRunId, readAt }) => `${newestRunId} ${readAt}`)
  return [today, ...runs].join(' ')
}

const NOTHING: TickerRows = { trades: [], leftOut: { doubtful: 0, corrections: 0 } }

type CommonInsiderParts = Pick<InsiderTrades, 'window' | 'daysUnread' | 'coverage'>

async function readCommonInsiderParts(
  db: Database,
  today: string,
  { state, readAt }: SourceReadings,
): Promise<CommonInsiderParts> {
  const days = await readInsiderDays(db, today)
  if (days === undefined) {
    const coverage = { source: EDGAR, state, since: null, readTo: null, readAt, unread: 0 }
    return { window: null, daysUnread: 0, coverage }
  }
  const window = windowUpTo(days.last)
  const since = days.first > window.from ? days.first : window.from
  const unread = await countUnreadFilings(db, { filedFrom: window.from, filedTo: window.to })
  return {
    window,
    daysUnread: days.listMissing(since).length,
    coverage: { source: EDGAR, state, since: days.first, readTo: days.last, readAt, unread },
  }
}

type CommonCongressParts = Pick<CongressTrades, 'window' | 'coverage'>

async function readCommonCongressParts(
  db: Database,
  today: string,
  readingsOf: (source: string) => SourceReadings,
): Promise<CommonCongressParts> {
  const newest = newestOf(CHAMBERS.map(({ chamber }) => readingsOf(chamber).readTo))
  const window = newest === undefined ? null : windowUpTo(newest < today ? newest : today)
  const days = { filedFrom: window?.from ?? today, filedTo: window?.to ?? today }
  const reportsOf = await countCongressReports(db, days)
  const coverage = CHAMBERS.map(({ chamber, source }) => {
    const { state, readTo, readAt } = readingsOf(chamber)
    const { since, unread } = reportsOf(chamber)
    return { chamber, source, state, since, readTo, readAt, unread }
  })
  return { window, coverage }
}

const newestOf = (days: readonly (string | null)[]) =>
  days
    .filter((day) => day !== null)
    .toSorted()
    .at(-1)

/** The twelve months up to the last day that was read; nothing is known after it. */
function windowUpTo(to: string): { from: string; to: string } {
  return { from: addMonths(to, -WINDOW_MONTHS), to }
}
