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
/** The end of a line. The columns before it run together where a company's name is too long for its own. */
const PATH = /\sedgar\/data\/(\d{1,10})\/(\d{10}-\d{2}-\d{6})\.txt$/
/** No form's name is longer than a few letters. */
const MAX_FORM = 20
/** Actual lines are 170 characters long. */
const MAX_LINE = 1_000
/** With more unreadable lines than this, as a fraction, it is another kind of file. */
const MOST_UNREAD = 0.05

export interface FormIndex {
  /** Ownership reports only, each accession once, in the file's order. */
  readonly entries: readonly IndexEntry[]
  /** Lines of ownership reports whose document cannot be told. */
  readonly unread: readonly { readonly form: string; readonly text: string }[]
  /** Whether it lists no report of any form. */
  readonly isEmpty: boolean
}

/** The last of the ownership reports of which trades are read, by the order of the file. */
const LAST_FORM = '4/A'

/** Parses a form.YYYYMMDD.idx: fixed columns under a dashed line, sorted by form, with each filing once per party. The day's file is
 *  there before it is filled; on every business day forms follow that sort after 4/A.
 *  @throws TypeError if it is not such an index, is cut off at or before Form 4/A, or more than a few of its lines cannot be
 *    read */
export function parseFormIndex(text: string): FormIndex {
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
  const unread: { form: string; text: string }[] = []
  const listed = lines.slice(dashes + 1).filter((line) => line.trim() !== '')
  let count = 0
  let isPastForm4 = listed.length === 0
  for (const line of listed) {
    // The layout of other forms' lines does not matter.
    const form = line.trimStart().slice(0, MAX_FORM).split(/\s/, 1)[0]?.toUpperCase() ?? ''
    isPastForm4 ||= form > LAST_FORM
    if (!OWNERSHIP_FORMS.has(form)) continue
    count++
    const [, cik, accession] = (line.length <= MAX_LINE && PATH.exec(line.trimEnd())) || []
    if (cik === undefined || accession === undefined) unread.push({ form, text: line.slice(0, 80) })
    else if (!entries.has(accession)) entries.set(accession, { form, accession, cik })
  }
  if (!isPastForm4) throw new TypeError('the index ends before the forms that follow Form 4')
  const [first] = unread
  if (first !== undefined && unread.length > count * MOST_UNREAD) {
    throw new TypeError(`${unread.length} of ${count} lines cannot be read, the first: "${first.text}"`)
  }
  return { entries: [...entries.values()], unread, isEmpty: listed.length === 0 }
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
