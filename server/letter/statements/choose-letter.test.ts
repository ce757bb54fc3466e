import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { letterContentSchema } from '../../../shared/edition-contract.ts'
import {
  aFact,
  aLetterParts,
  aSectionToTell,
  aStatement,
  aTelling,
  composeFrom,
  wordsOf,
} from '../testing/statements.ts'
import { chooseLetter } from './choose-letter.ts'
import { composeLetter, countLetter } from './compose-letter.ts'
import { NO_WISHES, type Item, type LetterParts, type Wishes } from './letter-plan.ts'
import type { Statement } from './statement.ts'
import { countWords, textOf } from './tell.ts'

const one = (name: string, changes: Partial<Statement> = {}) => aStatement(`insiders/${name}`, changes)
const quiet = (name: string, changes: Partial<Statement> = {}) => one(name, { isNews: false, ...changes })

function wish(at: string, statements: readonly Statement[], say?: string): Item {
  const [first, ...others] = statements
  if (!first) throw new TypeError('A wish names a statement.')
  const slots = Object.fromEntries(
    statements.flatMap((statement, index) =>
      Object.entries(statement.slots).map(([role, slot]) => [`${index + 1}.${role}`, slot]),
    ),
  )
  return {
    statements: [first, ...others],
    words: say === undefined ? undefined : { template: say, slots },
    wish: at,
  }
}

const wishes = (some: Partial<Wishes>): Wishes => ({ ...NO_WISHES, ...some })
const forInsiders = (big: Item | undefined, ...smaller: Item[]) =>
  wishes({ sections: new Map([['insiders', { big, smaller }]]) })

/** The plan for one section that results from rules and wishes. */
function edit(statements: readonly Statement[], some: Wishes, changes: Partial<LetterParts> = {}) {
  const parts = aLetterParts([aSectionToTell('insiders', statements)], changes)
  const { plan, outcomes } = chooseLetter(parts, some)
  const letter = composeLetter(parts, plan, { model: 'small-1' })
  return {
    letter,
    told: wordsOf(letter),
    refused: Object.fromEntries(outcomes.map(({ wish: at, refused }) => [at, refused])),
  }
}

it('a section leads with an older figure rather than with news that is hardly worth telling, in its line too', () => {
  const noise = one('noise', { salience: 5, lines: ['Noise.'], heads: [] })
  const older = quiet('older', { age: 'old', salience: 16, lines: ['Older.'] })
  const { letter } = edit([noise, older], NO_WISHES)
  const [section] = letter.sections
  expect(textOf(section?.big ?? [])).toContain('Of insiders/older it was')
  expect(section?.smaller.map((item) => textOf(item))).toEqual(['Of insiders/noise it was $1.2 million.'])
  expect(textOf(letter.lines[0]?.sentences ?? [])).toBe('Older.')
})

describe('the lead that an editor wants', () => {
  const statements = Array.from({ length: 7 }, (_, index) => one(`s${index}`, { salience: 90 - index }))
  const leadWith = (lead: Statement, say?: string, changes: Partial<LetterParts> = {}) =>
    edit(statements, wishes({ lead: { statement: lead, words: wish('lead', [lead], say).words } }), changes)

  it('is used with its headline if it is among the five most salient', () => {
    const { letter, refused } = leadWith(statements[4]!, 'Somebody got {1.value}')
    expect(letter.lead?.id).toBe('insiders/s4')
    expect(letter.headline).toBe('Somebody got $1.2 million')
    expect(textOf(letter.story)).toContain('Of insiders/s4 it was $1.2 million.')
    expect(refused).toEqual({ lead: undefined, headline: undefined })
    expect(letter).toMatchObject({ label: 'AI-edited', model: 'small-1' })
  })

  it('is passed over with its headline if it is not among the five most salient', () => {
    const { letter, refused } = leadWith(statements[5]!, 'Somebody got {1.value}')
    expect(letter.lead?.id).toBe('insiders/s0')
    expect(letter.headline).toBe('Head of insiders/s0: $1.2 million')
    expect(refused).toEqual({ lead: 'may not lead', headline: 'of what may not lead' })
    expect(letter).not.toHaveProperty('label')
  })

  it('is passed over if it is not news, has no headline, or is of a kind that led the last two letters', () => {
    const others = [quiet('old'), one('headless', { heads: [] }), one('fine', { kind: 'total' })]
    const leads = { id: 'insiders/x', kind: 'trade', topic: 'x' }
    for (const statement of [...others.slice(0, 2), one('worn')]) {
      const { letter } = edit(
        [...others, one('worn', { salience: 99 })],
        wishes({ lead: { statement, words: undefined } }),
        { earlierLeads: [leads, leads] },
      )
      expect(letter.lead?.id).toBe('insiders/fine')
    }
  })

  it('keeps its own headline if the editor’s is too long once filled', () => {
    const { letter, refused } = leadWith(statements[0]!, `${'x'.repeat(55)} {1.value}`)
    expect(letter.headline).toBe('Head of insiders/s0: $1.2 million')
    expect(refused['headline']).toBe('longer than 59 characters')
  })
})

describe('the story that an editor wants', () => {
  const lead = one('lead', { salience: 90, follows: ['insiders/a', 'insiders/b'] })
  const a = quiet('a', { tellings: [aTelling(10)] })
  const b = quiet('b', { tellings: [aTelling(10)] })
  const storyOf = (story: readonly Item[], others: readonly Statement[] = []) =>
    edit([lead, a, b, ...others], wishes({ story }))

  it('begins with the lead even if the editor left it out', () => {
    expect(textOf(storyOf([wish('story 1', [b])]).letter.story)).toMatch(/^Of insiders\/lead it was/)
    const told = storyOf([wish('story 1', [b]), wish('story 2', [lead], 'It came to {1.value}.')])
    expect(textOf(told.letter.story)).toMatch(/^It came to \$1\.2 million\. word/)
  })

  it('is extended with what follows the lead as long as it is short', () => {
    const { letter, refused } = storyOf([wish('story 1', [lead], 'It came to {1.value}.')])
    expect(countWords(textOf(letter.story))).toBe(5 + 12 + 12)
    expect(refused).toEqual({ 'story 1': undefined })
    const long = quiet('long', { tellings: [aTelling(57)] })
    const full = storyOf([wish('story 1', [lead]), wish('story 2', [long])], [long])
    expect(countWords(textOf(full.letter.story))).toBe(6 + 59)
  })

  it('has no more than 100 words, nothing old, and nothing twice', () => {
    const long = quiet('long', { tellings: [aTelling(90)] })
    const old = quiet('old', { age: 'old' })
    const { refused } = storyOf(
      [
        wish('story 1', [lead]),
        wish('story 2', [a]),
        wish('story 3', [a]),
        wish('story 4', [long]),
        wish('story 5', [old]),
      ],
      [long, old],
    )
    expect(refused).toEqual({
      'story 1': undefined,
      'story 2': undefined,
      'story 3': 'told already',
      'story 4': 'no room',
      'story 5': 'old',
    })
  })
})

describe('the line that an editor wants', () => {
  const statements = [one('lead', { salience: 90 }), quiet('a', { salience: 40 }), quiet('b')]
  const lineOf = (item: Item, more: readonly Statement[] = []) => {
    const { letter, refused } = edit(
      [...statements, ...more],
      wishes({ lines: new Map([['insiders', item]]) }),
    )
    return [textOf(letter.lines[0]?.sentences ?? []), refused[item.wish ?? '']]
  }

  it('is used in its own words or the editor’s', () => {
    const others = ['x', 'y', 'z', 'far'].map((name) => quiet(name, { salience: 60, lines: [] }))
    expect(lineOf(wish('line', [statements[1]!]), others)).toEqual(['insiders/a: $1.2 million.', undefined])
    expect(lineOf(wish('line', statements.slice(1), 'First, then second.'))).toEqual([
      'First, then second.',
      undefined,
    ])
  })

  it('is replaced by the rules’ line without a figure if its words repeat what its section tells', () => {
    const words = 'First {1.value}, then {2.value}.'
    expect(lineOf(wish('line', statements.slice(1), words))).toEqual([
      'Something of insiders/b.',
      'a figure twice',
    ])
  })

  it.each<[string, Item, readonly Statement[], string]>([
    ['the lead of the story', wish('line', [statements[0]!]), [], 'the story tells it, or it has no line'],
    ['a statement of another section', wish('line', [aStatement('housing/x')]), [], 'of another section'],
    ['two statements without words', wish('line', statements.slice(1)), [], 'has no line'],
    [
      'old next to new',
      wish('line', [quiet('old', { age: 'old' })]),
      [quiet('old', { age: 'old' })],
      'old, where something is new',
    ],
    ['too long', wish('line', [statements[1]!], `It${' word'.repeat(30)}.`), [], 'longer than 25 words'],
  ])('is replaced by the rules’ line if it is %s', (_, item, more, why) => {
    expect(lineOf(item, more)).toEqual(['Something of insiders/b.', why])
  })
})

describe('the section that an editor wants', () => {
  const statements = ['a', 'b', 'c', 'd', 'e'].map((name, index) => quiet(name, { salience: 60 - index }))
  const [a, b, c, d, e] = statements as [Statement, Statement, Statement, Statement, Statement]

  it('is used in the editor’s order and groups, with the label of an edited section', () => {
    const { letter, told, refused } = edit(
      statements,
      forInsiders(
        wish('big', [e]),
        wish('smaller 1', [d, b], 'First {1.value}. Then {2.value}.'),
        wish('smaller 2', [a]),
      ),
    )
    expect(told).toMatchObject({
      big: 'Of insiders/e it was $1.2 million.',
      smaller: ['First $1.2 million. Then $1.2 million.', 'Of insiders/a it was $1.2 million.'],
    })
    expect(letter.sections[0]?.smaller[0]).toHaveLength(2)
    expect(letter.sections[0]).toMatchObject({ label: 'AI-edited', model: 'small-1' })
    expect(refused).toEqual({ big: undefined, 'smaller 1': undefined, 'smaller 2': undefined })
  })

  it('is replaced by the rules’ section, with their label, if no wish can be granted', () => {
    const strange = aStatement('housing/x')
    const { letter, told, refused } = edit(
      statements,
      forInsiders(wish('big', [strange]), wish('smaller', [strange])),
    )
    const { letter: plain } = edit(statements, NO_WISHES)
    expect(told).toEqual(wordsOf(plain))
    expect(letter.sections[0]).toEqual(plain.sections[0])
    expect(letter.sections[0]).toMatchObject({ label: 'automated summary' })
    expect(refused).toEqual({ big: 'of another section', smaller: 'of another section' })
  })

  it('keeps its smaller items if the big one cannot be granted, led by the one that rules would choose next', () => {
    const withB = edit(
      statements,
      forInsiders(wish('big', [aStatement('housing/x')]), wish('s', [b, a]), wish('t', [c])),
    )
    expect(withB.told).toMatchObject({
      big: 'Of insiders/b it was $1.2 million. Of insiders/a it was $1.2 million.',
      smaller: ['Of insiders/c it was $1.2 million.'],
    })
    const without = edit(statements, forInsiders(undefined, wish('t', [c])))
    expect(without.told).toMatchObject({
      big: 'Of insiders/a it was $1.2 million.',
      smaller: ['Of insiders/c it was $1.2 million.'],
    })
    expect(without.letter.sections[0]).toMatchObject({ label: 'AI-edited' })
  })

  it('never loses its most salient news, nor has more than three smaller items', () => {
    const headline = one('lead', { salience: 99 })
    const news = one('news', { salience: 50, heads: [] })
    const { told, refused } = edit(
      [headline, news, ...statements],
      forInsiders(wish('big', [a]), wish('1', [b]), wish('2', [c]), wish('3', [d]), wish('4', [e])),
    )
    expect(told.smaller).toEqual([
      'Of insiders/news it was $1.2 million.',
      'Of insiders/b it was $1.2 million.',
      'Of insiders/c it was $1.2 million.',
    ])
    expect(refused).toMatchObject({ 2: undefined, 3: 'no room in its section', 4: 'no room in its section' })
    const planned = edit(
      [headline, news, ...statements],
      forInsiders(wish('big', [a]), wish('1', [b]), wish('2', [news])),
    )
    expect(planned.told.smaller).toEqual([
      'Of insiders/b it was $1.2 million.',
      'Of insiders/news it was $1.2 million.',
    ])
    const onlyBig = edit([headline, news, ...statements], forInsiders(wish('big', [news])))
    expect(onlyBig.told).toMatchObject({ big: 'Of insiders/news it was $1.2 million.', smaller: [] })
  })

  it('repeats no figure and no statement, and contains nothing that connects sections', () => {
    const same = quiet('same', { slots: a.slots })
    const gap = quiet('gap')
    const { refused } = edit(
      [...statements, same, gap],
      forInsiders(wish('big', [a]), wish('1', [same]), wish('2', [b, b]), wish('3', [gap]), wish('4', [c])),
      { connections: [gap] },
    )
    expect(refused).toEqual({
      big: undefined,
      1: 'told already',
      2: 'a figure twice',
      3: 'stands only where sections are connected',
      4: undefined,
    })
  })

  it('puts what is old last and says so, and never groups it with what is new', () => {
    const old = quiet('old', { age: 'old', salience: 80 })
    const { told, refused } = edit(
      [...statements, old],
      forInsiders(wish('big', [old]), wish('1', [a, old]), wish('2', [b]), wish('3', [old])),
    )
    expect(refused).toMatchObject({ big: 'old', 1: 'old beside new', 2: undefined, 3: undefined })
    expect(told).toMatchObject({
      big: 'Of insiders/a it was $1.2 million.',
      smaller: [
        'Of insiders/b it was $1.2 million.',
        'Not new this week: Of insiders/old it was $1.2 million.',
      ],
    })
  })

  it('is limited in the length of its words', () => {
    const { refused } = edit(
      [...statements, ...['x', 'y'].map((name) => quiet(name, { tellings: [aTelling(40)] }))],
      forInsiders(
        wish('big', [a], `{1.value}${' word'.repeat(60)}.`),
        wish('1', [quiet('x', { tellings: [aTelling(40)] }), quiet('y', { tellings: [aTelling(40)] })]),
      ),
    )
    expect(refused).toEqual({ big: 'longer than 60 words', 1: 'longer than 50 words' })
  })

  it('leaves to rules what its figures mean for a reader', () => {
    const you = quiet('you', { kind: 'worth' })
    const parts = aLetterParts([aSectionToTell('insiders', statements, { forYou: [you] })])
    const { plan, outcomes } = chooseLetter(parts, forInsiders(wish('big', [you])))
    expect(plan.sections.get('insiders')?.forYou).toEqual([you])
    expect(outcomes).toEqual([{ wish: 'big', refused: 'told already' }])
  })

  it('loses its last items first if the letter is too long', () => {
    const long = statements.map(({ id, salience }) =>
      aStatement(id, { salience, isNews: false, tellings: [aTelling(240)] }),
    )
    const [, y, z, u, v] = long as [Statement, Statement, Statement, Statement, Statement]
    const { letter } = edit(
      long,
      forInsiders(wish('big', [v]), wish('1', [u]), wish('2', [z]), wish('3', [y])),
    )
    expect(
      letter.sections[0]?.smaller
        .map((sentences) => sentences.flat().map(({ factId }) => factId))
        .flat(2)
        .filter(Boolean),
    ).toEqual(['insiders/d/value', 'insiders/c/value'])
    expect(countLetter(letter)).toBeLessThanOrEqual(900)
  })
})

describe('a connection that an editor wants', () => {
  const [a, h] = [quiet('a'), aStatement('housing/h', { isNews: false })]
  const gap = one('gap', { tellings: ['A gap: {value}.'] })
  const connect = (connects: readonly Item[]) => {
    const parts = aLetterParts([aSectionToTell('insiders', [a]), aSectionToTell('housing', [h])], {
      connections: [gap],
    })
    const { plan, outcomes } = chooseLetter(parts, wishes({ connects }))
    return [textOf(composeLetter(parts, plan, { model: 'm' }).connects), outcomes[0]?.refused]
  }

  it('is used if it is one of the connections, or joins two sections in one sentence of its own', () => {
    expect(connect([wish('c', [gap])])).toEqual(['A gap: $1.2 million.', undefined])
    const [apart, beside] = [quiet('apart', { slots: {} }), aStatement('housing/beside', { slots: {} })]
    expect(connect([wish('c', [apart, beside], 'Here and there.')])).toEqual(['Here and there.', undefined])
  })

  it('is replaced by the rules’ connection if it repeats a section’s figure', () => {
    expect(connect([wish('c', [a, h], 'Here {1.value}, there {2.value}.')])).toEqual([
      'A gap: $1.2 million.',
      'told already',
    ])
  })

  it('is replaced by the rules’ connection if it connects nothing', () => {
    for (const item of [wish('c', [a, h]), wish('c', [a], 'Only {1.value}.')]) {
      expect(connect([item])).toEqual(['A gap: $1.2 million.', 'connects nothing'])
    }
  })
})

it('keeps the last place of a section for its only news, however slight', () => {
  const others = ['a', 'b', 'c', 'd', 'e'].map((id) => aStatement(`economy/${id}`, { isNews: false }))
  const news = aStatement('economy/z', { salience: 0, isNews: true })
  const economy = aSectionToTell('economy', [...others, news])
  const { plan } = chooseLetter(aLetterParts([aSectionToTell('insiders', [one('lead')]), economy]))
  const { big, smaller } = plan.sections.get('economy') ?? { smaller: [] }
  const told = [...(big ? [big] : []), ...smaller].flatMap(({ statements: of }) => of.map(({ id }) => id))
  expect(told).toContain('economy/z')
})

describe('any plan of an editor', () => {
  const names = ['insiders', 'congress', 'housing', 'economy', 'markets'] as const
  const drafts = fc.array(
    fc.record({
      name: fc.constantFrom(...names),
      salience: fc.integer({ min: 0, max: 4 }).map((step) => step * 25),
      isNews: fc.boolean(),
      age: fc.constantFrom(undefined, 'old' as const, 'assumed' as const),
      isShared: fc.boolean(),
      words: fc.integer({ min: 1, max: 70 }),
    }),
    { minLength: 1, maxLength: 25 },
  )
  const picks = fc.array(
    fc.record({
      of: fc.array(fc.nat(24), { minLength: 1, maxLength: 3 }),
      isInWords: fc.boolean(),
      place: fc.integer({ min: 0, max: 17 }),
    }),
    { maxLength: 40 },
  )

  it('gives a letter within its limits that repeats no figure and has each section’s most salient news', () => {
    fc.assert(
      fc.property(drafts, picks, (made, picked) => {
        const all = made.map(({ name, isShared, words, age, isNews, salience }, index) => {
          const id = `${name}/${String(index).padStart(2, '0')}`
          return aStatement(id, {
            salience,
            isNews: isNews && age === undefined,
            ...(age ? { age } : {}),
            slots: { value: { figure: aFact(isShared ? `${name}/shared` : `${id}/value`) } },
            tellings: [aTelling(words)],
            heads: [`Head ${id}`],
            lines: [`Line ${id}`],
          })
        })
        const items = picked.flatMap(({ of, isInWords, place }, index) => {
          const statements = of.flatMap((at) => all[at] ?? [])
          if (statements.length === 0) return []
          const say = statements.map((_, at) => `{${at + 1}.value}`).join(' and ')
          return [{ place, item: wish(String(index), statements, isInWords ? `${say}.` : undefined) }]
        })
        const at = (place: number) => items.filter((one_) => one_.place === place).map(({ item }) => item)
        const asked = wishes({
          lead: items[0] && { statement: items[0].item.statements[0], words: undefined },
          story: at(0),
          connects: at(1),
          lines: new Map(
            names.flatMap((name, index) =>
              at(2 + index)
                .slice(0, 1)
                .map((item) => [name, item] as const),
            ),
          ),
          sections: new Map(
            names.map((name, index) => [name, { big: at(7 + index)[0], smaller: at(12 + index) }]),
          ),
        })
        const sections = names.map((name) =>
          aSectionToTell(
            name,
            all.filter(({ section }) => section === name),
          ),
        )
        const parts = aLetterParts(sections)
        const { plan, outcomes } = chooseLetter(parts, asked)
        const letter = composeLetter(parts, plan, { model: 'm' })
        expect(letterContentSchema.parse(letter)).toEqual(letter)
        expect(countWords(textOf(letter.story))).toBeLessThanOrEqual(100)
        expect(countLetter(letter)).toBeLessThanOrEqual(900)
        for (const { smaller } of letter.sections) expect(smaller.length).toBeLessThanOrEqual(3)
        const told = [
          ...plan.story,
          ...[...plan.sections.values()].flatMap(({ big, smaller }) => (big ? [big] : []).concat(smaller)),
        ]
          .flatMap(({ statements }) => statements)
          .flatMap(({ slots }) =>
            Object.values(slots).flatMap((slot) => ('figure' in slot ? [slot.figure.id] : [])),
          )
        expect(new Set(told).size).toBe(told.length)
        const figures = new Set(told)
        for (const name of names) {
          const news = all.filter((statement) => statement.section === name && statement.isNews)
          const [first] = news.toSorted((x, y) => y.salience - x.salience || (x.id < y.id ? -1 : 1))
          const figure =
            first &&
            Object.values(first.slots).flatMap((slot) => ('figure' in slot ? [slot.figure.id] : []))[0]
          expect(figure === undefined || figures.has(figure)).toBe(true)
        }
        const refused = new Set(
          outcomes.filter((outcome) => outcome.refused !== undefined).map((outcome) => outcome.wish),
        )
        const standing = [...plan.story, ...plan.lines.values(), ...plan.connects].flatMap(
          (item) => item.wish ?? [],
        )
        for (const id of standing) expect(refused).not.toContain(id)
      }),
    )
  })

  it('gives the letter of the rules if it asks for nothing', () => {
    const statements = [one('a'), quiet('b'), quiet('c')]
    const { letter } = edit(statements, NO_WISHES)
    expect(letter).toEqual(composeFrom([aSectionToTell('insiders', statements)]))
  })
})
