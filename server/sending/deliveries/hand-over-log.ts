import { appendFileSync, createReadStream, mkdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'

import { parseEmailAddress } from '../../../shared/email-address.ts'
import { InvalidInputError, describeFileError } from '../../lib/errors.ts'
import type { Logger } from '../../lib/logger.ts'
import { deleteOldHandOvers, HASH_LENGTH, handOverFile } from './hand-over-files.ts'
import type { Outcome } from './ledger.ts'

/** Records about each letter outside the database, on this machine: an older backup does not know who has it. */
export interface HandOverLog {
  /** Records that a mail server may have these from now on; it is on the disk when this resolves. */
  begin(slotDate: string, emails: readonly string[]): Promise<void>
  /** Records the outcome of one letter. */
  end(slotDate: string, email: string, state: Outcome['state']): void
  /** Records what a full disk has kept out of the log, if there is room by now. */
  catchUp(): Promise<void>
}

const COMPLAIN_EVERY_MS = 60_000
const LINE = /^([\w-]{22})(?: ([a-z]*))?$/
/** A line break and a hash: a line cut off after them still says that its letter was begun. */
const LEGIBLE_BYTES = 1 + HASH_LENGTH
/** The last word keeps a truncated number from being read. */
const GAP = /^gap (\d+) letters$/

/** What a full disk kept out of the log of an edition. */
interface Unnoted {
  /** Letters under way whose beginning could not be recorded, by address. */
  readonly begun: Set<string>
  /** How many other letters a mail server may have that the log does not name. */
  missing: number
}

/** @param deps.folder  DATA_DIR; any number of processes may write there
 *  @param deps.hashAddress  the keyed hash of an address; the log holds no address
 *  @param deps.onUnnoted  called with the error of each letter or chunk of letters that could not be recorded
 *  @param deps.append  replaces writing to the disk, in tests */
export function createHandOverLog(deps: {
  readonly folder: string
  readonly hashAddress: (email: string) => string
  readonly logger: Pick<Logger, 'error' | 'warn'>
  readonly onUnnoted?: (error: unknown) => void
  readonly append?: typeof appendToDisk
}): HandOverLog {
  const { folder, hashAddress, logger, onUnnoted, append = appendToDisk } = deps
  let complainedAt = -Infinity
  let cleanedFor: string | undefined
  const unnotedOf = new Map<string, Unnoted>()
  /** Kept for letters in progress, since a keyed hash costs as much as writing the line. */
  const hashes = new Map<string, string>()

  // The line break comes first, so that a line cut off by a full disk does not spoil the next one.
  const lineOf = (hash: string, state: string) => `\n${hash} ${state}`
  const hashOf = (email: string) => hashes.get(email) ?? hashAddress(email).slice(0, HASH_LENGTH)

  function complain(error: unknown): void {
    onUnnoted?.(error)
    if (performance.now() - complainedAt < COMPLAIN_EVERY_MS) return
    complainedAt = performance.now()
    logger.error({ err: error, folder }, 'What was sent could not be noted outside the database')
  }

  function findUnnoted(slotDate: string): Unnoted {
    const found = unnotedOf.get(slotDate) ?? { begun: new Set(), missing: 0 }
    unnotedOf.set(slotDate, found)
    return found
  }

  /** Writes what is not recorded yet: first how many are missing, then each letter begun, on a line of its own. */
  async function note(slotDate: string, unnoted: Unnoted): Promise<void> {
    const { missing } = unnoted
    const begun = [...unnoted.begun]
    const gap = missing === 0 ? '' : `\ngap ${missing} letters`
    const lines = begun.map((email) => lineOf(hashOf(email), 'begun'))
    const { bytes, error } = await append(handOverFile(folder, slotDate), gap + lines.join(''))
    if (bytes >= gap.length) unnoted.missing -= missing
    let end = gap.length
    for (const [index, line] of lines.entries()) {
      const email = begun[index]
      if (email !== undefined && bytes >= end + LEGIBLE_BYTES) unnoted.begun.delete(email)
      end += line.length
    }
    if (error !== undefined) throw error
  }

  return {
    async begin(slotDate, emails) {
      if (emails.length === 0) return
      const unnoted = findUnnoted(slotDate)
      for (const email of emails) {
        hashes.set(email, hashOf(email))
        unnoted.begun.add(email)
      }
      try {
        if (cleanedFor !== slotDate) {
          mkdirSync(folder, { recursive: true })
          // A machine may send without running the timetable.
          deleteOldHandOvers(folder, new Date())
          cleanedFor = slotDate
        }
        await note(slotDate, unnoted)
      } catch (error) {
        complain(error)
      }
    },
    end(slotDate, email, state) {
      const unnoted = findUnnoted(slotDate)
      try {
        appendFileSync(handOverFile(folder, slotDate), lineOf(hashOf(email), state), { mode: 0o600 })
        unnoted.begun.delete(email)
      } catch (error) {
        // A letter that was deferred or refused is with nobody.
        if (unnoted.begun.delete(email) && !ENDS.has(state)) unnoted.missing += 1
        complain(error)
      } finally {
        hashes.delete(email)
      }
    },
    async catchUp() {
      for (const [slotDate, unnoted] of unnotedOf) {
        try {
          if (unnoted.missing + unnoted.begun.size > 0) await note(slotDate, unnoted)
        } catch (error) {
          complain(error)
        }
      }
    },
  }
}

/** Appends to a file that only its owner may read. The text is on the disk when this resolves, so that even a power loss leaves a
 *  record of what was handed over.
 *  @returns how many bytes were written, and the error that kept out the rest */
async function appendToDisk(file: string, text: string): Promise<{ bytes: number; error?: unknown }> {
  const content = Buffer.from(text)
  let bytes = 0
  try {
    const handle = await open(file, 'a', 0o600)
    try {
      while (bytes < content.length) bytes += (await handle.write(content, bytes)).bytesWritten
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    return { bytes, error }
  }
  return { bytes }
}

/** What logs of several machines, or lists of addresses, say about an edition. */
export interface HandedOver {
  /** By the beginning of an address's hash. 'open': a mail server may have the letter, and its answer was not recorded. */
  readonly readers: ReadonlyMap<string, 'submitted' | 'open'>
  /** How many letters could not be recorded on a full disk. */
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

/** A truncated word also means that a mail server may have the letter. */
function standingOf(state: string | undefined): 'submitted' | 'open' | 'ended' {
  if (state === 'submitted') return 'submitted'
  return ENDS.has(state) ? 'ended' : 'open'
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity })
  try {
    yield* lines
  } catch (error) {
    throw new InvalidInputError(`${file} cannot be read: ${describeFileError(error)}. Nothing was changed.`, {
      cause: error,
    })
  } finally {
    lines.close()
  }
}
