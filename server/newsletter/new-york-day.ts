const NEW_YORK_DAY = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** @returns the date in New York at that moment, 'YYYY-MM-DD' */
export function newYorkDay(time: Date): string {
  return NEW_YORK_DAY.format(time)
}
