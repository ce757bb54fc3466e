import { formatDay, formatDayOfYear } from '../../../shared/format-date.ts'

/** Days from one to another, both included.
 *  @returns e.g. 'Jan 27 to Feb 2, 2025'; a single day is one */
export function formatPeriod({ from, to }: { from: string; to: string }): string {
  if (from === to) return formatDay(to)
  const isOneYear = from.slice(0, 4) === to.slice(0, 4)
  return `${isOneYear ? formatDayOfYear(from) : formatDay(from)} to ${formatDay(to)}`
}
