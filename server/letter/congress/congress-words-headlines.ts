import type { CongressFinding, CongressSection, HerdFinding } from './congress-section.ts'
import { formatFact, numberOf } from '../facts/format-fact.ts'
import type { Headline } from '../facts/section-words.ts'
import { hasNumeral } from '../../records/names/present-names.ts'

const HERD = 60
const VERY_LARGE = 40
const TRADE = 20
const QUIET = 1
const VERY_LARGE_USD = 1_000_000

/** The lines that could be the subject: several filers in the same shares, the first finding. */
export function writeCongressHeadlines(section: CongressSection): Headline[] {
  const { herds, findings, chambers, coverage } = section
  const [herd] = herds
  const [finding] = findings
  if (!herd && !finding) {
    const isWhole = chambers.every(({ state }) => state === 'read') && numberOf(coverage.listed) === 0
    return isWhole ? [{ weight: QUIET, texts: ['Congress reported no trades this week'] }] : []
  }
  return [
    ...(herd ? [{ weight: HERD, texts: herdTexts(herd) }] : []),
    ...(finding ? [{ weight: isVeryLarge(finding) ? VERY_LARGE : TRADE, texts: tradeTexts(finding) }] : []),
  ]
}

/** By the low end of the range: the least that it can have been. */
function isVeryLarge({ facts: { amount } }: CongressFinding): boolean {
  const { value } = amount
  if (typeof value === 'string') return true
  return (typeof value === 'number' ? value : (value[0] ?? 0)) > VERY_LARGE_USD
}

function herdTexts({ side, facts }: HerdFinding): string[] {
  const start = `${formatFact(facts.members)} in Congress ${side === 'buy' ? 'bought' : 'sold'}`
  return [`${start} ${String(facts.asset.value)}`, `${start} the same shares`]
}

/** What was reported late is no news of the day: a line about it says so. */
function tradeTexts({ side, filer, facts, accounts, isLate, isPartlyLate }: CongressFinding): string[] {
  const amount = formatFact(facts.amount)
  if (amount === undefined) return []
  const asset = String(facts.asset.value)
  const ticker = /\(([^()\s]+)\)$/.exec(asset)?.[1]
  const assets = [asset, ...(ticker === undefined || hasNumeral(ticker) ? [] : [ticker])]
  const what = `${side === 'buy' ? 'bought' : 'sold'} ${amount} of`
  const who = [filer.name, describeFiler(filer)]
  const one = side === 'buy' ? 'purchase' : 'sale'
  const trade = numberOf(facts.rows) > 1 ? `${one}s` : `a ${one}`
  // What is a spouse's or a child's the filer has reported, and not bought.
  if (accounts.some((account) => account !== 'self')) {
    const late = isLate ? `, ${isPartlyLate ? 'partly ' : ''}late` : ''
    return [
      ...assets.map((of) => `${filer.name} reported ${trade} of ${of} for ${amount}${late}`),
      ...who.map((name) => `${name} reported ${trade} of ${amount}${late}`),
      `Congress: ${trade} of ${amount}${isLate ? `, ${isPartlyLate ? 'partly ' : ''}reported late` : ''}`,
    ]
  }
  if (isLate) {
    return [
      ...assets.map(
        (of) => `${isPartlyLate ? 'Partly reported' : 'Reported'} late: ${filer.name} ${what} ${of}`,
      ),
      ...who.map((name) => `${name} reported ${trade} of ${amount}${isPartlyLate ? ', partly' : ''} late`),
      `Congress: ${trade} of ${amount}, ${isPartlyLate ? 'partly ' : ''}reported late`,
    ]
  }
  return [
    ...who.flatMap((name) => assets.map((of) => `${name} ${what} ${of}`)),
    `${filer.name} reported ${trade} of ${amount}`,
    `Congress: ${trade} of ${amount}`,
  ]
}

function describeFiler({ party, chamber }: CongressFinding['filer']): string {
  if (party === undefined) return 'A filer in Congress'
  return chamber === 'house' ? 'A House member' : 'A senator'
}
