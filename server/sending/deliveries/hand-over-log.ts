import { appendFileSync, createReadStream, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'

import { parseEmailAddress } from '../../../shared/email-address.ts'
import { addDays } from '../../lib/dates.ts'
import { InvalidInputError } from '../../lib/errors.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Outcome } from './ledger.ts'

/** What this machine notes of each letter beside the database: an older backup does not know who has it. */
export interface HandOverLog {
  /** Notes that a mail server may have these from now on; on the disk when it resolves. */
  begin(slotDate: string, emails: readonly string[]): Promise<void>
  /** Notes what came of one of them. */
  end(slotDate: string, email: string, state: Outcome['state']): void
}

const KEPT_DAYS = 28
const COMPLAIN_EVERY_MS = 60_000
/** 128 bits of the keyed hash of an address tell readers apart, in half the room. */
export const HASH_LENGTH = 22
const LINE = /^([\w-]{22}) ([a-z]*)$/
const GAP = /^gap (\d+)$/
const NAME = /^handed-over-(\d{4}-\d\d-\d\d)\.log$/

/** Where the log of an edition is, in DATA_DIR. */
export const handOverFile = (folder: string, slotDate: string) =>
  path.join(folder, `handed-over-${slotDate}.log`)

/** @param deps.folder  DATA_DIR; any number of processes may write there
 *  @param deps.hashAddress  the keyed hash of an address; the log holds no address */
export function createHandOverLog(deps: {
  readonly folder: string
  readonly hashAddress: (email: string) => string
  readonly logger: Pick<Logger, 'error' | 'warn'>
}): HandOverLog {
  const { folder, hashAddress, logger } = deps
  let complainedAt = -Infinity
  let missing = 0
  let cleanedFor: string | undefined

  /** Of the letters whose end is still to come: a keyed hash costs as much as the line. */
  const hashes = new Map<string, string>()

  // The line break comes first: a line that a full disk cut off spoils none after it.
  const lineOf = (hash: string, state: string) => `\n${hash} ${state}`
  const hashOf = (email: string) => hashes.get(email) ?? hashAddress(email).slice(0, HASH_LENGTH)

  function complain(error: unknown): void {
    if (performance.now() - complainedAt < COMPLAIN_EVERY_MS) return
    complainedAt = performance.now()
    logger.error({ err: error, folder }, 'What was sent could not be noted outside the database')
  }

  return {
    async begin(slotDate, emails) {
      if (emails.length === 0) return
      const gap = missing
      for (const email of emails) hashes.set(email, hashOf(email))
      const lines = emails.map((email) => lineOf(hashOf(email), 'begun')).join('')
      try {
        if (cleanedFor !== slotDate) {
          mkdirSync(folder, { recursive: true })
          removeOld(folder, slotDate)
          cleanedFor = slotDate
        }
        await appendFile(
          handOverFile(folder, slotDate),
          gap === 0 ? lines : `\ngap ${gap}${lines}`,
          // A machine that loses its power has written what it handed over.
          { mode: 0o600, flush: true },
        )
        missing -= gap
      } catch (error) {
        missing += emails.length
        complain(error)
      }
    },
    end(slotDate, email, state) {
      try {
        appendFileSync(handOverFile(folder, slotDate), lineOf(hashOf(email), state), { mode: 0o600 })
      } catch (error) {
        complain(error)
      } finally {
        hashes.delete(email)
      }
    },
  }
}

/** Deletes the logs of editions so old that no backup from before them is restored. */
function removeOld(folder: string, slotDate: string): void {
  const oldest = addDays(slotDate, -KEPT_DAYS)
  for (const name of readdirSync(folder)) {
    const date = NAME.exec(name)?.[1]
    if (date !== undefined && date < oldest) rmSync(path.join(folder, name))
  }
}

/** What logs of several machines, or lists of addresses, say of an edition. */
export interface HandedOver {
  /** By the beginning of an address's hash. 'open': a mail server may have it, and nobody noted what it said. */
  readonly readers: ReadonlyMap<string, 'submitted' | 'open'>
  /** How many letters could not be noted, on a full disk. */
  readonly missing: number
  /** Lines that are neither ours nor an address. */
  readonly unread: number
}

/** Reads logs as createHandOverLog writes them; a line that is an email address, as a mail server's log gives it, counts as
 *  submitted.
 *  @throws InvalidInputError for a file that cannot be read */
export async function readHandOvers(
  files: readonly string[],
  hashAddress: (email: string) => string,
): Promise<HandedOver> {
  const readers = new Map<string, 'submitted' | 'open'>()
  let missing = 0
  let unread = 0
  for (const file of files) {
    const ofFile = new Map<string, 'submitted' | 'open' | 'ended'>()
    for await (const text of linesOf(file)) {
      const line = text.trim()
      if (line === '') continue
      const gap = GAP.exec(line)
      const [, hash, state] = LINE.exec(line) ?? []
      const email = hash === undefined && line.includes('@') ? parseEmailAddress(line) : undefined
      if (gap !== null) missing += Number(gap[1])
      else if (hash !== undefined) {
        if (ofFile.get(hash) !== 'submitted') ofFile.set(hash, standingOf(state))
      } else if (email !== undefined) ofFile.set(hashAddress(email).slice(0, HASH_LENGTH), 'submitted')
      else unread += 1
    }
    for (const [hash, standing] of ofFile) {
      if (standing !== 'ended' && readers.get(hash) !== 'submitted') readers.set(hash, standing)
    }
  }
  return { readers, missing, unread }
}

const ENDS: ReadonlySet<string | undefined> = new Set<Outcome['state']>([
  'deferred',
  'failed',
  'skipped',
  'pending',
])

/** A word that was cut off, too, says that a mail server may have it. */
function standingOf(state: string | undefined): 'submitted' | 'open' | 'ended' {
  if (state === 'submitted') return 'submitted'
  return ENDS.has(state) ? 'ended' : 'open'
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity })
  try {
    yield* lines
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'it is not there' : String(error)
    throw new InvalidInputError('malformed-request', `${file} cannot be read: ${why}. Nothing was changed.`, {
      cause: error,
    })
  } finally {
    lines.close()
  }
}
