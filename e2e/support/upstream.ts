import {
  chartBody,
  startFakeYahoo,
  summaryBody,
  type FakeHandler,
  type FakeYahoo,
} from '../../server/market/testing/fake-yahoo.ts'

const DAY_SECONDS = 86_400
/** Longer than the 300 characters that are shown at once; the last sentence end among them is that of the third sentence. */
export const ABOUT = {
  start:
    'Riser Corporation bakes bread for working people. It was founded in a garage in Ohio by two sisters and a borrowed oven. Today it runs four bakeries.',
  rest: ' Its loaves are sold at factory gates, on railway platforms and in canteens from the lakes to the gulf, and its vans are known by the red pail that is painted on each of their doors, since 1952 by the same family of sign painters.',
}

/** A source of market data on a port of this machine. RISE rises, FALL falls, BTC-USD is a coin; any other symbol is
 *  unknown to it. While `isDown` it answers nothing but 503. */
export interface Upstream {
  readonly url: string
  readonly yahoo: FakeYahoo
  isDown: boolean
  close(): void
}

export async function startUpstream(): Promise<Upstream> {
  const yahoo = await startFakeYahoo()
  const upstream: Upstream = {
    url: yahoo.baseUrl,
    yahoo,
    isDown: false,
    close: () => yahoo.close(),
  }
  const answer = (path: string, handler: FakeHandler) =>
    yahoo.handlers.set(path, (url, request) =>
      upstream.isDown ? { status: 503, body: '' } : handler(url, request),
    )
  answer('/chart/RISE', (url) => ({ body: dailyChart(url, { symbol: 'RISE', from: 100, to: 200 }) }))
  answer('/chart/FALL', (url) => ({ body: dailyChart(url, { symbol: 'FALL', from: 200, to: 100 }) }))
  answer('/chart/LATE', (url) => ({ body: dailyChart(url, { symbol: 'LATE', from: 10, to: 11 }) }))
  answer('/chart/BTC-USD', (url) => ({
    body: dailyChart(url, { symbol: 'BTC-USD', from: 60_000, to: 90_000, isCoin: true }),
  }))
  answer('/quoteSummary/RISE', () => ({ body: summaryBody(RISE_SUMMARY) }))
  for (const symbol of ['FALL', 'LATE']) {
    answer(`/quoteSummary/${symbol}`, () => ({
      body: summaryBody({ summaryDetail: { trailingPE: 9, currency: 'USD' } }),
    }))
  }
  answer('/quoteSummary/BTC-USD', () => ({
    body: summaryBody({
      price: { longName: 'Bitcoin USD', currency: 'USD' },
      assetProfile: { description: 'A coin.' },
      summaryDetail: { marketCap: 1_800_000_000_000, currency: 'USD' },
    }),
  }))
  answer('/recommendationsbysymbol/', () => ({
    body: {
      finance: { result: [{ recommendedSymbols: RELATED.map(({ symbol }) => ({ symbol })) }], error: null },
    },
  }))
  answer('/v7/finance/quote', () => ({ body: { quoteResponse: { result: RELATED, error: null } } }))
  return upstream
}

const RISE_SUMMARY = {
  assetProfile: {
    longBusinessSummary: ABOUT.start + ABOUT.rest,
    website: 'https://www.riser.example',
    city: 'Toledo',
    state: 'OH',
    country: 'United States',
    fullTimeEmployees: 12_345,
    companyOfficers: [{ name: 'Ms. Rosa Riser', title: 'Chief Executive Officer' }],
  },
  price: { longName: 'Riser Corporation', exchangeName: 'NasdaqGS', currency: 'USD' },
  summaryDetail: { trailingPE: 38.914, marketCap: 3_456_789_012, currency: 'USD' },
  defaultKeyStatistics: { trailingEps: 1.25, floatShares: 15_091_184 },
  financialData: { ebitda: 134_661_000, financialCurrency: 'USD' },
}

/** Ten, of which the eight with the highest change are shown: FALL +9 to REL2 +2. */
const RELATED = Array.from({ length: 10 }, (_value, index) => ({
  symbol: index === 9 ? 'FALL' : `REL${index}`,
  longName: index === 9 ? 'Faller Incorporated' : `Relative ${index} Limited`,
  quoteType: 'EQUITY',
  currency: 'USD',
  regularMarketPrice: 50 + index,
  regularMarketChangePercent: index === 2 ? -0.5 : index,
  regularMarketTime: 1_795_122_000,
}))

/** A close for each day of the span that is asked for: weekdays alone, unless it is a coin's. */
function dailyChart(
  url: URL,
  { symbol, from, to, isCoin = false }: { symbol: string; from: number; to: number; isCoin?: boolean },
): unknown {
  const [start, end] = ['period1', 'period2'].map((name) => Number(url.searchParams.get(name))) as [
    number,
    number,
  ]
  const oldest = Math.max(start, end - 800 * DAY_SECONDS)
  const days = Array.from({ length: Math.floor((end - oldest) / DAY_SECONDS) }, (_value, index) => {
    const midnight = Math.floor(oldest / DAY_SECONDS) * DAY_SECONDS
    return midnight + index * DAY_SECONDS + 15 * 3_600
  }).filter((seconds) => isCoin || ![0, 6].includes(new Date(seconds * 1_000).getUTCDay()))
  const close = days.map((_day, index) => {
    const trend = from + ((to - from) * index) / Math.max(1, days.length - 1)
    return Number((trend + Math.sin(index / 9) * Math.abs(to - from) * 0.04).toFixed(2))
  })
  // The ends stay where they were meant to be, whatever the wave does.
  if (close.length > 1) [close[0], close[close.length - 1]] = [from, to]
  const names: Record<string, string> = {
    RISE: 'Riser Corporation',
    FALL: 'Faller Incorporated',
    LATE: 'Late Company',
    'BTC-USD': 'Bitcoin USD',
  }
  return chartBody({
    timestamp: days,
    close,
    meta: {
      symbol,
      longName: names[symbol],
      instrumentType: isCoin ? 'CRYPTOCURRENCY' : 'EQUITY',
      regularMarketTime: days.at(-1),
    },
  })
}
