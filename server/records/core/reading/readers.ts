import { parseFormIndex, parseIndexFolder } from '../../insiders/daily-index.ts'
import { parseHouseIndex } from '../../congress/house/house-index.ts'
import { readHouseReport } from '../../congress/house/house-report.ts'
import { readSubmission } from '../../insiders/read-submission.ts'
import {
  readCommittees,
  readMembers,
  readSeats,
  type Committee,
} from '../../congress/members/read-members.ts'
import { readSenateReport } from '../../congress/senate/read-report.ts'
import { readBlsAnswer } from '../../series/read-bls.ts'
import { readFhfaMaster } from '../../series/read-fhfa.ts'
import { readFredCsv } from '../../series/read-fred.ts'
import { readPmmsHistory } from '../../series/read-pmms.ts'
import { readTreasuryYields } from '../../series/read-treasury.ts'
import { readZillowMetros } from '../../series/read-zillow.ts'

/** @throws TypeError when there is nothing in it */
function decode(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes)
  if (text.trim() === '') throw new TypeError('an empty answer came')
  return text
}

/** Everything that reads a document from outside, by name: its bytes, and what is asked of it. */
export const READERS = {
  'house-index': (zip: Uint8Array, { year }: { year: number }) => parseHouseIndex(zip, year),
  'house-report': (pdf: Uint8Array) => readHouseReport(pdf),
  members: (yaml: Uint8Array) => readMembers(yaml),
  committees: (yaml: Uint8Array) => readCommittees(yaml),
  seats: (yaml: Uint8Array, { committees }: { committees: ReadonlyMap<string, Committee> }) =>
    readSeats(yaml, committees),
  'senate-report': (html: Uint8Array) => readSenateReport(new TextDecoder().decode(html)),
  'index-folder': (json: Uint8Array) => parseIndexFolder(decode(json)),
  'form-index': (text: Uint8Array) => parseFormIndex(decode(text)),
  submission: (text: Uint8Array) => readSubmission(decode(text)),
  fred: (csv: Uint8Array) => readFredCsv(decode(csv)),
  pmms: (csv: Uint8Array) => readPmmsHistory(decode(csv)),
  fhfa: (csv: Uint8Array) => readFhfaMaster(decode(csv)),
  zillow: (csv: Uint8Array, { regionIds }: { regionIds: ReadonlySet<string> }) =>
    readZillowMetros(decode(csv), regionIds),
  treasury: (xml: Uint8Array, { codes }: { codes: readonly string[] }) =>
    readTreasuryYields(decode(xml), codes),
  bls: (json: Uint8Array) => readBlsAnswer(decode(json)),
} as const

export type Readers = typeof READERS
