import { readdirSync } from 'node:fs'
import path from 'node:path'

import { figureOf, inTime, median, type Attack } from './figures.ts'
import { measureLoad, probe } from './flood-attacks.ts'
import { ATTACKER, resetSoon, sleep, type Answer } from './loopback.ts'
import { withSite, type AttackedSite } from './site.ts'
import { withSources } from './source-attacks.ts'

/** The attacks that reset connections come straight from here, without a proxy in front. */
const OWN_ADDRESS = '127.0.0.66'
const SECONDS = 6
const CONNECTIONS = 100

/** Each entry of these lists is parsed, before or while a cached answer is sent. */
const LISTS: Readonly<Record<string, (index: number) => Record<string, string>>> = {
  'X-Forwarded-For with 3,000 addresses': () => ({ 'X-Forwarded-For': `${'[::],'.repeat(2_999)}::` }),
  'Accept-Encoding with 3,800 names, each time another list': (index) => ({
    'Accept-Encoding': `a${index},${'a,'.repeat(3_799)}a`,
  }),
}

/** Sends long lists in headers, again as soon as each is answered. */
export const sendLongLists: Attack = async (folder) => {
  const figures = []
  for (const [name, headersAt] of Object.entries(LISTS)) {
    const attack = `lists: ${name}, on ${CONNECTIONS} connections, ${SECONDS} s`
    figures.push(
      ...(await withSite(folder, { MARKET_DATA: 'sample' }, async (site) => {
        await site.ask({ path: '/', client: ATTACKER })
        return measureLoad(site, attack, () =>
          askAgain(site, (index) => ({ path: '/', client: ATTACKER, headers: headersAt(index) })),
        )
      })),
    )
  }
  return figures
}

async function askAgain(
  site: AttackedSite,
  askedAt: (index: number) => Parameters<AttackedSite['ask']>[0],
): Promise<Answer[]> {
  const endMs = performance.now() + SECONDS * 1_000
  const answers: Answer[] = []
  let asked = 0
  const ask = async () => {
    while (performance.now() < endMs) answers.push(await site.ask(askedAt((asked += 1))))
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, ask))
  return answers
}

const REQUESTS = 1_450

/** Requests lists of quotes and hangs up while they are being read. */
export const giveUpLists: Attack = (folder) =>
  withSources(folder, async (site) => {
    const pathAt = (index: number) =>
      `/api/quotes?stocks=${Array.from({ length: 20 }, (_value, each) => nameAt(index * 20 + each)).join(',')}`
    const quiet = await probe(site, sleep(2_000), (index) => pathAt(1_000_000 + index))
    const load = resetSoon(site.origin, {
      textAt: (index) => `GET ${pathAt(index)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      requests: REQUESTS,
      connections: 60,
      afterMs: 15,
      from: OWN_ADDRESS,
    })
    const held = await probe(site, load, (index) => pathAt(2_000_000 + index))
    const figure = figureOf(`given up: ${REQUESTS} lists of quotes, each reset after 15 ms`)
    return [
      figure("others' lists before, median", inTime(median(quiet))),
      figure("others' lists under it, median", inTime(median(held))),
      figure('the same, longest', inTime(Math.max(...held))),
    ]
  })

/** Five letters that stand for a number, as a ticker. */
const nameAt = (number: number) =>
  Array.from({ length: 5 }, (_value, place) =>
    String.fromCharCode(65 + (Math.floor(number / 26 ** place) % 26)),
  ).join('')

/** Requests a file of the pages and hangs up while it is being opened. */
export const giveUpFiles: Attack = (folder) =>
  withSite(folder, { MARKET_DATA: 'sample' }, async (site) => {
    const file = readdirSync(path.join(folder, 'dist/client/assets')).find((name) => name.endsWith('.js'))
    const countOpen = () => readdirSync(`/proc/${site.pid}/fd`).length
    const before = countOpen()
    const load = resetSoon(site.origin, {
      textAt: () => `GET /assets/${file} HTTP/1.1\r\nHost: x\r\n\r\n`,
      requests: 3_000,
      connections: CONNECTIONS,
      afterMs: 10,
      from: OWN_ADDRESS,
    })
    const held = await probe(site, load)
    await sleep(2_000)
    const figure = figureOf('files: 3,000 requests for a script, each reset after 10 ms')
    return [
      figure('files that the server keeps open', String(Math.max(0, countOpen() - before))),
      figure('/healthz under it, longest', inTime(Math.max(...held))),
    ]
  })
