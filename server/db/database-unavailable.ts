import { setTimeout } from 'node:timers/promises'

import type { Logger } from '../lib/logger.ts'

const BROKEN = 'the connection was broken'
/** The reason for each error code of the system or of Postgres. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: BROKEN,
  EPIPE: BROKEN,
  ENOTFOUND: 'no machine of that name is known',
  EAI_AGAIN: 'the name of the machine could not be looked up',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no way to that machine',
  '28P01': 'it refuses the user or the password',
  '28000': 'it refuses the user',
  '3D000': 'it has no database of that name',
  '53300': 'it has too many connections',
  '57P01': 'it was stopped',
  '57P02': 'it was stopped',
  '57P03': 'it is starting or stopping',
  '25006': 'it only reads, as a standby does',
  '53100': 'its disk is full',
}

/** Error codes of a database that answers but cannot write: for nearly everything this server does, it might as well be gone. */
const TAKES_NOTHING = /^(?:25006|53100)$/

/** Error codes of Postgres or the system for a connection that was lost or refused. Class 08 is connection exceptions. */
const GONE =
  /^(?:08...|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH)$/
/** Messages of driver errors that have no code. */
const GONE_WORDS =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Whether a query failed because the database was unreachable, went away or cannot write: it may be retried once it can. */
export function isDatabaseGone(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError) return isDatabaseGone(error.cause)
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isDatabaseGone)
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && (GONE.test(code) || TAKES_NOTHING.test(code))) return true
  return GONE_WORDS.test(error.message)
}

/** Rolled back because of another transaction; the disk or the connections are used up; an object or a lock is in use; stopped by
 *  somebody. */
const PASSING = /^(?:40001|40003|40P01|53[13]00|55006|55P03|57P0\d)$/

/** Whether a statement failed for a reason that may pass: the database is gone or short of something, or another statement was in
 *  its way. */
export function mayPass(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return isDatabaseGone(error) || PASSING.test(code)
}

/** What is wrong with the database, for a sentence whose subject it is. */
function describeTrouble(error: unknown): string {
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && TAKES_NOTHING.test(code)) return 'cannot write'
  return isDatabaseGone(error) ? 'does not answer' : 'cannot be used'
}

const ASKED_EVERY_MS = 2_000

/** Opens what needs the database once it answers: a server that starts with the machine may start before its database.
 *  @throws whatever else opening throws, such as for a wrong password, which waiting cannot fix */
export async function whenDatabaseAnswers<Opened>(
  open: () => Promise<Opened>,
  logger: Pick<Logger, 'error' | 'info'>,
  pause: () => Promise<unknown> = () => setTimeout(ASKED_EVERY_MS),
): Promise<Opened> {
  for (let isWaiting = false; ; isWaiting = true) {
    try {
      const opened = await open()
      if (isWaiting) logger.info('The database answers')
      return opened
    } catch (error) {
      if (!isDatabaseGone(error)) throw error
      if (!isWaiting)
        logger.error({ err: error }, 'Waiting for the database: the server starts when it answers')
      await pause()
    }
  }
}

/** Postgres accepts no connection. The message says where and what to do, without user and password. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError'

  /** @param url  DATABASE_URL, or the one of a test */
  constructor(url: string, cause: unknown) {
    super(
      `The database ${describeTrouble(cause)}, Postgres at ${placeOf(url)}: ${reasonOf(cause)}. ` +
        `${remedyOf(cause)}, then try again.`,
      { cause },
    )
  }
}

/** @returns such as `127.0.0.1:5432, database "lunchpail"` */
function placeOf(url: string): string {
  if (!URL.canParse(url)) return 'an address that is none'
  const { hostname, port, pathname } = new URL(url)
  const name = decodeURIComponent(pathname.slice(1))
  const place = `${hostname || 'this machine'}:${port || '5432'}`
  return name === '' ? place : `${place}, database "${name}"`
}

/** Describes an outage in one sentence without a full stop, in the same words wherever it is reported.
 *  @param error  one for which isDatabaseGone returns true */
export function describeOutage(error: unknown): string {
  if (error instanceof DatabaseUnavailableError) return error.message.replace(/\.$/, '')
  return `The database ${describeTrouble(error)}: ${reasonOf(error)}`
}

/** What to do, depending on the error's code: a database that refuses a user is already running. */
function remedyOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return remedyOf(error.errors[0])
  const { code } = error as { code?: unknown }
  if (code === '3D000') return 'Create it (createdb) or look at DATABASE_URL'
  if (code === '25006') return 'Make it take writes or name one that does in DATABASE_URL'
  if (code === '53100') return 'Make room on its disk'
  return typeof code === 'string' && /^(?:28...|ENOTFOUND)$/.test(code)
    ? 'Look at DATABASE_URL'
    : 'Start it or look at DATABASE_URL'
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  const { code } = error as { code?: unknown }
  const known = typeof code === 'string' ? REASONS[code] : undefined
  if (known !== undefined) return known
  if (error instanceof Error && error.message.startsWith('Connection terminated')) return BROKEN
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
}

/** The settings belong to docker compose, whose Postgres runs in a container: without this error a command would silently
 *  change the embedded database instead. */
export class WrongDatabaseError extends Error {
  override readonly name = 'WrongDatabaseError'

  /** @param dataDir  where the embedded database would be created */
  constructor(dataDir: string) {
    super(
      `These settings are for docker compose (POSTGRES_PASSWORD is set, DATABASE_URL is not): its database is not reached from here, and nothing was done in ${dataDir}. ` +
        'Commands run in the container: docker compose exec app lunchpail COMMAND; a file goes in by standard input: ' +
        'docker compose exec -T app lunchpail subscribers import - < FILE. The site: docker compose up -d. ' +
        'Without docker compose set DATABASE_URL; for a trial on the embedded database take POSTGRES_PASSWORD out of .env.',
    )
  }
}
