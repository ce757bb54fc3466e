import { presentCompanyShort } from '../../records/names/present-names.ts'
import type { Fact } from '../facts/fact.ts'
import { numberOf, plural } from '../facts/format-fact.ts'
import type { Slot, Statement } from '../statements/statement.ts'
import type { InsiderCoverageKind, InsiderSection } from './insider-section.ts'

/** More would be no line. */
const MAX_PARTS = 3

/** One line: how much was read, and what of it is in no sum, the largest first. */
export function stateInsiderCoverage(section: InsiderSection): Statement {
  const { coverage, daysUnread } = section
  const slots: Record<string, Slot> = {
    read: { figure: coverage.read },
    listed: { figure: coverage.listed },
  }
  const isAll = numberOf(coverage.read) === numberOf(coverage.listed)
  const forms = plural(coverage.listed, 'form', 'forms')
  const days = daysUnread.length === 0 ? '' : ' The list of some days is missing.'
  const read =
    numberOf(coverage.listed) === 0
      ? 'The SEC listed no form this week.'
      : isAll
        ? numberOf(coverage.listed) === 1
          ? 'We read the only form listed.'
          : 'We read all {listed} forms.'
        : `We read {read} of {listed} ${forms}.`
  const parts = listNotCounted(section, slots)
  const more = parts.length > MAX_PARTS ? ' and a few more lines' : ''
  const told = parts.slice(0, MAX_PARTS)
  const notCounted = told.length === 0 ? '' : ` Not counted: ${joinWords(told, more)}.`
  return {
    id: 'insiders/coverage',
    section: 'insiders',
    kind: 'coverage',
    topic: 'insiders/coverage',
    slots,
    salience: 0,
    isNews: false,
    tellings: [`${read}${days}${notCounted}`],
  }
}

function joinWords(parts: readonly string[], more: string): string {
  if (more !== '') return `${parts.join(', ')}${more}`
  const [last = '', ...before] = parts.toReversed()
  return before.length === 0 ? last : `${before.toReversed().join(', ')} and ${last}`
}

/** Fills the slots that its words name. */
function listNotCounted({ coverage, heldBack }: InsiderSection, slots: Record<string, Slot>): string[] {
  const part = (kind: InsiderCoverageKind, one: string, several: string): string[] => {
    const fact: Fact = coverage[kind]
    if (numberOf(fact) === 0) return []
    slots[kind] = { figure: fact }
    return [`{${kind}} ${plural(fact, one, several)}`]
  }
  const sizes = heldBack.filter(({ reason }) => reason === 'unverified-size')
  const [size] = sizes
  const ofSize = (): string[] => {
    if (!size || sizes.length > 1) {
      return part(
        'unverifiedSizes',
        'very large line without a price to check',
        'very large lines without a price to check',
      )
    }
    slots['sizeCompany'] = { name: presentCompanyShort(size.issuer.name) }
    slots['sizeValue'] = { figure: size.claimed }
    const what = size.side === 'buy' ? 'purchase' : 'sale'
    return part(
      'unverifiedSizes',
      `{sizeCompany} ${what} line ({sizeValue} as typed, no closing price to check)`,
      `{sizeCompany} ${what} lines ({sizeValue} as typed, no closing price to check)`,
    )
  }
  return [
    ...ofSize(),
    ...part(
      'failedSizes',
      'line while prices could not be checked',
      'lines while prices could not be checked',
    ),
    ...part('suspectPrices', 'line with an unlikely price', 'lines with unlikely prices'),
    ...part('giftLines', 'gift', 'gifts'),
    ...part('planLines', 'line of an employees’ plan', 'lines of employees’ plans'),
    ...part('reinvestedLines', 'reinvested dividend', 'reinvested dividends'),
    ...part('impossibleTrades', 'line that contradicts itself', 'lines that contradict themselves'),
    ...part('correctionsLeftOut', 'correction of an earlier week', 'corrections of earlier weeks'),
    ...part('unpricedLines', 'line without a price', 'lines without a price'),
  ]
}
