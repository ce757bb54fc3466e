import { describe, expect, it } from 'vitest'

import { factAnchor } from '../../../shared/edition-address.ts'
import { aFact, aStatement } from '../testing/statements.ts'
import type { Slot } from './statement.ts'
import { chooseTelling, countWords, fillTemplate, textOf } from './tell.ts'

const SLOT_DATE = '2025-02-03'
const VALUE = aFact('insiders/sale/1/value')
const DAY = aFact('insiders/sale/1/day', { value: '2025-01-27', unit: 'date' })
const MUSK: Slot = { name: 'Elon Musk', short: 'Musk' }
const TESLA: Slot = { name: 'Tesla, Inc.', short: 'Tesla' }
const SLOTS = { value: { figure: VALUE }, day: { figure: DAY }, who: MUSK, company: TESLA }

const fill = (
  template: string,
  slots: Readonly<Record<string, Slot>> = SLOTS,
  mentions = new Set<string>(),
) => fillTemplate({ id: 'insiders/sale/1', slots }, template, { slotDate: SLOT_DATE, mentions })

describe('a template', () => {
  it('is filled with names as plain words, and with figures that link to their records', () => {
    expect(fill('{who} sold {value} of {company} on {day}.')).toEqual([
      [
        { text: 'Elon Musk sold ' },
        { text: '$1.2 million', href: VALUE.sourceUrl, factId: VALUE.id },
        // Days and names have no links of their own.
        { text: ' of Tesla, Inc. on Jan 27, 2025.' },
      ],
    ])
  })

  it('links a company to the page of its ticker, even within another name, but never part of a word', () => {
    const slots = { who: { name: 'Tesla CEO Elon Musk' }, company: { name: 'Tesla', page: '/stocks/TSLA' } }
    expect(fill('{who} sold.\nTeslas sold, and not {company}.', slots)).toEqual([
      [{ text: 'Tesla', href: '/stocks/TSLA' }, { text: ' CEO Elon Musk sold.' }],
      [{ text: 'Teslas sold, and not Tesla.' }],
    ])
    const asset = aFact('congress/buy/1/short-name', { value: 'Apple', unit: 'text' })
    expect(fill('A “sale” of {short}.', { short: { figure: asset, page: '/stocks/AAPL' } })).toEqual([
      [{ text: 'A “sale” of ' }, { text: 'Apple', href: '/stocks/AAPL' }, { text: '.' }],
    ])
  })

  it('gives a sentence for each of its lines', () => {
    expect(fill('{who} sold.\nIt was {value}.').map((sentence) => textOf([sentence]))).toEqual([
      'Elon Musk sold.',
      'It was $1.2 million.',
    ])
  })

  it.each([
    '{nobody} sold.',
    '{Who} sold.',
    '{who2} sold.',
    '{} sold.',
    '{constructor} sold.',
    'Sold by { who }.',
  ])('is refused if it has a role that the statement does not have: %s', (template) => {
    expect(() => fill(template)).toThrow(TypeError)
    expect(() => fill(template)).toThrow(
      /^'.*' of insiders\/sale\/1 names \{.*\}, which the statement does not/,
    )
  })

  it('is refused if one of its facts cannot be written', () => {
    const figure = aFact('insiders/sale/1/day', { value: 'soon', unit: 'date' })
    expect(() => fill('On {day}.', { day: { figure } })).toThrow('insiders/sale/1/day cannot be written')
  })

  it('may print a figure in another format, and link to another page of its record', () => {
    const slot = { figure: VALUE, text: '$1,200,000', href: 'https://records.test/page' }
    expect(fill('{value}', { value: slot })).toEqual([
      [{ text: '$1,200,000', href: 'https://records.test/page', factId: VALUE.id }],
    ])
  })
})

describe('a name', () => {
  it('is short from its second mention on', () => {
    const mentions = new Set<string>()
    const told = ['{who} sold {company}.', '{who} held {company}. {who} is a director.'].map((template) =>
      textOf(fill(template, SLOTS, mentions)),
    )
    expect(told).toEqual(['Elon Musk sold Tesla, Inc..', 'Musk held Tesla. Musk is a director.'])
    expect(textOf(fill('{who} sold, says {who}.'))).toBe('Elon Musk sold, says Musk.')
    expect(textOf(fill('{who} sold.'))).toBe('Elon Musk sold.')
  })

  it('stays whole if it has no short form', () => {
    expect(textOf(fill('{who} and {who}', { who: { name: 'Doe & Sons' } }))).toBe('Doe & Sons and Doe & Sons')
  })
})

describe('the link of a figure', () => {
  const addressOf = (id: string, inputs: readonly string[], changes: { sourceUrl?: string } = {}) =>
    fill('{value}', { value: { figure: aFact(id, { inputs, ...changes }) } })[0]?.[0]?.href
  const place = (id: string) => `/newsletter/archive/2025-02-03/figures#${factAnchor(id)}`

  it.each(['insiders/buy value', 'congress/total'])(
    'leads to its place among the figures if it has several records: %s',
    (id) => {
      expect(addressOf(id, ['a', 'b'])).toBe(place(id))
      expect(addressOf(id, ['a'])).toBe(`https://records.test/${id}`)
    },
  )

  it.each([
    ['insiders/total/sum', 'https://www.sec.gov/Archives/edgar/daily-index/2025/QTR1/'],
    ['congress/coverage/gifts', 'https://disclosures-clerk.house.gov/FinancialDisclosure'],
    ['congress/coverage/senate/read', 'https://efdsearch.senate.gov/search/'],
  ])('leads there for a figure of the whole week even if it has one record or none: %s', (id, sourceUrl) => {
    expect(addressOf(id, ['0000000042-25-000001:1'], { sourceUrl })).toBe(place(id))
    expect(addressOf(id, [], { sourceUrl })).toBe(place(id))
  })

  it('leads there for a figure that follows from another, since no record shows it', () => {
    expect(addressOf('congress/buy/1/lag-weeks', ['congress/buy/1/public-after'])).toBe(
      place('congress/buy/1/lag-weeks'),
    )
  })

  it.each(['housing/mean', 'economy/pay', 'markets/sp500'])(
    'leads to the series for a figure of one: %s',
    (id) => {
      expect(addressOf(id, ['a', 'b'])).toBe(`https://records.test/${id}`)
    },
  )
})

describe('the wording of a statement', () => {
  const tellings = ['One.', 'Two.', 'Three.'] as const
  const mondays = ['2025-02-03', '2025-02-10', '2025-02-17', '2025-02-24', '2025-03-03', '2025-03-10']

  it('is always the same for one Monday, but changes between Mondays', () => {
    const one = aStatement('insiders/sale/1', { tellings: [...tellings] })
    const told = mondays.map((monday) => chooseTelling(one, monday))
    expect(mondays.map((monday) => chooseTelling({ ...one }, monday))).toEqual(told)
    expect(new Set(told).size).toBeGreaterThan(1)
    for (const telling of told) expect(tellings).toContain(telling)
  })

  it('differs among the statements of one Monday', () => {
    const told = Array.from({ length: 12 }, (_, index) =>
      chooseTelling({ id: `insiders/sale/${index}`, tellings: [...tellings] }, SLOT_DATE),
    )
    expect(new Set(told).size).toBeGreaterThan(1)
  })

  it('is the only one if there is just one', () => {
    for (const monday of mondays) {
      expect(chooseTelling({ id: 'insiders/sale/1', tellings: ['One.'] }, monday)).toBe('One.')
    }
  })
})

it('counts words as a reader does', () => {
  expect(
    countWords(textOf([[{ text: 'Musk  sold ' }, { text: '$1.2 million' }], [{ text: 'It fell.' }]])),
  ).toBe(6)
  expect(countWords('')).toBe(0)
})
