import type { Fact } from '../facts/fact.ts'
import { capitalize } from '../statements/make-statement.ts'
import type { Note } from './insider-notes.ts'
import type { InsiderFinding } from './insider-section.ts'

/** What else the owner did with the stock that week, told along with a trade. */
export interface Beside {
  /** What was sold for taxes alone. */
  readonly forTaxes?: InsiderFinding | undefined
  /** The dollars, as reported, of lines that are left out because their prices are too far from the close. */
  readonly oddPrices?: Fact | undefined
  /** The ordinary trade of the other side in this stock. */
  readonly otherWay?: InsiderFinding | undefined
}

/** What the trade is not, one sentence each; a part on a plan and a part for taxes share a sentence. */
export function listCaveats(
  finding: InsiderFinding,
  notes: readonly Note[],
  { forTaxes, oddPrices, otherWay, brief }: Beside & { readonly brief: string },
): string[] {
  const [doing, bought] = finding.side === 'buy' ? ['buying', 'sold'] : ['selling', 'bought']
  return [
    ...listOwnCaveats(finding, notes),
    ...(forTaxes ? ['Another {forTaxes}, sold only to cover taxes, is not in that sum.'] : []),
    ...(otherWay ? [`${brief} also ${bought} {back} of {company} stock.`] : []),
    ...(oddPrices
      ? [`Another {odd} that {who} reported ${doing} is left out: we could not confirm the prices.`]
      : []),
  ]
}

function listOwnCaveats(finding: InsiderFinding, notes: readonly Note[]): string[] {
  const trade = finding.side === 'buy' ? 'the purchase' : 'the sale'
  const { reason, facts, isRestWithoutReason } = finding
  const [first, second, ...others] = notes
  if (!facts.planValue) {
    return notes.map(({ sentence }, index) => {
      const isSameSubject = notes[index - 1]?.sentence(trade).startsWith(capitalize(trade))
      return sentence(isSameSubject ? 'it' : trade)
    })
  }
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
