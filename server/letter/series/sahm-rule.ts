import { addMonths } from '../../lib/dates.ts'

/** At this gap and above, in percentage points, the rule says that a recession has begun. */
export const SAHM_THRESHOLD = 0.5

const MEAN_OF = 3
const LOOK_BACK = 12

/** Claudia Sahm's rule: the mean unemployment rate of three months less the lowest such mean of the twelve months before.
 *  @param findRate  percent of a month, by its first day
 *  @returns percentage points, unrounded, and its fifteen months, oldest first; or the first month that is missing */
export function computeSahmGap(
  findRate: (month: string) => number | undefined,
  month: string,
): { readonly gap: number; readonly months: readonly string[] } | { readonly missing: string } {
  const months = Array.from({ length: LOOK_BACK + MEAN_OF }, (_, index) =>
    addMonths(month, index - LOOK_BACK - MEAN_OF + 1),
  )
  const rates: number[] = []
  for (const one of months) {
    const rate = findRate(one)
    if (rate === undefined) return { missing: one }
    rates.push(rate)
  }
  const means = rates
    .slice(MEAN_OF - 1)
    .map((_, index) => rates.slice(index, index + MEAN_OF).reduce((sum, rate) => sum + rate, 0) / MEAN_OF)
  const newest = means.at(-1) ?? 0
  return { gap: newest - Math.min(...means.slice(0, -1)), months }
}
