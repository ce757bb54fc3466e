import type { Fact } from '../facts/fact.ts'
import { numberOf } from '../facts/format-fact.ts'
import { capitalize, deriveFact } from '../statements/make-statement.ts'
import type { SaleReason } from '../../records/insiders/footnotes.ts'
import type { InsiderFinding } from './insider-section.ts'

/** ' in a stock offering', ' only to cover taxes'; '' for a trade on the market. */
export function describeVia({ via, isOneDeal }: Pick<InsiderFinding, 'via' | 'isOneDeal'>): string {
  if (via === undefined) return ''
  if (via === 'taxes') return ' only to cover taxes'
  if (via === 'unread note') return ' by the form’s code, with a note that we do not understand'
  if (via === 'offering') return isOneDeal ? ' in a stock offering' : ' in stock offerings'
  return isOneDeal ? ' in a private deal' : ' in private deals'
}

/** What is true of a trade besides who, what and when, worded for a sentence, a line and a subject line; not worded for a
 *  subject line if that can do without it. */
export interface Note {
  /** @param trade  what to call the trade: 'it', 'the sale' */
  readonly sentence: (trade: string) => string
  readonly short: string
  readonly shortest?: string
  /** Told in the sentence of the trade itself, in the short words: several trades in a row may have it. */
  readonly isTail?: true
}

/** What a line of the week says about a sale that was partly for taxes. */
export const PARTLY_FOR_TAXES = 'part of it for taxes among other things'

const NOTES = {
  planned: {
    sentence: (trade) => `${capitalize(trade)} ran on a plan set up ahead.`,
    short: 'on a plan set up ahead',
    shortest: 'planned',
  },
  taxesOfPart: {
    sentence: (trade) => `For part of ${trade}, the form names taxes among the reasons.`,
    short: PARTLY_FOR_TAXES,
  },
  unasked: {
    sentence: (trade) => `By the form’s note, others decided on ${trade}.`,
    short: 'decided by others',
    shortest: 'decided by others',
  },
  partlyUnasked: {
    sentence: (trade) => `By the form’s note, others decided on part of ${trade}.`,
    short: 'part of it decided by others',
    shortest: 'partly decided by others',
  },
  preferred: {
    sentence: () => 'These are preferred shares, not the common stock.',
    short: 'preferred shares',
    shortest: 'preferred shares',
  },
  partlyPreferred: {
    sentence: () => 'Part of these are preferred shares, not the common stock.',
    short: 'part of it preferred shares',
    shortest: 'partly preferred shares',
  },
  conversion: {
    sentence: () =>
      'The same form shows other holdings turned into stock that day, so this may not be ordinary buying on the market.',
    short: 'which may not be ordinary buying',
    shortest: 'maybe not ordinary buying',
  },
  slip: {
    sentence: () => 'The report came {lag} later: such a gap may be a slip.',
    short: 'reported much later, if that is no slip',
    shortest: 'reported much later',
  },
  partlyLate: {
    sentence: (trade) => `Part of ${trade} was reported late.`,
    short: 'part of it reported late',
    shortest: 'partly late',
  },
  late: {
    sentence: (trade) => `${capitalize(trade)} was reported late.`,
    short: 'reported late',
    shortest: 'late',
  },
  unchecked: {
    sentence: (trade) => `We had no closing price to check ${trade} against.`,
    short: 'with no closing price to check it against',
    shortest: 'not checked',
    isTail: true,
  },
  partlyChecked: {
    sentence: (trade) => `We could check prices for only part of ${trade}.`,
    short: 'with prices checked for only part of it',
    shortest: 'not all of it checked',
    isTail: true,
  },
  // Without a judgement: classes of shares, or a market, can be as far apart as a mistyped price.
  farApart: {
    sentence: () => 'The prices reported for it are far apart.',
    short: 'at prices far apart',
  },
} as const satisfies Record<string, Note>

/** What the form's own notes say. */
const PURPOSES: Readonly<Record<SaleReason, string>> = {
  'part taxes': 'partly to cover taxes',
  'option cost': 'to pay for stock options',
  'tax planning': 'for tax planning',
  'estate planning': 'for estate planning',
  loan: 'to meet a loan',
  diversification: 'to spread risk',
}

function describeReason({ reason }: InsiderFinding): Note | undefined {
  if (reason === undefined) return undefined
  const purpose = PURPOSES[reason.code]
  if (reason.code === 'part taxes' && !reason.isOfAll) return NOTES.taxesOfPart
  if (
    reason.code === 'tax planning' ||
    reason.code === 'estate planning' ||
    reason.code === 'diversification'
  ) {
    // The usual note names other purposes too: 'for financial and tax planning purposes', 'liquidity and diversification'.
    const part = reason.isOfAll ? '' : 'part of '
    return {
      sentence: (trade) =>
        `The form names ${reason.code === 'diversification' ? 'spreading risk' : reason.code} as a reason for ${part}${trade}.`,
      short: reason.isOfAll ? purpose : `part of it ${purpose}`,
      ...(reason.isOfAll ? { shortest: purpose } : {}),
    }
  }
  return reason.isOfAll
    ? {
        sentence: (trade) => `${capitalize(trade)} was ${purpose}, the form says.`,
        short: purpose,
        shortest: purpose,
      }
    : {
        sentence: (trade) => `Part of ${trade} was ${purpose}, the form says.`,
        short: `part of it ${purpose}`,
      }
}

/** Each of these is told wherever the trade is told. */
export function listNotes(finding: InsiderFinding): readonly Note[] {
  const { plan, isLate, isPartlyLate, priceCheck, isBesideConversion, isMaybeSlip, via } = finding
  const { isUnasked, isPreferred } = finding
  const late = isPartlyLate ? NOTES.partlyLate : isLate ? NOTES.late : undefined
  return [
    describeReason(finding),
    plan === 'all' ? describePlan(finding) : describePlanPart(finding),
    isUnasked === 'all' ? NOTES.unasked : isUnasked === 'some' ? NOTES.partlyUnasked : undefined,
    isPreferred === 'all' ? NOTES.preferred : isPreferred === 'some' ? NOTES.partlyPreferred : undefined,
    isBesideConversion && via === undefined ? NOTES.conversion : undefined,
    isMaybeSlip ? NOTES.slip : late,
    finding.areFarApart ? NOTES.farApart : undefined,
    priceCheck === 'none' ? NOTES.unchecked : priceCheck === 'some' ? NOTES.partlyChecked : undefined,
  ].filter((note) => note !== undefined)
}

/** The notes that go at the end of a trade's sentence, and those with a sentence of their own. */
export function splitNotes(notes: readonly Note[]): readonly [tail: string, others: readonly Note[]] {
  const { tail = [], others = [] } = Object.groupBy(notes, ({ isTail }) => (isTail ? 'tail' : 'others'))
  return [tail.map(({ short }) => `, ${short}`).join(''), others]
}

function describePlan({ facts: { planAdoptedOn } }: InsiderFinding): Note {
  return planAdoptedOn === undefined
    ? NOTES.planned
    : { ...NOTES.planned, sentence: (trade) => `${capitalize(trade)} ran on a plan set up on {adopted}.` }
}

/** A part this close to all or to nothing prints as all or nothing. */
const NEARLY_NONE = 0.005

function describePlanPart({ facts }: InsiderFinding): Note | undefined {
  const part = partOnPlan(facts)
  if (part === undefined) return undefined
  const size = part < NEARLY_NONE || part > 1 - NEARLY_NONE ? '' : ' ({planPart})'
  return {
    sentence: (trade) => `{plan} of ${trade}${size} ran on a plan set up ahead.`,
    short: '{plan} of it on a plan set up ahead',
  }
}

/** @returns undefined if none of the trade ran on a plan, or that part's value rounds to nothing */
function partOnPlan({ planValue, value }: InsiderFinding['facts']): number | undefined {
  if (planValue === undefined || numberOf(value) === 0) return undefined
  return numberOf(planValue) / numberOf(value)
}

/** What part of the value ran on a plan, if some did. */
export function makePlanPart({ id, facts }: InsiderFinding): Fact | undefined {
  const { planValue, value } = facts
  const part = partOnPlan(facts)
  if (planValue === undefined || part === undefined) return undefined
  return deriveFact(
    {
      id: `${id}/plan-part`,
      value: part,
      unit: 'fraction',
      formula: 'value under a plan / value of the finding',
      inputs: [planValue.id, value.id],
    },
    value,
  )
}
