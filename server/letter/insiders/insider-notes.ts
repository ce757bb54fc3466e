import { numberOf } from '../facts/format-fact.ts'
import type { SaleReason } from '../../records/insiders/footnotes.ts'
import type { InsiderFinding } from './insider-section.ts'

/** ' in a stock offering', ' only to cover taxes'; '' on the market. */
export function describeVia({ via, isOneDeal }: Pick<InsiderFinding, 'via' | 'isOneDeal'>): string {
  if (via === undefined) return ''
  if (via === 'taxes') return ' only to cover taxes'
  if (via === 'offering') return isOneDeal ? ' in a stock offering' : ' in stock offerings'
  return isOneDeal ? ' in a private deal' : ' in private deals'
}

/** What is true of a trade beside who, what and when: in a sentence, in a line, and in a subject line; left out: a subject
 *  line can do without it. */
export interface Note {
  readonly sentence: string
  readonly short: string
  readonly shortest?: string
}

const NOTES = {
  planned: {
    sentence: 'It ran on a plan set up ahead.',
    short: 'on a plan set up ahead',
    shortest: 'planned',
  },
  taxesOfPart: {
    sentence: 'For part of it, the form names taxes among the reasons.',
    short: 'part of it for taxes among other things',
  },
  conversion: {
    sentence:
      'The same form shows other holdings converted into stock that day, so this may not be ordinary buying on the market.',
    short: 'maybe not on the market',
    shortest: 'maybe not on the market',
  },
  slip: {
    sentence: 'The report came {lag} later: such a gap may be a slip.',
    short: 'reported years later, if that is no slip',
    shortest: 'reported years later',
  },
  partlyLate: {
    sentence: 'Part of it was reported late.',
    short: 'part reported late',
    shortest: 'part late',
  },
  late: { sentence: 'It was reported late.', short: 'reported late', shortest: 'late' },
  unchecked: {
    sentence: 'We had no closing price to check it against.',
    short: 'price not checked',
    shortest: 'unchecked',
  },
  partlyChecked: {
    sentence: 'We could check only part of it against closing prices.',
    short: 'price partly checked',
    shortest: 'part unchecked',
  },
} as const satisfies Record<string, Note>

/** By the form's own notes. */
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
  return reason.isOfAll
    ? { sentence: `It was sold ${purpose}, the form says.`, short: purpose, shortest: purpose }
    : { sentence: `Part of it was sold ${purpose}, the form says.`, short: `part of it ${purpose}` }
}

/** Each is told wherever the trade is. */
export function listNotes(finding: InsiderFinding): readonly Note[] {
  const { plan, isLate, isPartlyLate, priceCheck, isBesideConversion, isMaybeSlip, via } = finding
  const late = isPartlyLate ? NOTES.partlyLate : isLate ? NOTES.late : undefined
  return [
    describeReason(finding),
    plan === 'all' ? describePlan(finding) : describePlanPart(finding),
    isBesideConversion && via === undefined ? NOTES.conversion : undefined,
    isMaybeSlip ? NOTES.slip : late,
    priceCheck === 'none' ? NOTES.unchecked : priceCheck === 'some' ? NOTES.partlyChecked : undefined,
  ].filter((note) => note !== undefined)
}

/** Below each of them a part is called so; at one of them by its dollars alone. */
const PARTS = [
  [0.1, 'under a tenth'],
  [0.25, 'under a quarter'],
  [0.5, 'under half'],
  [0.75, 'over half'],
  [1, 'over three quarters'],
] as const
const AT_A_PART = 0.005

function describePlan({ facts: { planAdoptedOn } }: InsiderFinding): Note {
  return planAdoptedOn === undefined
    ? NOTES.planned
    : { ...NOTES.planned, sentence: 'It ran on a plan set up on {adopted}.' }
}

function describePlanPart({ facts: { planValue, value, indirectValue } }: InsiderFinding): Note | undefined {
  if (planValue === undefined) return undefined
  const part = numberOf(planValue) / numberOf(value)
  const isAtOne = PARTS.some(([limit]) => Math.abs(part - limit) < AT_A_PART)
  const words = PARTS.find(([limit]) => part < limit)?.[1]
  // Behind what a trust has of it, 'it' would be the trust's.
  const whole = indirectValue === undefined ? 'it' : 'the whole'
  const size = isAtOne || words === undefined ? '' : `, ${words},`
  return {
    sentence: `{plan} of ${whole}${size} ran on a plan set up ahead.`,
    short: '{plan} of it on a plan set up ahead',
  }
}
