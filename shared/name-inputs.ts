import { factAnchor, figuresPath } from './edition-address.ts'
import { formatDay } from './format-date.ts'

/** Something that a figure is computed from: another figure, or a document and the parts of it that count. */
export interface NamedInput {
  readonly text: string
  readonly href: string
}

/** Figures that share their inputs. */
interface NamedRecord {
  readonly subject: string
  readonly sourceUrl: string
  readonly inputs: readonly string[]
  readonly figures: readonly { readonly id: string; readonly value: string }[]
}

/** What an input names: a document, and the line, row or day in it. */
interface Part {
  readonly document: string
  readonly href: string
  readonly part?: string
  readonly parts?: 'lines' | 'rows' | 'days'
}

/** Names what figures are computed from, each with a link: another figure on the page, a filing with its lines, a report with
 *  its rows, or a series with its days; anything else links to the figure's own record. Nothing is left out, and each
 *  document is listed once, however many of its lines are in a sum. */
export function createInputNames(
  records: readonly NamedRecord[],
): (record: Pick<NamedRecord, 'inputs' | 'sourceUrl'>) => NamedInput[] {
  const figures = new Map(
    records.flatMap(({ subject, figures: list }) =>
      list.map(({ id, value }) => [id, `${subject}: ${value}`] as const),
    ),
  )
  const pages = records.map(({ sourceUrl }) => sourceUrl)
  // Addresses among the inputs lead to pages for people.
  const addresses = [...pages, ...records.flatMap(({ inputs }) => inputs.filter(isAddress))]
  const documents = new Map(addresses.map((url) => [nameOfDocument(url), url]))
  const name = (input: string, sourceUrl: string): Part => {
    const id = [input, `${input}/value`, `${input}/amount`, `${input}/price`].find((one) => figures.has(one))
    if (id !== undefined) return { document: figures.get(id) ?? '', href: `#${factAnchor(id)}` }
    if (isAddress(input)) return { document: presentDocument(nameOfDocument(input)), href: input }
    const [, date = '', fact = ''] = /^edition of (\d{4}-\d{2}-\d{2}): (\S+)$/.exec(input) ?? []
    if (date !== '')
      return {
        document: `The letter of ${formatDay(date)}`,
        href: `${figuresPath(date)}#${factAnchor(fact)}`,
      }
    // Earlier letters name withheld lines by ids, and not all of those are kept.
    const [, accession = '', line] =
      /^(?:insiders\/held-back\/)?(\d{10}-\d{2}-\d{6})(?:#(\d+))?$/.exec(input) ?? []
    if (accession !== '') {
      const href = documents.get(accession) ?? filingOf(accession, sourceUrl) ?? sourceUrl
      return { document: presentDocument(accession), href, ...(line && { part: line, parts: 'lines' }) }
    }
    const [, report = '', row = ''] = /^(?:house|senate) (\S+)#(\d+)$/.exec(input) ?? []
    if (report !== '') {
      const href = documents.get(report) ?? sourceUrl
      return { document: presentDocument(report), href, part: row, parts: 'rows' }
    }
    const [, series = '', day = ''] = /^([^@]+)(?:@[^@]+)??@(\d{4}-\d{2}-\d{2})@/.exec(input) ?? []
    if (series !== '') {
      const href = pages.find((url) => url.includes(series.replace('^', '%5E'))) ?? sourceUrl
      return { document: series, href, part: day, parts: 'days' }
    }
    return { document: input.replace(/\d{4}-\d{2}-\d{2}$/, formatDay), href: sourceUrl }
  }
  return ({ inputs, sourceUrl }) =>
    [
      ...Map.groupBy(
        inputs.map((input) => name(input, sourceUrl)),
        ({ document, href }) => `${document} ${href}`,
      ).values(),
    ].flatMap(([first, ...more]) => {
      if (!first) return []
      const parts = [first, ...more].flatMap(({ part }) => part ?? [])
      return [{ text: first.document + describeParts(parts, first.parts), href: first.href }]
    })
}

const isAddress = (input: string) => input.startsWith('https://')

/** A filing's accession number, or else the last part of an address, which for a report is its number. */
const nameOfDocument = (url: string): string =>
  /\d{10}-\d{2}-\d{6}/.exec(url)?.[0] ??
  url
    .split('/')
    .findLast(Boolean)
    ?.replace(/\.pdf$/, '') ??
  url

const presentDocument = (name: string): string =>
  /^\d{10}-\d{2}-\d{6}$/.test(name) ? `Form 4, ${name}` : `Report ${name}`

/** @returns ', line 3', ', rows 1 to 4, 7', ' of Jan 23, 2025; Jan 30, 2025' */
function describeParts(parts: readonly string[], what: Part['parts']): string {
  if (what === undefined || parts.length === 0) return ''
  if (what === 'days') return ` of ${parts.toSorted().map(formatDay).join('; ')}`
  const numbers = [...new Set(parts.map(Number))].sort((a, b) => a - b)
  return `, ${numbers.length === 1 ? what.slice(0, -1) : what} ${joinRuns(numbers)}`
}

/** @param numbers  in order, each once
 *  @returns '1 to 3, 7' */
function joinRuns(numbers: readonly number[]): string {
  const starts = numbers.filter((number, index) => numbers[index - 1] !== number - 1)
  return starts
    .map((start, index) => {
      const before = numbers.indexOf(starts[index + 1] ?? Number.NaN)
      const end = numbers.at(before === -1 ? -1 : before - 1) ?? start
      return end === start ? String(start) : `${start} to ${end}`
    })
    .join(', ')
}

/** The address of a filing by the same people as the filing at `sourceUrl`. */
function filingOf(accession: string, sourceUrl: string): string | undefined {
  const [, folder] = /^(https:\/\/www\.sec\.gov\/Archives\/edgar\/data\/\d+\/)\d{10}/.exec(sourceUrl) ?? []
  return folder && `${folder}${accession.replaceAll('-', '')}/${accession}-index.htm`
}
