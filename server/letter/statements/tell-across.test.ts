import { describe, expect, it } from 'vitest'

import { aSectionToTell, aStatement, composeFrom } from '../testing/statements.ts'
import { stockPage } from './make-statement.ts'
import type { Statement } from './statement.ts'
import { textOf } from './tell.ts'

const compose = (parts: Partial<Record<'insiders' | 'congress' | 'markets', Statement[]>>) =>
  composeFrom(
    (['insiders', 'congress', 'markets'] as const).map((name) => aSectionToTell(name, parts[name] ?? [])),
  )
const teased = (id: string, salience: number, clause: string, more: Partial<Statement> = {}) =>
  aStatement(id, { salience, heads: [], teases: [clause], ...more })

describe('the line below the headline', () => {
  it('names the big items of up to two other sections, the most salient first', () => {
    const { also } = compose({
      insiders: [
        aStatement('insiders/lead', { salience: 90, heads: ['Roe sold stock'], teases: ['a sale'] }),
      ],
      congress: [teased('congress/gift', 50, 'a “sale” that was a gift')],
      markets: [teased('markets/turn', 70, 'a week that made the year')],
    })
    expect(also?.map((sentence) => textOf([sentence]))).toEqual([
      'Also: a week that made the year, and a “sale” that was a gift.',
    ])
  })

  it('is left out if nothing can be teased', () => {
    expect(compose({ congress: [aStatement('congress/one', { salience: 50 })] }).also).toBeUndefined()
  })

  it('names nothing that may be cut for lack of room', () => {
    const { also } = compose({
      congress: [
        aStatement('congress/big', { salience: 60, heads: [] }),
        teased('congress/smaller', 50, 'a smaller thing'),
      ],
    })
    expect(also).toBeUndefined()
  })
})

describe('a ticker', () => {
  it('is linked where the letter first mentions its company, and nowhere else', () => {
    const apple = { name: 'Apple', page: '/stocks/AAPL' }
    const about = (id: string, salience: number) => {
      const statement = aStatement(id, { salience })
      return {
        ...statement,
        slots: { ...statement.slots, company: apple },
        tellings: [`They bought {value} of {company} by ${id.replace('/', ' ')}.`] as const,
      }
    }
    const { story, lines, sections } = compose({
      insiders: [about('insiders/lead', 90), about('insiders/other', 40)],
      congress: [about('congress/one', 50)],
    })
    const all = [story, ...lines.map(({ sentences }) => sentences), ...sections.map(({ big }) => big)].flat(2)
    expect(textOf(story)).toContain('Apple')
    expect(all.filter(({ text }) => text.includes('Apple')).length).toBeGreaterThan(1)
    expect(all.filter(({ href }) => href?.startsWith('/stocks/'))).toEqual([
      { text: 'Apple', href: '/stocks/AAPL' },
    ])
    expect(story.flat().some(({ href }) => href === '/stocks/AAPL')).toBe(true)
  })

  it.each([
    ['TSLA', '/stocks/TSLA'],
    ['BRK.B', '/stocks/BRK-B'],
    ['NYSE: ACME', undefined],
    ['GOOG, GOOGL', undefined],
    [undefined, undefined],
  ])('has the page of its shares, or none: %s', (ticker, page) => {
    expect(stockPage(ticker).page).toBe(page)
  })
})
