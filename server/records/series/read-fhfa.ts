import { findColumns, readCsvRows } from './csv-rows.ts'
import { ObservationList, type ParsedObservation } from './parsed-observation.ts'

const COLUMNS = [
  'hpi_type',
  'hpi_flavor',
  'frequency',
  'place_id',
  'yr',
  'period',
  'index_nsa',
  'index_sa',
] as const

/** Reads the monthly purchase-only indexes of FHFA's hpi_master.csv.
 *  @returns by series id, 'HPI-USA-SA' and 'HPI-USA-NSA' for each place that has them
 *  @throws TypeError when it is no such file */
export function readFhfaMaster(text: string): Map<string, ParsedObservation[]> {
  if (!text.endsWith('\n')) throw new TypeError('the file is cut off in the middle of a line')
  const [header, ...rows] = readCsvRows(keepMonthlyPurchases(text))
  const columns = findColumns(header, COLUMNS)
  const lists = new Map<string, ObservationList>()
  for (const row of rows) {
    const cell = (name: (typeof COLUMNS)[number]) => row[columns[name]] ?? ''
    if (cell('hpi_type') !== 'traditional' || cell('hpi_flavor') !== 'purchase-only') continue
    if (cell('frequency') !== 'monthly') continue
    const date = `${cell('yr')}-${cell('period').padStart(2, '0')}-01`
    for (const kind of ['sa', 'nsa'] as const) {
      const id = `HPI-${cell('place_id')}-${kind.toUpperCase()}`
      let list = lists.get(id)
      if (!list) {
        list = new ObservationList()
        lists.set(id, list)
      }
      list.add(date, cell(`index_${kind}`))
    }
  }
  return new Map([...lists].map(([id, list]) => [id, list.toArray()]))
}

/** The head and the lines that matter: a fiftieth of the file's 13 MB, so that reading it holds up nothing else. */
function keepMonthlyPurchases(text: string): string {
  const lines = [text.slice(0, text.indexOf('\n') + 1)]
  let start = text.indexOf('\n') + 1
  while (start < text.length) {
    const end = text.indexOf('\n', start) + 1
    const line = text.slice(start, end)
    if (line.includes('purchase-only') && line.includes('monthly')) lines.push(line)
    start = end
  }
  return lines.join('')
}
