import { describe, expect, it } from 'vitest'

import type { Fact } from '../facts/fact.ts'
import type { WrittenSentence } from '../facts/section-words.ts'
import { listUnboundRuns } from './check-written.ts'
import { flattenSentence, renderSentence } from './render-draft.ts'
import { createSlotTable } from './slot-table.ts'
import { createFact } from './testing/facts.ts'
import { judgeSentence } from './verify-draft.ts'
import { writePlainly } from './write-plainly.ts'

type Parts = Partial<Pick<Fact, 'inputs' | 'period'>>

const ONE = { inputs: ['row 1'], period: { from: '2025-08-01', to: '2025-08-01' } }
const OVER_DAYS = { inputs: ['row 1', 'row 2'], period: { from: '2025-08-01', to: '2025-08-21' } }
const ON_ONE_DAY = { ...ONE, inputs: ['row 1', 'row 2'] }

/** Of Jane Roe, s1: f1 a range, f2 the asset, f3 the day of the report, f4 the lag. */
const ofMember = (parts: Parts, side: 'buy' | 'sale' = 'buy') =>
  (
    [
      ['amount', [3003, 45_000], 'usd'],
      ['asset', 'Acme Corp.', 'text'],
      ['filed-on', '2025-11-21', 'date'],
      ['lag', 112, 'days'],
    ] as const
  ).map(([kind, value, unit]) =>
    createFact({ id: `congress/${side}/house-1-1/${kind}`, subject: 'Jane Roe', value, unit, ...parts }),
  )

/** Of Acme Corp., s1: f1 the value, f2 the shares, f3 the price, f4 the day of the report, f5 the lag. */
const ofInsider = (parts: Parts, side: 'buy' | 'sale' = 'buy') =>
  (
    [
      ['value', 9_000_000, 'usd'],
      ['shares', 300_000, 'shares'],
      ['average-price', 30, 'usd-per-share'],
      ['filed-on', '2025-11-21', 'date'],
      ['lag', 4, 'business-days'],
    ] as const
  ).map(([kind, value, unit]) =>
    createFact({ id: `insiders/${side}/42/77/${kind}`, subject: 'Acme Corp.', value, unit, ...parts }),
  )

const FACTS_OF = { member: ofMember, insider: ofInsider }

const tableOf = (facts: readonly Fact[], required: readonly string[] = []) =>
  createSlotTable({ section: facts[0]!.section, facts, required })

const stands = (facts: readonly Fact[], text: string) =>
  judgeSentence(tableOf(facts), {
    text,
    factIds: [...new Set([...text.matchAll(/\{\{(f\d)\}\}/g)].map(([, slot = '']) => slot))],
  }).length === 0

/** The words of the rules for one required fact. */
function write(facts: readonly Fact[], kind: string): string[] {
  const table = tableOf(
    facts,
    facts.flatMap((fact) => (fact.kind === kind ? [fact.id] : [])),
  )
  return writePlainly(table).sentences.map((sentence) => {
    const written = renderSentence(table, sentence)
    expect(listUnboundRuns(table, written)).toEqual([])
    return flattenSentence(written)
  })
}

describe('the rules', () => {
  it('give one trade’s lag, day and price as they are', () => {
    expect([
      ...write(ofMember(ONE), 'lag'),
      ...write(ofMember(ONE), 'filed-on'),
      ...write(ofInsider(ONE, 'sale'), 'lag'),
      ...write(ofInsider(ONE), 'average-price'),
    ]).toEqual([
      'Jane Roe reported the purchase of Acme Corp. 112 days after the trade.',
      'The purchase by Jane Roe was reported on Nov 21, 2025.',
      'The sale at Acme Corp. was reported 4 business days after the trade.',
      'An insider of Acme Corp. bought shares at $30.00.',
    ])
  })

  it.each([OVER_DAYS, ON_ONE_DAY])('give those of several trades as a bound or an average', (parts) => {
    expect([
      ...write(ofMember(parts), 'lag'),
      ...write(ofMember(parts, 'sale'), 'lag'),
      ...write(ofMember(parts), 'filed-on'),
      ...write(ofInsider(parts), 'lag'),
      ...write(ofInsider(parts, 'sale'), 'filed-on'),
      ...write(ofInsider(parts, 'sale'), 'average-price'),
    ]).toEqual([
      'Jane Roe reported purchases of Acme Corp. up to 112 days after the trade.',
      'Jane Roe reported sales of Acme Corp. up to 112 days after the trade.',
      'The purchases by Jane Roe were reported by Nov 21, 2025.',
      'The purchases at Acme Corp. were reported up to 4 business days after the trade.',
      'The sales at Acme Corp. were reported by Nov 21, 2025.',
      'An insider of Acme Corp. sold shares at an average price of $30.00.',
    ])
  })

  it('tell a sum of several ranges as no single purchase', () => {
    const withoutAsset = (parts: Parts) => ofMember(parts).filter(({ kind }) => kind !== 'asset')
    expect([
      ...write(ofMember(OVER_DAYS), 'amount'),
      ...write(withoutAsset(ONE), 'amount'),
      ...write(withoutAsset(OVER_DAYS), 'amount'),
    ]).toEqual([
      'Jane Roe reported purchases of Acme Corp. worth $3,003 to $45,000.',
      'Jane Roe reported a purchase of $3,003 to $45,000.',
      'Jane Roe reported purchases of $3,003 to $45,000.',
    ])
  })
})

describe('the verifier', () => {
  it.each([
    ['member', '{{s1}} reported the purchase of {{f2}} {{f4}} after the trade.'],
    ['member', '{{s1}} filed this purchase of {{f2}} on {{f3}}.'],
    ['member', 'The purchase of {{f2}} by {{s1}} was reported {{f4}} after the trade.'],
    ['member', 'The report by {{s1}} came {{f4}} after the purchase of {{f2}}.'],
    ['member', '{{s1}} made a purchase of {{f2}} for {{f1}}.'],
    ['member', '{{s1}} reported a purchase of {{f2}} worth {{f1}}.'],
    ['member', 'A purchase of {{f2}} by {{s1}} was worth {{f1}}.'],
    ['insider', 'The purchase at {{s1}} was reported {{f5}} after the trade.'],
    ['insider', 'The purchase at {{s1}} was filed on {{f4}}.'],
    ['insider', 'The purchase at {{s1}} was worth {{f1}}.'],
    ['insider', 'An insider of {{s1}} bought {{f2}} at {{f3}}.'],
    ['insider', 'An insider bought {{f2}} of {{s1}} at {{f3}}.'],
  ] as const)('lets a model say of one trade alone: of a %s, %s', (who, text) => {
    expect([ONE, OVER_DAYS, ON_ONE_DAY].map((parts) => stands(FACTS_OF[who](parts), text))).toEqual([
      true,
      false,
      false,
    ])
  })

  it.each([
    ['member', '{{s1}} reported purchases of {{f2}} up to {{f4}} after the trade.'],
    ['member', 'The purchases of {{f2}} by {{s1}} were filed by {{f3}}.'],
    ['member', '{{s1}} made purchases of {{f2}} for {{f1}}.'],
    ['member', '{{s1}} reported purchases of {{f2}} worth {{f1}}.'],
    ['insider', 'The purchases at {{s1}} were reported up to {{f5}} after the trade.'],
    ['insider', 'The purchases at {{s1}} were worth {{f1}}.'],
  ] as const)('lets it say of several alone: of a %s, %s', (who, text) => {
    expect([ONE, OVER_DAYS, ON_ONE_DAY].map((parts) => stands(FACTS_OF[who](parts), text))).toEqual([
      false,
      true,
      true,
    ])
  })

  it('keeps "up to" for the longest lag', () => {
    expect(stands(ofMember(OVER_DAYS), '{{s1}} bought up to {{f1}} of {{f2}}.')).toBe(false)
    expect(stands(ofInsider(OVER_DAYS), 'An insider of {{s1}} bought up to {{f2}}.')).toBe(false)
  })
})

describe('the last gate', () => {
  /** Which of the written runs it refuses. */
  function refuses(
    facts: readonly Fact[],
    runs: readonly (string | { readonly kind: string; readonly text: string })[],
  ) {
    const sentence: WrittenSentence = runs.map((run) =>
      typeof run === 'string'
        ? { text: run, ...(run === facts[0]?.subject ? { isFilled: true as const } : {}) }
        : { text: run.text, factId: facts.find(({ kind }) => kind === run.kind)?.id ?? '' },
    )
    return listUnboundRuns(tableOf(facts), sentence)
  }
  const asset = { kind: 'asset', text: 'Acme Corp.' }
  const lag = { kind: 'lag', text: '112 days' }
  const amount = { kind: 'amount', text: '$3,003 to $45,000' }
  const price = { kind: 'average-price', text: '$30.00' }
  const filedOn = { kind: 'filed-on', text: 'Nov 21, 2025' }

  it('refuses what is true of one trade, told of several', () => {
    const member = (...runs: Parameters<typeof refuses>[1]) =>
      [ONE, OVER_DAYS].map((parts) => refuses(ofMember(parts), ['Jane Roe', ...runs, '.']))
    expect([
      member(' reported the purchase of ', asset, ' ', lag, ' after the trade'),
      member(' reported the purchase of ', asset, ' on ', filedOn),
      member(' made a purchase of ', amount),
      [ONE, OVER_DAYS].map((parts) =>
        refuses(ofInsider(parts), ['An insider of ', 'Acme Corp.', ' bought shares at ', price, '.']),
      ),
    ]).toEqual([
      [[], ['112 days']],
      [[], ['Nov 21, 2025']],
      [[], ['$3,003 to $45,000']],
      [[], ['$30.00']],
    ])
  })

  it('lets a bound, a sum and an average stand', () => {
    expect([
      refuses(ofMember(OVER_DAYS), [
        'Jane Roe',
        ' reported purchases of ',
        asset,
        ' up to ',
        lag,
        ' after the trade.',
      ]),
      refuses(ofMember(OVER_DAYS), ['Jane Roe', ' made purchases of ', amount, '.']),
      refuses(ofInsider(OVER_DAYS), [
        'An insider of ',
        'Acme Corp.',
        ' bought shares at an average price of ',
        price,
        '.',
      ]),
    ]).toEqual([[], [], []])
  })
})
