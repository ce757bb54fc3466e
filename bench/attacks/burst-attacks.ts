import { DAY_MS } from '../../server/lib/dates.ts'
import { countStatuses, inTime, median, type Attack, type Figure } from './figures.ts'
import { probe } from './flood-attacks.ts'
import { askAll, ATTACKER, type Answer } from './loopback.ts'
import { describePeak, type AttackedSite } from './site.ts'
import { CHART, withSources } from './source-attacks.ts'

const HISTORIES = 60
const YEARS = 100
const DAY_SECONDS = DAY_MS / 1_000
const AT_ONCE = 100
const IN_ALL = 300
const PATIENCE_MS = 60_000

/** Requests as many long histories as one client may request in a minute, all at once, and as many of one year for
 *  comparison. */
export const burstHistories: Attack = (folder) =>
  withSources(folder, async (site, _countQuestions, { yahoo }) => {
    const usual = yahoo.handlers.get(CHART)
    const century = writeCentury()
    yahoo.handlers.set(CHART, (url, request) =>
      Number(url.searchParams.get('period1')) < 0
        ? { type: 'application/json', body: century }
        : usual?.(url, request),
    )
    // One client may cause few new lookups, so many readers fill the cache first.
    const byReaders = (index: number) => `198.51.100.${index + 1}`
    const byOne = () => ATTACKER
    const ask = (clientOf: (index: number) => string, address: (ticker: string) => string) => () =>
      askAll(site, HISTORIES, (index) => ({
        path: address(`T${1_000 + index}`),
        client: clientOf(index),
        patienceMs: PATIENCE_MS,
        headers: { 'Accept-Encoding': 'br' },
      }))
    const attack = `histories: ${HISTORIES} at once, of ${YEARS} years each`
    const year = (ticker: string) => `/api/stocks/${ticker}`
    const whole = (ticker: string) => `/api/stocks/${ticker}?range=MAX`
    const page = (ticker: string) => `/stocks/${ticker}?range=MAX`
    return [
      ...(await measure(site, attack, 'of a year, by 60 readers, to compare', ask(byReaders, year))),
      ...(await measure(site, attack, 'API, by 60 readers', ask(byReaders, whole))),
      ...(await measure(site, attack, 'API, kept, by one client', ask(byOne, whole))),
      ...(await measure(site, attack, 'pages, kept, by 60 readers', ask(byReaders, page))),
      { attack, ...describePeak(site) },
    ]
  })

/** Sends requests whose answers cannot be cached, a hundred at once. */
export const burstWork: Attack = (folder) =>
  withSources(folder, async (site) => {
    const attack = `bursts: ${IN_ALL} requests of one client, ${AT_ONCE} at once`
    const figures: Figure[] = []
    for (const [name, address] of [
      ['texts that cannot be a ticker', (index: number) => `/stocks?ticker=zz+${index}+zzz`],
      ['searches for names', (index: number) => `/api/search?q=co%20ho%20in%20${index}`],
      ['the sitemap', () => '/sitemap.xml'],
      ['quotes, of 20 tickers each', askForQuotes],
    ] as const) {
      figures.push(...(await measure(site, attack, name, () => flood(site, address))))
    }
    return figures
  })

/** Tickers that nobody has looked up, different each time. */
const askForQuotes = (index: number): string =>
  `/api/quotes?stocks=${Array.from({ length: 20 }, (_value, place) => `Q${index}X${place}`).join()}`

/** Sends each request after the answer to the one before. */
async function flood(site: AttackedSite, address: (index: number) => string): Promise<Answer[]> {
  const answers: Answer[] = []
  let next = 0
  const askOn = async () => {
    while (next < IN_ALL) {
      answers.push(await site.ask({ path: address(next++), client: ATTACKER, patienceMs: PATIENCE_MS }))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, askOn))
  return answers
}

async function measure(
  site: AttackedSite,
  attack: string,
  name: string,
  load: () => Promise<Answer[]>,
): Promise<Figure[]> {
  const answers = load()
  const held = await probe(site, answers)
  return [
    { attack, measured: `${name}: /healthz beside it, longest`, value: inTime(Math.max(...held)) },
    { attack, measured: `${name}: /healthz beside it, median`, value: inTime(median(held)) },
    { attack, measured: `${name}: answers`, value: countStatuses(await answers) },
  ]
}

/** @returns an answer of Yahoo's chart with a bar for each weekday */
function writeCentury(): string {
  const today = Math.floor(Date.now() / 1_000 / DAY_SECONDS)
  const days = Array.from({ length: YEARS * 365 }, (_value, index) => today - YEARS * 365 + index)
  // 1970 began on a Thursday.
  const weekdays = days.filter((day) => ![2, 3].includes(((day % 7) + 7) % 7))
  const closes = weekdays.map((_day, index) => 100 + Math.sin(index / 50) * 20)
  const result = {
    meta: {
      currency: 'USD',
      instrumentType: 'EQUITY',
      exchangeTimezoneName: 'America/New_York',
      gmtoffset: -18_000,
    },
    timestamp: weekdays.map((day) => day * DAY_SECONDS + 52_200),
    indicators: {
      quote: [{ open: closes, high: closes, low: closes, close: closes, volume: closes }],
      adjclose: [{ adjclose: closes }],
    },
  }
  return JSON.stringify({ chart: { result: [result], error: null } })
}
