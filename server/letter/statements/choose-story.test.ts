import { describe, expect, it } from 'vitest'

import { aFact, aSectionToTell, aStatement, aTelling, composeFrom, wordsOf } from '../testing/statements.ts'
import type { Statement } from './statement.ts'
import { textOf } from './tell.ts'

describe('the top of a letter', () => {
  const lead = aStatement('insiders/lead', {
    salience: 90,
    tellings: ['At length, and with what it is not: {value}.'],
    opening: ['In short: {value}.'],
    caveat: 'Not all of it was new.',
    follows: ['insiders/unusual'],
    heads: ['Somebody in a company with a long name sold shares'],
  })
  const unusual = aStatement('insiders/unusual', { carry: ['That is the most of all.'], heads: [] })
  const rate = (changes = {}) =>
    aStatement('housing/rate', {
      salience: 40,
      heads: ['A “sale” was a gift'],
      ...changes,
    })
  const letterOf = (other = rate()) =>
    composeFrom([aSectionToTell('insiders', [lead, unusual]), aSectionToTell('housing', [other])])

  it('is short, continues with what is unusual, and says last what the lead is not', () => {
    expect(textOf(letterOf().story)).toBe(
      'In short: $1.2 million. That is the most of all. Not all of it was new.',
    )
  })

  it('has a headline about one story, even if another would fit next to it', () => {
    expect(letterOf().headline).toBe('Somebody in a company with a long name sold shares')
  })

  it('puts together what belongs together', () => {
    const trade = aStatement('insiders/trade', { salience: 50, tellings: ['Jane sold {value}.'] })
    const more = aStatement('insiders/more', {
      salience: 60,
      joins: trade.id,
      tellings: ['Jane sold {value} more.'],
    })
    const letter = composeFrom([aSectionToTell('insiders', [lead, trade, more])])
    expect(wordsOf(letter)).toMatchObject({
      big: 'Jane sold $1.2 million. Jane sold $1.2 million more.',
      smaller: [],
    })
  })
})

describe('a story with little to follow its lead', () => {
  const words = (count: number) => aTelling(count)
  const lead = aStatement('markets/shares', { salience: 90, topic: 'markets/shares', tellings: [words(20)] })
  const sum = aStatement('markets/savings', {
    kind: 'worth',
    topic: 'markets/shares',
    isNews: false,
    heads: [],
    tellings: [`Saved: ${words(8)}`],
  })
  const jobs = (name: string, changes: Partial<Statement> = {}) =>
    aStatement(`economy/${name}`, { salience: 60, tellings: [`${name}: ${words(24)}`], ...changes })
  const letterOf = (economy: readonly Statement[], leading = lead) =>
    composeFrom([aSectionToTell('markets', [leading], { forYou: [sum] }), aSectionToTell('economy', economy)])
  const storyOf = (...of: Parameters<typeof letterOf>) => textOf(letterOf(...of).story)

  it('continues with what the lead comes to, and with the most salient news of other sections', () => {
    const letter = letterOf([jobs('claims'), jobs('openings', { salience: 40 })])
    const told = textOf(letter.story)
    expect(told).toMatch(/Saved: word.*(?:Also this week|In other news|Elsewhere): claims: word/)
    expect(told).not.toContain('openings')
    expect(told.split(' ').length).toBeGreaterThanOrEqual(60)
    expect(wordsOf(letter, 1).big).toContain('openings')
  })

  it('takes from a section neither the only thing that it has to tell nor what hardly matters', () => {
    expect(storyOf([jobs('claims')])).not.toContain('claims')
    expect(storyOf([jobs('claims', { salience: 9 }), jobs('openings', { isNews: false })])).not.toContain(
      'claims',
    )
  })

  it('is not extended if it is long enough', () => {
    const long = { ...lead, tellings: [words(60)] as const }
    expect(storyOf([jobs('claims'), jobs('openings')], long)).not.toMatch(/Saved|claims|openings/)
  })
})

describe('a statement that is told together with another', () => {
  it('is told once by itself if another statement has told the other’s figure', () => {
    const prices = aStatement('economy/prices', { heads: [], lines: [] })
    const sum = aStatement('economy/sum', { kind: 'worth', isNews: false, heads: [], slots: prices.slots })
    const beside = (name: string, salience: number) =>
      aStatement(`economy/${name}`, { kind: 'extreme', salience, joins: prices.id, heads: [], lines: [] })
    const economy = aSectionToTell('economy', [prices, beside('low', 45), beside('streak', 44)], {
      forYou: [sum],
    })
    const { big, smaller } = wordsOf(composeFrom([economy]))
    expect([big, ...smaller].join(' ')).toBe('Of economy/low it was $1.2 million.')
  })

  it('is left out if the other is', () => {
    const trades = ['a', 'b', 'c', 'd'].map((name, index) =>
      aStatement(`insiders/${name}`, { salience: 60 - index, heads: [] }),
    )
    const small = aStatement('insiders/small', { salience: 20, heads: [], lines: [] })
    const first = aStatement('insiders/small/first', {
      kind: 'extreme',
      salience: 10,
      joins: small.id,
      heads: [],
      tellings: ['It is the first: {value}.'],
    })
    const { smaller, more } = wordsOf(composeFrom([aSectionToTell('insiders', [...trades, small, first])]))
    expect([...smaller, ...more].join(' ')).not.toContain('It is the first')
    const told = wordsOf(composeFrom([aSectionToTell('insiders', [...trades.slice(2), small, first])]))
    expect(told.smaller.at(-1)).toBe('Of insiders/small it was $1.2 million. It is the first: $1.2 million.')
  })

  it('is not repeated if another statement has told it', () => {
    const trade = (name: string, salience: number) =>
      aStatement(`insiders/${name}`, { salience, heads: [], tellings: [`${name} sold {value}.`] })
    const scale = (name: string, other: string) =>
      aStatement(`insiders/${name}/scale`, {
        kind: 'contrast',
        salience: 12,
        isNews: false,
        joins: `insiders/${name}`,
        tells: [`insiders/${other}/scale`],
        carry: [`That is much of a wage.`],
      })
    const letter = composeFrom([
      aSectionToTell('insiders', [
        trade('Ann', 60),
        trade('Bob', 50),
        scale('Ann', 'Bob'),
        scale('Bob', 'Ann'),
      ]),
    ])
    expect(wordsOf(letter)).toMatchObject({
      big: 'Ann sold $1.2 million. That is much of a wage.',
      smaller: ['Bob sold $1.2 million.'],
    })
  })
})

describe('the sum for a household', () => {
  const lead = aStatement('insiders/lead', {
    salience: 90,
    heads: ['Jane Roe sold $2.0 billion of Acme', 'Roe sold $2.0 billion'],
  })
  const sumOf = (name: string, usd: number, monthlyUsd: number) =>
    aStatement(name, {
      kind: 'worth',
      isNews: false,
      slots: { sum: { figure: aFact(`${name}/sum`, { value: usd }) } },
      tellings: [`It is {sum} of ${name}.`],
      carry: [`it is {sum} of ${name}.`],
      lines: [],
      atHome: { monthlyUsd },
    })
  const letterOf = (sums: readonly Statement[], slotDate = '2025-02-03') =>
    composeFrom([aSectionToTell('insiders', [lead]), aSectionToTell('housing', [], { forYou: sums })], {
      slotDate,
    })

  it('ends the story, and leaves the headline to the lead', () => {
    const { headline, story } = letterOf([sumOf('housing/large', 115, 115)])
    expect(headline).toBe('Jane Roe sold $2.0 billion of Acme')
    expect(textOf(story)).toMatch(
      /(?:Closer to home|Back to you|Now your week): it is \$115 of housing\/large\./,
    )
  })

  it('takes up what the lead is measured by, which then follows what the lead is not', () => {
    const scale = aStatement('insiders/roe/scale', { thread: 'pay', carry: ['That is {value} of pay.'] })
    const rare = aStatement('insiders/roe/rare', { carry: ['That is rare.'] })
    const pay = {
      ...sumOf('economy/pay', 28, 28),
      thread: 'pay',
      atHome: { monthlyUsd: 28, takesUp: ['And your own pay? It is {sum}.'] },
    } as const
    const told = { ...lead, caveat: 'Not all of it was new.', follows: [scale.id, rare.id] }
    const storyOf = (...of: Statement[]) =>
      textOf(
        composeFrom([
          aSectionToTell('insiders', of),
          aSectionToTell('economy', [], { forYou: [sumOf('economy/larger', 115, 115), pay] }),
        ]).story,
      )
    expect(storyOf(told, scale, rare)).toBe(
      'Of insiders/lead it was $1.2 million. That is rare. Not all of it was new. That is $1.2 million of pay. And your own pay? It is $28.',
    )
    expect(storyOf(told, rare)).toMatch(/new\. [\w ]+: it is \$115 of economy\/larger\.$/)
    // Other news that extends the story follows both.
    const news = ['housing/rate', 'housing/homes'].map((id) => aStatement(id, { tellings: [`About ${id}.`] }))
    const filled = composeFrom([
      aSectionToTell('insiders', [told, scale]),
      aSectionToTell('housing', news),
      aSectionToTell('economy', [], { forYou: [pay] }),
    ])
    expect(textOf(filled.story)).toMatch(
      /That is \$1\.2 million of pay\. And your own pay\? It is \$28\. [\w ]+: about housing\/\w+\./i,
    )
  })

  it('leaves room in the headline for what makes the lead easy to picture, if both fit', () => {
    const scale = aStatement('insiders/roe/scale', {
      salience: 30,
      tellings: ['That is {value} of pay.'],
      headEnd: ', or {value} of pay',
    })
    const told = { ...lead, follows: [scale.id] }
    const letterWith = (end: string) =>
      composeFrom([
        aSectionToTell('insiders', [told, { ...scale, headEnd: end }]),
        aSectionToTell('housing', [], { forYou: [sumOf('housing/large', 115, 115)] }),
      ])
    const letter = letterWith(', or {value} of pay')
    expect(letter.headline).toBe('Jane Roe sold $2.0 billion of Acme, or $1.2 million of pay')
    expect(textOf(letter.story)).toContain('it is $115 of housing/large.')
    expect(letterWith(`, or ${'many '.repeat(9)}{value}`).headline).toBe('Jane Roe sold $2.0 billion of Acme')
  })

  it('changes from week to week if several sums are large', () => {
    const sums = [sumOf('housing/a', 115, 115), sumOf('housing/b', 120, 120), sumOf('housing/small', 49, 49)]
    const told = ['2025-02-03', '2025-02-10'].map((day) => textOf(letterOf(sums, day).story))
    expect(told.filter((story) => story.includes('$115'))).toHaveLength(1)
    expect(told.filter((story) => story.includes('$120'))).toHaveLength(1)
  })
})

describe('the section that the story is about', () => {
  const slip = aStatement('congress/slip', { salience: 5, isNews: false, heads: [], lines: [] })

  it('refers to the story if nothing else is worth telling', () => {
    const lead = aStatement('congress/lead', { salience: 90, heads: ['Dates that cannot be'] })
    expect(wordsOf(composeFrom([aSectionToTell('congress', [lead, slip])])).big).toBe(
      'What we could use of it stands at the top of this letter.',
    )
  })

  it('tells what little it has if the story is about another section', () => {
    expect(wordsOf(composeFrom([aSectionToTell('congress', [slip])])).big).toContain('congress/slip')
  })
})

describe('the line of a section', () => {
  const rate = aStatement('housing/rate', { salience: 60, lines: ['A rate: {value}.'], heads: [] })
  const rent = (lines: readonly string[]) =>
    aStatement('housing/rent', {
      kind: 'level',
      salience: 20,
      lines,
      heads: [],
      isNews: false,
      isEveryday: true,
    })
  const lineOf = (...statements: readonly Statement[]) =>
    textOf(composeFrom([aSectionToTell('housing', statements)]).lines[0]?.sentences ?? [])

  it('is followed by what most households pay for if both are short', () => {
    // Without its figure, since the section tells the rate.
    const glance = 'Something of housing/rate.'
    expect(lineOf(rate, rent(['Rent: {value}.']))).toBe(`${glance} Rent: $1.2 million.`)
    expect(lineOf(rate, rent([aTelling(30)]))).toBe(glance)
    expect(lineOf(rate, { ...rent(['Rent: {value}.']), topic: rate.topic })).toBe(glance)
  })

  it('is about what is new, unless a figure whose release day is assumed outweighs it', () => {
    const lineBeside = (salience: number) =>
      lineOf(
        aStatement('economy/jobs', { salience, isNews: false, age: 'assumed', lines: ['Jobs.'], heads: [] }),
        aStatement('economy/claims', { salience: 20, lines: ['Claims.'], heads: [] }),
      )
    expect([lineBeside(24), lineBeside(60)]).toEqual(['Claims.', 'Jobs.'])
  })
})
