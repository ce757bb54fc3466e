import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { openDatabase } from '../../server/db/open-database.ts'
import { anEditionContent } from '../../server/letter/testing/edition-content.ts'
import { addDays } from '../../server/lib/dates.ts'
import { freezeEdition } from '../../server/sending/editions/freeze-edition.ts'
import { storeEdition } from '../../server/sending/editions/editions.ts'
import { anEdition, setDatabaseClock } from '../../server/testing/edition-fixtures.ts'
import { publishEdition } from '../../server/testing/published-edition.ts'
import { readStatusMb, startSite, type AttackedSite } from '../attacks/site.ts'
import { fillSubscribers } from '../send/bench-database.ts'
import { startFastSink } from '../send/sinks.ts'
import { printHead, row } from '../send/tally.ts'
import { driveMixed } from './drive.ts'
import { EDITION, letArchiveBeRead } from './site-with-letter.ts'
import { MADE_UP_SLOT, startUpstreams } from './upstreams.ts'

// What a crowd does to one process: how much memory it holds after many mixed requests, and how long answers take at a fixed
// rate while the same process sends a letter, and while it also has the next edition built.

const PATHS = [
  '/',
  '/stocks/RISE',
  '/stocks',
  '/crypto/BTC',
  '/privacy-policy',
  '/newsletter/archive',
  '/newsletter/feed.xml',
  '/api/stocks/RISE',
  '/api/stats/RISE',
  '/api/trades/RISE',
  '/api/search?q=ris',
  '/api/related/RISE',
  '/api/editions',
  `/newsletter/archive/${EDITION}`,
  `/api/editions/${EDITION}`,
]
const COLUMNS = ['1 process', 'answered', 'failed', 'p50 ms', 'p99 ms', 'longest ms'].concat([
  'generator p99, longest ms',
  'loop p99, longest ms',
  'letters/s',
  'CPU of the process',
])

const { values } = parseArgs({
  options: {
    parts: { type: 'string', default: 'memory,letter' },
    requests: { type: 'string', default: '100000' },
    rate: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '20' },
    readers: { type: 'string', default: '50000' },
    'send-rate': { type: 'string', default: '300' },
    site: { type: 'string', default: process.cwd() },
    upstream: { type: 'string' },
    slot: { type: 'string', default: MADE_UP_SLOT },
  },
})

const sink = await startFastSink()
const METRICS_TOKEN = 'm'.repeat(40)
const site = await startSite(values.site, {
  UPSTREAM_BASE_URL: await startUpstreams(values.upstream),
  SECRET_KEY: 's'.repeat(40),
  SUPPRESSION_KEY: 'h'.repeat(40),
  MARKET_DATA: 'live',
  METRICS_TOKEN,
  SMTP_URL: sink.url,
  MAIL_FROM: 'Lunchpail <letter@lunchpail.example>',
  SEND_PER_SECOND: values['send-rate'],
  SMTP_CONNECTIONS: '20',
})
const { databaseUrl } = site
if (databaseUrl === undefined) throw new Error('bench:crowd needs a Postgres: set TEST_DATABASE_URL')
const database = await openDatabase({ url: databaseUrl }, (error) => {
  throw error
})
const { db } = database
const parts = values.parts.split(',')
try {
  if (parts.includes('letter')) await measureBesideLetter(site)
  if (parts.includes('build')) await measureBesideBuild(site)
  if (parts.includes('memory')) await measureMemory(site)
} finally {
  await database.close()
  await site.stop()
  await sink.close()
}
process.exit(0)

/** A letter to many readers starts when the timetable next checks, at most half a minute later. */
async function measureBesideLetter(site: AttackedSite): Promise<void> {
  printHead(...COLUMNS)
  await measurePace(site, 'first, which warms up')
  await measurePace(site, `${values.rate} requests a second`)
  await fillSubscribers(db, Number(values.readers))
  await publishEdition(db, { content: anEditionContent({ slotDate: EDITION }) })
  // publishEdition stopped the database's clock, which also paces the sending.
  await moveClock(`${EDITION}T14:00:00Z`)
  await until(async () => (await countSubmitted()) >= 1_000)
  await measurePace(site, 'the same, beside a letter that goes out')
  console.log(`VmRSS ${readStatusMb(site.pid, 'VmRSS').toFixed(0)} MB`)
}

/** The timetable builds an edition from Sunday 18:00 in Chicago, while last week's is still going out. */
async function measureBesideBuild(site: AttackedSite): Promise<void> {
  const { slot } = values
  const isWritten = async () =>
    (await db.selectFrom('edition').select('id').where('slot_date', '=', slot).executeTakeFirst()) !==
    undefined
  const isUnderWay = async () =>
    (await db
      .selectFrom('job_lease')
      .select('name')
      .where('name', '=', `write the edition of ${slot}`)
      .executeTakeFirst()) !== undefined
  printHead(...COLUMNS)
  await measurePace(site, 'first, which warms up')
  await fillSubscribers(db, Number(values.readers))
  await moveClock(`${addDays(slot, -1)}T23:00:00Z`)
  const before = addDays(slot, -7)
  await storeEdition(db, anEdition({ slotDate: before, content: anEditionContent({ slotDate: before }) }))
  await freezeEdition(db, before, { by: 'hand' })
  await until(async () => (await countSubmitted()) >= 1_000)
  await measurePace(site, `${values.rate} requests a second, beside a letter that goes out`)
  await moveClock(`${slot}T00:00:30Z`)
  await until(isUnderWay)
  const startedMs = performance.now()
  for (let window = 1; !(await isWritten()); window += 1) {
    if (!(await isUnderWay())) throw new Error('The edition was not built: the log of the site says why.')
    await measurePace(site, `the same, and an edition is built: ${window}`)
  }
  console.log(`The edition took ${((performance.now() - startedMs) / 1_000).toFixed(0)} s at most.`)
  await measurePace(site, 'after that')
  console.log(
    `VmRSS ${readStatusMb(site.pid, 'VmRSS').toFixed(0)} MB, at most ${site.peakMb().toFixed(0)} MB`,
  )
}

async function moveClock(to: string): Promise<void> {
  await setDatabaseClock(db, `+${Math.round((Date.parse(to) - Date.now()) / 1_000)} seconds`)
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 200))
}

/** Prints a row with the response times at the given rate. */
async function measurePace(site: AttackedSite, name: string): Promise<void> {
  const before = { letters: await countSubmitted(), cpu: site.cpuSeconds(), ms: performance.now() }
  await readLoopLag(site)
  const child = fork(path.join(import.meta.dirname, 'pace-child.ts'), [
    site.origin,
    values.rate,
    values.seconds,
    ...PATHS.filter((one) => !one.includes(EDITION)),
  ])
  const [waits] = (await once(child, 'message')) as [
    Record<'answered' | 'p50Ms' | 'p99Ms' | 'mostMs' | 'ownP99Ms' | 'ownMostMs', number> & {
      failures: Record<string, number>
    },
  ]
  const seconds = (performance.now() - before.ms) / 1_000
  const loop = await readLoopLag(site)
  const cells = [
    name,
    waits.answered,
    Object.entries(waits.failures)
      .map(([why, count]) => `${count} ${why}`)
      .join(', ') || 0,
    waits.p50Ms.toFixed(1),
    waits.p99Ms.toFixed(1),
    waits.mostMs.toFixed(0),
    `${waits.ownP99Ms.toFixed(1)}, ${waits.ownMostMs.toFixed(0)}`,
    `${loop.p99Ms.toFixed(1)}, ${loop.mostMs.toFixed(0)}`,
    (((await countSubmitted()) - before.letters) / seconds).toFixed(0),
    `${(((site.cpuSeconds() - before.cpu) / seconds) * 100).toFixed(0)} %`,
  ]
  console.log(row(...cells))
}

/** How late the site's event loop was since the last reading, by its own metrics, which account for 10 ms of it. */
async function readLoopLag({ origin }: AttackedSite): Promise<{ p99Ms: number; mostMs: number }> {
  const answer = await fetch(`${origin}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } })
  const text = await answer.text()
  const lines = new Map(text.split('\n').map((line) => line.split(' ', 2) as [string, string]))
  const read = (name: string) => Number(lines.get(name)) * 1_000
  return { p99Ms: read('nodejs_eventloop_lag_p99_seconds'), mostMs: read('nodejs_eventloop_lag_max_seconds') }
}

async function countSubmitted(): Promise<number> {
  const { count } = await db
    .selectFrom('delivery')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('state', '=', 'submitted')
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function measureMemory(site: AttackedSite): Promise<void> {
  if (!parts.includes('letter')) {
    await publishEdition(db, { content: anEditionContent({ slotDate: EDITION }) })
    await letArchiveBeRead()
  }
  const idleMb = readStatusMb(site.pid, 'VmRSS')
  printHead('requests', 'VmRSS MB', 'CPU µs a request')
  console.log(row(0, idleMb.toFixed(0), ''))
  let asked = 0
  for (let round = 1; asked < Number(values.requests); round += 1) {
    const before = { cpu: site.cpuSeconds(), asked }
    // One drive may cover several tenths.
    do asked += await driveMixed(site, { paths: PATHS, seconds: 5 })
    while (asked < (Number(values.requests) * round) / 10)
    const each = ((site.cpuSeconds() - before.cpu) * 1e6) / (asked - before.asked)
    console.log(`| ${asked} | ${readStatusMb(site.pid, 'VmRSS').toFixed(0)} | ${each.toFixed(0)} |`)
  }
  console.log(`peak ${site.peakMb().toFixed(0)} MB`)
}
