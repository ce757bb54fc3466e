import { createServer, request } from 'node:http'

import { startUpstream, type Upstream } from '../../e2e/support/upstream.ts'
import { listenLocally, type Listening } from '../../server/testing/listen-locally.ts'
import { countStatuses, figureOf, inTime, median, type Attack, type Figure } from './figures.ts'
import { askAll, assertLoopback, ATTACKER, atPace, sleep, type Answer } from './loopback.ts'
import { withSite, type AttackedSite } from './site.ts'

// How long a busy source takes to answer.
const SOURCE_MS = 600
/** The path of Yahoo's charts. */
export const CHART = '/v8/finance/chart/'
const SECONDS = 60
const READERS = 60

/** Fifteen people, in turns. */
const visitor = (index: number) => `198.51.100.${1 + (index % 15)}`

/** One client requests unknown tickers while fifteen others look up real companies. */
const starve =
  (perSecond: number): Attack =>
  (folder) =>
    withSources(folder, async (site, countQuestions) => {
      const attack = atPace({ perSecond, seconds: SECONDS }, (index) =>
        site.ask({ path: `/stocks/${unknownTicker(index)}`, client: ATTACKER }),
      )
      const lookups = atPace({ perSecond: 1, seconds: SECONDS }, (index) =>
        site.ask({ path: `/api/stocks/T${1_000 + index}`, client: visitor(index) }),
      )
      const visits = await lookups
      const failed = visits.filter(({ status }) => status !== 200)
      const again = await site.ask({ path: '/api/stocks/T1000', client: '198.51.100.7' })
      const figure = figureOf(
        `starving: ${perSecond} a second of random tickers from one client, ${SECONDS} s`,
      )
      return [
        figure("15 other visitors' fresh lookups that fail", `${failed.length} of ${visits.length}`),
        figure('the same, by status', countStatuses(visits)),
        figure('answers to the attacker', countStatuses(await attack)),
        figure('questions to the sources', String(countQuestions())),
        figure('what was looked up before, asked again', countStatuses([again])),
      ]
    })

export const starveSlowly = starve(3)
export const starveFast = starve(24)

/** One client makes as many new lookups as it can; then fifteen others look up four companies each. */
export const outspend: Attack = (folder) =>
  withSources(folder, async (site) => {
    const attack = await atPace({ perSecond: 20, seconds: 12 }, (index) =>
      site.ask({ path: `/api/stocks/T${1_000 + index}?kind=stock`, client: ATTACKER }),
    )
    const visits = await atPace({ perSecond: 3, seconds: 20 }, (index) =>
      site.ask({ path: `/api/stocks/T${2_000 + index}?kind=stock`, client: visitor(index) }),
    )
    const figure = figureOf('outspending: 20 a second of new tickers from one client, 12 s')
    return [
      figure("15 other visitors' fresh lookups right afterward, four each", countStatuses(visits)),
      figure('answers to the attacker', countStatuses(attack)),
    ]
  })

/** Sends texts and tickers that make a source refuse, a few every five seconds. */
export const askOddly: Attack = (folder) =>
  withSources(folder, async (site) => {
    const attack = atPace({ perSecond: 0.2, seconds: 30 }, (round) =>
      askAll(site, 24, (index) => ({
        path:
          index % 2
            ? `/api/search?q=${encodeURIComponent(`<script>${round} ${index}`)}`
            : `/api/stocks/EQ${round}X${index}?kind=stock`,
        client: ATTACKER,
      })),
    )
    const asVisitors = (path: (index: number) => string) =>
      atPace({ perSecond: 1, seconds: 30 }, (index) =>
        site.ask({ path: path(index), client: visitor(index) }),
      )
    const [lookups, searches] = await Promise.all([
      asVisitors((index) => `/api/stocks/T${1_000 + index}?kind=stock`),
      asVisitors((index) => `/api/search?q=${encodeURIComponent(`nowhere ${index}`)}`),
    ])
    const empty = searches.filter(({ status, body }) => status === 200 && body.includes('"results":[]'))
    const figure = figureOf('odd questions: 12 searches for markup and 12 broken tickers every 5 s, 30 s')
    return [
      figure("15 other visitors' fresh lookups", countStatuses(lookups)),
      figure('their searches', countStatuses(searches)),
      figure('of them silently empty', `${empty.length} of ${searches.length}`),
      figure('answers to the attacker', countStatuses((await attack).flat())),
    ]
  })

const freshPaths = (index: number): string[] => [
  `/api/stocks/T${1_500 + index}`,
  `/api/search?q=S${index}`,
  `/api/stats/T${2_000 + index}`,
  `/api/related/T${2_500 + index}`,
  `/share-image/stocks/T${1_500 + index}.png`,
]

/** Requests that cause source calls, from one client that hangs up at once. */
export const hangUp: Attack = (folder) =>
  withSources(folder, async (site) => {
    const visit = (from: number, seconds: number) =>
      atPace({ perSecond: 1, seconds }, (index) =>
        site.ask({ path: `/api/stocks/T${from + index}?kind=stock`, client: visitor(index) }),
      )
    const quiet = await visit(1_000, 10)
    const attack = atPace({ perSecond: 14, seconds: 30 }, (index) =>
      site.ask({ path: freshPaths(index).at(index % 5) ?? '/', client: ATTACKER, patienceMs: 150 }),
    )
    const visits = await visit(1_100, 30)
    const isPart = ({ status, body }: Answer) => status === 200 && body.includes('"profileAvailable":false')
    const figure = figureOf(
      'hanging up: 14 a second of fresh lookups from one client, abandoned after 0.15 s, 30 s',
    )
    return [
      figure("15 other visitors' fresh lookups before, median", inTime(median(quiet.map(({ ms }) => ms)))),
      figure('the same under it, median', inTime(median(visits.map(({ ms }) => ms)))),
      figure('the same under it, longest', inTime(Math.max(...visits.map(({ ms }) => ms)))),
      figure('by status', countStatuses(visits)),
      figure('without the profile', `${visits.filter(isPart).length} of ${visits.length}`),
      figure('answers to the attacker', countStatuses(await attack)),
    ]
  })

/** A crowd from a forum link, each reader on a different company, and then one more reader. */
export const burst: Attack = (folder) =>
  withSources(folder, async (site) => {
    const readAll = (address: (ticker: string) => string) =>
      askAll(site, READERS, (index) => ({
        path: address(`T${2_000 + index}`),
        client: `198.51.100.${index + 1}`,
      }))
    const pages = await readAll((ticker) => `/stocks/${ticker}`)
    const [stats, related] = await Promise.all([
      readAll((ticker) => `/api/stats/${ticker}`),
      readAll((ticker) => `/api/related/${ticker}`),
    ])
    const after = await site.ask({ path: '/api/stats/T2999', client: '198.51.100.200' })
    await sleep(5_000)
    const later = await site.ask({ path: '/api/stats/T2998', client: '198.51.100.200' })
    const figure = figureOf(`burst: ${READERS} readers of different tickers at once`)
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
  // Like real companies, those that visitors look up are on the SEC's list.
  upstream.yahoo.handlers.set('/www.sec.gov/files/company_tickers_exchange.json', () => ({ body: LISTED }))
  // How a firewall answers markup, and how some tickers break a source.
  upstream.yahoo.handlers.set('/v1/finance/search', (url) =>
    /[<>]/.test(url.searchParams.get('q') ?? '')
      ? { status: 403, type: 'text/html', body: '<h1>blocked</h1>' }
      : { body: { quotes: [{ symbol: 'NOWHERE', quoteType: 'EQUITY', longname: 'Nowhere' }] } },
  )
  const usual = upstream.yahoo.handlers.get(CHART)
  upstream.yahoo.handlers.set(CHART, (url, asked) =>
    url.pathname.includes('/chart/EQ') ? { status: 500, body: '' } : usual?.(url, asked),
  )
  const slow = await startSlowly(upstream.url)
  try {
    return await withSite(folder, { MARKET_DATA: 'live', UPSTREAM_BASE_URL: slow.url }, async (site) => {
      // The lists of tickers and the source's session are ready before the attack.
      await site.ask({ path: '/api/search?q=rise', client: '198.51.100.250' })
      await site.ask({ path: '/api/stats/RISE', client: '198.51.100.250' })
      const before = upstream.yahoo.asked.length
      return attack(site, () => upstream.yahoo.asked.length - before, upstream)
    })
  } finally {
    await slow.close()
    upstream.close()
  }
}

/** Forwards each request to another server of this machine after a delay. */
async function startSlowly(target: string): Promise<Listening> {
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
  })
  return listenLocally(server)
}

/** Five letters, different each time: 'ZQAAB'. */
function unknownTicker(index: number): string {
  const letters = [26 ** 2, 26, 1].map((place) => String.fromCodePoint(65 + (Math.floor(index / place) % 26)))
  return `ZQ${letters.join('')}`
}
