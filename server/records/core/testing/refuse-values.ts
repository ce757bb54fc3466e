import { sql } from 'kysely'

import type { Database } from '../../../db/database.ts'

/** Runs work while the database refuses to store rows of a table, as it refuses a day that does not exist.
 *  @param condition  of the refused rows, in SQL; `new` is the row */
export async function whileRefused<Result>(
  db: Database,
  { table, condition }: { table: 'insider_line' | 'congress_line'; condition: string },
  work: () => Promise<Result>,
): Promise<Result> {
  await sql`
    create function refuse_value() returns trigger language plpgsql as $$
    begin
      if ${sql.raw(condition)} then raise 'out of range' using errcode = '22008'; end if;
      return new;
    end $$`.execute(db)
  await sql`create trigger refuse before insert on ${sql.table(table)} for each row execute function refuse_value()`.execute(
    db,
  )
  try {
    return await work()
  } finally {
    await sql`drop function refuse_value() cascade`.execute(db)
  }
}
