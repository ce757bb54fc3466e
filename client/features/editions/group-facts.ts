import type { FactRecord, SectionName } from '../../../shared/edition-contract.ts'

/** A count of a week may be made of thousands of lines; the API has them all. */
const SHOWN_INPUTS = 400

/** Figures that stand on the same records: what they share is told once. */
export interface RecordGroup {
  section: SectionName
  subject: string
  period: FactRecord['period']
  asOf: string
  retrievedAt: string
  sourceName: string
  sourceUrl: string
  /** The first of the records, or of the figures, that they are made of. */
  inputs: readonly string[]
  /** How many more there are. */
  moreInputs: number
  figures: readonly Pick<FactRecord, 'id' | 'kind' | 'value' | 'formula'>[]
}

/** Figures of one subject, one source, the same days and the same records stand together, in the order of the first. */
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
