import { sql } from 'kysely'

import { jobFor, whole, type BenchContext } from './bench-context.ts'
import { fillSubscribers, forgetSending } from './bench-database.ts'
import type { ContenderName } from './contender.ts'
import { startContender } from './run-contender.ts'
import { startRecordingSink, type RecordingSink } from './sinks.ts'
import { printHead, tallyKill, type KillTally, row } from './tally.ts'

const RECIPIENTS = 2_000
/** The delay of a server that stores a message before it answers. */
const ANSWER_MS = 10
const LEASE_SECONDS = 5

/** Measures what readers get if SIGKILL ends the sending process halfway, and it is restarted. */
export async function measureKill(context: BenchContext): Promise<void> {
  const { database, options } = context
  await fillSubscribers(database.db, RECIPIENTS)
  const sink = await startRecordingSink({ delayMs: ANSWER_MS })
  console.log(
    `\n### SIGKILL after half of ${whole(RECIPIENTS)} recipients, then a restart; sums of ${options.rounds} rounds, into ${sink.words}\n`,
  )
  printHead('contender', 'duplicates', 'losses', 'shown as unknown', 'of these, arrived')
  try {
    for (const name of options.only) {
      const tallies: KillTally[] = []
      for (let round = 1; round <= options.rounds; round += 1) {
        tallies.push(await killOnce(context, sink, name))
        console.error(`kill ${round}: ${name}: ${JSON.stringify(tallies.at(-1))}`)
      }
      const sum = (measure: keyof KillTally) => tallies.reduce((total, tally) => total + tally[measure], 0)
      console.log(row(name, sum('duplicates'), sum('losses'), sum('unknown'), sum('unknownTaken')))
    }
  } finally {
    await sink.close()
  }
}

async function killOnce(context: BenchContext, sink: RecordingSink, name: ContenderName): Promise<KillTally> {
  await forgetSending(context.database.db)
  sink.forget()
  const job = jobFor(context, { contender: name, smtpUrl: sink.url, leaseSeconds: LEASE_SECONDS })
  const first = await startContender(job)
  const half = sink.reach(RECIPIENTS / 2)
  first.sendUnwatched()
  await half
  await first.kill()
  const second = await startContender({ ...job, isRestart: true })
  await second.send()
  const { copies } = await sink.report()
  return tallyKill({ readers: await listReaders(context), copies, unknown: await listUnknown(context) })
}

async function listReaders({ database: { db } }: BenchContext): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`select email from subscriber where email is not null`.execute(
    db,
  )
  return rows.map(({ email }) => email)
}

/** Only our own sending has such a state; the others keep no deliveries. */
async function listUnknown({ database: { db } }: BenchContext): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`
    select email from delivery join subscriber on subscriber.id = delivery.subscriber_id
    where state = 'unknown'`.execute(db)
  return new Set(rows.map(({ email }) => email))
}
