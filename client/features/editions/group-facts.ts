import type { FactRecord, SectionName } from '../../../shared/edition-contract.ts'

/** Figures based on the same records, with the same subject and source. */
export interface RecordGroup {
  section: SectionName
  subject: string
  period: FactRecord['period']
  asOf: string
  retrievedAt: string
  sourceName: string
  sourceUrl: string
  /** The records or figures that they are computed from, each listed once. */
  inputs: readonly string[]
  figures: readonly Pick<FactRecord, 'id' | 'kind' | 'value' | 'formula' | 'correctionId'>[]
}

/** Groups figures with the same subject, source, days and records, in the order of the first. */
export function groupFacts(facts: readonly FactRecord[]): RecordGroup[] {
  const groups = Map.groupBy(
    facts,
    ({ id: _id, kind: _kind, value: _value, formula: _formula, correctionId: _correction, ...record }) =>
      JSON.stringify(record),
  )
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const { section, subject, period, asOf, retrievedAt, sourceName, sourceUrl } = first
    return [
      {
        section,
        subject,
        period,
        asOf,
        retrievedAt,
        sourceName,
        sourceUrl,
        inputs: [...new Set(first.inputs)],
        figures: group.map(({ id, kind, value, formula, correctionId }) => ({
          id,
          kind,
          value,
          formula,
          correctionId,
        })),
      },
    ]
  })
}
