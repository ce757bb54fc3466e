import { sql } from 'kysely'

import type { Database } from '../../server/db/database.ts'
import type { Reader } from './contenders/nodemailer-letters.ts'

const PAGE_SIZE = 1_000

/** All subscribers, by id, a page at a time. */
export async function* listReaderPages(db: Database): AsyncGenerator<Reader[]> {
  for (let last = '0'; ;) {
    const { rows } = await sql<{ id: string; email: string }>`
      select id, email from subscriber
      where id > ${last} and email is not null and confirmed_at is not null
      order by id limit ${PAGE_SIZE}`.execute(db)
    if (rows.length > 0) yield rows.map(({ id, email }) => ({ subscriberId: id, email }))
    if (rows.length < PAGE_SIZE) return
    last = rows.at(-1)?.id ?? last
  }
}

/** All subscribers in the same order, one by one. */
export async function* listReaders(db: Database): AsyncGenerator<Reader> {
  for await (const page of listReaderPages(db)) yield* page
}
