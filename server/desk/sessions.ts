import { createHash, randomBytes } from 'node:crypto'

import { sql } from 'kysely'

import type { Database, DatabaseOrTransaction } from '../db/database.ts'

/** The lifetime of a mailed link. */
export const LINK_MINUTES = 15
/** After this an operator signs in again. */
export const SESSION_HOURS = 12

export interface DeskTables {
  desk_link: DeskLinkTable
  desk_session: DeskSessionTable
}

/** A mailed link that has not been used yet. */
interface DeskLinkTable {
  token_hash: string
  /** Identifies the browser that asked for it. */
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
/** @returns 43 URL-safe characters that nobody can guess */
export const createToken = () => randomBytes(32).toString('base64url')
/** @returns whether a text has the form of our tokens */
export const isToken = (text: unknown): text is string => typeof text === 'string' && TOKEN.test(text)
/** Tokens have 256 random bits, so a plain hash cannot be reversed. */
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

/** The state of a link in the browser that opens it; changes nothing. */
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

/** Uses up a link and starts a session, if the same browser asked for it and its address is still an operator's.
 *  @returns undefined if there is no such link, or it was already used */
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

/** @returns the address of the operator whose session it is; undefined if it has ended, or they are no longer an operator */
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

/** Deletes links and sessions that have ended, and sessions of addresses that are no longer operators, who must sign in again
 *  if they come back. Daily is often enough. */
export async function deleteEndedSessions(
  db: DatabaseOrTransaction,
  operators: readonly string[],
): Promise<void> {
  await sql`delete from desk_link where ends_at < lunchpail_now()`.execute(db)
  await sql`
    delete from desk_session
    where ends_at < lunchpail_now() or address <> all (${[...operators]}::text[])`.execute(db)
}
