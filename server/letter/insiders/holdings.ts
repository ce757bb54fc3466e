import type { InsiderFiling } from '../../records/insiders/insider-filing.ts'
import type { Trade } from '../../records/insiders/judge-trades.ts'
import type { Fact } from '../facts/fact.ts'
import type { InsiderFinding } from './insider-section.ts'

/** What the owners held of the stock before, added over the ways of holding it: what they held afterwards minus what they
 *  bought.
 *  @returns undefined if a line does not say, the figures contradict each other, or the forms list shares that were not
 *  bought now, whatever their title: filers spell one class in several ways */
export function holdingBefore(
  trades: readonly Trade[],
  filings: readonly InsiderFiling[],
): number | undefined {
  const linesByHolding = Map.groupBy(trades, ({ line }) => holdingKey(line))
  // Nor do these lines show what was sold, given or held elsewhere before.
  const isMore = filings.some(
    ({ holdings, transactions }) =>
      holdings.some(({ owned }) => owned !== 0) ||
      transactions.some(
        (line) =>
          line.direction === 'disposed' ||
          (linesByHolding.has(holdingKey(line)) ? line.isMoreHeld : line.ownedAfter !== 0),
      ),
  )
  if (isMore) return undefined
  let before = 0
  for (const lines of linesByHolding.values()) {
    const after = lines.at(-1)?.line.ownedAfter
    const bought = lines.reduce((sum, { shares }) => sum + shares, 0)
    if (after === undefined || after < bought || !areInOrder(lines)) return undefined
    before += after - bought
  }
  return before
}

/** Whether the last line of each form gives the holding at the end: either the lines add up to it, or all of them give it.
 *  Some forms list the newest trade first. */
function areInOrder(lines: readonly Trade[]): boolean {
  const forms = Map.groupBy(lines, ({ source }) => source.filing.accession)
  return [...forms.values()].every((own) => {
    const ends = own.map(({ line }) => line.ownedAfter ?? Number.NaN)
    const isCounted = own.every(
      ({ shares }, at) => at === 0 || Math.abs((ends[at - 1] ?? 0) + shares - (ends[at] ?? 0)) <= 1,
    )
    return isCounted || new Set(ends).size === 1
  })
}

/** Whether a form lists shares, of any class, that are held in another way: then a fraction of one holding is not a fraction
 *  of all shares that the form lists. */
const listsOthers = ({ holdings, transactions }: InsiderFiling, key: string) =>
  holdings.some((holding) => holdingKey(holding) !== key && holding.owned !== 0) ||
  transactions.some((line) => holdingKey(line) !== key && line.ownedAfter !== 0)

/** Whether all lines went to one holding, the forms name no other, and each form begins where the previous one ended. */
export function isOfOneHolding(trades: readonly Trade[], filings: readonly InsiderFiling[]): boolean {
  const [key = '', second] = new Set(trades.map(({ line }) => holdingKey(line)))
  if (second !== undefined || filings.some((filing) => listsOthers(filing, key))) return false
  const forms = [...Map.groupBy(trades, ({ source }) => source.filing.accession).values()]
  const ends = forms.map((lines) => lines.at(-1)?.line.ownedAfter)
  return forms.every((lines, index) => {
    const bought = lines.reduce((sum, { shares }) => sum + shares, 0)
    const end = ends[index]
    return index === 0 || (end !== undefined && end - bought === ends[index - 1])
  })
}

function holdingKey(line: {
  security: string
  ownership: string | undefined
  ownershipNature: string | undefined
}): string {
  return [line.security, line.ownership, line.ownershipNature].join('|')
}

/** What was sold of one holding, if the forms show it from one sale to the next with no other change in between. */
export function describePartOfHolding(
  trades: readonly Trade[],
  filings: readonly InsiderFiling[],
  make: (part: number, formula: string) => Fact,
): Fact | undefined {
  const [key = '', second] = new Set(trades.map(({ line }) => holdingKey(line)))
  const lines = filings.flatMap(({ transactions }) => transactions.filter((line) => holdingKey(line) === key))
  const isElsewhere = filings.some((filing) => listsOthers(filing, key))
  if (second !== undefined || isElsewhere || lines.length !== trades.length) return undefined
  if (lines.some(({ isMoreHeld }) => isMoreHeld)) return undefined
  const first = trades[0]
  if (first === undefined || first.line.ownedAfter === undefined) return undefined
  const before = first.line.ownedAfter + first.shares
  const sold = trades.reduce((sum, { shares }) => sum + shares, 0)
  const end = trades.at(-1)?.line.ownedAfter
  // Each form must begin where the previous one ended; otherwise something is missing.
  if (end === undefined || Math.abs(before - sold - end) > 1) return undefined
  return make(sold / before, 'sold / (owned after the first of the sales + sold in it)')
}

const THROUGH: readonly (readonly [RegExp, NonNullable<InsiderFinding['heldThrough']>])[] = [
  [/\btrusts?\b/i, 'trust'],
  [/(?<!\b(?:ex|former)[- ])\b(spouse|wife|husband)\b/i, 'spouse'],
  [/\b(child|children|son|daughter)\b(?![- ]in[- ]law)/i, 'children'],
  [/\bfunds?\b/i, 'fund'],
  [/\b(partners|partnership|L\.?P\.?|L\.?L\.?C\.?|Inc\.?|Corp\.?|Ltd\.?)(?=[\s,;)]|$)/i, 'fund or company'],
]

/** Accounts of employer plans, charities and estates, which are trusts and funds of another kind, and of relatives whose trusts
 *  are not the owner's. */
const OF_OTHERS =
  /\b(?:parents?['’]?s?|mother|father|grand\w+|brothers?|sisters?|siblings?|nieces?|nephews?|401|esop|employees?|savings|retirement|pension|profit[- ]sharing|deferred|charit\w*|foundations?|estates?|executor|without pecuniary)\b/i

/** The filer chose these words freely: we repeat them only if they say one of a few known things, the same on every line. */
export function heldThrough(trades: readonly Trade[]): InsiderFinding['heldThrough'] {
  const found = trades
    .filter(({ line }) => line.ownership === 'indirect')
    .map(({ line: { ownershipNature = '' } }) =>
      OF_OTHERS.test(ownershipNature) ? [] : THROUGH.filter(([words]) => words.test(ownershipNature)),
    )
    // Most funds are partnerships too.
    .map((ways) => (ways[0]?.[1] === 'fund' ? ways.slice(0, 1) : ways))
  const [first] = found
  const name = first?.length === 1 ? first[0]?.[1] : undefined
  return found.every((ways) => ways.length === 1 && ways[0]?.[1] === name) ? name : undefined
}
