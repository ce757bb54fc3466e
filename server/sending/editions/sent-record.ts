import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'
import { z } from 'zod'

import type { Database } from '../../db/database.ts'
import { AppError, messageOf } from '../../lib/errors.ts'
import { holdAfterRestore } from './restored-database.ts'
import type { Logger } from '../../lib/logger.ts'

/** How often a sending in progress is noted again, and so how precisely a restored backup can be detected. */
const NOTE_EVERY_MS = 15_000
const MOST_NOTES = 30

const noteSchema = z.object({
  /** The Monday, 'YYYY-MM-DD'. */
  date: z.iso.date(),
  /** How often it had been noted, counted by the database. */
  mark: z.int().positive(),
  /** When its recipients were written down, an instant. */
  begunAt: z.iso.datetime(),
  /** How many the mail server had accepted. */
  submitted: z.int().nonnegative(),
})
const recordSchema = z.object({ editions: z.array(noteSchema) })

/** What this machine remembers about the sending of one edition. */
export type SentNote = z.infer<typeof noteSchema>

/** What went out, stored outside the database because a restored backup does not know it. */
export interface SentRecord {
  /** The path of the file. */
  readonly file: string
  /** Newest first.
   *  @throws AppError if the file cannot be read: then nothing may be sent */
  list(): readonly SentNote[]
  /** Adds notes; if two are about one edition, the one with the higher mark is kept. A file that cannot be written is logged. */
  keep(notes: readonly SentNote[]): void
}

/** @param folder  DATA_DIR; it must outlive the process, and the database
 *  @param write  replaced in tests */
export function createSentRecord(
  folder: string,
  logger: Pick<Logger, 'error'>,
  write: typeof writeFileSync = writeFileSync,
): SentRecord {
  const file = path.join(folder, 'sent-editions.json')

  function list(): SentNote[] {
    let text: string
    try {
      text = readFileSync(file, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw unreadable(file, error)
    }
    try {
      return recordSchema.parse(JSON.parse(text)).editions
    } catch (error) {
      throw unreadable(file, error)
    }
  }

  return {
    file,
    list,
    keep(notes) {
      const known = list()
      const isNew = ({ date, mark }: SentNote) =>
        !known.some((note) => note.date === date && note.mark >= mark)
      const fresh = notes.filter(isNew)
      if (fresh.length === 0) return
      const dates = new Set(fresh.map(({ date }) => date))
      const editions = [...fresh, ...known.filter(({ date }) => !dates.has(date))]
        .toSorted((one, other) => other.date.localeCompare(one.date))
        .slice(0, MOST_NOTES)
      // Containers may share the folder, and the server has the same process id in each.
      const next = `${file}.${randomUUID()}`
      try {
        mkdirSync(folder, { recursive: true })
        // Renamed into place: readers see the old file or the new one, whole.
        write(next, `${JSON.stringify({ editions }, null, 2)}\n`, { flush: true })
        renameSync(next, file)
      } catch (error) {
        logger.error({ err: error, file }, 'What was sent could not be noted outside the database')
        removeUnfinished(next, logger)
      }
    },
  }
}

/** Removes what a full disk has left of a note; no letter waits for this. */
function removeUnfinished(file: string, logger: Pick<Logger, 'error'>): void {
  try {
    if (existsSync(file)) rmSync(file)
  } catch (error) {
    logger.error({ err: error, file }, 'An unfinished note could not be removed')
  }
}

function unreadable(file: string, cause: unknown): AppError {
  return new AppError(
    'internal',
    `What was sent cannot be read from ${file}: ${messageOf(cause)}. ` +
      'Nothing is sent until it can: a restored backup would send again. Put back a copy of it, or delete it if you know that ' +
      'the database is not an older one.',
    { cause },
  )
}

interface Recording {
  readonly db: Database
  readonly sentRecord: SentRecord
  readonly logger: Logger
}

/** Notes the sending of an edition in the record while it lasts, before anything goes out and when it has ended. */
export async function whileNoted<Result>(
  { db, sentRecord, logger }: Recording,
  slotDate: string,
  send: () => Promise<Result>,
): Promise<Result> {
  const note = async () => sentRecord.keep(await countNote(db, slotDate))
  await note()
  let underWay = Promise.resolve()
  const timer = setInterval(() => {
    // The sending itself reports it if the database is gone.
    underWay = note().catch((error: unknown) => logger.debug({ err: error }, 'a sending could not be noted'))
  }, NOTE_EVERY_MS).unref()
  try {
    return await send()
  } finally {
    clearInterval(timer)
    await underWay
    await note().catch((error: unknown) =>
      logger.warn({ err: error }, 'The end of a sending could not be noted'),
    )
  }
}

/** Counts one more note of an edition that is being sent, or was until now. */
async function countNote(db: Database, slotDate: string): Promise<SentNote[]> {
  const { rows } = await sql<NoteRow>`
    update edition set sent_mark = sent_mark + 1
    where slot_date = ${slotDate} and frozen_at is not null and marked_sent_at is null
    returning ${NOTE}`.execute(db)
  return rows.map(asNote)
}

/** Copies into the record what the database knows about editions sent within a month, so that each machine that runs the
 *  site remembers what any of them sent. */
export async function recordSendings(db: Database, sentRecord: SentRecord): Promise<void> {
  const known = sentRecord.list()
  const { rows } = await sql<Pick<NoteRow, 'date' | 'mark'>>`
    select slot_date as date, sent_mark as mark from edition
    where sent_mark > 0 and marked_sent_at is null and frozen_at > lunchpail_now() - interval '1 month'`.execute(
    db,
  )
  const news = rows.filter(({ date, mark }) => !known.some((note) => note.date === date && note.mark >= mark))
  for (const { date } of news) {
    const { rows: notes } = await sql<NoteRow>`select ${NOTE} from edition where slot_date = ${date}`.execute(
      db,
    )
    sentRecord.keep(notes.map(asNote))
  }
}

interface NoteRow extends Omit<SentNote, 'begunAt'> {
  begunAt: Date | null
}

const NOTE = sql`slot_date as date, sent_mark as mark, frozen_at as "begunAt",
  (select count(*)::integer from delivery where edition_id = edition.id and state = 'submitted') as submitted`

const asNote = (row: NoteRow): SentNote => ({
  ...row,
  begunAt: (row.begunAt ?? new Date(0)).toISOString(),
})

/** Compares the database with the record. If an edition's sending got further than a database restored from a backup knows, it now
 *  waits for a person: held if it would be sent to everyone, paused if it would be sent to the rest. The person's decision then
 *  stands. Idempotent.
 *  @returns how many single mails do not go out for the same reason
 *  @throws AppError if the record cannot be read */
export async function holdRestored({ db, sentRecord, logger }: Recording): Promise<number> {
  const forgottenMails = await holdAfterRestore(db, logger)
  for (const note of sentRecord.list()) {
    const isUnsent = sql`state in ('built', 'missed')`
    const words = `begun ${note.begunAt}, ${note.submitted} submitted by then`
    const { rows } = await sql<{ state: string }>`
      update edition set sent_mark = ${note.mark}::integer,
        held_at = case when ${isUnsent} then coalesce(held_at, lunchpail_now()) else held_at end,
        held_kind = case when ${isUnsent} then 'restored' else held_kind end,
        held_reason = case when ${isUnsent} then ${words} else held_reason end,
        paused_at = case when state in ('frozen', 'paused') then lunchpail_now() else paused_at end,
        pause_kind = case when state in ('frozen', 'paused') then 'restored' else pause_kind end,
        pause_reason = case when state in ('frozen', 'paused') then ${words} else pause_reason end,
        state = case when state = 'frozen' then 'paused' else state end
      where slot_date = ${note.date} and sent_mark < ${note.mark}::integer and marked_sent_at is null
      returning state`.execute(db)
    const state = rows[0]?.state
    if (state === undefined) continue
    logger.error(
      { ...note, state, file: sentRecord.file },
      'The database is a restored backup: more of this edition went out than it knows',
    )
  }
  return forgottenMails
}
