import { parseArgs } from 'node:util'

import { printHead, row, spreadOf } from '../send/tally.ts'
import { type Answering, drive, keepApart, type Load } from './drive.ts'
import { startFrameworks, startNginx } from './frameworks.ts'
import { readAnswer, startPeer } from './peers.ts'
import { EDITION, startSiteWithLetter } from './site-with-letter.ts'

// Measures how many answers a second one process of the site gives, compared with the least work that Node can do to send
// the same bytes. The site, the peers and the load generator each have a process and take turns: only ratios within one
// run are meaningful.

const PATHS = [
  '/',
  '/stocks/RISE',
  '/privacy-policy',
  '/api/stocks/RISE',
  '/api/stats/RISE',
  '/api/related/RISE',
  '/api/search?q=ris',
  '/api/trades/RISE',
  '/api/editions',
]
/** The pages of a letter, which need a database that can be reached from here. */
const EDITION_PATHS = [`/newsletter/archive/${EDITION}`, `/api/editions/${EDITION}`]

const { values } = parseArgs({
  options: {
    paths: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
    site: { type: 'string' },
  },
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)

const site = await startSiteWithLetter(values.site ?? process.cwd())
const paths = values.paths?.split(',') ?? [...PATHS, ...(site.databaseUrl === undefined ? [] : EDITION_PATHS)]
const answers = await Promise.all(paths.map((path) => readAnswer(site.origin, path)))
keepApart(site.pid)
const bare = await startPeer('bare', answers)
const dressed = await startPeer('dressed', answers)
const express = await startPeer('express', answers)

console.log(
  `medians of ${rounds} rounds of ${seconds} s each; brotli; ${site.databaseUrl === undefined ? 'embedded database' : 'Postgres'}`,
)
// Compares requests a second and the server's CPU time: on a busy machine the latter is steadier.
const COLUMNS = [
  'address',
  'kB',
  'ours/s',
  'ours : bare',
  'ours : bare, same headers',
  'Express : bare',
].concat(['by CPU: ours : bare', 'same headers', 'Express : bare', 'CPU µs, ours', 'p50 ms', 'p99 ms'])
printHead(...COLUMNS)
for (const { path, body } of answers) {
  const asked = (server: Answering) => ({ server, path })
  const middle = await driveInTurns(
    { ours: asked(site), bare: asked(bare), dressed: asked(dressed), express: asked(express) },
    body.length,
  )
  type Name = 'ours' | 'bare' | 'dressed' | 'express'
  const rate = (name: Name, to: Name) => middle((run) => run[name].perSecond / run[to].perSecond).toFixed(2)
  const work = (name: Name, to: Name) =>
    middle((run) => run[to].cpuMicroseconds / run[name].cpuMicroseconds).toFixed(2)
  const cells = [
    path,
    (body.length / 1000).toFixed(1),
    middle(({ ours }) => ours.perSecond).toFixed(0),
    rate('ours', 'bare'),
    rate('ours', 'dressed'),
    rate('express', 'bare'),
    work('ours', 'bare'),
    work('ours', 'dressed'),
    work('express', 'bare'),
    middle(({ ours }) => ours.cpuMicroseconds).toFixed(0),
    middle(({ ours }) => ours.p50Ms).toFixed(1),
    middle(({ ours }) => ours.p99Ms).toFixed(1),
  ]
  console.log(row(...cells))
}
const TICKER = '/stocks/RISE'
const nginx = await startNginx(dressed.origin, TICKER)
const others = [...(nginx ? [nginx] : []), ...(await startFrameworks(site.origin))]
if (others.length > 0 && paths.includes(TICKER)) {
  console.log()
  printHead(`${TICKER} of`, 'ours : it, answers/s', 'ours : it, by CPU', 'CPU µs, it', 'p50 ms', 'p99 ms')
}
for (const { name, server, path } of paths.includes(TICKER) ? others : []) {
  const middle = await driveInTurns({ ours: { server: site, path: TICKER }, it: { server, path } }, 1_000)
  const cells = [
    name,
    middle(({ ours, it }) => ours.perSecond / it.perSecond).toFixed(2),
    middle(({ ours, it }) => it.cpuMicroseconds / ours.cpuMicroseconds).toFixed(2),
    middle(({ it }) => it.cpuMicroseconds).toFixed(0),
    middle(({ it }) => it.p50Ms).toFixed(1),
    middle(({ it }) => it.p99Ms).toFixed(1),
  ]
  console.log(row(...cells))
}
await Promise.all(others.map(async (other) => other.stop()))
console.log(
  `peak memory of the site: ${site.peakMb().toFixed(0)} MB; bare Node: ${bare.peakMb().toFixed(0)} MB`,
)
await Promise.all([site.stop(), bare.stop(), dressed.stop(), express.stop()])
process.exit(0)

/** Drives servers in turns. The first round only warms up: V8 is still compiling the code.
 *  @returns the median of what is read from the other rounds */
async function driveInTurns<Name extends string>(
  asked: Readonly<Record<Name, { server: Answering; path: string }>>,
  leastBytes: number,
): Promise<(read: (run: Record<Name, Load>) => number) => number> {
  const runs: Record<Name, Load>[] = []
  for (let round = -1; round < rounds; round += 1) {
    const run = new Map<string, Load>()
    for (const [name, { server, path }] of Object.entries<{ server: Answering; path: string }>(asked)) {
      run.set(name, await drive(server, { path, seconds, leastBytes }))
    }
    if (round >= 0) runs.push(Object.fromEntries(run) as Record<Name, Load>)
  }
  return (read) => spreadOf(runs.map(read)).median
}
