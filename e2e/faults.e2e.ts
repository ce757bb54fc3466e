import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { createFakeClock } from '../server/market/testing/fake-clock.ts'
import { openBrowser } from './support/browser.ts'
import { prepareOwnSites } from './support/own-site.ts'
import { chartIsLive, visitPage } from './support/screen.ts'
import { FAULTS, startUpstream, type Fault, type Part } from './support/upstream.ts'

const HOUR_MS = 3_600_000
/** Longer than the time for which a failed source is left alone. */
const PAUSE_MS = 11_000

let sites: Awaited<ReturnType<typeof prepareOwnSites>>
beforeAll(async () => {
  sites = await prepareOwnSites()
})
afterAll(async () => sites?.close())

const STOCK = {
  page: '/stocks/RISE',
  prices: '/api/stocks/RISE',
  stats: '/api/stats/RISE',
  related: '/api/related/RISE',
  search: '/api/search?q=ris',
}
const COIN = {
  page: '/crypto/BTC',
  prices: '/api/stocks/BTC?kind=crypto',
  stats: '/api/stats/BTC?kind=crypto',
  related: '/api/related/BTC?kind=crypto',
  search: '/api/search?q=bitcoin',
}
type Block = keyof typeof STOCK

interface Case {
  name: string
  parts: readonly Part[]
  asset?: typeof STOCK
  /** What is unavailable during the failure; everything else is available. */
  lost: readonly Block[]
  /** Whether the page has its profile. */
  hasProfile?: boolean
}

const EVERY_PART: readonly Part[] = [
  'chart',
  'summary',
  'quote',
  'recommendations',
  'crumb',
  'search',
  'listing',
  'wikidata',
  'coingecko',
]

const CASES: readonly Case[] = [
  { name: 'the prices of a stock', parts: ['chart'], lost: ['page', 'prices'] },
  { name: 'profiles and statistics', parts: ['summary'], lost: ['stats'], hasProfile: false },
  { name: 'quotes', parts: ['quote'], lost: ['related'] },
  { name: 'recommendations', parts: ['recommendations'], lost: ['related'] },
  { name: 'the crumb', parts: ['crumb'], lost: ['stats', 'related'], hasProfile: false },
  { name: "Yahoo's search", parts: ['search'], lost: [] },
  { name: "the SEC's listing", parts: ['listing'], lost: [] },
  { name: 'the listing and the search', parts: ['listing', 'search'], lost: ['search'] },
  { name: 'Wikidata', parts: ['wikidata'], lost: [] },
  { name: "Yahoo's part of a coin", parts: ['chart', 'summary'], asset: COIN, lost: [], hasProfile: false },
  {
    name: 'both sources of a coin',
    parts: ['chart', 'summary', 'coingecko'],
    asset: COIN,
    lost: ['page', 'prices', 'stats'],
  },
  {
    name: 'every source',
    parts: EVERY_PART,
    lost: ['page', 'prices', 'stats', 'related', 'search'],
  },
]

/** The sources' own tests try every fault of each endpoint. Here each part fails with three of the faults, and each fault
 *  occurs in several parts. */
const pickFaults = (index: number) => [0, 3, 7].map((step) => FAULTS[(index + step) % FAULTS.length] as Fault)

describe.each(CASES.map((given, index) => [given.name, given, pickFaults(index)] as const))(
  'without %s',
  (_name, given, faults) => {
    it.each(faults)('shows the rest after %s, and everything once it is over', async (fault) => {
      expect(await tryFault(fault, given)).toEqual([])
    })
  },
)

describe('a source that fails every second time', () => {
  it('is retried once if that may help, and never yields half an answer', async () => {
    const problems = await Promise.all(FAULTS.map((fault) => tryUnsteady(fault)))
    expect(problems.flat()).toEqual([])
  })
})

describe('an old answer', () => {
  it('is shown, with its age, while a source is down', async () => {
    const upstream = await startUpstream()
    const browser = await openBrowser()
    onTestFinished(async () => {
      await browser.close()
      upstream.close()
    })
    const clock = createFakeClock(new Date(Date.now() - 3 * HOUR_MS).toISOString())
    const site = await sites.start({ upstream, clock })
    expect((await fetch(`${site.url}/api/stocks/FALL`)).status).toBe(200)
    upstream.fail('chart', 503)
    clock.advance(3 * HOUR_MS)
    const response = await fetch(`${site.url}/api/stocks/FALL`)
    expect(response.headers.get('cache-control')).toBe('public, max-age=10')
    expect(await response.json()).toMatchObject({ meta: { stale: true } })
    const { page, status } = await visitPage({ browser, site }, '/stocks/FALL')
    expect(status).toBe(200)
    await chartIsLive(page)
    const header = page.locator('main header')
    expect(await header.innerText()).toContain(
      'No newer answer could be had just now. This is what the source said on',
    )
    await expect.poll(() => header.innerText()).toContain('That was 3 hours ago.')
  })
})

interface Answered {
  block: Block
  response: Response
  text: string
}

/** @returns what was wrong with the site during and after the failure */
async function tryFault(fault: Fault, { parts, asset = STOCK, lost, hasProfile = true }: Case) {
  const upstream = await startUpstream()
  const clock = createFakeClock()
  const site = await sites.start({ upstream, clock })
  const ask = async (block: Block, query = ''): Promise<Answered> => {
    const address = new URL(asset[block] + query, site.url)
    const response = await fetch(address)
    return { block, response, text: await response.text() }
  }
  for (const part of parts) upstream.fail(part, fault)
  const answers = await Promise.all((Object.keys(asset) as Block[]).map((block) => ask(block)))
  const unasked = lost.length === 5 ? [] : parts.filter((part) => upstream.count(part) === 0)
  const meanwhile = [
    ...answers.flatMap((answer) =>
      lost.includes(answer.block) ? judgeFailure(answer) : judgeData(answer, { hasProfile }),
    ),
    ...unasked.map((part) => `${part} was not asked`),
  ]

  // If a source failed later than this, another pause would pass before it is asked again.
  await site.marketIsIdle()
  upstream.heal()
  clock.advance(PAUSE_MS)
  // A range that nobody has requested: an answer about a coin from another source is cached as long as any other.
  const anotherRange = { page: '?range=6M', prices: asset === COIN ? '&range=6M' : '?range=6M' }
  const healed = await Promise.all([
    ask('page', anotherRange.page),
    ask('prices', anotherRange.prices),
    ask('stats'),
    ask('related'),
    ask('search'),
  ])
  const after = healed.flatMap((answer) => judgeData(answer, { hasProfile: true }))
  upstream.close()
  site.close()
  return [
    ...meanwhile.map((problem) => `${fault}: ${problem}`),
    ...after.map((problem) => `after ${fault}: ${problem}`),
  ]
}

/** Faults that a single immediate retry may fix. */
const PASSING: ReadonlySet<Fault> = new Set(['reset', 'truncate', 'html', 'empty', 500, 503])

/** @returns what was wrong while every source fails every second time */
async function tryUnsteady(fault: Fault): Promise<string[]> {
  const upstream = await startUpstream()
  const site = await sites.start({ upstream, clock: createFakeClock() })
  for (const part of EVERY_PART) upstream.fail(part, fault, { every: 2 })
  const answers = await Promise.all(
    (Object.keys(STOCK) as Block[]).map(async (block): Promise<Answered> => {
      const response = await fetch(new URL(STOCK[block], site.url))
      return { block, response, text: await response.text() }
    }),
  )
  upstream.close()
  site.close()
  return answers
    .flatMap((answer) => {
      const isMended = PASSING.has(fault) && (answer.block === 'page' || answer.block === 'prices')
      return isMended || answer.response.ok
        ? judgeData(answer, { hasProfile: undefined })
        : judgeFailure(answer)
    })
    .map((problem) => `${fault} every other time: ${problem}`)
}

function judgeFailure({ block, response, text }: Answered): string[] {
  const { status, headers } = response
  const type = headers.get('content-type') ?? ''
  const common = [
    ...unless(/^[1-9]\d*$/.test(headers.get('retry-after') ?? ''), 'tells no time to try again'),
    ...unless(headers.get('cache-control') === 'no-store', 'may be kept'),
  ]
  const own =
    block === 'page'
      ? [
          ...unless(status === 503 && type.startsWith('text/html'), `is a ${status} of ${type}`),
          ...unless(text.includes('Failed to fetch data'), 'does not say that it failed'),
          ...listOddWords(text),
        ]
      : [
          ...unless(type.startsWith('application/problem+json'), `is ${type}`),
          ...unless(/"code":"source-(failed|unavailable)"/.test(text), `says ${text}`),
          ...unless([502, 503].includes(status), `is a ${status}`),
        ]
  return [...common, ...own].map((problem) => `${block} ${problem}`)
}

function judgeData(
  { block, response, text }: Answered,
  { hasProfile }: { hasProfile: boolean | undefined },
): string[] {
  if (response.status !== 200) return [`${block} is a ${response.status}: ${text.slice(0, 200)}`]
  const own = block === 'page' ? judgePage(text) : judgeBody(block, JSON.parse(text) as Body, hasProfile)
  return [...own, ...listOddWords(text)].map((problem) => `${block} ${problem}`)
}

const judgePage = (html: string) => unless(/<polyline[^>]* points="[\d., ]{100,}"/.test(html), 'has no line')

interface Body {
  dates?: string[]
  prices?: number[]
  meta: { profileAvailable?: boolean }
  stats?: Record<string, unknown>
  related?: unknown[]
  results?: unknown[]
}

function judgeBody(block: Exclude<Block, 'page'>, body: Body, hasProfile: boolean | undefined): string[] {
  const { dates = [], prices = [], meta, stats = {}, related = [], results = [] } = body
  const isUsable = (price: number) => Number.isFinite(price) && price > 0
  const judge: Record<Exclude<Block, 'page'>, () => string[]> = {
    prices: () => [
      ...unless(dates.length > 100 && dates.length === prices.length, `has ${dates.length} days`),
      ...unless(prices.every(isUsable), 'has odd prices'),
      ...unless(
        hasProfile === undefined || meta.profileAvailable === hasProfile,
        `has a profile: ${meta.profileAvailable}`,
      ),
    ],
    stats: () => unless(Object.keys(stats).length > 0, 'are none'),
    related: () => unless(related.length === 8, `are ${related.length}`),
    search: () => unless(results.length > 0, 'finds nothing'),
  }
  return judge[block]()
}

const unless = (isRight: boolean, problem: string) => (isRight ? [] : [problem])

function listOddWords(text: string): string[] {
  const odd = /\bNaN\b|\bundefined\b|\bInfinity\b|\[object /.exec(text)
  return odd ? [`says ${odd[0]}`] : []
}
