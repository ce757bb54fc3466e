import type { FilingUnreadCode, InsiderCollection } from '../../records/insiders/insider-filing.ts'
import type { InsiderSection } from './insider-section.ts'
import type { FactMaker } from './analyse-insiders.ts'
import type { AmendedFilings } from '../../records/insiders/amended-filings.ts'
import { compareText } from '../../lib/text.ts'

const FORMULAS = {
  listed: 'Forms 4 and 4/A in the daily indexes, each accession once',
  read: 'listed filings whose document was read: listed - unread',
  unread: 'listed - read',
  daysUnread: 'business days without a readable index',
  trades: 'lines that are counted in the sums',
  lateTrades: 'counted lines reported more than 2 business days after the trade',
  suspectPrices:
    "lines priced more than 2 x or less than 0.5 x that day's close, raw and adjusted, or above 2,000 USD without a known close; in no sum",
  unverifiedSizes:
    'lines of owners whose trades in an issuer come to more than 100,000,000 USD without a known close; in no sum',
  pricesFailed: 'tickers whose closes could not be asked for: their source failed',
  failedSizes:
    'lines of owners whose trades in an issuer come to more than 10,000,000 USD while the source of closes failed; in no sum',
  impossibleTrades:
    'lines dated after their own report, or before the days that it is of and late by that alone; with a code against their direction; with far more shares bought than held after; that a later form may correct without saying so for certain; in no sum',
  giftLines: 'lines with code P or S that their own footnote calls a gift or a donation; in no sum',
  transferLines:
    'lines with code P or S that their own footnote calls a conversion, a distribution, a merger, a transfer, a settlement or a mistake, or that their form lists both as bought and as sold; in no sum',
  reinvestedLines: 'lines with code P that their own footnote calls dividends reinvested; in no sum',
  planLines: 'lines with code P or S under an employees’ plan, by their own footnote; in no sum',
  otherSecurityLines:
    'lines with code P or S whose title is not known as that of shares, such as those of notes, warrants, rights or options; in no sum',
  offerTrades: 'counted lines in an offering or a private placement, by their own footnote',
  unpricedLines:
    'lines with code P or S whose price is zero, absent, only in a footnote, or in another currency or for another unit by one; in no sum',
  unreadNotes:
    'lines with code P or S with a note, or remarks of their form, in words that we do not know; in no sum',
  unreadNoteValue: 'sum of shares x price over the lines with such a note',
  uncheckedTrades: 'counted lines whose close is not known',
  unverifiedSizeValue: 'sum of shares x price over the lines of such owners',
  failedSizeValue: 'sum of shares x price, as typed, over the lines left out as the source of closes failed',
  uncheckedValue: 'sum of shares x price over the counted lines whose close is not known',
  correctionsApplied: '4/A in the place of an original of the week',
  correctionsLeftOut: '4/A whose original was filed before the week, or cannot be told; in no sum',
  repeatsLeftOut: 'filings that report the trades of another once more; counted once',
} as const

export type InsiderCoverageKind = keyof typeof FORMULAS
const KINDS = Object.keys(FORMULAS) as InsiderCoverageKind[]

type Value = Extract<InsiderCoverageKind, `${string}Value`>
type OfReading = Value | 'listed' | 'read' | 'unread' | 'daysUnread' | keyof AmendedFilings
/** The ids of each kind of line. */
type FoundTrades = Readonly<Record<Exclude<InsiderCoverageKind, OfReading>, readonly string[]>>

/** The id of the fact that the index of a day could not be read. */
export const dayUnreadId = (day: string) => `insiders/coverage/day-unread/${day}`

/** States as facts what was read and what became of it. */
export function describeCoverage(
  { coverage, filings }: InsiderCollection,
  amended: AmendedFilings,
  found: FoundTrades,
  { pricesFailed, ...sums }: Readonly<Record<'pricesFailed' | Value, number>>,
  make: FactMaker,
): InsiderSection['coverage'] {
  const unread = coverage.unread.map(({ pageUrl }) => pageUrl)
  const listed = [...filings.map(({ pageUrl }) => pageUrl), ...unread]
  const inputs: Readonly<Record<InsiderCoverageKind, readonly string[]>> = {
    ...found,
    correctionsApplied: amended.correctionsApplied,
    correctionsLeftOut: amended.correctionsLeftOut,
    repeatsLeftOut: amended.repeatsLeftOut,
    listed,
    read: unread.length === 0 ? listed : ['insiders/coverage/listed', 'insiders/coverage/unread'],
    unread,
    daysUnread: coverage.daysUnread.map(({ day }) => dayUnreadId(day)),
    uncheckedValue: found.uncheckedTrades,
    unreadNoteValue: found.unreadNotes,
    unverifiedSizeValue: found.unverifiedSizes,
    failedSizeValue: found.failedSizes,
  }
  const values: Partial<Record<InsiderCoverageKind, number>> = {
    listed: coverage.listed,
    read: coverage.read,
    pricesFailed,
    ...sums,
  }
  const facts = KINDS.map((kind) => [
    kind,
    make.ofWeek({
      id: `insiders/coverage/${kind}`,
      subject: 'the week’s Form 4 filings',
      value: values[kind] ?? inputs[kind].length,
      unit: kind in sums ? 'usd' : 'count',
      formula: FORMULAS[kind],
      inputs: inputs[kind].toSorted(),
    }),
  ])
  return Object.fromEntries(facts) as InsiderSection['coverage']
}

/** Why filings are unread, in fixed words. */
export function describeUnread(
  collection: InsiderCollection,
  make: FactMaker,
): InsiderSection['unreadReasons'] {
  return [...Map.groupBy(collection.coverage.unread, ({ code }) => UNREAD[code])]
    .sort(([a, listA], [b, listB]) => listB.length - listA.length || compareText(a, b))
    .map(([reason, unread], index) => ({
      reason,
      filings: make.ofWeek({
        id: `insiders/coverage/unread-reason/${index + 1}`,
        kind: 'unread-reason',
        subject: reason,
        value: unread.length,
        unit: 'count',
        formula: 'unread filings with this reason',
        inputs: unread.map(({ pageUrl }) => pageUrl).sort(),
      }),
    }))
}

/** Reasons in words for readers. The details come from the network and from documents. */
const UNREAD: Readonly<Record<FilingUnreadCode, string>> = {
  'not-read': 'we have not read them yet',
  refused: 'the SEC refused to give it',
  missing: 'the SEC had no such document',
  'slow-down': 'the SEC asked us to slow down',
  'server-failed': 'the SEC’s server failed',
  'no-answer': 'no answer in time',
  stopped: 'the SEC had stopped answering',
  incomplete: 'something else came instead, or only part of it',
  connection: 'the connection failed',
  'too-much': 'reading it would take too much',
  unreadable: 'the document could not be read',
  other: 'the document could not be had',
}
