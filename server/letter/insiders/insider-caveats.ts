import { listWords } from '../../lib/text.ts'
import type { Fact } from '../facts/fact.ts'
import { numberOf } from '../facts/format-fact.ts'
import { deriveFact } from '../statements/make-statement.ts'
import { describeVia, type Note } from './insider-notes.ts'
import type { InsiderFinding } from './insider-section.ts'

/** What else the owner did with the stock that week, told along with a trade. */
export interface Beside {
  /** What was sold for taxes alone. */
  readonly forTaxes?: InsiderFinding | undefined
  /** The dollars, as typed, of lines that are left out because their prices are too far from the close. */
  readonly oddPrices?: Fact | undefined
  /** Trades of the other side in this stock. */
  readonly otherWay?: readonly InsiderFinding[]
}

/** What the trade is not, one sentence each; a part on a plan and a part for taxes share a sentence. */
export function listCaveats(
  finding: InsiderFinding,
  notes: readonly Note[],
  { forTaxes, oddPrices, otherWay = [], brief }: Beside & { readonly brief: string },
): string[] {
  const [own, bought] = finding.side === 'buy' ? ['Purchases', 'sold'] : ['Sales', 'bought']
  return [
    ...listOwnCaveats(finding, notes),
    ...(forTaxes ? ['Another {forTaxes}, sold only to cover taxes, is not in that sum.'] : []),
    ...(otherWay.length > 0
      ? [`${brief} also ${bought} {back} of {company} stock${describeVias(otherWay)}.`]
      : []),
    ...(oddPrices ? [`${own} at prices we could not confirm are left out: {odd}, as typed.`] : []),
  ]
}

/** ' in a stock offering and a private deal'; '' if one of them was on the market. */
function describeVias(some: readonly InsiderFinding[]): string {
  if (some.some(({ via }) => via !== 'offering' && via !== 'placement')) return ''
  return ` in ${listWords([...new Set(some.map((one) => describeVia(one).replace(/^ in /, '')))])}`
}

export function sumOtherWay(some: readonly InsiderFinding[]): Fact | undefined {
  const [first, ...more] = some.map(({ facts }) => facts.value)
  if (first === undefined || more.length === 0) return first
  const all = [first, ...more]
  return deriveFact(
    {
      id: `${first.id}/${some[0]?.side === 'buy' ? 'bought' : 'sold'}-too`,
      subject: first.subject,
      value: all.reduce((sum, fact) => sum + numberOf(fact), 0),
      unit: 'usd',
      formula: 'sum of what the same owner traded of the stock in this direction, both in cents',
      inputs: all.map(({ id }) => id),
    },
    first,
  )
}

function listOwnCaveats(finding: InsiderFinding, notes: readonly Note[]): string[] {
  const trade = finding.side === 'buy' ? 'the purchase' : 'the sale'
  const { reason, facts, isRestWithoutReason } = finding
  const [first, second, ...others] = notes
  if (!facts.planValue) return notes.map(({ sentence }) => sentence(trade))
  const isOnPlan = `Not all of ${trade} was a new decision: {plan} ran on a plan set up ahead`
  const isForTaxes = reason?.code === 'part taxes' && !reason.isOfAll
  if (isRestWithoutReason && isForTaxes && first && second) {
    return [
      `${isOnPlan}, partly to cover taxes.`,
      `For the rest, we found no reason on the ${finding.filings.length > 1 ? 'forms' : 'form'}.`,
      ...others.map(({ sentence }) => sentence(trade)),
    ]
  }
  // The notes list the reason before the plan.
  return isForTaxes && first && second
    ? [
        `${isOnPlan}, and the form gives taxes as part of the reason.`,
        ...others.map(({ sentence }) => sentence(trade)),
      ]
    : notes.map(({ short, sentence }) => (short.startsWith('{plan}') ? `${isOnPlan}.` : sentence(trade)))
}
