import { createHash, randomBytes } from 'node:crypto'

import { sql } from 'kysely'

import type { Database, DatabaseOrTransaction } from '../db/database.ts'

/** A mailed link works for so long. */
export const LINK_MINUTES = 15
/** Then an operator signs in again. */
export const SESSION_HOURS = 12

export interface DeskTables {
  desk_link: DeskLinkTable
  desk_session: DeskSessionTable
}

/** A link that was mailed and not used yet. */
interface DeskLinkTable {
  token_hash: string
  /** Of the browser that asked for it. */
  browser_hash: string
  address: string
  ends_at: Date
}

interface DeskSessionTable {
  token_hash: string
  address: string
  begun_at: Date
  ends_at: Date
}

const TOKEN = /^[\w-]{43}$/
/** @returns 43 URL-safe characters that nobody guesses */
export const createToken = () => randomBytes(32).toString('base64url')
/** @returns whether a text has the form of our tokens */
export const isToken = (text: unknown): text is string => typeof text === 'string' && TOKEN.test(text)
/** Tokens have 256 random bits: a plain hash cannot be reversed. */
const hash = (token: string) => createHash('sha256').update(token).digest('base64url')

/** @param browser  the token in the cookie of the browser that asks
 *  @returns the link's token */
export async function createLink(
  db: DatabaseOrTransaction,
  { address, browser }: { address: string; browser: string },
): Promise<string> {
  const token = createToken()
  await db
    .insertInto('desk_link')
    .values({
      token_hash: hash(token),
      browser_hash: hash(browser),
      address,
      ends_at: sql<Date>`lunchpail_now() + make_interval(mins => ${LINK_MINUTES})`,
    })
    .execute()
  return token
}

/** How a link stands in the browser that opens it; nothing is changed. */
export async function judgeLink(
  db: DatabaseOrTransaction,
  token: string,
  browser: string,
): Promise<'good' | 'other-browser' | 'gone'> {
  const link = await db
    .selectFrom('desk_link')
    .select('browser_hash')
    .where('token_hash', '=', hash(token))
    .where('ends_at', '>', sql<Date>`lunchpail_now()`)
    .executeTakeFirst()
  if (link === undefined) return 'gone'
  return link.browser_hash === hash(browser) ? 'good' : 'other-browser'
}

/** Uses a link up and begins a session, where the same browser asked for it and its address is still an operator's.
 *  @returns undefined where it is none, or was used */
export async function spendLink(
  db: Database,
  { token, browser, operators }: { token: string; browser: string; operators: readonly string[] },
): Promise<{ session: string; address: string } | undefined> {
  return db.transaction().execute(async (trx) => {
    const link = await trx
      .deleteFrom('desk_link')
      .where('token_hash', '=', hash(token))
      .where('browser_hash', '=', hash(browser))
      .where('ends_at', '>', sql<Date>`lunchpail_now()`)
      .returning('address')
      .executeTakeFirst()
    if (link === undefined || !operators.includes(link.address)) return undefined
    const session = createToken()
    await trx
      .insertInto('desk_session')
      .values({
        token_hash: hash(session),
        address: link.address,
        begun_at: sql<Date>`lunchpail_now()`,
        ends_at: sql<Date>`lunchpail_now() + make_interval(hours => ${SESSION_HOURS})`,
      })
      .execute()
    return { session, address: link.address }
  })
}

/** @returns the address of the operator whose session it is; undefined for one that has ended, or of who is none any more */
export async function findOperator(
  db: DatabaseOrTransaction,
  session: string,
  operators: readonly string[],
): Promise<string | undefined> {
  const found = await db
    .selectFrom('desk_session')
    .select('address')
    .where('token_hash', '=', hash(session))
    .where('ends_at', '>', sql<Date>`lunchpail_now()`)
    .executeTakeFirst()
  return found !== undefined && operators.includes(found.address) ? found.address : undefined
}

export async function endSession(db: DatabaseOrTransaction, session: string): Promise<void> {
  await db.deleteFrom('desk_session').where('token_hash', '=', hash(session)).execute()
}

/** Deletes links and sessions that have ended, and sessions of addresses that are no operator's: should one come back, it
 *  signs in again. Daily is often enough. */
export async function deleteEndedSessions(
  db: DatabaseOrTransaction,
  operators: readonly string[],
): Promise<void> {
  await sql`delete from desk_link where ends_at < lunchpail_now()`.execute(db)
  await sql`
    delete from desk_session
    where ends_at < lunchpail_now() or address <> all (${[...operators]}::text[])`.execute(db)
}
