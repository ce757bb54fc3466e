import { describe, expect, it } from 'vitest'

import type { Statement } from '../../statements/statement.ts'
import { createToldWeek } from '../../testing/told-week.ts'
import type { AnswerModel, Question } from '../language-model.ts'
import { checkMeanings } from './check-meaning.ts'
import { lineUp } from './near-lies.ts'

const WEEK = createToldWeek()
const statements = new Map(WEEK.map((statement, index) => [index + 1, statement]))
const numberOf = (id: string) => WEEK.findIndex((one) => one.id.endsWith(id)) + 1
const get = (id: string) => {
  const found = statements.get(numberOf(id))
  if (!found) throw new TypeError(`there is no ${id}`)
  return found
}
const finished = (id: string, text = 'In other words.') => ({
  text,
  told: { statements, of: [numberOf(id)], say: '', place: 'big' as const },
})

interface Asked {
  readonly items: readonly {
    readonly n: number
    readonly sentence: string
    readonly options: Readonly<Record<string, string>>
  }[]
}
type Answer = { same: string; added?: string[] } | undefined

const COST = { inputTokens: 10, outputTokens: 5, elapsedMs: 1 }

/** Reads the question as a model would get it, and gives the chosen answer for each item. */
function reader(answer: (options: readonly (readonly [string, string])[], n: number) => Answer) {
  const asked: { prompt: string; instructions: string }[] = []
  const model: Pick<AnswerModel, 'ask'> = {
    ask<T>({ instructions, prompt, schema }: Question<T>) {
      asked.push({ instructions, prompt })
      const { items } = JSON.parse(prompt) as Asked
      const answers = items.flatMap(({ n, options }) => {
        const one = answer(Object.entries(options), n)
        return one ? [{ n, added: [], ...one }] : []
      })
      return Promise.resolve({
        status: 'answered' as const,
        answer: schema.parse({ answers }) as T,
        rawOutput: JSON.stringify({ answers }),
        ...COST,
      })
    },
  }
  return { model, asked }
}

const choose = (text: string) => (options: readonly (readonly [string, string])[]) => ({
  same: options.find(([, option]) => option === text)?.[0] ?? 'none',
})
const TRADE = 'buy/42/81'
const [TRUTH = '', ...LIES] = lineUp([get(TRADE)])

describe('lineUp', () => {
  it('puts what a statement says next to near misses of it', () => {
    const of = 'A trust of Kim Loe, a director of Cedar Works,'
    const what = '$1.0 million of the company’s stock on Jan 27.'
    expect(lineUp([get('sale/44/83')])).toEqual([
      `${of} sold ${what}`,
      `${of} sold ${what} That is more than in any week before.`,
      `${of} bought ${what}`,
      `A trust of Cedar Works, a director of Kim Loe, sold ${what}`,
      `Kim Loe, a director of Cedar Works, sold ${what}`,
      `A spouse of Kim Loe, a director of Cedar Works, sold ${what}`,
      `${of} gave away ${what}`,
      `${of} sold part of ${what}`,
      `${of} sold ${what} The reason was news from the week before.`,
      `${of} exchanged ${what}`,
      `${of} sold ${what} It is expected to go on.`,
      `${of} sold ${what} It came as a surprise to investors.`,
    ])
  })

  it('gives two or more lies for every statement, none of them the truth', () => {
    const few = WEEK.filter((statement) => {
      const [truth, ...lies] = lineUp([statement])
      return lies.length < 2 || lies.includes(truth ?? '')
    })
    expect(few.map(({ id }) => id)).toEqual([])
  })

  it('uses the wording that has the slots of the sentence', () => {
    const [truth] = lineUp([get('sale/44/83')], {
      roles: ['who', 'value', 'company', 'from'],
      codes: new Set(),
      place: 'big',
    })
    expect(truth).toBe('On Jan 27, Kim Loe’s trust sold $1.0 million of Cedar Works stock.')
    const [other] = lineUp([get('sale/44/83')], {
      roles: ['who', 'shares', 'value', 'company', 'from'],
      codes: new Set(),
      place: 'big',
    })
    expect(other).toContain('20,000 shares')
  })

  it('uses the wording with the meaning of the sentence if several have its slots', () => {
    const of = { roles: ['who', 'value', 'company', 'from'], place: 'big' } as const
    const [plain] = lineUp([get(TRADE)], { ...of, codes: new Set(['side:buy']) })
    const [titled] = lineUp([get(TRADE)], { ...of, codes: new Set(['side:buy', 'post:director']) })
    expect([plain, titled]).toEqual([
      'On Jan 27, Ann Roe bought $3.0 million of Acme stock.',
      'At Acme, director Ann Roe bought $3.0 million of stock on Jan 27.',
    ])
  })

  it('does not swap items of a list, whose order says nothing', () => {
    const tellings = ['{a}, {b} and {c} bought {buy}.'] as const
    const slots = { a: { name: 'Ann' }, b: { name: 'Ben' }, c: { name: 'Cid' }, buy: { name: '$1' } }
    const [, ...lies] = lineUp([{ ...get(TRADE), tellings, slots }])
    expect(lies.filter((lie) => /^(?:Ben|Cid), |, Cid and/.test(lie))).toEqual([])
  })

  it('uses the wordings for a line or a headline in those places, which may say less', () => {
    const of = { roles: ['who', 'value', 'company'], codes: new Set<string>(), place: 'line' } as const
    expect(lineUp([get('sale/44/83')], of)[0]).toBe('Kim Loe’s trust sold $1.0 million of Cedar Works.')
  })

  it('tells a year’s change as a month’s', () => {
    const lies = (roles: readonly string[], code: string) =>
      lineUp([get('economy/prices')], { roles, codes: new Set(['dir:up', code]), place: 'line' })
    expect(lies(['change', 'month'], 'unit:year')).toContain('Prices rose 2.9% in December.')
    expect(lineUp([get('economy/prices')])).toContain(
      'In December, what people buy cost 2.9% more than a month before.',
    )
  })

  it('gives lies about each of three statements', () => {
    const [truth = '', ...lies] = lineUp([get(TRADE), get('sale/44/83'), get('sale/43/82')])
    const sentences = truth.split(/(?<=[.]) /)
    const left = sentences.map((sentence) => lies.filter((lie) => !lie.includes(sentence)).length)
    expect(left.every((count) => count > 0)).toBe(true)
  })

  it('attributes the figure of one statement to another', () => {
    expect(lineUp([get(TRADE), get('sale/44/83')])).toContain(
      'Ann Roe, a director of Acme, bought $1.0 million of the company’s stock on Jan 27. A trust of Kim Loe, a director of Cedar Works, sold $3.0 million of the company’s stock on Jan 27.',
    )
  })
})

describe('checkMeanings', () => {
  it('accepts a sentence if the model reads it as what its statement says', async () => {
    const { model } = reader(choose(TRUTH))
    expect(await checkMeanings(model, [finished(TRADE)])).toMatchObject([{ accepted: true }])
  })

  it.each(LIES)('refuses a sentence that the model reads as: %s', async (lie) => {
    const { model } = reader(choose(lie))
    expect(await checkMeanings(model, [finished(TRADE)])).toMatchObject([
      { accepted: false, code: 'meaning', detail: `it was read as: ${lie}` },
    ])
  })

  it.each([
    ['none of them', { same: 'none' }, 'meaning'],
    ['more', { added: ['as expected'] }, 'says-more'],
  ])('refuses a sentence that the model reads as saying %s', async (_what, said, code) => {
    const { model } = reader((options) => ({ ...choose(TRUTH)(options), ...said }))
    expect(await checkMeanings(model, [finished(TRADE)])).toMatchObject([{ accepted: false, code }])
  })

  it('does not count a title as an addition if another wording of the statement has it', async () => {
    const { model } = reader((options) => ({ ...choose(TRUTH)(options), added: ['a director of Acme'] }))
    expect(await checkMeanings(model, [finished(TRADE)])).toMatchObject([{ accepted: true }])
  })

  it.each(['for', 'director'])(
    'counts “%s” as an addition even though a wording has that word',
    async (added) => {
      const { model } = reader((options) => ({ ...choose(TRUTH)(options), added: [added] }))
      expect(await checkMeanings(model, [finished(TRADE)])).toMatchObject([
        { accepted: false, code: 'says-more' },
      ])
    },
  )

  it('recognizes what a statement says even if its own wording asks a question', async () => {
    const [telling] = get(TRADE).tellings
    const asking: Statement = { ...get(TRADE), tellings: [`${telling} More?`] }
    const { model } = reader((options) => choose(lineUp([asking])[0] ?? '')(options))
    const told = { statements: new Map([[1, asking]]), of: [1], say: '', place: 'big' as const }
    expect(await checkMeanings(model, [{ text: 'In other words.', told }])).toMatchObject([
      { accepted: true },
    ])
  })

  it('refuses a sentence without an answer, but accepts others of the same question', async () => {
    const { model } = reader((options, n) => (n === 1 ? undefined : choose(TRUTH)(options)))
    expect(await checkMeanings(model, [finished(TRADE), finished(TRADE, 'Again.')])).toMatchObject([
      { accepted: false, code: 'no-answer' },
      { accepted: true },
    ])
  })

  it('refuses all sentences of a question if the model gives no answer', async () => {
    const model: Pick<AnswerModel, 'ask'> = {
      ask: () =>
        Promise.resolve({ status: 'failed', reason: 'no answer in time', rawOutput: undefined, ...COST }),
    }
    expect(await checkMeanings(model, [finished(TRADE)])).toMatchObject([
      { accepted: false, code: 'not-asked', detail: 'no answer in time' },
    ])
  })

  it('does not reveal which option is true by its place, by slots or by words of ours', async () => {
    const { model, asked } = reader(choose(TRUTH))
    const sentences = Array.from({ length: 12 }, (_, index) => finished(TRADE, `Wording ${index}.`))
    const verdicts = await checkMeanings(model, sentences)
    expect(
      new Set(verdicts.map(({ answer }) => (JSON.parse(answer) as { same: string }).same)).size,
    ).toBeGreaterThan(1)
    expect(asked).toHaveLength(3)
    expect(asked.map(({ prompt }) => prompt).join(' ')).not.toMatch(/\{\w|true|false|told|statement/)
  })
})
