import pg from 'pg'

import { countStatuses, figureOf, inTime, type Attack } from './figures.ts'
import { probe } from './flood-attacks.ts'
import { askAll, ATTACKER, sendAtOnce, sleep, type Answer } from './loopback.ts'
import { describePeak, withSite, type AttackedSite } from './site.ts'
import { withSources } from './source-attacks.ts'

const PAGES = 12
const PIPELINED = 2_600
const CONNECTIONS = 100
const toFigure = figureOf('refused: pages and answers requested by one client for which no source is asked')

/** A client that has used up its share opens pages that others open at the same moment and shortly after. */
export const shareRefusals: Attack = (folder) =>
  withSources(folder, async (site) => {
    /** Both open the page at the same moment; then others open it once more, which may hit the cache. */
    const openAll = async (from: number): Promise<Answer[]> => {
      const open = (client: (index: number) => string) =>
        askAll(site, PAGES, (index) => ({ path: `/stocks/T${from + index}`, client: client(index) }))
      const own = open(() => ATTACKER)
      const beside = open((index) => `198.51.100.${1 + index}`)
      await own
      return [...(await beside), ...(await open((index) => `198.51.101.${1 + index}`))]
    }
    await askAll(site, 6, (index) => ({ path: `/api/stocks/EQ${index}X?kind=stock`, client: ATTACKER }))
    const broken = await openAll(1_200)

    await keepOldPrices(site, 1_300)
    await askAll(site, 60, (index) => ({ path: `/api/stocks/ZQ${index}?kind=stock`, client: ATTACKER }))
    const old = (await openAll(1_300)).filter(({ body }) => body.includes('This is what it said'))

    const coin = '/api/stocks/BTC?kind=crypto&range=MAX'
    await site.ask({ path: coin, client: ATTACKER })
    const { meta } = JSON.parse((await site.ask({ path: coin, client: '198.51.100.1' })).body) as {
      meta?: { source: { name: string } }
    }
    return [
      toFigure("others' pages after its broken tickers, by status", countStatuses(broken)),
      toFigure(
        "others' pages with prices of the day before, although the source works",
        `${old.length} of ${2 * PAGES}`,
      ),
      toFigure(
        'the source of the whole history of a coin that the next visitor gets',
        meta?.source.name ?? 'none',
      ),
    ]
  })

/** Stores prices from the day before for these companies, as after a quiet night.
 *  @throws TypeError without a database that can be reached from here */
async function keepOldPrices(site: AttackedSite, from: number): Promise<void> {
  if (site.databaseUrl === undefined) throw new TypeError('This attack needs TEST_DATABASE_URL.')
  await site.ask({ path: '/stocks/T1100', client: '198.51.100.99' })
  await sleep(2_000)
  const client = new pg.Client({ connectionString: site.databaseUrl })
  await client.connect()
  try {
    await client.query(
      `insert into market_cache (key, outcome, entry, retrieved_at, keep_until)
       select replace(key, 'T1100', 'T' || number), outcome,
         (replace(entry, 'T1100', 'T' || number)::jsonb || jsonb_build_object(
           'retrievedAt', to_char(now() at time zone 'UTC' - interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'freshUntil', to_char(now() at time zone 'UTC' - interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))::text,
         now() - interval '1 day', keep_until
       from market_cache, generate_series($1::integer, $1::integer + $2::integer - 1) as number
       where key = 'prices:stock:T1100:1Y'`,
      [from, PAGES],
    )
  } finally {
    await client.end()
  }
}

/** Small pipelined requests, as many as one TCP segment holds, on many connections. */
export const pipeline: Attack = (folder) =>
  withSite(folder, { MARKET_DATA: 'sample' }, async (site) => {
    const text = 'GET / HTTP/1.1\r\nHost:\r\n\r\n'.repeat(PIPELINED)
    const before = site.cpuSeconds()
    const load = sendAtOnce(site.origin, { text, connections: CONNECTIONS, patienceMs: 15_000 })
    const held = await probe(site, load)
    const figure = figureOf(
      `pipelining: ${CONNECTIONS} connections with ${PIPELINED} requests of 26 bytes each`,
    )
    const answers = await load
    const memory = describePeak(site)
    return [
      figure('answers that begin', countStatuses(answers.map((status) => ({ status })))),
      figure(memory.measured, memory.value),
      figure(
        'CPU time of the server for a connection',
        inTime(((site.cpuSeconds() - before) / CONNECTIONS) * 1_000),
      ),
      figure('/healthz under it, longest', inTime(Math.max(...held))),
    ]
  })
