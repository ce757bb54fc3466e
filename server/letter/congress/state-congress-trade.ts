import type { Fact } from '../facts/fact.ts'
import { formatCardinal, formatFact, numberOf } from '../facts/format-fact.ts'
import {
  bound,
  capitalize,
  daySlots,
  keepHeads,
  rateDollars,
  wordDays,
} from '../statements/make-statement.ts'
import type { Slot, Statement } from '../statements/statement.ts'
import type { CongressFiler, CongressFinding, ReportNote } from './congress-section.ts'
import { assetSlots, nameSlots, tickerSlot } from './congress-slots.ts'

/** The middle of the range in USD, and the salience it gives. */
export const CONGRESS_SCALE = [
  [1_000, 5],
  [15_000, 15],
  [100_000, 42],
  [1_000_000, 65],
  [5_000_000, 80],
  [100_000_000, 100],
] as const

const LATE = 5
const MANAGED = 15
/** Subtracted, since a trade by a member's child says less about the member. */
const OF_A_CHILD = 10
/** Added for the first trade of an asset, and for one larger than any before. */
const FIRST = { salience: 24, more: 1 }
const MOST = { salience: 40, more: 5 }
/** The salience of a possible slip, which ranks low. */
export const SLIP = 5

type Held = Pick<CongressFinding, 'filer' | 'accounts' | 'inTrust' | 'inEntity' | 'isManaged'>

/** Words around a name that say whose account it is. */
export interface Holder {
  readonly slots: Readonly<Record<string, Slot>>
  /** '{who}', 'the spouse of {who}' */
  readonly subject: string
  /** 'a spouse’s', before what a report shows; '' for the filer's own. */
  readonly whose: string
  /** ' by a spouse', after what was reported; '' for the filer's own. */
  readonly by: string
  /** ', held by {last}’s spouse', after what a report lists; '' for the filer's own. */
  readonly owned: string
  /** A short form with `{name}` or `{last}`: '{last}’s spouse'. */
  readonly brief: (name: string) => string
  /** Follows the trade: ', through a trust account'. */
  readonly tail: string
  /** A shorter form of `tail`. */
  readonly shortTail: string
}

const ENTITIES = [
  ['firm', 'a firm’s'],
  ['foundation', 'a foundation’s'],
] as const

/** What the report itself says about whose account it is; included wherever the trade is told. */
export function describeHolder({ filer, accounts, inTrust, inEntity, isManaged }: Held): Holder {
  const [account] = accounts
  const only = accounts.length === 1 ? account : undefined
  const family = accounts.some((one) => one === 'SP' || one === 'DC')
  const joint = accounts.includes('JT')
  const ways = [
    only === undefined
      ? family
        ? ['partly in the name of family', 'partly by family']
        : ['partly in a joint account', 'partly joint']
      : only === 'JT'
        ? ['in a joint account', 'in a joint account']
        : undefined,
    only === undefined && family && joint ? ['partly in a joint account', 'partly joint'] : undefined,
    inTrust === 'all' ? ['in a trust account', 'in a trust'] : undefined,
    inTrust === 'some' ? ['partly in a trust account', 'partly in a trust'] : undefined,
    ...ENTITIES.map(([entity, name]) =>
      inEntity[entity] === 'all'
        ? [`in an account that bears ${name} name`, `in ${name} name`]
        : inEntity[entity] === 'some'
          ? [`partly in an account that bears ${name} name`, `partly in ${name} name`]
          : undefined,
    ),
    isManaged === 'all' ? ['in an account that others manage', 'in a managed account'] : undefined,
    isManaged === 'some' ? ['partly in an account that others manage', 'partly managed'] : undefined,
  ].filter((way) => way !== undefined)
  return {
    slots: nameSlots(filer),
    subject: only === 'SP' ? 'the spouse of {who}' : only === 'DC' ? 'a child of {who}' : '{who}',
    whose: only === 'SP' ? 'a spouse’s' : only === 'DC' ? 'a child’s' : '',
    by: only === 'SP' ? ' by a spouse' : only === 'DC' ? ' by a child' : '',
    owned: only === 'SP' ? ', held by {last}’s spouse' : only === 'DC' ? ', held by {last}’s child' : '',
    brief: (name) => (only === 'SP' ? `${name}’s spouse` : only === 'DC' ? `${name}’s child` : name),
    tail: ways.map(([long]) => `, ${long}`).join(''),
    shortTail: ways.map(([, short]) => `, ${short}`).join(''),
  }
}

/** 'House Democrat', 'senator', 'filer in Congress'; with an article. */
export function someoneOf({ chamber, party }: CongressFiler): string {
  if (party === undefined) return 'a filer in Congress'
  if (chamber === 'senate') return 'a senator'
  return party === 'Democrat' || party === 'Republican' ? `a House ${party}` : 'a House member'
}

export const REPORT_NOTES: Readonly<Record<ReportNote, string>> = {
  gift: 'a gift',
  'capital call': 'a capital call',
  reinvested: 'money put back in',
  redemption: 'a redemption',
  'short sale': 'a short sale',
  'option exercise': 'an option used',
}

/** States one filer's purchases or sales of one asset. */
export function stateCongressTrade(finding: CongressFinding, limit: Fact): Statement {
  const { id, side, facts, filer, isLate, isPartlyLate, isMaybeSlip } = finding
  const holder = describeHolder(finding)
  const statement = {
    id,
    slots: {
      ...holder.slots,
      ...assetSlots(finding),
      ...(finding.isShares ? tickerSlot(finding) : {}),
      amount: { figure: facts.amount },
      rows: { figure: facts.rows, text: formatCardinal(facts.rows) },
      filed: daySlots({ firstTradedOn: facts.filedOn, lastTradedOn: facts.filedOn }).from,
      ...(facts.publicLag ? { publicLag: { figure: facts.publicLag } } : {}),
      ...(facts.lag ? { lag: { figure: facts.lag } } : {}),
      limit: { figure: limit },
      ...daySlots(facts),
    },
  }
  const reportedLate = isPartlyLate ? ', part of it reported late' : isLate ? ', reported late' : ''
  const late = isPartlyLate ? ', partly late' : isLate ? ', late' : ''
  const canLead = !isMaybeSlip && formatFact(facts.amount) !== undefined
  const verb = side === 'buy' ? 'bought' : 'sold'
  const ends = [`${holder.tail}${reportedLate}`, `${holder.shortTail}${late}`]
  const [end] = ends
  const what = isNote(finding) ? 'a structured note' : '{short}'
  const assets = [what, ...('ticker' in statement.slots && !isNote(finding) ? ['{ticker}'] : [])]
  const bought = (name: string) => `${capitalize(holder.brief(name))} ${verb} {amount}`
  const heads = [
    ...assets.flatMap((asset) =>
      ['{name}', '{last}'].flatMap((name) => ends.map((end) => `${bought(name)} of ${asset}${end}`)),
    ),
    ...assets.flatMap((asset) => ends.map((end) => `${bought(someoneOf(filer))} of ${asset}${end}`)),
  ]
  return {
    ...statement,
    section: 'congress',
    kind: 'trade',
    topic: `congress/${filer.lastName}`,
    direction: side === 'buy' ? 'up' : 'down',
    salience: isMaybeSlip
      ? SLIP
      : bound(
          rateDollars(finding.midpoint, CONGRESS_SCALE) +
            (isLate ? LATE : 0) +
            (facts.monthsWithout ? FIRST.more : 0) +
            (facts.mostBefore ? MOST.more : 0) -
            (finding.isManaged === 'none' ? 0 : MANAGED) -
            (finding.accounts.every((account) => account === 'DC') ? OF_A_CHILD : 0),
        ),
    isNews: !isMaybeSlip,
    ...writeTellings(finding, holder),
    ...(canLead ? keepHeads(statement, heads) : {}),
    lines: isMaybeSlip ? undefined : [`${bought('{name}')} of ${what}${end}.`],
    glances: isMaybeSlip ? undefined : [`${capitalize(holder.brief('{name}'))} ${verb} ${what}${end}.`],
  }
}

/** States how a trade compares with what its filer reported before; each statement continues the trade's story. */
export function stateCongressHistory(finding: CongressFinding, trade: Statement): Statement[] {
  const { facts, side, filer, isMaybeSlip } = finding
  const { monthsWithout: months, mostBefore: most } = facts
  const noun = side === 'buy' ? 'purchase' : 'sale'
  const more = (
    part: string,
    salience: number,
    slots: Statement['slots'],
    tellings: Statement['tellings'],
  ): Statement => ({
    id: `${trade.id}/${part}`,
    section: 'congress',
    kind: 'extreme',
    topic: trade.topic,
    direction: trade.direction,
    salience: bound(Math.min(trade.salience - 8, salience)),
    isNews: trade.isNews,
    joins: trade.id,
    slots: { ...nameSlots(filer), ...slots },
    tellings,
  })
  if (isMaybeSlip) return []
  const ofMost =
    most &&
    more('most', MOST.salience, { most: { figure: most } }, [
      `It is more than {who} reported as a ${noun} of any single asset in a week of the year before: {most} was the most.`,
      `In the year before, the largest ${noun} of a single asset in a week of reports by {who} was {most}.`,
    ])
  const ofFirst =
    months &&
    more('first', FIRST.salience, { ...assetSlots(finding), months: { figure: months } }, [
      'It is the first trade of {short} that {who} reported in {months} months or more.',
      'For {months} months or more, {who} had reported no trade of {short}.',
    ])
  return [ofMost, ofFirst].filter((one) => one !== undefined)
}

const isNote = ({ assetType }: CongressFinding) => assetType === 'a structured note'

function writeTellings(
  finding: CongressFinding,
  { subject, whose, brief, tail }: Holder,
): Pick<Statement, 'tellings' | 'shorter'> {
  const { side, facts } = finding
  const isOneRow = numberOf(facts.rows) === 1
  const days = wordDays(facts)
  const verb = side === 'buy' ? 'bought' : 'sold'
  const noun = side === 'buy' ? 'purchase' : 'sale'
  const asset = isNote(finding) ? 'a structured note ({short})' : '{short}'
  const inRows = isOneRow ? '' : ', in {rows} trades'
  const end = `${tail}.${listNotes(finding)
    .map((note) => `\n${note}`)
    .join('')}`
  const shown = (whoseTrade: string) =>
    `${[whoseTrade, `${noun}${isOneRow ? '' : 's'}`].join(' ').trim()} of ${asset} ${days}: {amount}${inRows}${end}`
  const own = isOneRow ? 'a' : ''
  return {
    tellings: [
      capitalize(`${subject} ${verb} {amount} of ${asset} ${days}${inRows}${end}`),
      capitalize(`${days}, ${subject} ${verb} {amount} of ${asset}${inRows}${end}`),
      `${finding.reports.length > 1 ? 'Reports by {who} show' : 'A report by {who} shows'} ${
        whose === ''
          ? shown(own)
          : `that ${brief('{last}')} ${verb} {amount} of ${asset} ${days}${inRows}${end}`
      }`,
      // Left out for a late trade: the day on which it came out and its delay by its own date belong to different days. Several
      // reports may have come out on several days.
      ...(finding.isLate || finding.reports.length > 1
        ? []
        : [`Made public on {filed}: ${subject} ${verb} {amount} of ${asset} ${days}${inRows}${end}`]),
    ],
    shorter: [`{who} reported ${shown(whose || own)}`],
  }
}

/** What is true of the trade besides who, what and when; always told with it. */
function listNotes(finding: CongressFinding): string[] {
  const { isLate, isPartlyLate, isMaybeSlip, facts, assetType, notes, notesOfSome } = finding
  const isSeveral = numberOf(facts.rows) > 1
  const lag = facts.lag && `${isSeveral ? 'up to ' : ''}{lag} after the trade`
  return [
    isMaybeSlip && facts.publicLag
      ? 'It came out {publicLag} after the trade: such a gap may be a slip, or an old report.'
      : '',
    !isMaybeSlip && isLate && lag
      ? `${isPartlyLate ? 'Part of it' : 'It'} was reported late: ${lag}, where the law allows {limit}.`
      : '',
    assetType === undefined || assetType === 'a structured note'
      ? ''
      : `The report lists it as ${assetType}.`,
    ...notes.map((note) => `The report’s own note speaks of ${REPORT_NOTES[note]}.`),
    ...notesOfSome.map((note) => `Of part of it, the report’s own note speaks of ${REPORT_NOTES[note]}.`),
  ].filter((note) => note !== '')
}
