import type { FactRecord } from '../../../shared/edition-contract.ts'

/** What a figure does not share with the others of its record. */
type Own = 'id' | 'kind' | 'value' | 'formula' | 'correctionId'

/** Figures based on the same records, with the same subject and source. The records or figures that they are computed from are
 *  each listed once. */
export type RecordGroup = Omit<FactRecord, Own> & { figures: Pick<FactRecord, Own>[] }

/** Groups figures with the same subject, source, days and records, in the order of the first. */
export function groupFacts(facts: readonly FactRecord[]): RecordGroup[] {
  const groups = new Map<string, RecordGroup>()
  for (const { id, kind, value, formula, correctionId, ...record } of facts) {
    const key = JSON.stringify(record)
    const group = groups.get(key) ?? { ...record, inputs: [...new Set(record.inputs)], figures: [] }
    groups.set(key, group)
    group.figures.push({ id, kind, value, formula, correctionId })
  }
  return [...groups.values()]
}
