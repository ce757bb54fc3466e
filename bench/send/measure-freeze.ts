import { sql } from 'kysely'

import { freezeEdition } from '../../server/sending/editions/freeze-edition.ts'
import { storeEdition } from '../../server/sending/editions/editions.ts'
import { anEdition } from '../../server/testing/edition-fixtures.ts'
import { whole, type BenchContext } from './bench-context.ts'
import { fillSubscribers, forgetSending } from './bench-database.ts'
import { printHead, spreadOf, row } from './tally.ts'

/** Measures how long it takes to record who gets an edition. For comparison, Postgres writes as many rows in the same order into
 *  a table with the same columns, checks and indexes but no foreign keys, and into one with the columns alone: the difference
 *  is what foreign keys and indexes cost. */
export async function measureFreeze({ options, database: { db } }: BenchContext): Promise<void> {
  const { manyRecipients, rounds } = options
  const edition = anEdition()
  const bare = (like: string) => async () => {
    await sql`create table bench_delivery (like delivery including defaults ${sql.raw(like)})`.execute(db)
    return async () => {
      await sql`
        insert into bench_delivery (edition_id, subscriber_id, position, updated_at)
        select 1, id, row_number() over (order by hashint8extended(id, 1)), now() from subscriber`.execute(db)
      await sql`analyze bench_delivery`.execute(db)
    }
  }
  const contenders: Record<string, () => Promise<() => Promise<void>>> = {
    'freezeEdition of ours': async () => {
      await storeEdition(db, edition)
      return () => freezeEdition(db, edition.slotDate, { by: 'hand' })
    },
    'the same rows, no foreign keys': bare('including constraints including indexes'),
    'the same rows alone': bare(''),
  }
  console.log(
    `\n### Freezing an edition for ${whole(manyRecipients)} recipients, ${rounds} rounds in turns\n`,
  )
  printHead('what', 'median s', 'min s', 'max s')
  await fillSubscribers(db, manyRecipients)
  const seconds = new Map<string, number[]>()
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, prepare] of Object.entries(contenders)) {
      await sql`drop table if exists bench_delivery`.execute(db)
      await forgetSending(db)
      const run = await prepare()
      const startedMs = performance.now()
      await run()
      seconds.set(name, [...(seconds.get(name) ?? []), (performance.now() - startedMs) / 1_000])
      console.error(`${name}: ${seconds.get(name)?.at(-1)?.toFixed(1)} s`)
    }
  }
  for (const [name, taken] of seconds) {
    const { median, min, max } = spreadOf(taken)
    console.log(row(name, median.toFixed(1), min.toFixed(1), max.toFixed(1)))
  }
}
