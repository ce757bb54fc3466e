import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { sql } from 'kysely'

import type { Database } from '../../../server/db/database.ts'
import { storeEdition, type BuiltEdition } from '../../../server/sending/editions/editions.ts'
import { hashAddress } from '../../../server/sending/tokens.ts'
import { anEdition, resetTables, setDatabaseClock } from '../../../server/testing/edition-fixtures.ts'
import { startSmtpPeer, type PeerOptions, type SmtpPeer } from '../../../server/testing/smtp-peer.ts'
import { createTestDatabase, type TestDatabase } from '../../../server/testing/test-database.ts'
import { startProcess, type Ended, type ProcessOptions, type RunningProcess } from './processes.ts'

/** The Monday of every trial's edition. */
export const MONDAY = '2026-11-23'
/** After this long, by the database's clock, another process takes over what a dead one had claimed. It is far more than any
 *  test takes, so that a live process keeps its claims. */
export const LEASE_SECONDS = 900
const OPERATOR = 'operator@pail.test'
const SUPPRESSION_KEY = 'h'.repeat(40)

export interface Row {
  readonly email: string | null
  readonly state: string
  readonly attempts: number
  readonly reply: string | null
}

/** A database and a mail server for one test file, with real processes using them. */
export interface Trial {
  readonly db: Database
  /** For processes that connect in another way. */
  readonly databaseUrl: string
  /** The mail server of the current test. */
  peer: SmtpPeer
  readonly settings: Readonly<Record<string, string>>
  /** Empties the tables and starts a new mail server. By the database's clock it is Monday 9:00 in Chicago. */
  begin(options?: PeerOptions): Promise<void>
  addSubscribers(emails: readonly string[]): Promise<void>
  storeEdition(changes?: Partial<BuiltEdition>): Promise<void>
  /** Sets the database's clock, which then runs as usual.
   *  @param instant  '2026-11-23T14:00:00Z' */
  setClock(instant: string): Promise<void>
  /** The database's current time. */
  now(): Date
  /** Advances the database's clock. */
  advanceClock(seconds: number): Promise<void>
  start(
    program: 'lunchpail' | 'site' | 'sending-child',
    words?: readonly string[],
    options?: ProcessOptions & { settings?: Record<string, string> },
  ): RunningProcess
  /** Runs `lunchpail ...words` to its end. */
  run(...words: string[]): Promise<Ended>
  /** The deliveries in the order of their subscribers. */
  rows(): Promise<Row[]>
  /** How many deliveries are in each state that occurs. */
  counts(): Promise<Record<string, number>>
  editionState(): Promise<string | undefined>
  /** The readers who received a copy, one entry per copy, sorted; without alarms to the operator. */
  copies(): string[]
  /** The operator's mail. */
  alarms(): string
  /** Ends what is still running and closes the mail server. */
  end(): Promise<void>
  close(): Promise<void>
}

export async function openTrial(): Promise<Trial> {
  const database = await createTestDatabase()
  const databaseUrl = urlOf(database)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'lunchpail-fault-'))
  const processes = new Set<RunningProcess>()
  let clockShiftMs = 0

  const trial: Trial = {
    db: database.db,
    databaseUrl,
    peer: undefined as never,
    get settings() {
      return {
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        SMTP_URL: trial.peer.url,
        SITE_URL: 'https://pail.test',
        MAIL_FROM: 'Lunchpail <monday@pail.test>',
        CONTACT_EMAIL: 'hello@pail.test',
        OPERATOR_EMAIL: OPERATOR,
        NEWSLETTER_PREVIEW_TO: 'none',
        SECRET_KEY: 's'.repeat(40),
        SUPPRESSION_KEY,
        // Port 1: no data source answers.
        UPSTREAM_BASE_URL: 'http://127.0.0.1:1',
        SEND_PER_SECOND: '1000',
        SEND_LEASE_SECONDS: String(LEASE_SECONDS),
      }
    },
    async begin(options) {
      await resetTables(database.db)
      // This trial must not know what the previous one sent.
      rmSync(path.join(dataDir, 'sent-editions.json'), { force: true })
      await sql`truncate notice, bounce cascade`.execute(database.db)
      await trial.setClock(`${MONDAY}T15:00:00Z`)
      trial.peer = await startSmtpPeer(options)
    },
    async addSubscribers(emails) {
      await sql`
        insert into subscriber (email, email_hash, consented_at, confirmed_at)
        select email, email_hash, lunchpail_now(), lunchpail_now()
        from unnest(${emails}::text[], ${emails.map((email) => hashAddress(email, SUPPRESSION_KEY))}::text[])
          with ordinality as given (email, email_hash, position)
        order by position`.execute(database.db)
    },
    storeEdition: (changes) => storeEdition(database.db, anEdition(changes)),
    async setClock(instant) {
      clockShiftMs = Date.parse(instant) - Date.now()
      await setDatabaseClock(database.db, `+${clockShiftMs} milliseconds`)
    },
    now: () => new Date(Date.now() + clockShiftMs),
    async advanceClock(seconds) {
      clockShiftMs += seconds * 1000
      await setDatabaseClock(database.db, `+${clockShiftMs} milliseconds`)
    },
    start(program, words = [], { settings = {}, ...options } = {}) {
      const started = startProcess(program, words, { ...trial.settings, ...settings }, options)
      processes.add(started)
      return started
    },
    run: (...words) => trial.start('lunchpail', words).ended(),
    rows: () =>
      database.db
        .selectFrom('delivery')
        .innerJoin('subscriber', 'subscriber.id', 'delivery.subscriber_id')
        .select(['subscriber.email', 'delivery.state', 'delivery.attempts', 'delivery.reply'])
        .orderBy('subscriber.id')
        .execute(),
    async counts() {
      const { rows } = await sql<{ state: string; count: number }>`
        select state, count(*)::integer as count from delivery group by state`.execute(database.db)
      return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
    },
    async editionState() {
      const row = await database.db.selectFrom('edition').select('state').executeTakeFirst()
      return row?.state
    },
    copies: () =>
      trial.peer.accepted
        .map(({ to }) => to)
        .filter((to) => to !== OPERATOR)
        .sort(),
    alarms: () =>
      trial.peer.accepted
        .filter(({ to }) => to === OPERATOR)
        .map(({ raw }) => raw.replaceAll('=\r\n', ''))
        .join('\n'),
    async end() {
      await Promise.all([...processes].map((running) => running.kill()))
      processes.clear()
      await trial.peer.close()
    },
    async close() {
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return trial
}

function urlOf({ url }: TestDatabase): string {
  if (url !== undefined) return url
  throw new Error(
    'This takes several processes on one Postgres: set TEST_DATABASE_URL, such as ' +
      'postgres://postgres@127.0.0.1:5432/postgres, whose user may create databases, and run "npm run test:faults".',
  )
}

/** Waits until a child that runs the timetable has had its chance: until a check that began after now has ended. */
export async function hasLooked(...children: RunningProcess[]): Promise<void> {
  // The first check may have been in progress already.
  await Promise.all(children.map((child) => child.saysAgain('looked what is due', 2)))
}

/** Waits until something becomes true.
 *  @throws Error with what `describe` returns if time runs out */
export async function until(
  isTrue: () => boolean | Promise<boolean>,
  describe: () => string,
  timeoutMs = 180_000,
): Promise<void> {
  const patience = performance.now() + timeoutMs
  while (!(await isTrue())) {
    if (performance.now() > patience)
      throw new Error(`In ${timeoutMs / 1000} s it did not come true: ${describe()}`)
    await delay(20)
  }
}
