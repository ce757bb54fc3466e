import type {
  DayResponse,
  Meta,
  RelatedResponse,
  SearchResponse,
  StatsResponse,
  StockResponse,
} from '../../../../shared/market-contract.ts'
import type {
  CongressTradeEntry,
  CongressTrades,
  InsiderTrade,
  InsiderTrades,
  RecordCoverage,
  TradesResponse,
} from '../../../../shared/trades-contract.ts'
import { addDays } from '../../../../shared/dates.ts'
import type { Overview } from '../../../../shared/overview-contract.ts'
import type { ErrorCode } from '../../../../shared/problem-contract.ts'
import type { Answer, ApiClient, PageApi } from '../../../lib/api-client.ts'
import { createSite } from '../../../testing/render.tsx'

function createMeta(changes: Partial<Meta> = {}): Meta {
  return {
    kind: 'stock',
    source: { name: 'Yahoo Finance', url: 'https://finance.yahoo.com/quote/AAPL' },
    asOf: '2026-11-20T21:00:01.000Z',
    retrievedAt: '2026-11-20T21:15:00.000Z',
    currency: 'USD',
    delayed: false,
    stale: false,
    sample: false,
    republishable: false,
    ...changes,
  }
}

/** One close a day from 2026-11-02, or on the given days. */
export function createStock(
  changes: {
    ticker?: string
    prices?: number[]
    dates?: string[]
    info?: Partial<StockResponse['info']>
    meta?: Partial<StockResponse['meta']>
  } = {},
): StockResponse {
  const { ticker = 'AAPL', prices = [100, 90, 120], info, meta } = changes
  return {
    ticker,
    dates: changes.dates ?? prices.map((_, index) => addDays('2026-11-02', index)),
    prices,
    info: { 'Company Name': 'Apple Inc.', Ticker: ticker, ...info },
    meta: {
      ...createMeta(),
      range: '1Y',
      profileAvailable: true,
      suspectDays: [],
      coversRange: true,
      ...meta,
    },
  }
}

/** A session in New York: one price every five minutes from 9:35, after a close of 100. */
export function createDay(
  changes: Partial<Pick<DayResponse, 'times' | 'prices'>> & {
    meta?: Partial<DayResponse['meta']>
    day?: Partial<NonNullable<DayResponse['meta']['day']>>
  } = {},
): DayResponse {
  const { prices = [101, 99, 102], meta, day } = changes
  const opened = Date.parse('2026-11-20T14:35:00.000Z')
  return {
    ticker: 'AAPL',
    times: changes.times ?? prices.map((_, index) => new Date(opened + index * 300_000).toISOString()),
    prices,
    meta: {
      ...createMeta(),
      suspectTimes: [],
      ...(prices.length === 0
        ? { lacking: 'not-given' }
        : {
            day: {
              date: '2026-11-20',
              isToday: true,
              zone: { name: 'EST', offsetMinutes: -300 },
              previousClose: 100,
              ...day,
            },
          }),
      ...meta,
    },
  }
}

export function createStats(
  stats: StatsResponse['stats'] = { trailingPE: 38.91 },
  meta: Partial<Meta> = {},
): StatsResponse {
  return { stats, meta: createMeta(meta) }
}

export function createRelated(related: RelatedResponse['related'] = []): RelatedResponse {
  return { related, meta: createMeta() }
}

export function createSearch(results: SearchResponse['results'] = []): SearchResponse {
  const { source, retrievedAt, stale, sample } = createMeta()
  return { results, meta: { sources: [source], retrievedAt, stale, sample } }
}

const WINDOW = { from: '2025-11-20', to: '2026-11-20' }

function createCoverage(name: string, changes: Partial<RecordCoverage> = {}): RecordCoverage {
  return {
    source: { name, url: `https://records.example/${name.replaceAll(' ', '-')}` },
    state: 'current',
    since: '2026-01-05',
    readTo: '2026-11-20',
    readAt: '2026-11-20T23:00:00.000Z',
    unread: 0,
    ...changes,
  }
}

/** Records that were read completely, in which nobody traded. */
export function createInsiders(
  changes: Partial<Omit<InsiderTrades, 'coverage'>> & { coverage?: Partial<RecordCoverage> } = {},
): InsiderTrades {
  const { coverage, trades = [], ...more } = changes
  return {
    window: WINDOW,
    trades,
    total: trades.length,
    sums: { buyers: 0, bought: 0, sellers: 0, sold: 0, soldByPlan: 0, apart: 0 },
    leftOut: { doubtful: 0, unpriced: 0, noTrades: 0, corrections: 0, otherTickers: 0, otherCompanies: 0 },
    daysUnread: 0,
    coverage: createCoverage('SEC EDGAR', coverage),
    ...more,
  }
}

/** Records that were read completely, in which nobody traded. */
export function createCongress(
  changes: Partial<Omit<CongressTrades, 'coverage'>> & {
    house?: Partial<RecordCoverage>
    senate?: Partial<RecordCoverage>
  } = {},
): CongressTrades {
  const { house, senate, trades = [], ...more } = changes
  return {
    window: WINDOW,
    trades,
    total: trades.length,
    sums: { trades: 0, members: 0, buyers: 0, sellers: 0, late: 0, unknownLag: 0 },
    leftOut: { doubtful: 0, corrections: 0, repeats: 0, coins: 0 },
    coverage: [
      { ...createCoverage('Clerk of the House', house), chamber: 'house' },
      { ...createCoverage('Secretary of the Senate', senate), chamber: 'senate' },
    ],
    ...more,
  }
}

/** A director bought 1,500 shares at $10 on two days. */
export function anInsiderTrade(changes: Partial<InsiderTrade> = {}): InsiderTrade {
  return {
    owners: [{ name: 'Jane Doe', role: 'director' }],
    side: 'buy',
    via: null,
    ownership: 'direct',
    isUnasked: false,
    security: 'Common Stock',
    shares: 1500,
    averagePrice: 10,
    value: 15_000,
    tradedFrom: '2026-11-16',
    tradedTo: '2026-11-17',
    filedOn: '2026-11-18',
    correctedOn: null,
    lagBusinessDays: 2,
    isLate: false,
    isVeryLarge: false,
    farFromClose: null,
    plan: 'unknown',
    url: 'https://www.sec.gov/Archives/edgar/data/42/1-index.htm',
    ...changes,
  }
}

/** A member of the House sold shares, on time. */
export function aCongressTrade(changes: Partial<CongressTradeEntry> = {}): CongressTradeEntry {
  const { lagDays = 28 } = changes
  return {
    member: 'John Roe',
    party: 'Purple',
    state: 'ZZ',
    chamber: 'house',
    owner: 'self',
    type: 'sale',
    asset: 'Apple Inc. (AAPL)',
    isShares: true,
    isOtherCompany: false,
    isManaged: false,
    isTrust: false,
    entity: null,
    low: 1001,
    high: 15_000,
    tradedOn: '2026-10-05',
    filedOn: '2026-11-02',
    isCorrection: false,
    lagDays,
    publicDays: lagDays,
    isLate: false,
    url: 'https://reports.example/1',
    ...changes,
  }
}

export const NOTICE = 'By law (5 U.S.C. 13107) nobody may use these reports for this and that.'

export function createTrades(changes: Partial<TradesResponse> = {}): TradesResponse {
  return {
    ticker: 'AAPL',
    insiders: createInsiders(),
    congress: createCongress(),
    meta: { notice: NOTICE },
    ...changes,
  }
}

/** A week about which nothing is known. */
export function createOverview(changes: Partial<Overview> = {}): Overview {
  return { kind: 'stock', markets: [], trades: null, lookedUp: [], ...changes }
}

export function answer<Data>(data: Data): Promise<Answer<Data>> {
  return Promise.resolve({ ok: true, data })
}

export function failure(status: number, code: ErrorCode): Promise<Answer<never>> {
  return Promise.resolve({ ok: false, status, code, detail: '' })
}

const noEdition = () => Promise.reject(new Error('a ticker’s screen asks for no edition'))

/** What a page asks while it is rendered, and in the browser. */
export type TestApi = ApiClient & PageApi

/** An API that knows every ticker, with no related ones. */
export function createApi(changes: Partial<TestApi> = {}): TestApi {
  return {
    getSite: () => Promise.resolve(createSite()),
    getStock: ({ kind, ticker, range }) => answer(createStock({ ticker, meta: { kind, range } })),
    getDay: () => answer(createDay()),
    getStats: () => answer(createStats()),
    getRelated: () => answer(createRelated()),
    getTrades: ({ ticker }) => answer(createTrades({ ticker })),
    getOverview: ({ kind }) => answer(createOverview({ kind })),
    getQuotes: () => answer({ quotes: [] }),
    searchAssets: () => answer(createSearch()),
    listEditions: () => answer({ editions: [], nextBefore: null, nextDue: '2026-11-23', total: 0 }),
    getEdition: noEdition,
    getEditionFigures: noEdition,
    listCorrections: noEdition,
    ...changes,
  }
}
