import { listDays, utcDay, weekdayOf, newYorkDay } from '../../lib/dates.ts'
import type { FoundAsset } from '../../../shared/market-contract.ts'
import type { Clock } from '../../lib/clock.ts'
import { SourceError } from '../../lib/errors.ts'
import { SAMPLE_SECURITIES, type SampleSecurity } from './sample-facts.ts'
import type { Asset, AssetFinder, DailyClose, MarketProvider, RelatedSheet } from './provider.ts'
import { createRanking } from './rank-matches.ts'

const SAMPLE = 'Sample data'
const RETRY_AFTER_SECONDS = 60
const FIRST_DAY = '2016-01-04'
const YEAR_OF_SESSIONS = 252
const YEAR_OF_DAYS = 365

/** Embedded data for a first look without a network: facts that were true on the day they name, prices generated from a seed.
 *  Any other ticker is a SourceError: that it is missing here does not mean that it does not exist. */
export function createSampleProvider(deps: { clock: Clock; siteUrl: string }): Required<MarketProvider> {
  const generated = new Map<string, { day: string; closes: DailyClose[] }>()

  /** Generates ten years once a day, not for each reader. */
  function closesOf(sample: SampleSecurity): DailyClose[] {
    const now = deps.clock.now()
    const day = utcDay(now)
    const key = `${sample.kind} ${sample.ticker}`
    const kept = generated.get(key)
    if (kept?.day === day) return kept.closes
    const closes = generateCloses(sample, now)
    generated.set(key, { day, closes })
    return closes
  }

  return {
    id: 'sample',
    name: SAMPLE,
    republishable: false,
    knowsEveryAsset: false,
    // Generated prices have no splits.
    tellsSplits: true,
    covers: isSampleAsset,
    pageUrl: () => deps.siteUrl,

    async getPrices(asset, period) {
      const sample = getSample(asset)
      const from = utcDay(period.from)
      const to = utcDay(period.to)
      const closes = closesOf(sample).filter(({ date }) => date >= from && date <= to)
      const newest = closes.at(-1)
      if (!newest) throw new SourceError(SAMPLE, 'The sample data have no prices for this span of time.')
      return {
        closes,
        splits: [],
        currency: 'USD',
        name: sample.profile.name,
        exchange: sample.profile.exchange,
        type: sample.type,
        asOf: closeOf(newest.date),
      }
    },

    getDay: () => Promise.resolve({ prices: [], lacking: 'not-given' }),

    async getProfile(asset) {
      return getSample(asset).profile
    },

    async getStats(asset) {
      const sample = getSample(asset)
      const closes = closesOf(sample)
      const newest = closes.at(-1)
      if (!newest) return { stats: {} }
      const year = closes
        .slice(sample.kind === 'crypto' ? -YEAR_OF_DAYS : -YEAR_OF_SESSIONS)
        .map(({ close }) => close)
      return {
        stats: {
          previousClose: closes.at(-2)?.close ?? newest.close,
          fiftyTwoWeekLow: Math.min(...year),
          fiftyTwoWeekHigh: Math.max(...year),
          fiftyDayAverage: mean(year.slice(-50)),
          twoHundredDayAverage: mean(year.slice(-200)),
          currency: 'USD',
        },
        currency: 'USD',
        asOf: closeOf(newest.date),
      }
    },

    async getRelated(asset) {
      const own = getSample(asset)
      const others = SAMPLE_SECURITIES.filter((sample) => sample.kind === own.kind && sample !== own)
      const newest = closesOf(own).at(-1)
      return {
        quotes: others
          .map((sample) => quoteOf(sample, closesOf(sample)))
          .filter((quote) => quote !== undefined),
        asOf: newest && closeOf(newest.date),
      }
    },
  }
}

/** Finds assets among the samples. */
export function createSampleFinder(deps: { siteUrl: string }): AssetFinder {
  const rank = createRanking(SAMPLE_SECURITIES, ({ ticker, profile: { name } }) => ({ ticker, name }))
  return {
    id: 'sample',
    name: SAMPLE,
    url: deps.siteUrl,
    async findAssets(text) {
      const { sure, mistyped } = rank(text)
      return [...sure, ...mistyped].map(describeFound)
    },
  }
}

function describeFound({ kind, ticker, type, profile }: SampleSecurity): FoundAsset {
  const found: FoundAsset = { ticker, name: profile.name, kind, type }
  return profile.exchange === undefined ? found : { ...found, exchange: profile.exchange }
}

function isSampleAsset(asset: Asset): boolean {
  return findSample(asset) !== undefined
}

function findSample(asset: Asset): SampleSecurity | undefined {
  return SAMPLE_SECURITIES.find(({ kind, ticker }) => kind === asset.kind && ticker === asset.ticker)
}

function getSample(asset: Asset): SampleSecurity {
  const sample = findSample(asset)
  if (sample) return sample
  const tickers = SAMPLE_SECURITIES.map(({ ticker }) => ticker).join(', ')
  throw new SourceError(
    SAMPLE,
    `No live source of market data answers, and the sample data hold only ${tickers}. Try one of these.`,
    { code: 'sample-only', retryAfterSeconds: RETRY_AFTER_SECONDS },
  )
}

/** Generates the same price for a day at any time. */
function generateCloses(sample: SampleSecurity, now: Date): DailyClose[] {
  const random = createRandom(seedOf(sample.ticker))
  const closes: DailyClose[] = []
  let price = sample.startPrice
  for (const [index, date] of listDays(FIRST_DAY, lastStartedDay(sample, now)).entries()) {
    const weekday = (weekdayOf(FIRST_DAY) + index) % 7
    if (sample.kind === 'stock' && (weekday === 0 || weekday === 6)) continue
    // The sum of twelve uniform numbers is close to normal; a small drift keeps the walk from dying out.
    const deviate = Array.from({ length: 12 }, random).reduce((sum, value) => sum + value, -6)
    price *= Math.exp(0.0002 + sample.dailyVolatility * deviate - sample.dailyVolatility ** 2 / 2)
    const close = Math.max(0.01, Math.round(price * 100) / 100)
    closes.push({ date, close, adjustedClose: close })
  }
  return closes
}

/** @returns the newest calendar day: in New York for stocks, in UTC for coins */
function lastStartedDay(sample: SampleSecurity, now: Date): string {
  return sample.kind === 'stock' ? newYorkDay(now) : utcDay(now)
}

function quoteOf(
  sample: SampleSecurity,
  closes: readonly DailyClose[],
): RelatedSheet['quotes'][number] | undefined {
  const [previous, newest] = closes.slice(-2)
  if (!previous || !newest) return undefined
  return {
    kind: sample.kind,
    ticker: sample.ticker,
    name: sample.profile.name,
    price: newest.close,
    changePercent: (newest.close / previous.close - 1) * 100,
    currency: 'USD',
  }
}

function closeOf(date: string): string {
  return `${date}T00:00:00.000Z`
}

function mean(values: readonly number[]): number {
  return Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 100) / 100
}

/** FNV-1a, 32 bits. */
function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

/** Mulberry32: uniform in [0, 1), the same sequence for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
