import { describe, expect, it } from 'vitest'
import { SECTION_NAMES, type Sentence } from '../../shared/edition-contract.ts'
import type { Fact, SectionName } from '../../server/letter/facts/fact.ts'
import { cleanWordings } from './clean-wordings.ts'
import { createExampleFacts } from './example-facts.ts'
import { createRandom } from './random.ts'
import { renderSentence } from '../../server/letter/writer/render-draft.ts'
import { createSlotTable, fillTemplate } from '../../server/letter/writer/slot-table.ts'
import { judgeSentence } from '../../server/letter/writer/verify-draft.ts'
import { checkEditionBound } from '../../server/letter/facts/check-bound.ts'
import { composeEdition, composeUnavailable } from '../../server/letter/facts/compose-edition.ts'
import { aLetter } from '../../server/letter/testing/edition-content.ts'
import { presentCompany } from '../../server/records/names/present-names.ts'
import { bindSentences } from '../../server/letter/facts/format-fact.ts'

const WEEK = { from: '2025-01-27', to: '2025-02-02' }

function check(section: SectionName, summary: readonly Sentence[], facts: readonly Fact[]) {
  const content = composeEdition({
    slotDate: '2025-02-03',
    week: WEEK,
    letter: aLetter(),
    sections: [],
    statements: [],
  })
  const one = {
    ...composeUnavailable(section, 'its source'),
    state: 'ready' as const,
    coverage: [],
    tables: [{ title: '', columns: [], rows: summary.map((head) => ({ head, about: [], cells: [] })) }],
  }
  return checkEditionBound({ ...content, sections: [one] }, facts)
}

describe('the sentences of a writer that its verifier lets through', () => {
  it.each(SECTION_NAMES)('pass the last check too: %s', (section) => {
    const random = createRandom(7)
    let sentences = 0
    let faults = 0
    for (let round = 0; round < 12; round++) {
      const example = createExampleFacts(section, random)
      const table = createSlotTable(example)
      for (const set of ['known', 'held-out'] as const) {
        for (const { group, text } of cleanWordings[set][section]) {
          const draft = fillTemplate(table, text, group)
          if (!draft || judgeSentence(table, draft).length > 0) continue
          const written = renderSentence(table, draft, { presentName: presentCompany })
          const [bound = []] = bindSentences([written], example.facts)
          expect({ text, faults: check(section, [bound], example.facts) }).toEqual({ text, faults: [] })
          sentences++
          // The same with one figure changed.
          const changed = bound.map((span) =>
            span.factId === undefined
              ? span
              : { ...span, text: span.text.replace(/\d/, (d) => `${(Number(d) + 1) % 10}`) },
          )
          const hasDigit = bound.some(({ factId, text }) => factId !== undefined && /\d/.test(text))
          if (hasDigit && check(section, [changed], example.facts).length > 0) faults++
          if (!hasDigit) faults++
        }
      }
    }
    expect(sentences).toBeGreaterThan(60)
    expect(faults).toBe(sentences)
  })
})
