import { describe, expect, it } from 'vitest'
import { NO_ATTEMPTS } from '../testing/statements.ts'
import { figuresPath } from '../../../shared/edition-address.ts'
import type { LetterContent } from '../../../shared/edition-contract.ts'
import { BUSY, buyValue, FACTS, LETTER, placeOf, saleValue, SLOT_DATE, TOLD } from '../testing/busy-letter.ts'
import { WEEK } from '../testing/busy-week.ts'
import { composeInsiders } from '../insiders/insider-tables.ts'
import { checkEditionBound } from './check-bound.ts'
import { composeEdition, composeUnavailable } from './compose-edition.ts'
import { figure, plain } from './format-fact.ts'

const EDITION = composeEdition({
  slotDate: SLOT_DATE,
  week: WEEK,
  letter: LETTER,
  sections: [composeInsiders(BUSY, SLOT_DATE, NO_ATTEMPTS), composeUnavailable('housing', 'Freddie Mac')],
  statements: [TOLD],
})

/** The place of each fault, and why it is one. */
const listFaults = (change: Partial<LetterContent>) =>
  checkEditionBound({ ...EDITION, letter: { ...LETTER, ...change } }, FACTS).map(({ where, reason }) => [
    where,
    reason,
  ])

describe('a letter', () => {
  it.each(['also', 'ahead'] as const)('is refused for an unbound figure in its part “%s”', (part) => {
    expect(listFaults({ [part]: [[plain('It rose by 5%.')]] })).toEqual([
      [`letter/${part}/0`, 'is bound to no fact'],
    ])
  })

  it('passes if its figures are bound', () => {
    expect(listFaults({})).toEqual([])
  })

  it.each([
    '4 insiders bought $731,071 of Acme',
    '3 insiders bought $731,072 of Acme',
    'Five insiders bought',
  ])('is refused for a headline with an unsupported number: %s', (headline) => {
    expect(listFaults({ headline })).toContainEqual(['letter/headline', 'is the value of no fact'])
  })

  const LOOSE = [plain('It rose by 5%.')]
  const [insiders, housing] = LETTER.sections
  it.each<[string, Partial<LetterContent>]>([
    ['letter/story/1', { story: [LETTER.story[0]!, LOOSE] }],
    ['letter/lines/insiders/0', { lines: [{ section: 'insiders', sentences: [LOOSE] }] }],
    ['letter/lines/housing/0', { lines: [{ section: 'housing', sentences: [LOOSE] }] }],
    ['letter/insiders/title', { sections: [{ ...insiders!, title: 'The 5 largest' }] }],
    ['letter/insiders/big/0', { sections: [{ ...insiders!, big: [LOOSE] }] }],
    ['letter/housing/big/0', { sections: [insiders!, { ...housing!, big: [LOOSE] }] }],
    [
      'letter/insiders/smaller/2/0',
      { sections: [{ ...insiders!, smaller: [...insiders!.smaller, [LOOSE]] }] },
    ],
    ['letter/insiders/more/0/0', { sections: [{ ...insiders!, more: [[LOOSE]] }] }],
    ['letter/insiders/forYou/0', { sections: [{ ...insiders!, forYou: [LOOSE] }] }],
    ['letter/insiders/coverage/0', { sections: [{ ...insiders!, coverage: [LOOSE] }] }],
    ['letter/connects/1', { connects: [...LETTER.connects, LOOSE] }],
  ])('is refused for an unbound number in %s', (where, change) => {
    expect(listFaults(change)).toEqual([[where, 'is bound to no fact']])
  })

  it('is refused for a figure whose fact belongs to another section', () => {
    const others = [[figure(buyValue)]]
    const reason = `names ${buyValue.id}, which is no fact of housing`
    expect(listFaults({ lines: [{ section: 'housing', sentences: others }] })).toEqual([
      ['letter/lines/housing/0', reason],
    ])
    expect(listFaults({ sections: [insiders!, { ...housing!, forYou: others }] })).toEqual([
      ['letter/housing/forYou/0', reason],
    ])
  })

  it('may name a day that is too old for the letter, but only in its coverage', () => {
    const old = [[plain('Last published Oct 1, 2023.')]]
    expect(listFaults({ sections: [{ ...insiders!, coverage: old }] })).toEqual([])
    expect(listFaults({ sections: [{ ...insiders!, big: old }] })).toHaveLength(1)
  })

  it.each([
    ['another fact’s place on the page of figures', placeOf(saleValue)],
    ['the page of figures without a place', figuresPath(SLOT_DATE)],
    ['its place in another edition', placeOf(buyValue, '2025-01-27')],
    ['its place on another site', `https://evil.test${placeOf(buyValue)}`],
  ])('is refused if a figure links to %s', (_where, href) => {
    expect(listFaults({ story: [[figure(buyValue, undefined, href)]] })).toEqual([
      ['letter/story/0', 'does not lead to its fact’s record'],
    ])
  })

  it.each([
    ['its own place on the page of figures', placeOf(buyValue)],
    ['its record', buyValue.sourceUrl],
  ])('may link a figure to %s', (_where, href) => {
    expect(listFaults({ story: [[figure(buyValue, undefined, href)]] })).toEqual([])
  })
})
