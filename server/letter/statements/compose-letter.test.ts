import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { letterContentSchema, type LetterContent, type Sentence } from '../../../shared/edition-contract.ts'
import { composeUnavailable } from '../facts/compose-edition.ts'
import { aFact, aSectionToTell, aStatement, aTelling } from '../testing/statements.ts'
import { composeLetter, countLetter, type LetterParts, type SectionToTell } from './compose-letter.ts'
import type { Statement } from './statement.ts'
import { countWords, textOf } from './tell.ts'

const compose = (
  sections: readonly SectionToTell[],
  { earlierLeads = [], connections = [], slotDate = '2025-02-03' }: Partial<LetterParts> = {},
) => composeLetter({ slotDate, sections, connections, earlierLeads })
/** Of one section with these statements. */
const composeInsiders = (statements: readonly Statement[], parts: Partial<LetterParts> = {}) =>
  compose([aSectionToTell('insiders', statements)], parts)
const one = (name: string, changes: Partial<Statement> = {}) => aStatement(`insiders/${name}`, changes)
const aLead = (name: string, kind = 'total') => ({ id: `insiders/${name}`, kind, topic: `insiders/${name}` })
const wordsOf = (letter: LetterContent, at = 0) => {
  const { big = [], smaller = [], forYou = [], coverage = [] } = letter.sections[at] ?? {}
  return {
    big: textOf(big),
    smaller: smaller.map(textOf),
    forYou: textOf(forYou),
    coverage: textOf(coverage),
  }
}

describe('the lead', () => {
  it('is the most salient news with a head that fits, the longest that does', () => {
    const { headline, lead } = composeInsiders([
      one('old', { salience: 99, isNews: false }),
      one('headless', { salience: 90, heads: [] }),
      one('long', { salience: 80, heads: ['x'.repeat(60)] }),
      one('told', { salience: 70, heads: ['x'.repeat(60), `${'y'.repeat(50)} {value}`, 'z'] }),
      one('small', { salience: 60 }),
    ])
    expect(lead).toEqual({ id: 'insiders/told', kind: 'trade', topic: 'insiders/told' })
    expect(headline).toBe('z')
    const fitting = one('told', { heads: [`${'y'.repeat(45)} {value}`, 'z'] })
    expect(composeInsiders([fitting]).headline).toBe(`${'y'.repeat(45)} $1.2 million`)
  })

  it('is none of what is not news', () => {
    const letter = composeInsiders([one('old', { isNews: false })])
    expect(letter).toMatchObject({ headline: 'The week’s money news', lead: null, story: [] })
    expect(wordsOf(letter).big).toBe('Of insiders/old it was $1.2 million.')
  })

  it('is of any section', () => {
    const sections = [
      aSectionToTell('insiders', [one('a', { salience: 40 })]),
      aSectionToTell('housing', [aStatement('housing/rate', { salience: 60 })]),
    ]
    expect(compose(sections).lead?.id).toBe('housing/rate')
  })

  it('yields where its topic led lately, the less the longer ago that was', () => {
    const statements = [one('again', { salience: 60 }), one('new', { salience: 40 })]
    const leadAfter = (earlierLeads: LetterParts['earlierLeads']) =>
      composeInsiders(statements, { earlierLeads }).lead?.id
    const others = (count: number) => Array.from({ length: count }, (_, index) => aLead(`other-${index}`))
    expect(leadAfter([])).toBe('insiders/again')
    expect(leadAfter([aLead('again')])).toBe('insiders/new')
    expect(leadAfter([...others(3), aLead('again')])).toBe('insiders/new')
    expect(leadAfter([...others(4), aLead('again')])).toBe('insiders/again')
    // Where nothing else is news, it leads once more.
    expect(composeInsiders(statements.slice(0, 1), { earlierLeads: [aLead('again')] }).lead?.id).toBe(
      'insiders/again',
    )
  })

  it('yields a little where its kind led last, and never is of one kind three weeks running', () => {
    const statements = (salience: number) => [
      one('trade', { salience }),
      one('total', { kind: 'total', salience: 40 }),
    ]
    const leadAfter = (salience: number, ...kinds: string[]) =>
      composeInsiders(statements(salience), {
        earlierLeads: kinds.map((kind, index) => aLead(`${index}`, kind)),
      }).lead?.kind
    expect(leadAfter(51, 'trade')).toBe('total')
    expect(leadAfter(53, 'trade')).toBe('trade')
    expect(leadAfter(100, 'trade', 'trade')).toBe('total')
    expect(leadAfter(100, 'trade', 'level', 'trade')).toBe('trade')
    const alone = composeInsiders([one('trade', { salience: 100 })], {
      earlierLeads: [aLead('a', 'trade'), aLead('b', 'trade')],
    })
    expect(alone.lead).toBeNull()
  })
})

describe('the story', () => {
  const atHome = (name: string, changes: Partial<Statement> = {}) =>
    aStatement(name, { kind: 'worth', isNews: false, tellings: [`At home ${name}: {value}.`], ...changes })

  it('is the lead, what follows it in order, and what it comes to at home', () => {
    const letter = compose([
      aSectionToTell('insiders', [
        one('second', { tellings: ['Second: {value}.'] }),
        one('lead', {
          salience: 90,
          tellings: ['First: {value}.'],
          follows: ['insiders/second', 'insiders/gone', 'insiders/third'],
        }),
        one('third', { tellings: ['Third: {value}.'], salience: 70 }),
      ]),
      aSectionToTell('economy', [], { forYou: [atHome('economy/pay', { salience: 20 })] }),
      aSectionToTell('housing', [], { forYou: [atHome('housing/loan', { salience: 30 })] }),
    ])
    expect(letter.story.map((sentence) => textOf([sentence]))).toEqual([
      'First: $1.2 million.',
      'Second: $1.2 million.',
      'Third: $1.2 million.',
      'At home housing/loan: $1.2 million.',
    ])
    expect(wordsOf(letter)).toMatchObject({ smaller: [] })
    expect([wordsOf(letter, 1).forYou, wordsOf(letter, 2).forYou]).toEqual([
      'At home economy/pay: $1.2 million.',
      '',
    ])
  })

  it('has nothing at home of its own section, of another kind, or where it is long enough', () => {
    const storyOf = (lead: Partial<Statement>, forYou: readonly Statement[]) =>
      textOf(
        compose([
          aSectionToTell('housing', [aStatement('housing/rate', lead)], { forYou: [atHome('housing/loan')] }),
          aSectionToTell('economy', [], { forYou }),
        ]).story,
      )
    expect(storyOf({}, [])).not.toContain('At home')
    expect(storyOf({}, [atHome('economy/pay', { kind: 'level' })])).not.toContain('At home')
    expect(storyOf({}, [atHome('economy/pay')])).toContain('At home economy/pay')
    expect(storyOf({ tellings: [aTelling(58)] }, [atHome('economy/pay')])).not.toContain('At home')
  })

  it('has at most 90 words, whichever telling is chosen, and passes over what does not fit', () => {
    for (const slotDate of ['2025-02-03', '2025-02-10', '2025-02-17', '2025-02-24', '2025-03-03']) {
      const { story } = composeInsiders(
        [
          one('lead', {
            salience: 90,
            tellings: [aTelling(50)],
            follows: ['insiders/a', 'insiders/b', 'insiders/c'],
          }),
          one('a', { tellings: [aTelling(5), aTelling(60)] }),
          one('b', { tellings: [aTelling(39)] }),
          one('c', { tellings: [aTelling(6)] }),
        ],
        { slotDate },
      )
      expect(countWords(textOf(story))).toBeLessThanOrEqual(90)
      expect(countWords(textOf(story))).toBeGreaterThanOrEqual(60)
    }
  })

  it('has at home what fits, where the first of it does not', () => {
    const { story } = compose([
      aSectionToTell('insiders', [one('lead', { tellings: [aTelling(50)] })]),
      aSectionToTell('housing', [], {
        forYou: [atHome('housing/loan', { salience: 90, tellings: [aTelling(60)] })],
      }),
      aSectionToTell('economy', [], { forYou: [atHome('economy/pay', { salience: 20 })] }),
    ])
    expect(textOf(story)).toContain('At home economy/pay')
  })

  it('names in short whom it has named', () => {
    const who = { name: 'Elon Musk', short: 'Musk' }
    const { story } = composeInsiders([
      one('lead', {
        salience: 90,
        slots: { who },
        tellings: ['{who} sold.'],
        heads: ['{who} sold'],
        lines: [],
        follows: ['insiders/a'],
      }),
      one('a', { isNews: false, slots: { who }, tellings: ['{who} had not sold before.'], lines: [] }),
    ])
    expect(textOf(story)).toBe('Elon Musk sold. Musk had not sold before.')
  })
})

describe('the lines', () => {
  it('are one of each section: the most salient that the story does not tell, if there is one', () => {
    const { lines } = compose([
      aSectionToTell('insiders', [
        one('lead', { salience: 90 }),
        one('b', { salience: 30 }),
        one('c', { salience: 40 }),
      ]),
      aSectionToTell('congress', [aStatement('congress/a', { isNews: false })]),
      aSectionToTell('housing', [aStatement('housing/a', { lines: [] })]),
    ])
    expect(lines.map(({ section, sentences }) => [section, textOf(sentences)])).toEqual([
      ['insiders', 'insiders/c: $1.2 million.'],
      ['congress', 'congress/a: $1.2 million.'],
      ['housing', 'Nothing that we could tell in a line.'],
    ])
    const alone = composeInsiders([one('lead')])
    expect(alone.lines.map(({ sentences }) => textOf(sentences))).toEqual(['insiders/lead: $1.2 million.'])
  })
})

describe('a section', () => {
  it('is one big thing, at most three smaller ones by salience, what it means and what was read', () => {
    const saliences = [10, 50, 20, 60, 40, 30]
    const letter = compose([
      aSectionToTell(
        'insiders',
        saliences.map((salience) =>
          one(`s${salience}`, { salience, isNews: false, tellings: [`S${salience}: {value}.`] }),
        ),
        {
          forYou: [
            one('you', { tellings: ['You: {value}.'] }),
            one('other', { tellings: ['Other: {value}.'] }),
          ],
          notes: [[{ text: 'EDGAR failed on a day.' }]],
        },
      ),
    ])
    expect(wordsOf(letter)).toEqual({
      big: 'S60: $1.2 million.',
      smaller: ['S50: $1.2 million.', 'S40: $1.2 million.', 'S30: $1.2 million.'],
      forYou: 'You: $1.2 million.',
      coverage: 'EDGAR failed on a day. We read all of it.',
    })
    expect(letterContentSchema.parse(letter)).toEqual(letter)
  })

  it('tells no figure that was told, in the story or in it; days and counts may stand twice', () => {
    const value = { figure: aFact('insiders/lead/value') }
    const day = { figure: aFact('insiders/lead/day', { unit: 'date', value: '2025-01-27' }) }
    const count = { figure: aFact('insiders/lead/count', { unit: 'count', value: 4 }) }
    const statement = (name: string, slots: Statement['slots'], telling: string, salience: number) =>
      one(name, { slots, tellings: [telling], salience, isNews: name === 'lead', heads: ['Head'] })
    const letter = compose([
      aSectionToTell(
        'insiders',
        [
          statement('lead', { value, day, count }, 'Lead: {value}, {day}, {count}.', 90),
          statement('again', { value }, 'Again: {value}.', 80),
          statement('counted', { day, count }, 'On {day}, {count}.', 70),
          statement('new', { share: { figure: aFact('insiders/share') } }, 'Share: {share}.', 60),
          statement(
            'new-again',
            { share: { figure: aFact('insiders/share') } },
            'Again a share: {share}.',
            50,
          ),
        ],
        { forYou: [one('you', { slots: { value }, tellings: ['You: {value}.'] })] },
      ),
    ])
    expect(textOf(letter.story)).toBe('Lead: $1.2 million, Jan 27, 2025, 4.')
    expect(wordsOf(letter)).toMatchObject({
      big: 'On Jan 27, 2025, 4.',
      smaller: ['Share: $1.2 million.'],
      forYou: '',
    })
  })

  it('that is missing says so, in its line and in its part', () => {
    const content = composeUnavailable('congress', 'The House', { code: 'failed', reason: 'it answered 503' })
    const dark = aSectionToTell('congress', [aStatement('congress/a', { isNews: false })])
    for (const section of [
      { content, statements: undefined, notes: [] },
      // Its statements are of no use to readers where it says that it is missing.
      { ...dark, content },
    ]) {
      const letter = compose([aSectionToTell('insiders', [one('lead')]), section])
      expect(letter.lines[1]).toEqual({ section: 'congress', sentences: [[{ text: 'Missing this week.' }]] })
      expect(letter.sections[1]).toEqual({
        name: 'congress',
        title: 'Congress',
        state: 'unavailable',
        label: 'automated summary',
        big: content.summary,
        smaller: [],
        forYou: [],
        coverage: [],
      })
    }
  })

  it('of a week with nothing to tell says so', () => {
    expect(wordsOf(composeInsiders([])).big).toBe(
      'The records of this week hold nothing that we could tell here.',
    )
  })

  const BY_MODEL: Sentence[] = [
    [
      { text: 'They bought for ' },
      { text: '$1.2 million', factId: 'insiders/b/value', href: 'https://records.test/b' },
      { text: '.' },
    ],
  ]

  it('has a model’s words in the place of the big thing, with their label, and no figure of theirs again', () => {
    const written = { label: 'AI-written', model: 'small-1', sentences: BY_MODEL } as const
    const statements = ['a', 'b', 'c'].map((name) =>
      one(name, { isNews: false, tellings: [`${name}: {value}.`] }),
    )
    const letter = compose([aSectionToTell('insiders', statements, { written })])
    expect(letter.sections[0]).toMatchObject({ label: 'AI-written', model: 'small-1', big: BY_MODEL })
    expect(wordsOf(letter).smaller).toEqual(['a: $1.2 million.', 'c: $1.2 million.'])
    const unnamed = compose([
      aSectionToTell('insiders', statements, { written: { ...written, model: undefined } }),
    ])
    expect(unnamed.sections[0]).not.toHaveProperty('model')
  })

  it('has the statement’s own words where fixed rules wrote', () => {
    const written = { label: 'automated summary', model: undefined, sentences: BY_MODEL } as const
    const letter = compose([aSectionToTell('insiders', [one('a', { isNews: false })], { written })])
    expect(letter.sections[0]).toMatchObject({ label: 'automated summary' })
    expect(wordsOf(letter).big).toBe('Of insiders/a it was $1.2 million.')
  })
})

describe('what connects', () => {
  it('is at most three things, none with a figure that was told', () => {
    const told = { value: { figure: aFact('insiders/lead/value') } }
    const shared = { value: { figure: aFact('markets/gap') } }
    const connections = [
      one('told', { slots: told, tellings: ['Told: {value}.'] }),
      one('gap', { slots: shared, tellings: ['Gap: {value}.'] }),
      one('gap-again', { slots: shared, tellings: ['Gap again: {value}.'] }),
      ...['x', 'y', 'z'].map((name) => one(name, { slots: {}, tellings: [`${name}.`] })),
    ]
    const { connects } = composeInsiders([one('lead')], { connections })
    expect(textOf(connects)).toBe('Gap: $1.2 million. x. y.')
  })
})

describe('the length', () => {
  const WORDS = 60
  const long = (
    name: 'insiders' | 'congress' | 'housing' | 'economy' | 'markets',
    saliences: readonly number[],
  ) =>
    aSectionToTell(
      name,
      saliences.map((salience, index) =>
        aStatement(`${name}/${index}`, {
          isNews: false,
          salience,
          slots: {},
          lines: ['A line.'],
          tellings: [`S${salience}${' word'.repeat(WORDS - 1)}`],
        }),
      ),
    )

  it('is cut to 900 words, the least salient of the smaller things first', () => {
    const letter = compose([
      long('insiders', [90, 11, 12, 13]),
      long('congress', [91, 21, 22, 15]),
      long('housing', [92, 31, 14, 32]),
      long('economy', [93, 41, 42, 43]),
      long('markets', [94, 51, 52, 53]),
    ])
    const first = (text: string) => text.split(' ')[0]
    expect(
      letter.sections.map(({ smaller }) => smaller.map((sentences) => first(textOf(sentences)))),
    ).toEqual([[], ['S22'], ['S32', 'S31'], ['S43', 'S42', 'S41'], ['S53', 'S52', 'S51']])
    expect(countLetter(letter)).toBeLessThanOrEqual(900)
    expect(countLetter(letter) + WORDS).toBeGreaterThan(900)
  })

  it('drops the later of two that tell as much: it may name in short whom the other names', () => {
    const who = { name: 'Elon Musk', short: 'Musk' }
    const statements = ['a', 'b', 'c', 'd'].map((name) =>
      one(name, {
        isNews: false,
        lines: [],
        slots: { who },
        tellings: [`{who} ${name}${' word'.repeat(260)}`],
      }),
    )
    const letter = composeInsiders(statements)
    expect(wordsOf(letter).smaller.map((text) => text.slice(0, 6))).toEqual(['Musk b', 'Musk c'])
    expect(countLetter(letter)).toBeLessThanOrEqual(900)
  })

  it('counts all that a reader reads of it but titles', () => {
    const letter = composeInsiders([
      one('lead', { tellings: ['One two {value}.'], heads: ['A head'], lines: ['Line'] }),
    ])
    // 'A head', 'One two $1.2 million.', 'Line', 'The records … here.', 'We read all of it.'
    expect(countLetter(letter)).toBe(2 + 4 + 1 + 12 + 5)
  })
})

describe('the same statements', () => {
  const names = ['insiders', 'congress', 'housing', 'economy', 'markets'] as const
  const statements = fc.array(
    fc.record({
      name: fc.constantFrom(...names),
      kind: fc.constantFrom('trade' as const, 'total' as const, 'level' as const),
      salience: fc.integer({ min: 0, max: 3 }).map((step) => step * 25),
      isNews: fc.boolean(),
      isShared: fc.boolean(),
      words: fc.integer({ min: 1, max: 70 }),
    }),
    { maxLength: 30 },
  )
  const make = (
    drafts: readonly (typeof statements extends fc.Arbitrary<infer List> ? List : never)[number][],
  ) =>
    drafts.map(({ name, isShared, words, ...draft }, index) => {
      const id = `${name}/${String(index).padStart(2, '0')}`
      return aStatement(id, {
        ...draft,
        slots: { value: { figure: aFact(isShared ? `${name}/shared` : `${id}/value`) } },
        tellings: [aTelling(words), aTelling(words + 9)],
        heads: [`Head ${id}`],
        lines: [`Line ${id}`],
        follows: [`${name}/00`, `${name}/01`, `${name}/02`],
      })
    })
  const sectionsOf = (all: readonly Statement[]) =>
    names.map((name) =>
      aSectionToTell(
        name,
        all.filter(({ section }) => section === name),
      ),
    )

  it('give the same letter in any order', () => {
    fc.assert(
      fc.property(
        statements
          .map(make)
          .chain((list) =>
            fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
          ),
        ([list, shuffled]) => {
          expect(compose(sectionsOf(shuffled))).toEqual(compose(sectionsOf(list)))
        },
      ),
    )
  })

  it('give a letter within its bounds, no figure of which is told twice', () => {
    fc.assert(
      fc.property(statements.map(make), (list) => {
        const letter = compose(sectionsOf(list))
        expect(letterContentSchema.parse(letter)).toEqual(letter)
        expect(letter.headline.length).toBeLessThan(60)
        expect(countWords(textOf(letter.story))).toBeLessThanOrEqual(90)
        expect(countLetter(letter)).toBeLessThanOrEqual(900)
        for (const { smaller } of letter.sections) expect(smaller.length).toBeLessThanOrEqual(3)
        const told = [
          ...letter.story,
          ...letter.sections.flatMap(({ big, smaller, forYou }) => [...big, ...smaller.flat(), ...forYou]),
        ].flatMap((sentence) => sentence.flatMap(({ factId }) => factId ?? []))
        expect(new Set(told).size).toBe(told.length)
      }),
    )
  })
})
