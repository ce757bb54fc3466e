import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Fact } from '../facts/fact.ts'
import { listUnboundRuns } from './check-written.ts'
import type { SectionFacts } from './language-model.ts'
import { renderSentence } from './render-draft.ts'
import { createSlotTable } from './slot-table.ts'
import { createFact, createMemberTrade, createPrices, createPurchase } from './testing/facts.ts'
import { judgeSentence, verifyDraft, verifySentences } from './verify-draft.ts'

const slotsOf = (text: string) => [
  ...new Set([...text.matchAll(/\{\{(f\d+)\}\}/g)].map(([, slot = '']) => slot)),
]

/** The codes against one sentence that declares what it uses. */
function codesOf(facts: SectionFacts, text: string, factIds: readonly string[] = slotsOf(text)): string[] {
  return judgeSentence(createSlotTable(facts), { text, factIds }).map(({ code }) => code)
}

describe('a sentence that its facts bear out', () => {
  it.each([
    ['An insider of {{s1}} bought {{f2}} for {{f1}}.', createPurchase()],
    ['An insider of {{s1}} bought {{f2}} at {{f3}} on {{f4}}.', createPurchase()],
    ['The purchase at {{s1}} was reported {{f5}} after the trade.', createPurchase()],
    ['Of {{s2}}, {{f6}} were listed and {{f7}} were read.', createPurchase()],
    ['{{s1}} {{f2}} by {{f1}} over the year.', createPrices()],
    ['{{s1}} {{f2}} by {{f1}} in {{p1}}.', createPrices({ change: -0.01, direction: 'fell' })],
    ['{{s1}} bought {{f1}} of {{f2}}.', createMemberTrade()],
  ])('lets %s stand', (text, facts) => {
    expect(codesOf(facts, text)).toEqual([])
  })
})

describe('slots', () => {
  it.each([
    ['that no fact has', 'An insider of {{s1}} bought {{f99}}.', 'unknown-slot'],
    ['that reach for more', 'An insider of {{s1}} bought {{f1.value}}.', 'malformed-slot'],
    ['that reach for a prototype', 'An insider of {{s1}} bought {{__proto__}} for {{f1}}.', 'malformed-slot'],
    ['that touch another', 'An insider of {{s1}} bought {{f1}}{{f2}}.', 'malformed-slot'],
    ['that are left open', 'An insider of {{s1}} bought {{f1}} and {{f2.', 'malformed-slot'],
  ])('are refused %s', (_name, text, code) => {
    expect(codesOf(createPurchase(), text)).toContain(code)
  })

  it('must be declared, each once and no others', () => {
    const text = 'An insider of {{s1}} bought shares for {{f1}}.'
    expect(codesOf(createPurchase(), text, [])).toContain('facts-not-declared')
    expect(codesOf(createPurchase(), text, ['f1', 'f2'])).toContain('facts-not-declared')
    expect(codesOf(createPurchase(), text, ['f1', 'f1'])).toContain('facts-not-declared')
  })

  it('must hold a figure, since a sentence without one cannot be checked', () => {
    expect(codesOf(createPurchase(), 'Insiders of {{s1}} bought shares.')).toContain('no-figure')
  })

  it('of another section do not exist', () => {
    const facts = createPurchase()
    const mixed = { ...facts, facts: [createFact(), ...facts.facts] }
    expect(createSlotTable(mixed).facts.get('f1')?.id).toBe('insiders/buy/42/77/value')
  })
})

describe('what slots say together', () => {
  it('names the subject of its facts', () => {
    expect(codesOf(createPurchase(), 'An insider bought shares for {{f1}}.')).toContain('subject-missing')
    expect(codesOf(createPurchase(), 'An insider of {{s2}} bought shares for {{f1}}.')).toContain(
      'subject-mismatch',
    )
  })

  it('is about one subject, unless a comparison holds two together', () => {
    const other = { id: 'economy/wage/change', subject: 'hourly pay', value: 0.041 }
    const comparison = createFact({
      id: 'economy/pay-against-prices',
      subject: 'hourly pay',
      value: 'more than',
      unit: 'text',
      inputs: ['economy/wage/change', 'economy/cpi/change'],
    })
    const facts: SectionFacts = {
      section: 'economy',
      facts: [createFact(other), comparison, createFact()],
      required: [],
    }
    expect(codesOf(facts, 'At {{f1}}, {{s1}} and {{s2}} at {{f3}}.')).toContain('subject-mismatch')
    const wrong = { ...facts, facts: [createFact({ ...other, value: 0.02 }), comparison, createFact()] }
    const text = '{{s1}} added {{f1}}, {{f2}} {{s2}} with {{f3}}.'
    expect(codesOf(facts, text)).not.toContain('comparison-mismatch')
    expect(codesOf(wrong, text)).toContain('comparison-mismatch')
  })

  it('joins nobody to its subject whom the facts do not know', () => {
    expect(codesOf(createPrices(), 'Wages and {{s1}} {{f2}} by {{f1}}.')).toContain('subject-mismatch')
    expect(codesOf(createMemberTrade(), '{{s1}} and others bought {{f1}} of {{f2}}.')).toContain(
      'subject-mismatch',
    )
    expect(codesOf(createPurchase(), 'An insider bought {{s1}} for {{f1}}.')).toContain('meaning-mismatch')
  })

  it('speaks of nothing that its section does not know', () => {
    expect(codesOf(createPurchase(), 'Workers at {{s1}} bought {{f2}}.')).toContain('name-outside-slot')
    expect(codesOf(createPrices(), '{{s1}} {{f2}} by {{f1}} in each state.')).toContain('unknown-word')
  })

  it('keeps to the days of its facts', () => {
    const year = { from: '2023-01-01', to: '2024-01-31' }
    const facts = createPrices()
    const older = createFact({ id: 'economy/cpi/change-before', value: 0.034, period: year })
    const both = { ...facts, facts: [...facts.facts, older] }
    expect(codesOf(both, '{{s1}} {{f2}} by {{f1}} in {{p2}}.')).toContain('period-mismatch')
    expect(codesOf(both, '{{s1}} {{f2}} by {{f3}}.')).toContain('period-mismatch')
    expect(codesOf(facts, '{{s1}} {{f2}} by {{f1}} over the week.')).toContain('period-mismatch')
  })

  it('has the sign of its facts', () => {
    const text = '{{s1}} {{f2}} by {{f1}} over the year.'
    expect(codesOf(createPrices({ direction: 'fell' }), text)).toEqual(['sign-mismatch'])
    expect(codesOf(createPrices({ change: -0.03 }), text)).toEqual(['sign-mismatch'])
    expect(codesOf(createPrices({ change: 0 }), text)).toEqual(['sign-mismatch'])
    expect(codesOf(createPrices({ direction: 'wobbled' }), text)).toEqual(['direction-mismatch'])
    expect(codesOf(createPrices(), '{{s1}} rose by {{f1}}.')).toContain('direction-outside-slot')
  })

  it('has the side of its facts', () => {
    expect(codesOf(createPurchase(), 'An insider of {{s1}} sold {{f2}}.')).toEqual(['side-mismatch'])
    expect(codesOf(createPurchase(), 'For {{s1}}, the sum was {{f1}}.')).toContain('side-mismatch')
  })

  it('has each figure in its own place', () => {
    expect(codesOf(createPurchase(), 'An insider of {{s1}} bought {{f1}} for {{f2}}.')).toContain(
      'unit-mismatch',
    )
    expect(codesOf(createPurchase(), 'An insider of {{s1}} bought shares at {{f1}}.')).not.toEqual([])
    expect(codesOf(createPurchase(), 'An insider of {{s1}} bought {{f2}} percent.')).toContain(
      'unit-mismatch',
    )
    expect(codesOf(createPurchase(), 'Of {{s2}}, {{f7}} were listed and {{f6}} were read.')).toEqual([
      'meaning-mismatch',
      'meaning-mismatch',
    ])
  })

  it('leaves a range a range', () => {
    expect(codesOf(createMemberTrade(), '{{s1}} bought an average of {{f1}}.')).toContain('range-collapsed')
    expect(codesOf(createMemberTrade(), '{{s1}} bought about {{f1}} of {{f2}}.')).toContain('approximation')
    expect(codesOf(createMemberTrade(), '{{s1}} bought the middle of {{f1}}.')).toContain('range-collapsed')
  })
})

describe('who did what, and when', () => {
  const rate = (kind: string, value: number, from: string, to = from) =>
    createFact({
      id: `housing/mortgage-30/${kind}`,
      subject: '30-year fixed mortgage rate',
      period: { from, to },
      value,
      unit: kind.endsWith('change') ? 'percentage-points' : 'percent',
    })
  const change = rate('week/change', -0.01, '2025-01-23', '2025-01-30')
  const mortgage: SectionFacts = {
    section: 'housing',
    facts: [
      rate('rate', 6.95, '2025-01-30'),
      change,
      { ...change, id: 'housing/mortgage-30/week/direction', kind: 'direction', value: 'fell', unit: 'text' },
    ],
    required: [],
  }

  it.each([
    ['swaps the days', 'The purchase at {{s1}} was reported on {{f4}}.', createPurchase()],
    ['turns the order', 'The purchase at {{s1}} was reported {{f5}} before the trade.', createPurchase()],
    ['calls a lag lateness', 'A purchase at {{s1}} was {{f5}} late.', createPurchase()],
    ['lets a company trade', '{{s1}} bought {{f2}} for {{f1}}.', createPurchase()],
    ['makes up another party', '{{s1}} bought {{f1}} of {{f2}} from lawmakers.', createMemberTrade()],
    ['calls a change a level', '{{s1}} was {{f1}}.', createPrices()],
    ['makes up a comparison', '{{s1}} {{f2}} by {{f1}} against the average.', createPrices()],
    ['makes up a standstill', 'The {{s1}} stayed at {{f1}}.', mortgage],
    ['takes the end for the start', 'The {{s1}} {{f3}} by {{f2}} from {{f1}}.', mortgage],
  ])('refuses what %s', (_name, text, facts) => {
    expect(codesOf(facts, text)).not.toEqual([])
  })

  it('lets the same change stand as it is', () => {
    expect(codesOf(mortgage, 'The {{s1}} {{f3}} by {{f2}} over the week.')).toEqual([])
  })

  it('puts no one day on trades of several', () => {
    const purchase = createPurchase()
    const several = {
      ...purchase,
      facts: purchase.facts.map((fact) =>
        fact.id.startsWith('insiders/buy')
          ? { ...fact, period: { from: '2025-01-20', to: '2025-01-27' } }
          : fact,
      ),
    }
    const text = 'An insider of {{s1}} bought {{f2}} on {{f4}}.'
    expect(codesOf(purchase, text)).toEqual([])
    expect(codesOf(several, text)).toEqual(['unknown-form'])
  })
})

describe('words outside slots', () => {
  const base = 'An insider of {{s1}} bought shares for {{f1}}'
  it.each([
    [' in 3 parts', 'stray-numeral'],
    [' in ٣ parts', 'stray-numeral'],
    [' in ३ parts', 'stray-numeral'],
    [' in ３ parts', 'hidden-character'],
    [' in ½ parts', 'stray-numeral'],
    [' in x² parts', 'stray-numeral'],
    [' in part IV', 'number-word'],
    [' in three parts', 'number-word'],
    [' in twenty-one parts', 'number-word'],
    [' for the second time', 'number-word'],
    [' at double the price', 'number-word'],
    [' in January', 'date-outside-slot'],
    [' on Tuesday', 'date-outside-slot'],
    [' with Warren', 'name-outside-slot'],
    [' with warren', 'unknown-word'],
    [' of TSLA', 'name-outside-slot'],
    [', a record', 'direction-outside-slot'],
    [', the largest', 'direction-outside-slot'],
    [' and you should too', 'advice'],
    [', which will pay', 'guarantee'],
    [' because of growth', 'motive'],
    [' as a bet', 'motive'],
    [' on a tip', 'accusation'],
    [', not for long', 'negation'],
    [' at https://evil.example', 'markup'],
    [' <b>all</b>', 'markup'],
    [' at once! Act', 'not-one-sentence'],
    ['. It was reported', 'not-one-sentence'],
    [' \u{200B}here', 'hidden-character'],
    [' in shаres', 'hidden-character'],
    [' \u{202E}here', 'hidden-character'],
    [' \u{1F680}', 'hidden-character'],
    [' here\nthere', 'hidden-character'],
  ])('%j is refused as %s', (words, code) => {
    expect(codesOf(createPurchase(), `${base}${words}.`)).toContain(code)
  })

  it('may not tell readers what to do by how they begin', () => {
    expect(codesOf(createPurchase(), 'Take {{s1}} with the insider who bought {{f2}}.')).toContain(
      'imperative',
    )
  })

  it('are no more than twenty, figures included', () => {
    const long = `${base} in the week in which the reports of the companies were filed and listed and read.`
    expect(codesOf(createPurchase(), long)).toContain('too-long')
  })
})

describe('a draft', () => {
  const good = { text: 'An insider of {{s1}} bought shares for {{f1}}.', factIds: ['f1'] }
  const table = createSlotTable(createPurchase())

  it('stands when each sentence does and the required facts are in it', () => {
    expect(verifyDraft(table, { sections: [{ section: 'insiders', sentences: [good] }] }).isAccepted).toBe(
      true,
    )
  })

  it('falls without a required fact, without sentences, or for another section', () => {
    const other = { text: 'An insider of {{s1}} bought {{f2}}.', factIds: ['f2'] }
    const codes = (sentences: (typeof good)[], section: 'insiders' | 'housing' = 'insiders') =>
      verifyDraft(table, { sections: [{ section, sentences }] }).draft.map(({ code }) => code)
    expect(codes([other])).toEqual(['required-fact-missing'])
    expect(codes([])).toEqual(['empty', 'required-fact-missing'])
    expect(codes([good], 'housing')).toEqual(['wrong-section'])
    expect(verifyDraft(table, { sections: [] }).isAccepted).toBe(false)
  })

  it('falls when a fact is required that the section does not have', () => {
    const { draft } = verifySentences(createSlotTable({ ...createPurchase(), required: ['insiders/none'] }), [
      good,
    ])
    expect(draft).toEqual([{ code: 'required-fact-missing', at: 'not a fact of this section' }])
  })
})

describe('the verifier, on anything at all', () => {
  const words = fc.constantFrom(
    ...'An insider of at for bought sold shares {{s1}} {{s2}} {{f1}} {{f2}} {{f3}} {{f4}} {{f5}} {{f6}} {{f7}} {{p1}} {{p2}} by was were listed read reports , and'.split(
      ' ',
    ),
  )
  const sentence = fc
    .oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.array(words, { maxLength: 14 }).map((list) => `${list.join(' ')}.`),
    )
    .map((text) => ({ text, factIds: slotsOf(text) }))
  const value = fc.oneof(fc.double(), fc.string(), fc.tuple(fc.double(), fc.double())) as fc.Arbitrary<
    Fact['value']
  >

  it('never throws, and what it lets through prints no numeral that is not a fact’s', () => {
    fc.assert(
      fc.property(sentence, value, fc.string(), (one, value, subject) => {
        const purchase = createPurchase(`Acme ${subject}`)
        const [first, ...rest] = purchase.facts
        const facts = { ...purchase, facts: first ? [{ ...first, value }, ...rest] : [] }
        const table = createSlotTable(facts)
        const { isAccepted } = verifySentences({ ...table, required: [] }, [one])
        expect(isAccepted ? listUnboundRuns(table, renderSentence(table, one)) : []).toEqual([])
      }),
      { numRuns: 3000 },
    )
  })
})
