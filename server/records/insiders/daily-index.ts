import type { ReadAnswer } from '../core/source-client.ts'

/** Reads one EDGAR document with the headers that the SEC requires.
 *  @throws SourceError as SourceClient.read does */
export type ReadEdgar = <T>(url: string, parse: (bytes: Buffer) => Promise<T>) => Promise<ReadAnswer<T>>

/** An ownership report in a daily index. */
export interface IndexEntry {
  readonly form: string
  readonly accession: string
  /** CIK of the party it is listed under; the document can be fetched under any party's CIK. */
  readonly cik: string
}

const OWNERSHIP_FORMS = new Set(['3', '3/A', '4', '4/A', '5', '5/A'])
/** The end of a line: CIK, date and path of the document. */
const DAY_AND_PATH = /(?<=\s)\d{1,10} {1,20}\d{8} {1,20}edgar\/data\/(\d{1,10})\/(\d{10}-\d{2}-\d{6})\.txt$/
/** No form's name is longer than a few letters. */
const MAX_FORM = 20
/** Actual lines are 170 characters long. */
const MAX_LINE = 1_000

/** Parses a form.YYYYMMDD.idx: fixed columns under a dashed line, with each filing once per party.
 *  @returns ownership reports only, each accession once, in the file's order
 *  @throws TypeError if it is not such an index, is truncated, or has a line that cannot be read */
export function parseFormIndex(text: string): IndexEntry[] {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''))
  const dashes = lines.findIndex((line) => /^-{20,}\s*$/.test(line))
  if (
    dashes < 1 ||
    !/^Form Type\s+Company Name\s+CIK\s+Date Filed\s+File Name/.test(lines[dashes - 1] ?? '')
  ) {
    throw new TypeError('no index: the head with its dashed line is missing')
  }
  // A complete file ends with a newline; without one, an unknown number of lines is missing.
  if (lines.at(-1) !== '') throw new TypeError('the index is cut off in the middle of a line')
  const entries = new Map<string, IndexEntry>()
  for (const line of lines.slice(dashes + 1)) {
    if (line.trim() === '') continue
    // The layout of other forms' lines does not matter.
    const form = line.trimStart().slice(0, MAX_FORM).split(/\s/, 1)[0]?.toUpperCase() ?? ''
    if (!OWNERSHIP_FORMS.has(form)) continue
    const [, cik, accession] = (line.length <= MAX_LINE && DAY_AND_PATH.exec(line.trimEnd())) || []
    if (cik === undefined || accession === undefined) {
      throw new TypeError(`a line of the index cannot be read: "${line.slice(0, 80)}"`)
    }
    if (!entries.has(accession)) entries.set(accession, { form, accession, cik })
  }
  return [...entries.values()]
}

/** Parses the index.json of a quarter's folder.
 *  @returns the days that have a form index, 'YYYY-MM-DD', in order
 *  @throws TypeError if it is not such a listing */
export function parseIndexFolder(text: string): string[] {
  const folder = JSON.parse(text) as { directory?: { item?: unknown } } | null
  const items = folder?.directory?.item
  if (!Array.isArray(items)) throw new TypeError('no listing: directory.item is missing')
  const names = items.map((item: { name?: unknown } | null) => String(item?.name))
  return names
    .flatMap((name) => {
      const [, year, month, date] = /^form\.(\d{4})(\d{2})(\d{2})\.idx$/.exec(name) ?? []
      return year !== undefined && month !== undefined && date !== undefined
        ? [`${year}-${month}-${date}`]
        : []
    })
    .sort()
}

/** An ownership report, under the first day whose index lists it. */
export interface ListedFiling extends IndexEntry {
  /** 'YYYY-MM-DD' */
  readonly filedOn: string
}

const EDGAR = 'https://www.sec.gov/Archives/edgar'

/** URL of the folder with the indexes of the day's quarter. */
export function indexFolderUrl(day: string): string {
  return `${EDGAR}/daily-index/${day.slice(0, 4)}/QTR${Math.ceil(Number(day.slice(5, 7)) / 3)}`
}

export function indexUrl(day: string): string {
  return `${indexFolderUrl(day)}/form.${day.replaceAll('-', '')}.idx`
}

/** URLs of a filing's page for people and of its full submission. */
export function filingUrls({ accession, cik }: IndexEntry): { pageUrl: string; recordUrl: string } {
  const folder = `${EDGAR}/data/${cik}`
  return {
    pageUrl: `${folder}/${accession.replaceAll('-', '')}/${accession}-index.htm`,
    recordUrl: `${folder}/${accession}.txt`,
  }
}
