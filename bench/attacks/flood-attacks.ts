import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

import { countStatuses, figureOf, inTime, median, type Attack, type Figure } from './figures.ts'
import { ATTACKER, atPace, connectTo, sendWithoutEnd, sleep, type Answer } from './loopback.ts'
import { describePeak, withSite, type AttackedSite } from './site.ts'

const WATCHER = '198.51.100.7'
const PROBE_EVERY_MS = 200
const PROBE_PATIENCE_MS = 60_000

/** Sends as many requests as one client may send in a minute (1,500), for addresses that take long to trim. */
export const attackWithSlashes: Attack = (folder) =>
  withSite(folder, { MARKET_DATA: 'sample' }, async (site) => {
    const quiet = await probe(site, sleep(2_000))
    const path = `${'/'.repeat(15_000)}x`
    const attack = 'slashes: 25 a second of 15,000 slashes and an x, 6 s'
    return [
      figureOf(attack)('/healthz before, median', inTime(median(quiet))),
      ...(await measureLoad(site, attack, () =>
        atPace({ perSecond: 25, seconds: 6 }, () => site.ask({ path, client: ATTACKER })),
      )),
    ]
  })

/** Requests the largest file, which is compressed for each request. */
export const attackDocs: Attack = (folder) =>
  withSite(folder, { MARKET_DATA: 'sample' }, async (site) => {
    const path = '/api/docs/files/swagger-ui-bundle.js'
    const ask = () => site.ask({ path, client: ATTACKER, headers: { 'Accept-Encoding': 'gzip, br' } })
    await ask()
    return measureLoad(site, "docs: 24 a second of the API docs' bundle, 6 s", () =>
      atPace({ perSecond: 24, seconds: 6 }, ask),
    )
  })

/** Sends endless bodies in one-byte chunks, straight to the site. */
export const attackWithChunks: Attack = (folder) =>
  withSite(folder, { MARKET_DATA: 'sample', TRUST_PROXY: '127.0.0.1' }, async (site) => {
    const load = sendWithoutEnd(site.origin, {
      head: 'POST /nothing HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n',
      text: '1\r\nx\r\n'.repeat(10_000),
      connections: 16,
      seconds: 6,
      from: '127.0.0.66',
    })
    const before = site.cpuSeconds()
    const held = await probe(site, load)
    const memory = describePeak(site)
    const figure = figureOf('chunks: 16 connections with bodies in chunks of a byte, 6 s')
    return [
      figure('/healthz under it, longest', inTime(Math.max(...held))),
      figure('/healthz under it, median', inTime(median(held))),
      figure('CPU time of the server', inTime((site.cpuSeconds() - before) * 1_000)),
      figure(memory.measured, memory.value),
    ]
  })

/** Keeps 100 connections busy with requests that cost next to nothing, and opens 200 more a second, while others come for the first
 *  time, each on a connection of its own. */
export const crowdOutNewcomers: Attack = (folder) =>
  withSite(folder, { MARKET_DATA: 'sample', TRUST_PROXY: '127.0.0.1' }, async (site) => {
    const from = '127.0.0.66'
    const endMs = performance.now() + 6_000
    const isOver = () => performance.now() >= endMs
    let answers = 0
    const askOn = (socket: Socket) => {
      let left = 0
      const ask = () => {
        left = 2
        socket.write(TWO_REQUESTS)
      }
      socket.once('connect', ask)
      socket.on('data', (bytes) => {
        const answered = bytes.toString('latin1').split('HTTP/1.1 ').length - 1
        answers += answered
        left -= answered
        if (left <= 0) ask()
      })
    }
    const keepBusy = async () => {
      while (!isOver()) await connectTo(site.origin, { from, patienceMs: endMs - performance.now() }, askOn)
    }
    // Nobody waits for these to close.
    const open = async () => void connectTo(site.origin, { from }, (socket) => socket.resume())
    const load = Promise.all([
      atPace({ perSecond: 200, seconds: 6 }, open),
      ...Array.from({ length: 100 }, keepBusy),
    ])
    const waits: number[] = []
    while (!isOver()) {
      const beganMs = performance.now()
      const [answer] = await once(
        get(`${site.origin}/healthz`, { localAddress: '127.0.0.7', agent: false }),
        'response',
      )
      await once((answer as IncomingMessage).resume(), 'end')
      waits.push(performance.now() - beganMs)
      await sleep(PROBE_EVERY_MS)
    }
    await load
    const figure = figureOf('newcomers: 100 busy connections of one client, and 200 new ones a second, 6 s')
    return [
      figure('/healthz on a connection of its own, longest', inTime(Math.max(...waits))),
      figure('/healthz on a connection of its own, median', inTime(median(waits))),
      figure('answers to the attacker', String(answers)),
    ]
  })

const TWO_REQUESTS = 'GET /assets/none.js HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2)

/** Sends unsigned events in a mail provider's format, each with a megabyte of names. */
export const floodWebhooks: Attack = (folder) =>
  withSite(
    folder,
    {
      MARKET_DATA: 'sample',
      MAIL_PROVIDER: 'mailgun',
      MAILGUN_SIGNING_KEY: 'known to no attacker',
    },
    async (site) => {
      const json = Object.fromEntries(Array.from({ length: 75_000 }, (_, index) => [`k${index}`, 1]))
      return measureLoad(site, 'webhooks: 10 a second of unsigned events with 75,000 names, 6 s', () =>
        atPace({ perSecond: 10, seconds: 6 }, () =>
          site.ask({ path: '/webhooks/mailgun', method: 'POST', client: ATTACKER, json }),
        ),
      )
    },
  )

/** Measures what a load costs the server, others and the attacker. */
export async function measureLoad(
  site: AttackedSite,
  attack: string,
  begin: () => Promise<Answer[]>,
): Promise<Figure[]> {
  const before = site.cpuSeconds()
  const load = begin()
  const held = await probe(site, load)
  const answers = await load
  const cpuMs = ((site.cpuSeconds() - before) * 1_000) / answers.length
  const figure = figureOf(attack)
  return [
    figure('CPU time of the server for an answer', `${cpuMs.toFixed(cpuMs < 10 ? 2 : 0)} ms`),
    figure('/healthz under it, longest', inTime(Math.max(...held))),
    figure('/healthz under it, median', inTime(median(held))),
    figure('answers to the attacker', countStatuses(answers)),
    figure('its own wait, median', inTime(median(answers.map(({ ms }) => ms)))),
  ]
}

/** Requests a path, one request at a time, until the load has ended, and at least once after that.
 *  @returns how long each answer took, in ms; the time limit if none came */
export async function probe(
  site: AttackedSite,
  load: Promise<unknown>,
  pathAt: (index: number) => string = () => '/healthz',
): Promise<number[]> {
  let isOver = false
  const ended = load.finally(() => (isOver = true))
  const waits: number[] = []
  for (let goesOn = true; goesOn;) {
    goesOn = !isOver
    const answer: Answer = await site.ask({
      path: pathAt(waits.length),
      client: WATCHER,
      patienceMs: PROBE_PATIENCE_MS,
    })
    waits.push(answer.ms)
    await sleep(PROBE_EVERY_MS)
  }
  await ended
  return waits
}
