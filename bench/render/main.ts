import { Session } from 'node:inspector/promises'
import { parseArgs } from 'node:util'

import { startUpstream } from '../../e2e/support/upstream.ts'
import { createPageApi } from '../../server/http/page-api.ts'
import { compress } from '../../server/http/compress.ts'
import { anEditionContent } from '../../server/letter/testing/edition-content.ts'
import { createTestDeps } from '../../server/testing/app-fixture.ts'
import { publishEdition } from '../../server/testing/published-edition.ts'
import { createTestDatabase } from '../../server/testing/test-database.ts'
import { printHead, row, spreadOf } from '../send/tally.ts'
import { PARTS, readParts } from './parts.ts'

// Measures the CPU time of rendering a page that is not cached, what it allocates, and what compressing it costs, in one
// process, one page after the other. A profile taken meanwhile divides the time between React, including our components,
// and each other part of the code.

const EDITION = '2025-01-13'
const ADDRESSES = ['/', '/stocks/RISE', '/privacy-policy', `/newsletter/archive/${EDITION}`]
/** The first few hundred renders run while V8 is still compiling the code. */
const WARM_UP = 300
const SAMPLE_MICROSECONDS = 200

const { values } = parseArgs({ options: { renders: { type: 'string', default: '500' } } })
const renders = Number(values.renders)

// The value that a built site has.
process.env['NODE_ENV'] = 'production'
// The embedded database would run in this process, and count toward its CPU time.
const server = process.env['TEST_DATABASE_URL']
if (server !== undefined) process.env['LUNCHPAIL_TEST_POSTGRES'] = server
const { createPageRenderer } = await import('../../server/http/render-page.ts')
const upstream = await startUpstream()
const database = await createTestDatabase()
await publishEdition(database.db, { content: anEditionContent({ slotDate: EDITION }) })
const { deps } = createTestDeps(database, { MARKET_DATA: 'live', UPSTREAM_BASE_URL: upstream.url })
const renderPage = await createPageRenderer(createPageApi(deps))
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_MICROSECONDS })

const microseconds = ({ user, system }: NodeJS.CpuUsage) => user + system

/** CPU time of this process for one run of `work`, milliseconds. */
async function timeOf(times: number, work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  for (let done = 0; done < times; done += 1) await work()
  return microseconds(process.cpuUsage(before)) / times / 1_000
}

/** The median of what one render adds to the heap, without the renders during which garbage is collected. */
async function allocatedKb(render: () => Promise<unknown>): Promise<number> {
  const grown: number[] = []
  while (grown.length < 50) {
    const before = process.memoryUsage().heapUsed
    await render()
    const after = process.memoryUsage().heapUsed
    if (after > before) grown.push(after - before)
  }
  return spreadOf(grown).median / 1_000
}

console.log(
  `medians of 3 rounds of ${renders} renders; CPU time, milliseconds; ${server === undefined ? 'embedded database' : 'Postgres'}`,
)
const COLUMNS = ['address', 'kB', 'whole', ...PARTS, 'over React alone', 'allocated kB', 'brotli', 'gzip']
printHead(...COLUMNS)
for (const address of ADDRESSES) {
  const render = () => renderPage(address)
  const { status, html, isUnfinished } = await render()
  if (status !== 200 || isUnfinished) throw new Error(`${address} answered with ${status}, or lacks a part`)
  await timeOf(WARM_UP, render)
  const rounds: (Record<(typeof PARTS)[number], number> & { whole: number })[] = []
  for (let round = 0; round < 3; round += 1) {
    await session.post('Profiler.start')
    const whole = await timeOf(renders, render)
    const { profile } = await session.post('Profiler.stop')
    const shares = readParts(profile)
    const parts = PARTS.map((part) => [part, shares[part] * whole] as const)
    rounds.push({ whole, ...(Object.fromEntries(parts) as Record<(typeof PARTS)[number], number>) })
  }
  const middle = (read: (round: (typeof rounds)[number]) => number) => spreadOf(rounds.map(read)).median
  const body = Buffer.from(html)
  const cells = [
    (body.length / 1_000).toFixed(0),
    middle(({ whole }) => whole).toFixed(2),
    ...PARTS.map((part) => middle((round) => round[part]).toFixed(2)),
    middle(({ whole, React }) => whole - React).toFixed(2),
    (await allocatedKb(render)).toFixed(0),
    (await timeOf(100, () => compress(body, 'br'))).toFixed(2),
    (await timeOf(100, () => compress(body, 'gzip'))).toFixed(2),
  ]
  console.log(row(address, ...cells))
}
session.disconnect()
await deps.close()
upstream.close()
process.exit(0)
