import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { UnreadableFilingError } from '../unread-reason.ts'
import type { ReadingAnswer, ReadingJob } from './read-apart.ts'
import { parseFormIndex, parseIndexFolder } from '../../insiders/daily-index.ts'
import { parseHouseIndex } from '../../congress/house/house-index.ts'
import { readHouseReport } from '../../congress/house/house-report.ts'
import { readSubmission } from '../../insiders/ownership-document.ts'
import { parseSubmissions } from '../../insiders/submissions.ts'
import type { CommitteeSeat } from '../../congress/congress-trade.ts'
import { readCommittees, readMembers, readSeats } from '../../congress/members/read-members.ts'
import { readSenateList } from '../../congress/senate/read-list.ts'
import { readSenateReport } from '../../congress/senate/read-report.ts'
import { readBlsAnswer } from '../../series/read-bls.ts'
import {
  readFhfaMaster,
  readFredCsv,
  readPmmsHistory,
  readZillowNation,
} from '../../series/read-csv-series.ts'
import { readTreasuryYields } from '../../series/read-treasury.ts'

// Reads documents one after another for its parent process, without the parent's settings and secrets.

/** Memory limit of this whole process, in MB. */
const maxMemoryMb = Number(process.argv[2])

// Runs in a thread, since parsing may block this one and memory can run away within a second.
const watch = new Worker(new URL(`memory-watch${path.extname(import.meta.url)}`, import.meta.url), {
  workerData: maxMemoryMb * 1_000_000,
})
watch.once('error', () => process.exit(1))

async function read({ reader, bytes, question }: ReadingJob): Promise<ReadingAnswer> {
  try {
    const run = READERS[reader] as (bytes: Uint8Array, question: unknown) => unknown
    return { status: 'read', value: await run(bytes, question) }
  } catch (error) {
    if (!(error instanceof Error)) return { status: 'unreadable', code: 'unreadable', reason: String(error) }
    const { message: reason } = error
    if (error instanceof UnreadableFilingError) return { status: 'unreadable', code: error.code, reason }
    if (error instanceof TypeError) return { status: 'again', reason }
    // The JSON parser's own message (brackets and positions) helps nobody.
    if (error instanceof SyntaxError) return { status: 'again', reason: 'the answer is cut off or damaged' }
    return { status: 'unreadable', code: 'unreadable', reason: `it cannot be read: ${reason}` }
  }
}

process.on('message', (job: ReadingJob) => {
  void read(job).then((answer) => process.send?.(answer))
})
process.on('disconnect', () => process.exit(0))

/** @throws TypeError if it is empty */
function decode(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes)
  if (text.trim() === '') throw new TypeError('an empty answer came')
  return text
}

/** Every reader of untrusted documents, by name; each takes the bytes and its own arguments. */
export const READERS = {
  'house-index': (zip: Uint8Array, { year }: { year: number }) => parseHouseIndex(zip, year),
  'house-report': (pdf: Uint8Array) => readHouseReport(pdf),
  members: (yaml: Uint8Array) => readMembers(yaml),
  committees: (yaml: Uint8Array) => readCommittees(yaml),
  seats: (yaml: Uint8Array, { committees }: { committees: ReadonlyMap<string, CommitteeSeat> }) =>
    readSeats(yaml, committees),
  'senate-list': (json: Uint8Array) => readSenateList(decode(json)),
  'senate-report': (html: Uint8Array) => readSenateReport(new TextDecoder().decode(html)),
  'index-folder': (json: Uint8Array) => parseIndexFolder(decode(json)),
  'form-index': (text: Uint8Array) => parseFormIndex(decode(text)),
  submissions: (json: Uint8Array, { cik }: { cik: string }) => parseSubmissions(decode(json), { cik }),
  submission: (text: Uint8Array) => readSubmission(decode(text)),
  fred: (csv: Uint8Array) => readFredCsv(decode(csv)),
  pmms: (csv: Uint8Array) => readPmmsHistory(decode(csv)),
  fhfa: (csv: Uint8Array) => readFhfaMaster(decode(csv)),
  zillow: (csv: Uint8Array) => readZillowNation(decode(csv)),
  treasury: (xml: Uint8Array, { codes }: { codes: readonly string[] }) =>
    readTreasuryYields(decode(xml), codes),
  bls: (json: Uint8Array) => readBlsAnswer(decode(json)),
} as const

export type Readers = typeof READERS
