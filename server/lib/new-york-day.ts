import { zonedDay } from '../../shared/zoned-time.ts'

/** @returns the date in New York at that moment, 'YYYY-MM-DD' */
export function newYorkDay(time: Date): string {
  return zonedDay(time, 'America/New_York')
}
