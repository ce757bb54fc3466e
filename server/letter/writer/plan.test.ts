import { describe, expect, it } from 'vitest'

import { planSchema, readPlan } from './plan.ts'

const item = (of: unknown, say: unknown = '') => ({ of, say })
const FULL = {
  lead: { of: 3, headline: '{3.who} sold' },
  story: [item([3], '{3.who} sold {3.value}.'), item([4, 5])],
  lines: [{ section: 'housing', ...item([9]) }],
  sections: [{ section: 'housing', big: item([9]), smaller: [item([10, 11])] }],
  connects: [item([20])],
}

describe('a plan', () => {
  it('is read if it has the form requested', () => {
    expect(planSchema.safeParse(FULL).success).toBe(true)
    expect(readPlan(FULL)).toEqual({
      lead: { of: 3, headline: '{3.who} sold' },
      story: [
        { of: [3], say: '{3.who} sold {3.value}.' },
        { of: [4, 5], say: undefined },
      ],
      lines: new Map([['housing', { of: [9], say: undefined }]]),
      sections: new Map([
        ['housing', { big: { of: [9], say: undefined }, smaller: [{ of: [10, 11], say: undefined }] }],
      ]),
      connects: [{ of: [20], say: undefined }],
      unread: [],
    })
  })

  it.each<[string, unknown, string[]]>([
    [
      'an item without a number',
      { ...FULL, story: [item([3]), item('3'), item([])] },
      ['story 2', 'story 3'],
    ],
    ['an item of four numbers', { ...FULL, connects: [item([1, 2, 3, 4])] }, ['connects 1']],
    ['words that are far too long', { ...FULL, story: [item([3], 'x'.repeat(601))] }, ['story 1']],
    ['an unknown section', { ...FULL, sections: [{ section: 'sports' }] }, ['sections 1']],
    ['a lead in words', { ...FULL, lead: 'the first' }, ['lead']],
    ['a list that is not one', { ...FULL, lines: 'all' }, ['lines']],
    [
      'items beyond the limit',
      { ...FULL, story: Array.from({ length: 9 }, () => item([3])) },
      ['story beyond 8'],
    ],
    ['a null', { ...FULL, sections: [{ section: 'housing', big: null, smaller: [null, item([9])] }] }, []],
  ])('is read without %s', (_, given, unread) => {
    const plan = readPlan(given)
    expect(plan?.unread).toEqual(unread)
    expect(plan?.connects.length ?? 0).toBe(unread.includes('connects 1') ? 0 : 1)
  })

  it('may leave out words, and give a single number', () => {
    const plan = readPlan({ lead: { of: [7] }, story: [{ of: 7 }], sections: [{ section: 'markets' }] })
    expect(plan).toMatchObject({
      lead: { of: 7, headline: undefined },
      story: [{ of: [7], say: undefined }],
      unread: [],
    })
    expect(plan?.sections.get('markets')).toEqual({ big: undefined, smaller: [] })
  })

  it.each([undefined, null, 'A plan.', 7, [], {}, { plan: FULL }, { story: [] }])(
    'is not recognized in %j',
    (given) => {
      expect(readPlan(given)).toBeUndefined()
    },
  )
})
