import { findColumns, readCsvRows } from './csv-rows.ts'
import { ObservationList, type ParsedObservation } from './parsed-observation.ts'

/** Columns of PMMS_history.csv, by the series they give. */
const RATES = { PMMS30: 'pmms30', PMMS15: 'pmms15' } as const

/** Reads Freddie Mac's PMMS_history.csv: weekly means since 1971, dates as month/day/year, the rows since November 2022
 *  quoted and of fewer columns.
 *  @returns by series id
 *  @throws TypeError when it is no such file */
export function readPmmsHistory(text: string): Map<string, ParsedObservation[]> {
  const [header, ...rows] = readCsvRows(text)
  const columns = findColumns(header, ['date', ...Object.values(RATES)])
  return new Map(
    Object.entries(RATES).map(([id, column]) => {
      const list = new ObservationList()
      for (const row of rows) list.add(readSlashDate(row[columns.date] ?? ''), row[columns[column]] ?? '')
      return [id, list.toArray()]
    }),
  )
}

/** Years of two digits are refused: which century they mean would be a guess. */
function readSlashDate(text: string): string {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  if (month === undefined || day === undefined) {
    throw new TypeError(`"${text.slice(0, 40)}" is not a date such as 11/21/2024`)
  }
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
