import { factAnchor } from '../../../shared/edition-address.ts'
import type { FactRecord, SectionName } from '../../../shared/edition-contract.ts'
import { formatDay } from '../../../shared/format-date.ts'

/** A week's count may be made of thousands of lines; the API has them all. */
const SHOWN_INPUTS = 24

/** Figures based on the same records: what they share is shown once. */
export interface RecordGroup {
  section: SectionName
  subject: string
  period: FactRecord['period']
  asOf: string
  retrievedAt: string
  sourceName: string
  sourceUrl: string
  /** The first of the records or figures that they are made of. */
  inputs: readonly string[]
  /** How many more there are. */
  moreInputs: number
  figures: readonly Pick<FactRecord, 'id' | 'kind' | 'value' | 'formula'>[]
}

/** Groups figures with the same subject, source, days and records, in the order of the first. */
export function groupFacts(facts: readonly FactRecord[]): RecordGroup[] {
  const groups = Map.groupBy(facts, ({ id: _id, kind: _kind, value: _value, formula: _formula, ...record }) =>
    JSON.stringify(record),
  )
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const { section, subject, period, asOf, retrievedAt, sourceName, sourceUrl } = first
    const inputs = [...new Set(first.inputs)]
    return [
      {
        section,
        subject,
        period,
        asOf,
        retrievedAt,
        sourceName,
        sourceUrl,
        inputs: inputs.slice(0, SHOWN_INPUTS),
        moreInputs: Math.max(0, inputs.length - SHOWN_INPUTS),
        figures: group.map(({ id, kind, value, formula }) => ({ id, kind, value, formula })),
      },
    ]
  })
}

export interface NamedInput {
  readonly text: string
  readonly href: string
}

/** Names what figures are made of, each with a link: another figure on the page, a line of a filing, a row of a report, or a
 *  value of a series; for anything else, the record of the figure itself. */
export function createInputNames(
  records: readonly RecordGroup[],
): (input: string, record: RecordGroup) => NamedInput {
  const figures = new Map(
    records.flatMap(({ subject, figures: list }) =>
      list.map(({ id, value }) => [id, `${subject}: ${value}`] as const),
    ),
  )
  const pages = records.map(({ sourceUrl }) => sourceUrl)
  const pageOf = (part: string) => pages.find((url) => url.includes(part))
  return (input, { sourceUrl }) => {
    const id = [input, `${input}/value`, `${input}/amount`].find((one) => figures.has(one))
    if (id !== undefined) return { text: figures.get(id) ?? '', href: `#${factAnchor(id)}` }
    const [, accession = '', line] = /^(\d{10}-\d{2}-\d{6})(?:#(\d+))?$/.exec(input) ?? []
    if (accession !== '') {
      const text = line === undefined ? `Form 4, ${accession}` : `Form 4, ${accession}, line ${line}`
      return { text, href: filingOf(accession, sourceUrl) ?? pageOf(accession) ?? sourceUrl }
    }
    const [, report = '', row] = /^(?:house|senate) (\S+)#(\d+)$/.exec(input) ?? []
    if (report !== '') return { text: `Report ${report}, row ${row}`, href: pageOf(report) ?? sourceUrl }
    const [, series = '', day = ''] = /^(.+?)@(\d{4}-\d{2}-\d{2})@/.exec(input) ?? []
    if (series !== '') {
      const [code = ''] = series.split('@')
      return { text: `${code} of ${formatDay(day)}`, href: pageOf(code.replace('^', '%5E')) ?? sourceUrl }
    }
    return { text: input, href: sourceUrl }
  }
}

/** A filing by the same people as the one at another address. */
function filingOf(accession: string, sourceUrl: string): string | undefined {
  const [, folder] = /^(https:\/\/www\.sec\.gov\/Archives\/edgar\/data\/\d+\/)\d{18}\//.exec(sourceUrl) ?? []
  return folder && `${folder}${accession.replaceAll('-', '')}/${accession}-index.htm`
}
