import papaparse from 'papaparse'

import { parseSlashDay } from '../../lib/dates.ts'
import { closeLists, ObservationList, type ParsedCell } from './series-observation.ts'

/** Parses a CSV file with either line end, in which only some of the rows may be quoted.
 *  @returns rows of trimmed cells, without empty lines
 *  @throws TypeError if it is not CSV or ends in the middle of a line, where the last number may be cut off */
function readCsvRows(text: string): string[][] {
  if (!text.endsWith('\n')) throw new TypeError('the file is cut off in the middle of a line')
  const { data, errors } = papaparse.parse<string[]>(text, {
    delimiter: ',',
    newline: '\n',
    skipEmptyLines: 'greedy',
  })
  const problem = errors[0]
  if (problem) throw new TypeError(`the file cannot be read: ${problem.message}, row ${problem.row ?? '?'}`)
  return data.map((row) => row.map((cell) => cell.trim()))
}

/** @returns the positions of these columns
 *  @throws TypeError that names a missing column */
function findColumns<Name extends string>(
  header: readonly string[] | undefined,
  names: readonly Name[],
): Record<Name, number> {
  const places = names.map((name) => {
    const place = header?.indexOf(name) ?? -1
    if (place < 0) throw new TypeError(`the file has no column ${name}`)
    return [name, place] as const
  })
  return Object.fromEntries(places) as Record<Name, number>
}

/** Parses fredgraph.csv: a column of dates (`observation_date`, in older files `DATE`) and one per requested series.
 *  @returns values by FRED code
 *  @throws TypeError if it is not such a file */
export function readFredCsv(text: string): Map<string, ParsedCell[]> {
  const [header = [], ...rows] = readCsvRows(text)
  const [dateColumn, ...codes] = header
  if ((dateColumn !== 'observation_date' && dateColumn !== 'DATE') || codes.length === 0) {
    throw new TypeError('the file does not begin with observation_date and a series')
  }
  if (new Set(codes).size < codes.length) throw new TypeError('the file has a series twice')
  const lists = codes.map((code) => [code, new ObservationList()] as const)
  for (const [date = '', ...values] of rows) {
    for (const [place, [, list]] of lists.entries()) {
      if (values.length === codes.length) list.add(date, values[place] ?? '')
      else list.addUnread(date, `the row of ${date.slice(0, 40)} has not one cell a series`)
    }
  }
  return closeLists(lists)
}

/** Columns of PMMS_history.csv by series id. */
const RATES = { PMMS30: 'pmms30', PMMS15: 'pmms15' } as const

/** Parses Freddie Mac's PMMS_history.csv: weekly means since 1971, dated month/day/year; rows since November 2022 are quoted
 *  and have fewer columns.
 *  @returns values by series id
 *  @throws TypeError if it is not such a file */
export function readPmmsHistory(text: string): Map<string, ParsedCell[]> {
  const [header, ...rows] = readCsvRows(text)
  const columns = findColumns(header, ['date', ...Object.values(RATES)])
  return closeLists(
    Object.entries(RATES).map(([id, column]) => {
      const list = new ObservationList()
      for (const row of rows) {
        const date = row[columns.date] ?? ''
        // Years of two digits are refused: the century would be a guess.
        list.add(parseSlashDay(date) ?? date, row[columns[column]] ?? '')
      }
      return [id, list] as const
    }),
  )
}

/** The nation's RegionID in Zillow's files. */
const NATION = '102001'

/** Parses one of Zillow's wide metro files: a row per region and a column per month, headed by the month's last day.
 *  @returns the nation's values by its region id, dated by the month's first day; none without its row
 *  @throws TypeError if it is not such a file */
export function readZillowNation(text: string): Map<string, ParsedCell[]> {
  const [header = [], ...rows] = readCsvRows(text)
  const { RegionID: idColumn } = findColumns(header, ['RegionID', 'RegionName', 'RegionType'])
  const months = header.flatMap((name, column) =>
    /^\d{4}-\d{2}-\d{2}$/.test(name) ? [{ date: `${name.slice(0, 7)}-01`, column }] : [],
  )
  if (months.length === 0) throw new TypeError('the file has no column of a month')
  const [row = [], ...others] = rows.filter((cells) => cells[idColumn] === NATION)
  if (others.length > 0) throw new TypeError('the nation has two rows')
  if (row.length > 0 && row.length !== header.length) {
    throw new TypeError('the row of the nation has not one cell a month')
  }
  const list = new ObservationList()
  for (const { date, column } of months) list.add(date, row[column] ?? '')
  return closeLists([[NATION, list]])
}

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

/** Parses the monthly purchase-only indexes of FHFA's hpi_master.csv.
 *  @returns values by series id, such as 'HPI-USA-SA' and 'HPI-USA-NSA', for each place that has them
 *  @throws TypeError if it is not such a file */
export function readFhfaMaster(text: string): Map<string, ParsedCell[]> {
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
  return closeLists(lists)
}

/** Keeps the header and the relevant lines, a fiftieth of the file's 13 MB, so that parsing them is quick. */
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
