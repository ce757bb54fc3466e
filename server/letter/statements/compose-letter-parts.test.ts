import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { letterContentSchema } from '../../../shared/edition-contract.ts'
import { composeUnavailable } from '../facts/compose-edition.ts'
import {
  aFact,
  aSectionToTell,
  aStatement,
  aTelling,
  composeFrom,
  wordsOf,
  listTwice,
} from '../testing/statements.ts'
import { countLetter } from './compose-letter.ts'
import type { LetterParts, SectionToTell } from './letter-plan.ts'
import type { Statement } from './statement.ts'
import { countWords, textOf } from './tell.ts'

/** A letter of one section with these statements. */
const composeInsiders = (statements: readonly Statement[], parts: Partial<LetterParts> = {}) =>
  composeFrom([aSectionToTell('insiders', statements)], parts)
const one = (name: string, changes: Partial<Statement> = {}) => aStatement(`insiders/${name}`, changes)

const missing = (name: 'housing' | 'economy' | 'markets', names: readonly string[]) => {
  const section = aSectionToTell(name, [aStatement(`${name}/any`)])
  const coverage = aStatement(`${name}/coverage`, {
    kind: 'coverage',
    slots: {},
    tellings: [''],
    missing: names,
  })
  return { ...section, statements: section.statements && { ...section.statements, coverage } }
}

describe('the end of a letter', () => {
  it('says once what is missing, starting with one item of each section', () => {
    const sections = [missing('housing', ['rents', 'permits']), missing('markets', ['bills', 'notes'])]
    const letter = composeFrom(sections)
    expect(letter.sections.map(({ coverage }) => coverage)).toEqual([[], []])
    expect(textOf(letter.missing ?? [])).toBe('Missing this week: rents, bills, permits and more.')
    expect(textOf(composeFrom([missing('housing', ['rents', 'permits'])]).missing ?? [])).toBe(
      'Missing this week: rents and permits.',
    )
  })

  it('says once what stands in for a source that failed; if nothing does, only the page says so', () => {
    const asked = (
      name: 'housing' | 'economy',
      changes: Partial<SectionToTell>,
      names: readonly string[] = [],
    ) => ({
      ...missing(name, names),
      ...changes,
    })
    const readBy = (day: string) => [
      { text: 'The Fed gave none; what we have is of ' },
      { text: day, factId: day },
    ]
    const nothing: SectionToTell['notes'] = [[{ text: 'The Fed gave none: nothing here is from there.' }]]
    const coverageOf = (sections: readonly SectionToTell[]) =>
      composeFrom(sections).sections.map(({ coverage }) => textOf(coverage))
    expect(
      coverageOf([
        asked('housing', { notes: [readBy('Jan 27')] }),
        asked('economy', { notes: [readBy('Jan 28')] }),
      ]),
    ).toEqual(['The Fed gave none; what we have is of Jan 27', ''])
    expect(coverageOf([asked('housing', { notes: nothing }), asked('economy', { notes: nothing })])).toEqual([
      'The Fed gave none: nothing here is from there.',
      '',
    ])
    expect(coverageOf([asked('housing', { notes: nothing }, ['rents'])])).toEqual([''])
  })

  it('asks the question that the lead raises, otherwise one that a section’s big item raises, next to what is due', () => {
    const ahead = one('ahead', { slots: {}, tellings: ['The next rate is due.'] })
    const asks = ['Does it fall to {value}?'] as const
    expect(textOf(composeInsiders([one('lead', { asks })], { ahead }).ahead ?? [])).toBe(
      'Does it fall to $1.2 million? The next rate is due.',
    )
    const turn = aStatement('markets/turn', { salience: 40, heads: [], asks: ['Does it last?'] })
    const askOf = (...statements: Statement[]) =>
      textOf(
        composeFrom([aSectionToTell('insiders', [one('lead')]), aSectionToTell('markets', statements)], {
          ahead,
        }).ahead ?? [],
      )
    expect(askOf(turn)).toBe('Does it last? The next rate is due.')
    expect(askOf()).toBe('The next rate is due.')
  })
})

describe('a letter that is too long', () => {
  it('loses its least salient items, and gets back whichever still fits', () => {
    const things = [
      one('big', { salience: 90, heads: [], lines: [] }),
      one('long', { salience: 50, heads: [], lines: [], tellings: [aTelling(60)] }),
      one('short', { salience: 40, heads: [], lines: [], tellings: ['Short: {value}.'] }),
    ]
    const filler = aStatement('markets/filler', {
      salience: 95,
      heads: [],
      lines: [],
      tellings: [aTelling(720)],
    })
    const letter = composeFrom([aSectionToTell('insiders', things), aSectionToTell('markets', [filler])])
    expect(wordsOf(letter).smaller).toEqual([])
    const apart = composeFrom([
      aSectionToTell('insiders', things.slice(0, 2)),
      aSectionToTell('economy', [
        aStatement('economy/big', { salience: 90, heads: [], lines: [] }),
        aStatement('economy/short', { salience: 40, heads: [], lines: [], tellings: ['Short: {value}.'] }),
      ]),
      aSectionToTell('markets', [{ ...filler, tellings: [aTelling(720)] }]),
    ])
    expect(wordsOf(apart).smaller).toEqual([])
    expect(wordsOf(apart, 1).smaller).toEqual(['Short: $1.2 million.'])
  })
})

describe('a section', () => {
  it('does not repeat what another statement said', () => {
    const day = { figure: aFact('insiders/day', { unit: 'date', value: '2025-01-27' }) }
    const both = one('both', {
      slots: { day },
      isNews: false,
      salience: 60,
      tells: ['insiders/half'],
      tellings: ['Both: {day}.'],
      lines: [],
    })
    const half = one('half', {
      slots: { day },
      salience: 40,
      tellings: ['Half: {day}.'],
      isNews: false,
      lines: [],
    })
    const third = one('third', { salience: 30, isNews: false })
    expect(wordsOf(composeInsiders([both, half, third]))).toMatchObject({
      big: 'Both: Jan 27, 2025.',
      smaller: ['Of insiders/third it was $1.2 million.'],
    })
  })

  it('is one big item, at most three smaller ones by salience, what it means, and what was read', () => {
    const saliences = [10, 50, 20, 60, 40, 30]
    const letter = composeFrom([
      aSectionToTell(
        'insiders',
        saliences.map((salience) =>
          one(`s${salience}`, { salience, isNews: false, tellings: [`S${salience}: {value}.`] }),
        ),
        {
          forYou: [
            one('you', { topic: 'insiders/you', tellings: ['You: {value}.'] }),
            one('same', { topic: 'insiders/you', lines: ['Same.'] }),
            one('mute', { lines: [] }),
            one('other', { tellings: ['Other: {value}.'], lines: ['Another: {value}.'] }),
          ],
          notes: [[{ text: 'EDGAR failed on a day.' }]],
        },
      ),
    ])
    expect(wordsOf(letter)).toEqual({
      big: 'S60: $1.2 million.',
      smaller: ['S50: $1.2 million.', 'S40: $1.2 million.', 'S30: $1.2 million.'],
      // Empty, since the page's tables list the trades.
      more: [],
      // One statement, and another on a different topic in few words.
      forYou: 'You: $1.2 million. Another: $1.2 million.',
      coverage: 'EDGAR failed on a day. We read all of it.',
    })
    expect(letterContentSchema.parse(letter)).toEqual(letter)
  })

  it('leaves to the page what the mail has no room for, except trades', () => {
    const rest = Array.from({ length: 10 }, (_, index) =>
      one(`more${index}`, { kind: index === 0 ? 'no-trade' : 'streak', salience: 20 - index, isNews: false }),
    )
    const letter = composeFrom([
      aSectionToTell('insiders', [
        ...[60, 50, 40, 30].map((salience) => one(`s${salience}`, { salience, isNews: false })),
        ...rest,
      ]),
    ])
    expect(wordsOf(letter).more).toEqual(
      [1, 2, 3, 4, 5, 6].map((index) => `Of insiders/more${index} it was $1.2 million.`),
    )
    expect(countLetter(letter)).toBe(
      countLetter({ ...letter, sections: letter.sections.map(({ more: _more, ...section }) => section) }),
    )
  })

  it('repeats no figure from the story or from itself, although days may appear twice', () => {
    const value = { figure: aFact('insiders/lead/value') }
    const day = { figure: aFact('insiders/lead/day', { unit: 'date', value: '2025-01-27' }) }
    const count = { figure: aFact('insiders/lead/count', { unit: 'count', value: 4 }) }
    const statement = (name: string, slots: Statement['slots'], telling: string, salience: number) =>
      one(name, {
        slots,
        tellings: [telling],
        salience,
        isNews: name === 'lead',
        heads: ['Head'],
        lines: ['In short.'],
      })
    const letter = composeFrom([
      aSectionToTell(
        'insiders',
        [
          statement('lead', { value, day, count }, 'Lead: {value}, {day}, {count}.', 90),
          statement('again', { value }, 'Again: {value}.', 80),
          statement('counted', { day, count }, 'On {day}, {count}.', 70),
          statement('dated', { day }, 'On {day}.', 40),
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
      big: 'Share: $1.2 million.',
      smaller: ['On Jan 27, 2025.'],
      forYou: '',
    })
  })

  it('says what the law allows next to each trade', () => {
    const limit = { figure: aFact('insiders/law/days-allowed', { unit: 'days', value: 45, inputs: [] }) }
    const late = ['a', 'b', 'c'].map((name) =>
      one(name, { isNews: false, lines: [], slots: { limit }, tellings: [`${name}, allowed are {limit}.`] }),
    )
    expect(wordsOf(composeInsiders(late))).toMatchObject({
      big: 'a, allowed are 45 days.',
      smaller: ['b, allowed are 45 days.', 'c, allowed are 45 days.'],
    })
  })

  it('says that it is missing, in its line and in its part, if it is', () => {
    const content = composeUnavailable('congress', 'The House', 'server-failed')
    const dark = aSectionToTell('congress', [aStatement('congress/a', { isNews: false })])
    for (const section of [
      { content, statements: undefined, notes: [] },
      // A section that says that it is missing does not use its statements.
      { ...dark, content },
    ]) {
      const letter = composeFrom([aSectionToTell('insiders', [one('lead')]), section])
      expect(letter.lines[1]).toEqual({ section: 'congress', sentences: [[{ text: 'Missing this week.' }]] })
      expect(letter.sections[1]).toEqual({
        name: 'congress',
        title: 'Congress',
        state: 'unavailable',
        label: 'automated summary',
        big: content.coverage,
        smaller: [],
        forYou: [],
        coverage: [],
      })
    }
  })

  it('says so if its week has nothing to tell', () => {
    expect(wordsOf(composeInsiders([])).big).toBe(
      'What we could read this week has nothing new to tell here.',
    )
  })
})

describe('the big item of a section', () => {
  it('begins with what it comes to, which a smaller item leaves out', () => {
    const words = wordsOf(
      composeInsiders(
        ['lead', 'first', 'second'].map((name) =>
          one(name, {
            tellings: [`Of the ${name}.`],
            kickers: ['In short.'],
            slots: {},
            heads: [name],
            lines: [],
          }),
        ),
      ),
    )
    expect(words.big).toMatch(/^In short\. Of the \w+\.$/)
    expect(words.smaller.length).toBeGreaterThan(0)
    expect(words.smaller.join(' ')).not.toContain('In short.')
  })

  it('begins with the words of a statement told with it if only that one has them', () => {
    const quiet = { heads: [], lines: [], slots: {} } as const
    const trade = one('trade', { ...quiet, tellings: ['Jane bought.'] })
    const only = one('only', {
      ...quiet,
      joins: trade.id,
      kickers: ['There was no other.'],
      carry: ['It was alone.'],
    })
    expect(wordsOf(composeInsiders([trade, only])).big).toBe('There was no other. Jane bought.')
  })
})

describe('values first read after the week', () => {
  const rate = aStatement('housing/rate', { heads: [] })
  const rent = aStatement('housing/rent', { heads: [], lines: [] })
  const coverageOf = (revised: readonly string[]) => {
    const section = aSectionToTell('housing', [rate, rent])
    const subjects = new Map(revised.map((id) => [id, 'rents']))
    const statements = section.statements && { ...section.statements, revised: subjects }
    return wordsOf(composeFrom([{ ...section, statements }])).coverage
  }

  it('are named at the end of their section, or all at once if the section has no others', () => {
    expect(coverageOf([])).toBe('We read all of it.')
    expect(coverageOf(['housing/rent/value'])).toBe('We read all of it. With any later revisions: rents.')
    expect(coverageOf(['housing/rate/value', 'housing/rent/value'])).toBe(
      'We read all of it. These figures include any later revisions.',
    )
    // Not used in this letter.
    expect(coverageOf(['housing/prices/value'])).toBe('We read all of it.')
  })

  it('are named where they are told: at the end of the story if their section does not tell them', () => {
    const lead = aStatement('housing/lead', { lines: [] })
    const section = aSectionToTell('housing', [lead, rate])
    const notesOf = (...revised: readonly string[]) => {
      const subjects = new Map(revised.map((id) => [id, id === 'housing/lead/value' ? 'loans' : 'rates']))
      const statements = section.statements && { ...section.statements, revised: subjects }
      const letter = composeFrom([{ ...section, statements }])
      return [textOf(letter.story.slice(-1)), wordsOf(letter).coverage]
    }
    expect(notesOf('housing/lead/value')).toEqual([
      'These figures include any later revisions.',
      'We read all of it.',
    ])
    expect(notesOf('housing/lead/value', 'housing/rate/value')[1]).toBe(
      'We read all of it. These figures include any later revisions.',
    )
  })
})

describe('connections between sections', () => {
  it('are at most two, with no figure that is told elsewhere', () => {
    const told = { value: { figure: aFact('insiders/lead/value') } }
    const shared = { value: { figure: aFact('markets/gap') } }
    const connections = [
      one('told', { slots: told, tellings: ['Told: {value}.'] }),
      one('gap', { slots: shared, tellings: ['Gap: {value}.'] }),
      one('gap-again', { slots: shared, tellings: ['Gap again: {value}.'] }),
      ...['x', 'y', 'z'].map((name) => one(name, { slots: {}, tellings: [`${name}.`] })),
    ]
    const { connects } = composeInsiders([one('lead')], { connections })
    expect(textOf(connects)).toBe('Gap: $1.2 million. x.')
  })
})

describe('the length of a letter', () => {
  const WORDS = 58
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

  it('is cut to 800 words, the least salient items first, while each section keeps one as long as that is enough', () => {
    const letter = composeFrom([
      long('insiders', [90, 11, 12, 13]),
      long('congress', [91, 21, 22, 15]),
      long('housing', [92, 31, 14, 32]),
      long('economy', [93, 41, 42, 43]),
      long('markets', [94, 51, 52, 53]),
    ])
    const first = (text: string) => text.split(' ')[0]
    expect(
      letter.sections.map(({ smaller }) => smaller.map((sentences) => first(textOf(sentences)))),
    ).toEqual([['S13'], ['S22'], ['S32'], ['S43', 'S42'], ['S53', 'S52', 'S51']])
    // The page has everything that was cut.
    expect(letter.sections.map(({ more = [] }) => more.map((sentences) => first(textOf(sentences))))).toEqual(
      [['S12', 'S11'], ['S21', 'S15'], ['S31', 'S14'], ['S41'], []],
    )
    expect(countLetter(letter)).toBeLessThanOrEqual(800)
    expect(countLetter(letter) + WORDS).toBeGreaterThan(800)
  })

  it('is cut first by removing what is hardly worth telling, from any section', () => {
    const letter = composeFrom([
      long('insiders', [90, 48, 47, 46]),
      long('congress', [91, 5]),
      long('housing', [92, 31, 30, 29]),
      long('economy', [93, 41, 40, 39]),
      long('markets', [94, 51]),
    ])
    const counts = letter.sections.map(({ smaller }) => smaller.length)
    expect(counts).toEqual([3, 0, 1, 3, 1])
  })

  it('is cut by removing the later of two equally salient items, which may use a short name that the other introduces', () => {
    const who = { name: 'Elon Musk', short: 'Musk' }
    const statements = ['a', 'b', 'c', 'd'].map((name) =>
      one(name, {
        isNews: false,
        lines: [],
        slots: { who },
        tellings: [`{who} ${name}${' word'.repeat(240)}`],
      }),
    )
    const letter = composeInsiders(statements)
    expect(wordsOf(letter).smaller.map((text) => text.slice(0, 6))).toEqual(['Musk b', 'Musk c'])
    expect(countLetter(letter)).toBeLessThanOrEqual(900)
  })

  it('includes everything a reader reads except titles', () => {
    const letter = composeInsiders([
      one('lead', { tellings: ['One two {value}.'], heads: ['A head'], lines: ['Line'] }),
    ])
    // 'A head', 'One two $1.2 million.', 'Line', 'What we … letter.', 'We read all of it.'
    expect(countLetter(letter)).toBe(2 + 4 + 1 + 13 + 5)
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
          expect(composeFrom(sectionsOf(shuffled))).toEqual(composeFrom(sectionsOf(list)))
        },
      ),
    )
  })

  it('give a letter within its limits that repeats no figure', () => {
    fc.assert(
      fc.property(statements.map(make), (list) => {
        const letter = composeFrom(sectionsOf(list))
        expect(letterContentSchema.parse(letter)).toEqual(letter)
        expect(letter.headline.length).toBeLessThan(60)
        expect(countWords(textOf(letter.story))).toBeLessThanOrEqual(100)
        expect(countLetter(letter)).toBeLessThanOrEqual(900)
        for (const { smaller } of letter.sections) expect(smaller.length).toBeLessThanOrEqual(3)
        expect(listTwice(letter)).toEqual([])
      }),
    )
  })
})
