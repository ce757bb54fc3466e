import { readCsvRows } from './csv-rows.ts'
import { ObservationList, type ParsedObservation } from './parsed-observation.ts'

/** Reads what fredgraph.csv answers: a column of dates (`observation_date`, in older files `DATE`) and one for each
 *  series that was asked for.
 *  @returns by FRED's code
 *  @throws TypeError when it is no such file */
export function readFredCsv(text: string): Map<string, ParsedObservation[]> {
  const [header = [], ...rows] = readCsvRows(text)
  const [dateColumn, ...codes] = header
  if ((dateColumn !== 'observation_date' && dateColumn !== 'DATE') || codes.length === 0) {
    throw new TypeError('the file does not begin with observation_date and a series')
  }
  const lists = codes.map((code) => ({ code, list: new ObservationList() }))
  for (const [date = '', ...values] of rows) {
    if (values.length !== codes.length) throw new TypeError(`the row of ${date} has not one cell a series`)
    for (const [place, { list }] of lists.entries()) list.add(date, values[place] ?? '')
  }
  return new Map(lists.map(({ code, list }) => [code, list.toArray()]))
}
