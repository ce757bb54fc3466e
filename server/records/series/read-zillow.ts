import { findColumns, readCsvRows } from './csv-rows.ts'
import { ObservationList, type ParsedObservation } from './parsed-observation.ts'

/** Reads one of Zillow's wide metro files: a row a region, a column a month, headed by the month's last day.
 *  @param regionIds  of the rows wanted
 *  @returns by region id, dated by the month's first day; a region without a row is left out
 *  @throws TypeError when it is no such file */
export function readZillowMetros(
  text: string,
  regionIds: ReadonlySet<string>,
): Map<string, ParsedObservation[]> {
  const [header = [], ...rows] = readCsvRows(text)
  const { RegionID: idColumn } = findColumns(header, ['RegionID', 'RegionName', 'RegionType'])
  const months = header.flatMap((name, column) =>
    /^\d{4}-\d{2}-\d{2}$/.test(name) ? [{ date: `${name.slice(0, 7)}-01`, column }] : [],
  )
  if (months.length === 0) throw new TypeError('the file has no column of a month')
  const found = new Map<string, ParsedObservation[]>()
  for (const row of rows) {
    const id = row[idColumn] ?? ''
    if (!regionIds.has(id)) continue
    if (row.length !== header.length) throw new TypeError(`the row of region ${id} has not one cell a month`)
    const list = new ObservationList()
    for (const { date, column } of months) list.add(date, row[column] ?? '')
    found.set(id, list.toArray())
  }
  return found
}
