import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { startUpstream } from '../../e2e/support/upstream.ts'
import { openDatabase } from '../../server/db/open-database.ts'
import { anEditionContent } from '../../server/letter/testing/edition-content.ts'
import { setDatabaseClock } from '../../server/testing/edition-fixtures.ts'
import { publishEdition } from '../../server/testing/published-edition.ts'
import { readStatusMb, startSite, type AttackedSite } from '../attacks/site.ts'
import { fillSubscribers } from '../send/bench-database.ts'
import { startFastSink } from '../send/sinks.ts'
import { driveMixed } from './drive.ts'
import { EDITION, letArchiveBeRead } from './site-with-letter.ts'

// What a crowd does to one process: how much memory it holds after many mixed requests, and how long answers take at a fixed rate
// while the same process sends a letter.

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
const { values } = parseArgs({
  options: {
    parts: { type: 'string', default: 'memory,letter' },
    requests: { type: 'string', default: '100000' },
    rate: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '20' },
    readers: { type: 'string', default: '50000' },
    'send-rate': { type: 'string', default: '300' },
  },
})

const sink = await startFastSink()
const upstream = await startUpstream()
const site = await startSite(process.cwd(), {
  UPSTREAM_BASE_URL: upstream.url,
  NODE_ENV: 'test',
  SECRET_KEY: 's'.repeat(40),
  SUPPRESSION_KEY: 'h'.repeat(40),
  MARKET_DATA: 'live',
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
  if (parts.includes('memory')) await measureMemory(site)
} finally {
  await database.close()
  await site.stop()
  await sink.close()
}
process.exit(0)

/** A letter to many readers begins with the timetable's next look, half a minute later at most. */
async function measureBesideLetter(site: AttackedSite): Promise<void> {
  console.log(
    '| 1 process | answered | failed | p50 ms | p99 ms | longest ms | generator p99, longest ms | letters/s | CPU of the process |',
  )
  console.log(`|${' --- |'.repeat(9)}`)
  const measure = async (name: string) => {
    const before = { letters: await countSubmitted(), cpu: site.cpuSeconds(), ms: performance.now() }
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
      (((await countSubmitted()) - before.letters) / seconds).toFixed(0),
      `${(((site.cpuSeconds() - before.cpu) / seconds) * 100).toFixed(0)} %`,
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
  await measure('first, which warms up')
  await measure(`${values.rate} requests a second`)
  await fillSubscribers(db, Number(values.readers))
  await publishEdition(db, { content: anEditionContent({ slotDate: EDITION }) })
  // That stopped the database's clock, and with it the pace of sending.
  const shiftSeconds = Math.round((Date.parse(`${EDITION}T14:00:00Z`) - Date.now()) / 1_000)
  await setDatabaseClock(db, `+${shiftSeconds} seconds`)
  while ((await countSubmitted()) < 1_000) await new Promise((resolve) => setTimeout(resolve, 200))
  await measure('the same, beside a letter that goes out')
  console.log(`VmRSS ${readStatusMb(site.pid, 'VmRSS').toFixed(0)} MB`)
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
  console.log('| requests | VmRSS MB | CPU µs a request |')
  console.log(`|${' --- |'.repeat(3)}`)
  console.log(`| 0 | ${idleMb.toFixed(0)} | |`)
  let asked = 0
  for (let round = 1; asked < Number(values.requests); round += 1) {
    const before = { cpu: site.cpuSeconds(), asked }
    while (asked < (Number(values.requests) * round) / 10) {
      asked += await driveMixed(site, { paths: PATHS, seconds: 5 })
    }
    const each = ((site.cpuSeconds() - before.cpu) * 1e6) / (asked - before.asked)
    console.log(`| ${asked} | ${readStatusMb(site.pid, 'VmRSS').toFixed(0)} | ${each.toFixed(0)} |`)
  }
  console.log(`peak ${site.peakMb().toFixed(0)} MB`)
}
