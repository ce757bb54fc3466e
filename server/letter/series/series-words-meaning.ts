import type { SeriesSection } from './series-section.ts'
import { byDirection, openFacts, type FactBook } from './series-words-parts.ts'

/** What a section means for somebody who lives on wages, by what it tells this week.
 *  @param standing  the section's standing words; those about what is not told are left out */
export function chooseMeaning(section: SeriesSection, standing: readonly string[]): string[] {
  const facts = openFacts(section)
  if (section.section === 'housing') return meaningOfHousing(facts, standing)
  if (section.section === 'economy') {
    return facts.find('real-wage/change') ? [...standing] : meaningOfPricesAndJobs(facts)
  }
  if (facts.find('sp500/level')) return [...standing]
  return facts.find('treasury-10y/rate')
    ? ['What the government pays on its loans moves what banks ask for a mortgage.']
    : []
}

function meaningOfHousing(facts: FactBook, standing: readonly string[]): string[] {
  const hasPrices = ['index/change', 'home-value/change'].some((id) => facts.find(id) !== undefined)
  const hasRate = facts.find('mortgage-30/rate') !== undefined
  const loan = facts.find('loan/year/direction')
  return [
    ...(loan
      ? [
          byDirection(loan, {
            rose: 'A new loan costs more a month than it did a year ago.',
            fell: 'A new loan costs less a month than it did a year ago.',
            same: 'A new loan costs as much a month as it did a year ago.',
          }),
        ]
      : []),
    ...standing.filter((text) => (/\bhouse prices\b/.test(text) ? hasPrices : hasRate)),
  ]
}

/** Where pay after inflation is not known, nothing is said of it but that. */
function meaningOfPricesAndJobs(facts: FactBook): string[] {
  const prices = facts.find('cpi/direction') ?? facts.find('cpi-adjusted/direction')
  const unemployment = facts.find('unemployment/month/direction')
  return [
    ...(prices
      ? [
          byDirection(prices, {
            rose: 'Someone whose pay did not rise over the year buys less with it than a year before.',
            fell: 'Someone whose pay stayed as it was buys more with it than a year before.',
            same: 'Someone whose pay stayed as it was buys as much with it as a year before.',
          }),
        ]
      : []),
    ...(unemployment
      ? [
          byDirection(unemployment, {
            rose: 'When the unemployment rate rises, the next job is often harder to find.',
            fell: 'When the unemployment rate falls, the next job is often easier to find.',
            same: 'The unemployment rate did not move: the next job is about as hard to find as the month before.',
          }),
        ]
      : []),
  ]
}
