import type { Fact } from '../fact.ts'

/** The number of a fact, for showing.
 *  @throws TypeError for a fact that is no single number: a template asked for the wrong one */
export function numberOf(fact: Fact): number {
  if (typeof fact.value !== 'number') throw new TypeError(`${fact.id} is not a number`)
  return fact.value
}

/** '$9.0 million', '$3.58 billion', '$100,355': for reading; the exact figure stands in the table. */
export function formatMoney(fact: Fact): string {
  const value = numberOf(fact)
  // The next unit starts where rounding reaches it: 999,960 is $1.0 million.
  if (value >= 999_500_000) return `$${formatDigits(value / 1_000_000_000, 2)} billion`
  if (value >= 999_950) return `$${formatDigits(value / 1_000_000, 1)} million`
  return formatExactMoney(fact)
}

/** '$24,999,840', to the dollar. */
export function formatExactMoney(fact: Fact): string {
  return `$${formatDigits(numberOf(fact), 0)}`
}

/** '$243.00'; below a dollar with all four digits that the record supports. */
export function formatPrice(fact: Fact): string {
  const value = numberOf(fact)
  return `$${formatDigits(value, value < 1 ? 4 : 2)}`
}

/** '102,880' */
export function formatCount(fact: Fact): string {
  return formatDigits(numberOf(fact), 0)
}

/** '0.3%'; from ten percent on without a decimal. */
export function formatPercent(fact: Fact): string {
  const percent = numberOf(fact) * 100
  if (percent < 0.1) return 'less than 0.1%'
  return `${formatDigits(percent, percent < 9.95 ? 1 : 0)}%`
}

function formatDigits(value: number, digits: number): string {
  return new Intl.NumberFormat('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value)
}
