import type { FindingContent } from '../../../shared/edition-contract.ts'
import { formatDayOfYear } from '../../../shared/format-date.ts'
import type {
  CongressFiler,
  CongressFinding,
  CongressSection,
  HerdFinding,
  ReportLink,
  ReportNote,
} from './congress-section.ts'
import type { CongressTrade, Chamber } from '../../records/congress/congress-trade.ts'
import type { Fact } from '../facts/fact.ts'
import { numberOf, figure, plain, type Sentence, type Span } from '../facts/format-fact.ts'

const MAX_LINKS = 5
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
/** Two years: then a report may have the year wrong. */
const SLIP_FROM_DAYS = 730

const SIGNS = { buy: '+', sale: '−' } as const

/** By the report's own mark; what is held there may be a trust's. */
const MARKED_AS: Readonly<Record<Exclude<CongressTrade['owner'], 'self'>, string>> = {
  SP: 'the spouse’s',
  JT: 'held jointly',
  DC: 'a dependent child’s',
}
const NOTES: Readonly<Record<ReportNote, string>> = {
  gift: 'a gift or contribution',
  'capital call': 'a capital call: money that was promised to the fund before',
  reinvested: 'reinvested income',
  redemption: 'a redemption',
  'option exercise': 'options that were exercised',
}

/** 'Jane Doe (D-CA)'; of a filer who fits no member: 'John Roe (House, NC)', 'John Roe (Senate report)'. */
export function filerWords({ name, party, state, chamber }: CongressFiler): string {
  if (state === undefined) return `${name} (${CHAMBER_NAMES[chamber]} report)`
  return party === undefined
    ? `${name} (${CHAMBER_NAMES[chamber]}, ${state})`
    : `${name} (${party.slice(0, 1).toUpperCase()}-${state})`
}

/** 'Bought', 'Sold part', 'Bought, capital call'. */
function sideWords({ side, isPartial, notes }: CongressFinding): string {
  const word = side === 'buy' ? 'Bought' : isPartial ? 'Sold part' : 'Sold'
  return notes.includes('capital call') ? `${word}, capital call` : word
}

/** In a line of a table: 'bought', 'sold part of', 'bought by capital call'. */
export function verbInTable({ side, isPartial, notes }: CongressFinding): string {
  const verb = side === 'buy' ? 'bought' : isPartial ? 'sold part of' : 'sold'
  return notes.includes('capital call') ? `${verb} (capital call)` : verb
}

/** @param limit  the days that the law allows; of use beside a late report */
export function findingWords(finding: CongressFinding, limit: Fact | undefined): FindingContent {
  const { facts } = finding
  return {
    ...frame(finding),
    kicker: `${SIGNS[finding.side]} ${sideWords(finding)}`,
    figure: figure(facts.amount),
    sentences: [
      [plain(verbOf(finding)), figure(facts.asset), ...whenAndWhose(finding)],
      reportedWhen(finding, limit),
      ...remarks(finding),
    ],
  }
}

/** The finding with the longest lag: the days are what is told first. */
export function lateWords(finding: CongressFinding, limit: Fact, lateFindings: Fact): FindingContent {
  const { facts } = finding
  const lag = facts.lag ?? facts.amount
  const isYears = numberOf(lag) > SLIP_FROM_DAYS
  const others: Sentence = [
    plain('In '),
    figure(lateFindings),
    plain(' cases of this week a report came later than the law allows; this is the longest.'),
  ]
  return {
    ...frame(finding),
    kicker: `${SIGNS[finding.side]} ${sideWords(finding)}, ${finding.isPartlyLate ? 'partly ' : ''}reported late`,
    figure: figure(facts.amount),
    sentences: [
      [plain(verbOf(finding)), figure(facts.asset), ...whenAndWhose(finding)],
      reportedWhen(finding, limit),
      ...(isYears ? [[plain(congressText.slowGap)]] : []),
      ...(numberOf(lateFindings) > 1 ? [others] : []),
      ...remarks(finding),
    ],
  }
}

export function herdWords(
  { id, side, reports, facts }: HerdFinding,
  rule: CongressSection['herdRule'],
): FindingContent {
  return {
    id,
    tone: side === 'buy' ? 'rise' : 'fall',
    kicker: side === 'buy' ? '+ Bought by several' : '− Sold by several',
    title: String(facts.asset.value),
    figure: figure(facts.sum),
    sentences: [
      [
        figure(facts.members),
        plain(` filers in Congress ${side === 'buy' ? 'bought' : 'sold'} these shares, `),
        ...(facts.firstTradedOn.value === facts.lastTradedOn.value
          ? [plain('on '), figure(facts.firstTradedOn)]
          : [plain('from '), figure(facts.firstTradedOn), plain(' to '), figure(facts.lastTradedOn)]),
        plain(', by reports of this week.'),
      ],
      [
        plain('We name it when '),
        figure(rule.members),
        plain(' or more trade the same shares in the same direction within '),
        figure(rule.window),
        plain('. It is not a claim of coordination.'),
      ],
    ],
    links: linkReports(reports),
  }
}

/** 'Report of Jan 28', with a letter where several are of a day. */
export function nameReports(reports: readonly Pick<ReportLink, 'url' | 'filedOn'>[]) {
  return reports.map(({ url, filedOn }, index) => {
    const alike = reports.filter((other) => other.filedOn === filedOn)
    const nth = reports.slice(0, index).filter((other) => other.filedOn === filedOn).length
    const mark = alike.length > 1 ? ` (${LETTERS.charAt(nth)})` : ''
    return { text: `Report of ${formatDayOfYear(filedOn)}${mark}`, href: url }
  })
}

/** 'Read the report', or each by the day on which it became public. */
function linkReports(reports: readonly ReportLink[]): FindingContent['links'] {
  const [only, ...more] = reports
  if (only && more.length === 0) return [{ text: 'Read the report', href: only.url }]
  return nameReports(reports.slice(0, MAX_LINKS))
}

function frame({
  id,
  side,
  filer,
  reports,
}: CongressFinding): Pick<FindingContent, 'id' | 'tone' | 'title' | 'links'> {
  return {
    id,
    tone: side === 'buy' ? 'rise' : 'fall',
    title: filerWords(filer),
    links: linkReports(reports),
  }
}

function verbOf({ side, isPartial }: CongressFinding): string {
  if (side === 'buy') return 'Bought '
  return isPartial ? 'Sold part of a holding in ' : 'Sold '
}

function whenAndWhose({ facts, side, accounts }: CongressFinding): Span[] {
  const isOneDay = facts.firstTradedOn.value === facts.lastTradedOn.value
  const when = isOneDay
    ? [plain(' on '), figure(facts.firstTradedOn)]
    : [plain(' between '), figure(facts.firstTradedOn), plain(' and '), figure(facts.lastTradedOn)]
  const marks = accounts.flatMap((owner) => (owner === 'self' ? [] : [MARKED_AS[owner]]))
  const whose = [
    ...(accounts.includes('self') ? ['the filer’s own account'] : []),
    ...(marks.length > 0 ? [`what the report marks as ${marks.join(' and ')}`] : []),
  ].join(' and ')
  return [...when, plain(`, ${side === 'buy' ? 'for' : 'from'} ${whose}.`)]
}

function reportedWhen(
  { facts, isLate, isPartlyLate, reports }: CongressFinding,
  limit: Fact | undefined,
): Sentence {
  const { filedOn, lag, firstTradedOn, lastTradedOn } = facts
  // The day is that of the last report.
  const when = new Set(reports.map((report) => report.filedOn)).size > 1 ? 'by' : 'on'
  if (!lag) {
    return [
      plain(`Reported ${when} `),
      figure(filedOn),
      plain(
        `. By its days, the filer learned of ${numberOf(facts.rows) > 1 ? 'a' : 'the'} trade before it was made: either the report or our reading of it has a wrong day.`,
      ),
    ]
  }
  const isOne = firstTradedOn.value === lastTradedOn.value && reports.length === 1
  const late = isPartlyLate ? 'Reported late in part: ' : 'Reported late: '
  const start = isLate ? `${late}${when} ` : `Reported ${when} `
  const spans = [
    plain(start),
    figure(filedOn),
    plain(isOne ? ', ' : ', up to '),
    figure(lag),
    plain(' after the trade'),
  ]
  return isLate && limit
    ? [...spans, plain(', where the law allows '), figure(limit), plain('.')]
    : [...spans, plain('.')]
}

function remarks({ facts, notes, notesOfSome, assetType, overlap }: CongressFinding): Sentence[] {
  return [
    ...(assetType === undefined ? [] : [[plain(`The report lists it as ${assetType}.`)]]),
    ...(numberOf(facts.rows) > 1 ? [[plain('The range adds up '), figure(facts.rows), plain(' rows.')]] : []),
    ...notes.map((note): Sentence => [plain(`The report’s own note speaks of ${NOTES[note]}.`)]),
    ...notesOfSome.map((note): Sentence => [
      plain(`Of part of it, the report’s own note speaks of ${NOTES[note]}.`),
    ]),
    ...(overlap
      ? [
          [
            plain(
              `By today’s list the filer sits on the ${overlap.committee}, and ${
                overlap.ground === 'a word of its name'
                  ? 'a word of the asset’s name'
                  : 'the asset’s type in the report'
              } points to ${overlap.field}. A heuristic, not proof of access or intent.`,
            ),
          ],
        ]
      : []),
  ]
}

/** The section's standing words. None of them holds a figure of the week. */

export const CHAMBER_NAMES: Readonly<Record<Chamber, string>> = { house: 'House', senate: 'Senate' }

export const congressText = {
  what: 'These are reports that members of Congress must file on trades of their own, of their spouses and of dependent children. They give a range for each trade, not an exact sum, so a sum here is a range too.',
  dark: 'Congress: neither the House nor the Senate could be read this week, so this part is missing. It is not that nobody traded.',
  failed: 'site gave no usable answer this week, so its reports are missing. It is not that nobody traded.',
  failedLater:
    'site gave no usable answer at our last try, so its newest reports may be missing. It is not that nobody traded.',
  off: 'The Senate’s site is left out: nobody has agreed to its terms for this site.',
  offHouse: 'The House’s site is left out by a setting.',
  noTrade: 'but no row of them is a purchase or a sale that we can count.',
  noRow: 'but no row of them could be read: they are on paper, or unread. They are linked below.',
  slowGap: 'A gap of years may also be a slip in the report.',
  tickersTitle: 'Traded by several filers',
  tickersColumns: ['Shares', 'Bought', 'Sold'],
  restTitle: 'More of the week',
  restColumns: ['Who and what', 'Reported range', 'Traded on'],
  law: 'By law (5 U.S.C. 13107) nobody may obtain or use reports of members of Congress for an unlawful purpose; for a commercial purpose, other than by news and communications media for dissemination to the general public; to determine a credit rating; or to solicit money for a political, charitable or other purpose.',
  source:
    'Sources: the Clerk of the House and the Secretary of the Senate, public records. Party, state and committees: the congress-legislators project, public domain.',
  herdNote: 'That several members traded the same shares is a count. It is not a claim of coordination.',
  overlapNote:
    'A link between a committee and an asset is a heuristic, made from the report’s own words and today’s list of committees. It is not proof of access or intent.',
} as const
