import { describe, expect, it } from 'vitest'

import { aFact, aSectionToTell, aStatement, aTelling, composeFrom, wordsOf } from '../testing/statements.ts'
import type { LetterParts } from './letter-plan.ts'
import type { Statement } from './statement.ts'
import { countWords, textOf } from './tell.ts'

/** A letter of one section with these statements. */
const composeInsiders = (statements: readonly Statement[], parts: Partial<LetterParts> = {}) =>
  composeFrom([aSectionToTell('insiders', statements)], parts)
const one = (name: string, changes: Partial<Statement> = {}) => aStatement(`insiders/${name}`, changes)
const aLead = (name: string, kind = 'total') => ({ id: `insiders/${name}`, kind, topic: `insiders/${name}` })

describe('the lead', () => {
  it('is the most salient news that has a fitting headline, with the longest one that fits', () => {
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

  it('is never a statement that is not news', () => {
    const letter = composeInsiders([one('old', { isNews: false })])
    expect(letter).toMatchObject({ headline: 'The week’s money news', lead: null, story: [] })
    expect(wordsOf(letter).big).toBe('Of insiders/old it was $1.2 million.')
  })

  it('may come from any section', () => {
    const sections = [
      aSectionToTell('insiders', [one('a', { salience: 40 })]),
      aSectionToTell('housing', [aStatement('housing/rate', { salience: 60 })]),
    ]
    expect(composeFrom(sections).lead?.id).toBe('housing/rate')
  })

  it('loses rank if its topic led lately, and less the longer ago that was', () => {
    const statements = [one('again', { salience: 60 }), one('new', { salience: 40 })]
    const leadAfter = (earlierLeads: LetterParts['earlierLeads']) =>
      composeInsiders(statements, { earlierLeads }).lead?.id
    const others = (count: number) => Array.from({ length: count }, (_, index) => aLead(`other-${index}`))
    expect(leadAfter([])).toBe('insiders/again')
    expect(leadAfter([aLead('again')])).toBe('insiders/new')
    expect(leadAfter([...others(3), aLead('again')])).toBe('insiders/new')
    expect(leadAfter([...others(4), aLead('again')])).toBe('insiders/again')
    // If nothing else is news, the same topic leads again.
    expect(composeInsiders(statements.slice(0, 1), { earlierLeads: [aLead('again')] }).lead?.id).toBe(
      'insiders/again',
    )
  })

  it('loses a little rank if its kind led last, and is never of one kind three weeks in a row', () => {
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
    const letter = composeFrom([
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
      'Closer to home: At home housing/loan: $1.2 million.',
    ])
    expect(wordsOf(letter)).toMatchObject({ smaller: [] })
    expect([wordsOf(letter, 1).forYou, wordsOf(letter, 2).forYou]).toEqual([
      'At home economy/pay: $1.2 million.',
      '',
    ])
  })

  it('has no sum at home from the lead’s own section, of another kind, or without room for it', () => {
    const storyOf = (lead: Partial<Statement>, forYou: readonly Statement[]) =>
      textOf(
        composeFrom([
          aSectionToTell('housing', [aStatement('housing/rate', lead)], { forYou: [atHome('housing/loan')] }),
          aSectionToTell('economy', [], { forYou }),
        ]).story,
      )
    expect(storyOf({}, [])).not.toContain('At home')
    expect(storyOf({}, [atHome('economy/pay', { kind: 'level' })])).not.toContain('At home')
    expect(storyOf({}, [atHome('economy/pay')])).toContain('At home economy/pay')
    expect(storyOf({ tellings: [aTelling(58)] }, [atHome('economy/pay')])).toContain('At home')
    expect(storyOf({ tellings: [aTelling(94)] }, [atHome('economy/pay')])).not.toContain('At home')
  })

  it('takes a shorter sum at home if the first would leave no room for what follows the lead', () => {
    const letter = composeFrom([
      aSectionToTell('insiders', [
        one('lead', { salience: 90, tellings: [aTelling(40)], follows: ['insiders/second'] }),
        one('second', { tellings: [`Second: ${aTelling(18)}`] }),
      ]),
      aSectionToTell('housing', [], {
        forYou: [
          atHome('housing/long', { salience: 30, tellings: [`Long: ${aTelling(36)}`] }),
          atHome('housing/short', { salience: 20 }),
        ],
      }),
    ])
    expect(textOf(letter.story)).toContain('Second:')
    expect(textOf(letter.story)).toContain('Closer to home: At home housing/short')
  })

  it('has at most 100 words, whichever wording is chosen, and skips what does not fit', () => {
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
      expect(countWords(textOf(story))).toBeLessThanOrEqual(100)
      expect(countWords(textOf(story))).toBeGreaterThanOrEqual(60)
    }
  })

  it('uses the next sum at home that fits if the first does not', () => {
    const { story } = composeFrom([
      aSectionToTell('insiders', [one('lead', { tellings: [aTelling(50)] })]),
      aSectionToTell('housing', [], {
        forYou: [atHome('housing/loan', { salience: 90, tellings: [aTelling(60)] })],
      }),
      aSectionToTell('economy', [], { forYou: [atHome('economy/pay', { salience: 20 })] }),
    ])
    expect(textOf(story)).toContain('At home economy/pay')
  })

  it('uses short names for people already named', () => {
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

describe('the week in five lines', () => {
  it('has one line for each section: the most salient statement that the story does not tell, if there is one', () => {
    const { lines } = composeFrom([
      aSectionToTell('insiders', [
        one('lead', { salience: 90 }),
        one('b', { salience: 30 }),
        one('c', { salience: 40 }),
      ]),
      aSectionToTell('congress', [aStatement('congress/a', { isNews: false })]),
      aSectionToTell('housing', [aStatement('housing/a', { lines: [] })]),
    ])
    expect(lines.map(({ section, sentences }) => [section, textOf(sentences)])).toEqual([
      ['insiders', 'Something of insiders/c.'],
      ['congress', 'Something of congress/a.'],
      ['housing', 'Nothing new that we could count.'],
    ])
    const alone = composeInsiders([one('lead')])
    expect(alone.lines.map(({ sentences }) => textOf(sentences))).toEqual(['Something of insiders/lead.'])
  })
})

describe('the figure of a line', () => {
  const lineOf = (...statements: readonly Statement[]) =>
    textOf(composeFrom([aSectionToTell('housing', statements)]).lines[0]?.sentences ?? [])
  const rate = aStatement('housing/rate', { salience: 40, heads: [], lines: [] })
  const sum = (changes: Partial<Statement> = {}) =>
    aStatement('housing/sum', { kind: 'worth', salience: 60, heads: [], ...changes })

  it('is printed in the line if its section can do without it', () => {
    expect(lineOf(sum(), rate)).toBe('housing/sum: $1.2 million.')
    const letter = composeFrom([aSectionToTell('housing', [sum(), rate], { forYou: [sum()] })])
    expect(wordsOf(letter)).toMatchObject({ big: 'Of housing/rate it was $1.2 million.', forYou: '' })
  })

  it('is left to the section’s big item, which says more about it', () => {
    expect(lineOf(aStatement('housing/prices', { salience: 60, heads: [] }), rate)).toBe(
      'Something of housing/prices.',
    )
  })

  it('is left out next to a figure that is told nowhere else', () => {
    const both = { value: { figure: aFact('housing/rate/value') }, other: { figure: aFact('housing/other') } }
    const words = {
      slots: both,
      tellings: ['{value}, {other}.'],
      lines: ['{value}, {other}.', 'Only {other}.'],
    }
    expect(lineOf({ ...sum(), ...words, tellings: ['{value}, {other}.'] }, rate)).toBe('Only $1.2 million.')
  })

  it('is replaced by a reference to the section if the statement has no words without it', () => {
    const { glances: _, ...prices } = aStatement('housing/prices', { salience: 60, heads: [] })
    expect(lineOf(prices)).toBe('See its section below.')
  })
})

describe('what a figure comes to for a reader', () => {
  it('is replaced by another sum for one household if the story told it', () => {
    const sum = (name: string) =>
      aStatement(`housing/${name}`, {
        kind: 'worth',
        salience: 5,
        isNews: false,
        tellings: [`${name}: {value}.`],
      })
    const letter = composeFrom([
      aSectionToTell('insiders', [one('lead', { salience: 90 })]),
      aSectionToTell('housing', [sum('week'), aStatement('housing/rate', { heads: [] })], {
        forYou: [sum('payment')],
      }),
    ])
    expect(textOf(letter.story)).toContain('payment: $1.2 million.')
    expect(wordsOf(letter, 1)).toMatchObject({ forYou: 'week: $1.2 million.', smaller: [] })
  })
})

describe('an item that is known to be old', () => {
  it('comes after what is new, and says so once; one that may be new goes first only if it is much more salient', () => {
    const told = (name: string, salience: number, age?: Statement['age']) =>
      one(name, {
        salience,
        isNews: age === undefined,
        ...(age ? { age } : {}),
        tellings: [`${name}: {value}.`],
      })
    const line = aStatement('insiders/a', { isNews: true })
    const letter = composeInsiders([
      { ...told('Old', 30, 'old'), lines: ['Old.'] },
      told('Older', 20, 'old'),
      { ...told('Unsure', 25, 'assumed'), lines: ['Unsure.'] },
      { ...told('New', 21), lines: ['New.'], heads: [] },
      line,
    ])
    expect(wordsOf(letter)).toMatchObject({
      big: 'New: $1.2 million.',
      smaller: ['Unsure: $1.2 million.', 'Not new this week: Old: $1.2 million. Older: $1.2 million.'],
    })
    expect(textOf(letter.lines[0]?.sentences ?? [])).toBe('New.')
    const weak = composeInsiders([told('Unsure', 27, 'assumed'), { ...told('New', 21), heads: [] }, line])
    expect(wordsOf(weak)).toMatchObject({ big: 'Unsure: $1.2 million.', smaller: ['New: $1.2 million.'] })
    expect(wordsOf(composeInsiders([told('Old', 30, 'old')])).big).toBe(
      'Not new this week: Old: $1.2 million.',
    )
  })
})

describe('the credits of a letter', () => {
  it('include those of each fact that the letter tells or draws, and all notices of a section without credits of its own', () => {
    const section = aSectionToTell(
      'housing',
      [aStatement('housing/told'), aStatement('housing/alone', { lines: [] })],
      {
        credit: (ids) => [...ids].filter((id) => id.startsWith('housing/')).map((id) => `Of ${id}.`),
      },
    )
    const chart = {
      title: 'A line',
      alt: [{ text: '6.5%', factId: 'housing/drawn', href: 'https://records.test/drawn' }],
      unit: 'percent' as const,
      points: [],
      credit: 'Freddie Mac',
    }
    const congress = aSectionToTell('congress', [])
    const { notices } = composeFrom([
      { ...section, content: { ...section.content, chart, notices: ['Of all.'] } },
      { ...congress, content: { ...congress.content, notices: ['By law.'] } },
    ])
    expect(notices).toEqual([
      'Of housing/alone/value.',
      'Of housing/told/value.',
      'Of housing/drawn.',
      'By law.',
    ])
    const many = Array.from({ length: 9 }, (_, index) => aStatement(`housing/z${index}`, { isNews: false }))
    const { credit } = section
    const short = composeFrom([aSectionToTell('housing', many, { credit })])
    expect(short.notices).toHaveLength(4)
  })

  it('leave out those of what was cut to make the letter short enough', () => {
    const long = (id: string, salience: number) =>
      aStatement(id, { salience, tellings: [`${'word '.repeat(300)}{value}.`], heads: [], lines: undefined })
    const statements = [90, 80, 70].map((salience) => long(`housing/s${salience}`, salience))
    const { notices } = composeFrom([
      aSectionToTell('housing', statements, { credit: (ids) => [...ids].map((id) => `Of ${id}.`) }),
    ])
    expect(notices).toEqual(['Of housing/s90/value.', 'Of housing/s80/value.'])
  })
})
