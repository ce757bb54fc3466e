const CHICAGO = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Chicago',
  dateStyle: 'short',
  timeStyle: 'short',
})

/** An instant by the newsletter's clock, for operators.
 *  @returns '2026-11-23 08:00 in Chicago' */
export function formatChicagoTime(instant: Date): string {
  return `${CHICAGO.format(instant)} in Chicago`
}
