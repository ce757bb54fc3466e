import { sql, type Selectable } from 'kysely'

import { parseTicker } from '../../../shared/asset-address.ts'
import type { LargestTrades } from '../../../shared/overview-contract.ts'
import type {
  CongressTrades,
  InsiderTrades,
  RecordCoverage,
  TradesResponse,
  TradesWindow,
} from '../../../shared/trades-contract.ts'
import type { Database, Tables } from '../../db/database.ts'
import type { Clock } from '../../lib/clock.ts'
import { newYorkDay } from '../../lib/dates.ts'
import { AppError, InvalidInputError } from '../../lib/errors.ts'
import type { Logger } from '../../lib/logger.ts'
import { createKept } from '../../lib/once.ts'
import { readMemberMatcher } from '../congress/congress-trades.ts'
import type { MemberMatcher } from '../congress/match-member.ts'
import { normaliseTicker } from '../names/present-names.ts'
import type { FindCompany } from './filings-of-company.ts'
import {
  createLargestInsiderTrades,
  listLargestCongressTrades,
  readWeekOfInsiders,
  type WeekOfInsiders,
} from './largest-trades.ts'
import { readCommonInsiderParts, type CommonInsiderParts } from './insider-coverage.ts'
import type { FindKeptCloses } from './kept-closes.ts'
import { createKeptParts } from './kept-parts.ts'
import {
  newestOf,
  readCommonCongressParts,
  readCongressTrades,
  type CommonCongressParts,
} from './trades-of-ticker-congress.ts'
import { readInsiderTrades } from './trades-of-ticker-insiders.ts'

const RETRY_AFTER_SECONDS = 30

/** 5 U.S.C. 13107(c) in plain words. */
const NOTICE =
  'By law (5 U.S.C. 13107) nobody may obtain or use these reports for an unlawful purpose; for a commercial purpose, other than by news and communications media for dissemination to the general public; to determine a credit rating; or to solicit money for a political, charitable or other purpose.'

/** Trades of insiders and members of Congress from public records. */
export interface TradeRecords {
  /** @param query.ticker  as typed
   *  @param query.window  twelve months if left out
   *  @throws InvalidInputError 'invalid-ticker'; AppError 'not-ready' if no records can be read at the moment,
   *    'too-many-requests' if the client had too many read */
  getTrades(query: { ticker: string; window?: TradesWindow | undefined }): Promise<TradesResponse>
  /** The largest trades reported in the last seven days that were read, over all companies. */
  getLargest(): Promise<LargestTrades>
}

export interface TradeRecordsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly findCompany: FindCompany
  readonly findKeptCloses: FindKeptCloses
}

/** Reads the stored records. Caches what is common to all tickers until a source is collected again, and recently requested
 *  tickers. */
export function createTradeRecords(deps: TradeRecordsDeps): TradeRecords {
  const { db, clock, logger, findCompany } = deps
  const chooseLargestInsiderTrades = createLargestInsiderTrades(deps)
  const listTradesOf = createTradeList(deps)
  const keptInsiders = createKept<WeekOfInsiders>()
  const keptCongress = createKept<LargestTrades['congress']>()

  function answerOf<Part>(settled: PromiseSettledResult<Part>, what: string): Part | null {
    if (settled.status === 'fulfilled') return settled.value
    // The records are fine: the queue was full, or the client had too many read.
    if (settled.reason instanceof AppError) throw settled.reason
    logger.error({ err: settled.reason as unknown }, `${what} could not be read`)
    return null
  }

  async function chooseInsiders(to: string, version: string) {
    const week = await keptInsiders(version, () => readWeekOfInsiders(db, to))
    return chooseLargestInsiderTrades(version, week)
  }

  async function getLargest(): Promise<LargestTrades> {
    const readingsOf = await findReadings(db, ['insiders', ...CONGRESS_SOURCES])
    const insidersTo = readingsOf('insiders').readTo
    const congressTo = newestOf(['house', 'senate'].map((chamber) => readingsOf(chamber).readTo))
    const [insiders, congress] = await Promise.allSettled([
      insidersTo && chooseInsiders(insidersTo, versionOf(insidersTo, readingsOf, ['insiders'])),
      congressTo &&
        keptCongress(versionOf(congressTo, readingsOf, CONGRESS_SOURCES), () =>
          listLargestCongressTrades(db, congressTo, findCompany),
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
    async getTrades({ ticker: typed, window = 'year' }) {
      const ticker = parseTicker(typed)
      if (ticker === undefined) {
        throw new InvalidInputError('A ticker has 1 to 15 letters, digits or the signs . - ^ =', {
          code: 'invalid-ticker',
        })
      }
      const parts = listTradesOf(ticker, { today: newYorkDay(clock.now()), wanted: window })
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
 *  @throws AppError 'not-ready' if too many requests are queued, 'too-many-requests' if the client had too many read */
function createTradeList({ db, clock, findCompany, findKeptCloses }: TradeRecordsDeps) {
  const insidersOf = createKeptParts<InsiderTrades>()
  const congressOf = createKeptParts<CongressTrades>()
  const keptReadings = createKept<ReadingsOf>()
  const keptInsiders = createKeptByWindow<CommonInsiderParts>()
  const keptCongress = createKeptByWindow<CommonCongressParts>()
  const keptMatcher = createKept<MemberMatcher>()

  async function listInsiders(
    ticker: string,
    days: WantedDays,
    readingsOf: ReadingsOf,
  ): Promise<InsiderTrades> {
    const { today, wanted } = days
    const version = versionOf(today, readingsOf, ['insiders'])
    const listed = ticker.replace('.', '-')
    const [company, closes] = await Promise.all([
      findCompany(listed),
      findKeptCloses(listed, { mayWait: true }),
    ])
    const known = `${closes?.sourceName} ${closes?.closes.at(-1)?.date}`
    const issuer = `${company?.cik} ${company?.tickers?.join(',')}`
    return insidersOf(`${version} ${wanted} ${ticker} ${issuer} ${known}`, async () => {
      const common = await keptInsiders[wanted](version, () =>
        readCommonInsiderParts(db, days, readingsOf('insiders')),
      )
      return readInsiderTrades(db, { ticker, company, closes }, common)
    })
  }

  async function listCongress(
    ticker: string,
    days: WantedDays,
    readingsOf: ReadingsOf,
  ): Promise<CongressTrades> {
    const { today, wanted } = days
    const version = versionOf(today, readingsOf, CONGRESS_SOURCES)
    const company = await findCompany(ticker.replace('.', '-'))
    return congressOf(`${version} ${wanted} ${ticker} ${company?.cik}`, async () => {
      const common = await keptCongress[wanted](version, () => readCommonCongressParts(db, days, readingsOf))
      const matchMember = await keptMatcher(versionOf(today, readingsOf, ['members']), () =>
        readMemberMatcher(db),
      )
      return readCongressTrades(db, { ticker, company }, common, matchMember)
    })
  }

  return (typed: string, days: WantedDays) => {
    const ticker = normaliseTicker(typed)
    // All pages made within one second share one lookup.
    const second = Math.floor(clock.now().getTime() / 1_000)
    const readings = keptReadings(String(second), () => findReadings(db, ['insiders', ...CONGRESS_SOURCES]))
    return {
      insiders: readings.then((readingsOf) => listInsiders(ticker, days, readingsOf)),
      congress: readings.then((readingsOf) => listCongress(ticker, days, readingsOf)),
    }
  }
}

interface WantedDays {
  readonly today: string
  readonly wanted: TradesWindow
}

const createKeptByWindow = <Parts>() => ({ year: createKept<Parts>(), all: createKept<Parts>() })

type ReadingsOf = (source: string) => SourceReadings

/** The sources of reports, and the list of members, which tells whose reports they are. */
const CONGRESS_SOURCES = ['house', 'senate', 'members']

/** A cache key that changes when one of these sources is collected again. */
function versionOf(today: string, readingsOf: ReadingsOf, sources: readonly string[]): string {
  const runs = sources.map(readingsOf).map(({ newestRunId, readAt }) => `${newestRunId} ${readAt}`)
  return [today, ...runs].join(' ')
}

/** The state of one source's runs. */
export interface SourceReadings {
  readonly state: RecordCoverage['state']
  /** The last day that was read; null if none was. */
  readonly readTo: string | null
  readonly readAt: string | null
  /** Changes with each finished run. */
  readonly newestRunId: string
}

const NEVER: SourceReadings = { state: 'never', readTo: null, readAt: null, newestRunId: 'none' }

/** Finds the finished runs of these sources.
 *  @param sources  ids as in collect_run: 'insiders' */
async function findReadings(
  db: Database,
  sources: readonly string[],
): Promise<(source: string) => SourceReadings> {
  const wanted = sql`source in (${sql.join(sources)})`
  const { rows } = await sql<{
    source: string
    id: string
    outcome: Selectable<Tables['collect_run']>['outcome']
    isEmptyHanded: boolean
    readTo: string | null
    readAt: Date | null
  }>`
    select distinct on (source) source, id, outcome, listed > 0 and read = 0 as "isEmptyHanded", "readTo", "readAt"
    from collect_run left join (
      select source, max(as_of) as "readTo", max(finished_at) as "readAt" from collect_run
      where ${wanted} and outcome in ('complete', 'partial') and (listed = 0 or read > 0) group by source
    ) as usable using (source)
    where ${wanted} and outcome is not null
    order by source, started_at desc, id desc`.execute(db)
  const runs = new Map(rows.map((run) => [run.source, run]))
  return (source) => {
    const run = runs.get(source)
    if (!run) return NEVER
    return {
      state: stateOf(run.outcome, run.isEmptyHanded),
      readTo: run.readTo,
      readAt: run.readAt?.toISOString() ?? null,
      newestRunId: run.id,
    }
  }
}

function stateOf(
  outcome: Selectable<Tables['collect_run']>['outcome'],
  isEmptyHanded: boolean,
): RecordCoverage['state'] {
  if (outcome === 'off') return 'off'
  if (outcome === 'complete') return 'current'
  return outcome === 'partial' && !isEmptyHanded ? 'partial' : 'failing'
}
