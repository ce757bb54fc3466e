import { isIP } from 'node:net'

import { parseInstant } from '../lib/dates.ts'
import { tidyText } from '../lib/text.ts'
import { wordsIn } from './import-words.ts'
import type { ImportProgram } from './import-columns.ts'

/** When and where somebody agreed, according to a file or a program. */
export interface GivenConsent {
  /** ISO 8601; 'now': the time of recording; undefined if not known. */
  readonly consentedAt?: string | undefined
  /** ISO 8601; undefined: confirmed by whoever supplies the address, at the time of recording. */
  readonly confirmedAt?: string | undefined
  /** At most 200 characters. */
  readonly source: string
}

/** Column names in the form of wordsIn; the first one that is filled in counts. */
interface ConsentColumns {
  readonly consented: readonly string[]
  readonly confirmed?: readonly string[]
  readonly source?: readonly string[]
}

const OF_PROGRAMS: Readonly<Record<ImportProgram, ConsentColumns>> = {
  listmonk: { consented: ['created at'] },
  ghost: { consented: ['created at'] },
  // The first is in its archive, the others in exports of the subscriber dashboard.
  substack: { consented: ['created at', 'start date'], source: ['subscription source free'] },
  beehiiv: { consented: ['created at'], source: ['acquisition source', 'utm source'] },
  // The first is empty for single opt-in.
  mailchimp: { consented: ['optin time', 'confirm time'], confirmed: ['confirm time'] },
  buttondown: { consented: ['creation date'], source: ['source'] },
  keila: { consented: [] },
}
/** The columns of our own export. */
const OUR_OWN: ConsentColumns = {
  consented: ['consented at'],
  confirmed: ['confirmed at'],
  source: ['consent source'],
}

const LONGEST_SOURCE = 200
/** Earlier times mean "never": programs write the first year of their calendar, 1970 or year 1. */
const EARLIEST = '1990-01-01T00:00:00Z'

/** Decides which columns say when and where somebody agreed. IP addresses are not read.
 *  @param names  the cells of the first line
 *  @param from  the program that wrote the file; 'none': only the columns of our own export count
 *  @param now  no consent may be later, ISO 8601
 *  @returns a function that reads a record's consent, and which of its times could not be read */
export function chooseConsentColumns(
  names: readonly string[],
  from: ImportProgram | 'none',
  now: string,
): (cells: readonly string[]) => { consent: GivenConsent; problem: string | undefined } {
  const columns = from === 'none' ? OUR_OWN : OF_PROGRAMS[from]
  const indexesOf = (wanted: readonly string[] = []) =>
    wanted.flatMap((words) => {
      const index = names.findIndex((name) => wordsIn(name) === words)
      return index < 0 ? [] : [index]
    })
  const consented = indexesOf(columns.consented)
  const confirmed = indexesOf(columns.confirmed)
  const source = indexesOf(columns.source)
  const prefix = from === 'none' ? 'import' : `import:${from}`
  return (cells) => {
    const problems = new Set<string>()
    const timeIn = (indexes: readonly number[]) => {
      const index = indexes.find((one) => (cells[one] ?? '').trim() !== '')
      if (index === undefined) return undefined
      const time = readTime(cells[index] ?? '', now)
      if (typeof time === 'object') problems.add(`Its "${names[index]}" ${time.problem}.`)
      return typeof time === 'object' ? undefined : time
    }
    const consentedAt = timeIn(consented)
    const confirmedAt = timeIn(confirmed)
    const told = readSource(source.map((index) => cells[index] ?? '').find((cell) => cell.trim() !== ''))
    // Our own export names the source as we store it; in another program's file it is a detail of the import.
    const whole = told === undefined ? prefix : from === 'none' ? told : `${prefix} (${told})`
    return {
      consent: { consentedAt, confirmedAt, source: whole.slice(0, LONGEST_SOURCE) },
      problem: problems.size === 0 ? undefined : [...problems].join(' '),
    }
  }
}

function readSource(cell: string | undefined): string | undefined {
  const text = tidyText((cell ?? '').slice(0, LONGEST_SOURCE))
  // An IP address or e-mail address must not be stored here.
  return text === '' || isIP(text) !== 0 || text.includes('@') ? undefined : text
}

/** ISO 8601, SQL and Go formats: '2024-03-01', '2024-03-01T09:30:00.000Z', '2023-03-24 10:23:10 UTC',
 *  '2024-03-01 09:30:00.123456 +0100 CET'. */
const TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?))? ?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?(?: (?:[A-Z]{2,5}|[+-]\d{2,4}))?$/

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** A day with the month as a word, which can be read in only one way: 'Feb 24, 2024', '24 February 2024'. */
const NAMED =
  /^(?:(?<month>[A-Za-z]{3,9})\.? (?<day>\d{1,2}),?|(?<day>\d{1,2})\.? (?<month>[A-Za-z]{3,9})\.?,?) (?<year>\d{4})$/
const MONTH_WORD =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/

/** @returns the day as 'YYYY-MM-DD', or the text as it is */
function spellInDigits(text: string): string {
  const { month = '', day = '', year = '' } = NAMED.exec(text)?.groups ?? {}
  if (!MONTH_WORD.test(month.toLowerCase())) return text
  const number = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1
  return `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** @param now  no time may be later, ISO 8601
 *  @returns ISO 8601; a time without a zone is read as UTC, a day without a time as its beginning */
export function readTime(text: string, now: string): string | { problem: string } {
  const [, day, clock = '00:00', zone = 'Z'] = TIME.exec(spellInDigits(text.trim())) ?? []
  if (day === undefined) return { problem: 'is not a time that can be read' }
  const instant = parseInstant(`${day}T${clock}${/^[A-Z]/.test(zone) ? 'Z' : zone}`)
  if (instant === undefined) return { problem: 'is not a time that can be read' }
  if (Date.parse(instant) > Date.parse(now)) return { problem: 'is in the future' }
  if (Date.parse(instant) < Date.parse(EARLIEST)) return { problem: 'is too long ago to be one' }
  return instant
}
