import { setTimeout } from 'node:timers/promises'

import type { RawBuilder } from 'kysely'

import type { Database } from '../../../server/db/database.ts'

const LOOK_MS = 50

/** Waits until a query that looks for open jobs finds none. */
export async function untilNothingIsLeft(db: Database, open: RawBuilder<unknown>): Promise<void> {
  while ((await open.execute(db)).rows.length > 0) await setTimeout(LOOK_MS)
}
