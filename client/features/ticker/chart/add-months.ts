/** The same day of another month, or that month's last: a month after Jan 31 is Feb 28.
 *  @param day  'YYYY-MM-DD'
 *  @param months  below zero for earlier ones */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastOfMonth))).toISOString().slice(0, 10)
}
