import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

import { startUpstream, type Upstream } from '../../e2e/support/upstream.ts'
import { countStatuses, type Attack, type Figure } from './figures.ts'
import { assertLoopback, atPace, sleep } from './loopback.ts'
import { startSite, type AttackedSite } from './site.ts'

// What a source takes that has much to do.
const SOURCE_MS = 600
const SECONDS = 60
const READERS = 60

/** Tickers that nobody knows, asked for by one client, beside another one's lookups of real companies. */
const starve =
  (perSecond: number): Attack =>
  (folder) =>
    withSources(folder, async (site, countQuestions) => {
      const attack = atPace({ perSecond, seconds: SECONDS }, (index) =>
        site.ask({ path: `/stocks/${unknownTicker(index)}`, client: '203.0.113.66' }),
      )
      const lookups = atPace({ perSecond: 1, seconds: SECONDS }, (index) =>
        site.ask({ path: `/api/stocks/T${1_000 + index}`, client: '198.51.100.7' }),
      )
      const visitor = await lookups
      const failed = visitor.filter(({ status }) => status !== 200)
      const again = await site.ask({ path: '/api/stocks/T1000', client: '198.51.100.7' })
      const figure = toFigure(
        `starving: ${perSecond} a second of random tickers from one client, ${SECONDS} s`,
      )
      return [
        figure("another visitor's fresh lookups that fail", `${failed.length} of ${visitor.length}`),
        figure('the same, by status', countStatuses(visitor)),
        figure('answers to the attacker', countStatuses(await attack)),
        figure('questions to the sources', String(countQuestions())),
        figure('what was looked up before, asked again', countStatuses([again])),
      ]
    })

export const starveSlowly = starve(3)
export const starveFast = starve(24)

/** As many readers at once as a link in a forum brings, each to a company of its own, then one more. */
export const burst: Attack = (folder) =>
  withSources(folder, async (site) => {
    const readAll = (address: (ticker: string) => string) =>
      Promise.all(
        Array.from({ length: READERS }, (_value, index) =>
          site.ask({ path: address(`T${2_000 + index}`), client: `198.51.100.${index + 1}` }),
        ),
      )
    const pages = await readAll((ticker) => `/stocks/${ticker}`)
    const [stats, related] = await Promise.all([
      readAll((ticker) => `/api/stats/${ticker}`),
      readAll((ticker) => `/api/related/${ticker}`),
    ])
    const after = await site.ask({ path: '/api/stats/T2999', client: '198.51.100.200' })
    await sleep(5_000)
    const later = await site.ask({ path: '/api/stats/T2998', client: '198.51.100.200' })
    const figure = toFigure(`burst: ${READERS} readers of different tickers at once`)
    return [
      figure('pages', countStatuses(pages)),
      figure('statistics', countStatuses(stats)),
      figure('related tickers', countStatuses(related)),
      figure("the next reader's statistics, at once", countStatuses([after])),
      figure("the next reader's statistics, 5 s later", countStatuses([later])),
    ]
  })

const LISTED = {
  fields: ['cik', 'name', 'ticker', 'exchange'],
  data: Array.from({ length: 2_000 }, (_value, index) => [
    index + 1,
    `Trial T${1_000 + index}`,
    `T${1_000 + index}`,
    'NYSE',
  ]),
}

/** Runs an attack on a site whose sources are on this machine, as slow as real ones. */
export async function withSources(
  folder: string,
  attack: (site: AttackedSite, countQuestions: () => number, upstream: Upstream) => Promise<Figure[]>,
): Promise<Figure[]> {
  const upstream = await startUpstream()
  // As real companies are, those that visitors look up are on the SEC's list.
  upstream.yahoo.handlers.set('/www.sec.gov/files/company_tickers_exchange.json', () => ({ body: LISTED }))
  const slow = await startSlowly(upstream.url)
  try {
    const site = await startSite(folder, { MARKET_DATA: 'live', UPSTREAM_BASE_URL: slow.url })
    try {
      // The lists of tickers and the session at the source are there before anybody attacks.
      await site.ask({ path: '/api/search?q=rise', client: '198.51.100.250' })
      await site.ask({ path: '/api/stats/RISE', client: '198.51.100.250' })
      const before = upstream.yahoo.asked.length
      return await attack(site, () => upstream.yahoo.asked.length - before, upstream)
    } finally {
      await site.stop()
    }
  } finally {
    slow.close()
    upstream.close()
  }
}

/** Passes on to another server of this machine, each request a while later. */
async function startSlowly(target: string): Promise<{ url: string; close(): void }> {
  const origin = assertLoopback(target)
  const server = createServer((incoming, response) => {
    setTimeout(() => {
      const headers = { ...incoming.headers }
      const passed = request(
        `${origin}${incoming.url ?? '/'}`,
        { method: incoming.method, headers },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(response)
        },
      )
      passed.once('error', () => response.destroy())
      incoming.pipe(passed)
    }, SOURCE_MS)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Five letters, another one each time: 'ZQAAB'. */
function unknownTicker(index: number): string {
  const letters = [26 ** 2, 26, 1].map((place) => String.fromCodePoint(65 + (Math.floor(index / place) % 26)))
  return `ZQ${letters.join('')}`
}

const toFigure =
  (attack: string) =>
  (measured: string, value: string): Figure => ({ attack, measured, value })
