import { describe, expect, it } from 'vitest'

import type { Fact, SectionName } from '../facts/fact.ts'
import { listUnboundRuns } from './check-written.ts'
import type { DraftSentence } from './language-model.ts'
import { renderSentence } from './render-draft.ts'
import { createSlotTable, fillTemplate, type SlotTable } from './slot-table.ts'
import { createFact } from './testing/facts.ts'
import { judgeSentence } from './verify-draft.ts'
import { writePlainly } from './write-plainly.ts'

type Value = readonly [kind: string, value: Fact['value'], unit: Fact['unit']]

const WEEK = { from: '2025-11-10', to: '2025-11-16' }
const on = (day: string) => ({ from: day, to: day })

function of(group: string, subject: string, period: Fact['period'], values: readonly Value[]): Fact[] {
  return values.map(([kind, value, unit]) =>
    createFact({
      id: `${group}/${kind}`,
      subject,
      period,
      value,
      unit,
      inputs: kind === 'direction' ? [`${group}/change`] : [],
    }),
  )
}

const reportOf = (asset: string, amount: readonly [number, number], day: string, lag: number): Value[] => [
  ['amount', [...amount], 'usd'],
  ['asset', asset, 'text'],
  ['traded-on', day, 'date'],
  ['filed-on', '2025-11-14', 'date'],
  ['lag', lag, 'days'],
]
const formOf = (shares: number, price: number, day: string): Value[] => [
  ['value', shares * price, 'usd'],
  ['shares', shares, 'shares'],
  ['average-price', price, 'usd-per-share'],
  ['traded-on', day, 'date'],
  ['filed-on', '2025-11-14', 'date'],
  ['lag', 3, 'business-days'],
]
const counts = (listed: number, read: number): Value[] => [
  ['listed', listed, 'count'],
  ['read', read, 'count'],
]
const move = (change: number): Value[] => [
  ['change', change, 'fraction'],
  ['direction', change > 0 ? 'rose' : 'fell', 'text'],
]
const MONTH = { from: '2025-10-01', to: '2025-10-31' }
const YEAR = { from: '2024-10-01', to: '2025-10-31' }

/** Records that are easily taken for each other: of one person, of one company, of one day, of like figures. */
const FACTS: Readonly<Record<SectionName, readonly Fact[]>> = {
  congress: [
    ...of(
      'congress/buy/house-1-1',
      'Ada Orr',
      on('2025-10-20'),
      reportOf('Nile', [1_001, 15_000], '2025-10-20', 25),
    ),
    ...of(
      'congress/buy/house-1-2',
      'Ada Orr',
      on('2025-10-20'),
      reportOf('Chips', [50_001, 100_000], '2025-10-20', 25),
    ),
    ...of(
      'congress/buy/house-1-3',
      'Ada Orr',
      on('2025-10-27'),
      reportOf('Fund A', [15_001, 50_000], '2025-10-27', 18),
    ),
    ...of(
      'congress/sale/house-1-4',
      'Ada Orr',
      on('2025-10-20'),
      reportOf('Oil', [1_001, 15_000], '2025-10-20', 25),
    ),
    ...of(
      'congress/buy/senate-9-1',
      'Lem Vance',
      on('2025-10-20'),
      reportOf('Nile', [1_001, 15_000], '2025-10-20', 25),
    ),
    ...of('congress/net/NILE', 'Nile', WEEK, [
      ['members-buying', 4, 'count'],
      ['members-selling', 2, 'count'],
    ]),
    ...of('congress/net/CHIP', 'Chips', WEEK, [
      ['members-buying', 3, 'count'],
      ['members-selling', 1, 'count'],
    ]),
    ...of('congress/coverage/house', 'the week’s House reports', WEEK, counts(40, 38)),
    ...of('congress/coverage/senate', 'the week’s Senate reports', WEEK, counts(12, 11)),
    ...of('congress/total', 'all purchases of the week', WEEK, [['buy-sum', [90_000, 300_000], 'usd']]),
    ...of('congress/total', 'all sales of the week', WEEK, [['sale-sum', [40_000, 90_000], 'usd']]),
  ],
  insiders: [
    ...of('insiders/buy/42/7', 'Acme Corp.', on('2025-11-11'), formOf(300, 20, '2025-11-11')),
    ...of('insiders/buy/42/8', 'Acme Corp.', on('2025-11-11'), formOf(5_000, 19, '2025-11-11')),
    ...of('insiders/sale/42/9', 'Acme Corp.', on('2025-11-12'), formOf(700, 21, '2025-11-12')),
    ...of('insiders/buy/43/7', 'Bolt Inc', on('2025-11-11'), formOf(900, 4, '2025-11-11')),
    ...of('insiders/cluster/42', 'Acme Corp.', WEEK, [
      ['buyers', 3, 'count'],
      ['value', 101_000, 'usd'],
    ]),
    ...of('insiders/coverage', 'the week’s Form 4 filings', WEEK, counts(800, 790)),
  ],
  housing: [
    ...of('housing/mortgage-30', 'mortgage rate', on('2025-11-13'), [['rate', 6.2, 'percent']]),
    ...of('housing/mortgage-30/week', 'mortgage rate', { from: '2025-11-06', to: '2025-11-13' }, move(-0.1)),
    ...of('housing/mortgage-30/year', 'mortgage rate', { from: '2024-11-14', to: '2025-11-13' }, move(-0.5)),
    ...of('housing/starts', 'housing starts', MONTH, [['level', 1_300_000, 'count']]),
    ...of('housing/starts/year', 'housing starts', YEAR, move(0.08)),
  ],
  economy: [
    ...of('economy/cpi', 'consumer prices', YEAR, move(0.03)),
    ...of('economy/cpi/month', 'consumer prices', { from: '2025-09-01', to: '2025-10-31' }, move(0.002)),
    ...of('economy/wage', 'hourly pay', YEAR, move(0.04)),
    ...of('economy/payrolls', 'jobs', { from: '2025-09-01', to: '2025-10-31' }, [
      ['change', 119_000, 'count'],
      ['direction', 'rose', 'text'],
    ]),
  ],
  markets: [
    ...of('markets/sp500', 'S&P 500', on('2025-11-14'), [['level', 4600, 'index']]),
    ...of('markets/sp500', 'S&P 500', { from: '2025-11-07', to: '2025-11-14' }, move(-0.046)),
    ...of('markets/sp500/year-to-date', 'S&P 500', { from: '2024-12-31', to: '2025-11-14' }, move(-0.02)),
    ...of('markets/bitcoin', 'Bitcoin', on('2025-11-16'), [['level', 91_000, 'usd']]),
    ...of('markets/bitcoin', 'Bitcoin', { from: '2025-11-09', to: '2025-11-16' }, move(-0.03)),
  ],
}

/** True of every record that has the facts that they name. */
const TEMPLATES: Readonly<Record<SectionName, readonly string[]>> = {
  congress: [
    '<@> SIDE <amount> of <asset>.',
    '<@> SIDE <asset> for <amount> on <traded-on>.',
    'On <traded-on>, <@> SIDE <amount> of <asset>.',
    '<@> reported the TRADE of <asset> <lag> after the trade.',
    'The TRADE of <asset> by <@> was reported on <filed-on>.',
    'A TRADE of <asset> by <@> was worth <amount>.',
    '<@> made a TRADE of <amount> on <traded-on>.',
    'This week, <members-buying> members bought shares of <@>.',
    'There were <members-selling> members who sold shares of <@>.',
    'Of <@>, <listed> were listed and <read> were read.',
    '<@buy-sum> came to <buy-sum>.',
    '<@sale-sum> came to <sale-sum>.',
  ],
  insiders: [
    'An insider of <@> SIDE <shares> for <value>.',
    'An insider of <@> SIDE <shares> at <average-price> on <traded-on>.',
    'On <traded-on>, an insider of <@> SIDE <shares> for <value>.',
    'The TRADE at <@> was worth <value>.',
    'The TRADE at <@> was reported on <filed-on>.',
    'At <@>, <buyers> insiders bought shares for <value> together.',
    'We read <read> of <listed> reports listed for <@>.',
  ],
  housing: [
    'Over the week, the <@> <direction> by <change>.',
    'Over the year, the <@> <direction> by <change>.',
    'The <@> <direction> by <change> from <#change>.',
    'Over the week, the <@> <week/direction> by <week/change> to <rate>.',
    'The <@> was <rate> on <#rate>.',
  ],
  economy: [
    '<@> <direction> by <change> over the year.',
    '<@> <direction> by <change> from <#change>.',
    'In <#change>, <@> <direction> by <change>.',
    'The change in <@> was <change> in <#change>.',
  ],
  markets: [
    'The <@> <direction> by <change> over the week.',
    'The <@> <direction> by <change> over the week to <level>.',
    'The <@> <direction> by <change> from <#change>.',
    'The <@> ended the week at <level>.',
    'The <@> <direction> by <change> over the week and ended the week at <level>.',
  ],
}

const SECTIONS = Object.keys(FACTS) as SectionName[]
const SLOT = /\{\{([fsp]\d+)\}\}/g
const groupOf = ({ id }: Fact) => id.slice(0, id.lastIndexOf('/'))
const slotsIn = (text: string) => [...text.matchAll(SLOT)].map(([, slot = '']) => slot)
const declare = (text: string): DraftSentence => ({
  text,
  factIds: [...new Set(slotsIn(text).filter((slot) => slot.startsWith('f')))],
})

function tableOf(section: SectionName): SlotTable {
  return createSlotTable({ section, facts: FACTS[section], required: [] })
}

/** Every template of every record, as far as its facts are there and it is English of that side. */
function listTrue(section: SectionName): { table: SlotTable; sentence: DraftSentence }[] {
  const table = tableOf(section)
  const groups = [...new Set([...table.facts.values()].map(groupOf))]
  return groups.flatMap((group) => {
    const [did, trade] = group.includes('/sale/') ? ['sold', 'sale'] : ['bought', 'purchase']
    return TEMPLATES[section].flatMap((template) => {
      const words = template.replace('SIDE', did ?? '').replace('TRADE', trade ?? '')
      const named = words.replaceAll(/<([@#]?)(week\/\w+)>/g, `<$1${group}/$2>`)
      const sentence = fillTemplate(table, named, group)
      return sentence && judgeSentence(table, sentence).length === 0 ? [{ table, sentence }] : []
    })
  })
}

/** The sentence with one slot of another record in a slot's place, or with all facts of a change at once. */
function listSwaps(table: SlotTable, { text }: DraftSentence): DraftSentence[] {
  const own = [...new Set(slotsIn(text))]
  const facts = own.flatMap((slot) => table.facts.get(slot) ?? [])
  const replace = (pairs: ReadonlyMap<string, string>) =>
    declare(text.replaceAll(SLOT, (_whole, slot: string) => `{{${pairs.get(slot) ?? slot}}}`))
  const single = own.flatMap((slot) => {
    const others = slot.startsWith('f') ? table.facts : slot.startsWith('s') ? table.subjects : table.periods
    const fact = table.facts.get(slot)
    return [...others.keys()].flatMap((other) => {
      const instead = table.facts.get(other)
      if (own.includes(other)) return []
      if (fact && instead && isStillTrue(fact, instead, facts)) return []
      return [replace(new Map([[slot, other]]))]
    })
  })
  const moves = [...table.facts].filter(([, fact]) => fact.kind === 'change')
  const whole = moves.flatMap(([slot, change]) => {
    const word = [...table.facts].find(([, fact]) => fact.inputs.includes(change.id))?.[0]
    const mine = facts.find((fact) => fact.kind === 'change')
    const mineSlot = own.find((one) => table.facts.get(one) === mine)
    const myWord = own.find((one) => table.facts.get(one)?.kind === 'direction')
    if (!mine || !mineSlot || !myWord || word === undefined || change === mine) return []
    // Of the same days it is as true of the other.
    if (change.subject === mine.subject && change.period === mine.period) return []
    return [
      replace(
        new Map([
          [mineSlot, slot],
          [myWord, word],
        ]),
      ),
    ]
  })
  return [...single, ...whole]
}

/** A lone figure of another record of the same name and side is that record's own sentence. */
function isStillTrue(fact: Fact, other: Fact, facts: readonly Fact[]): boolean {
  return (
    groupOf(fact) === groupOf(other) ||
    (facts.length === 1 &&
      other.subject === fact.subject &&
      other.kind === fact.kind &&
      other.id.split('/')[1] === fact.id.split('/')[1])
  )
}

/** The last gate knows no grammar: it lets a lone figure stand beside its own name, on its own side. */
function isOfOneRecord(table: SlotTable, { text }: DraftSentence): boolean {
  const facts = slotsIn(text).flatMap((slot) => table.facts.get(slot) ?? [])
  const isNamed = slotsIn(text).some((slot) => table.subjects.get(slot) === facts[0]?.subject)
  const isOtherSide = facts.some(
    ({ id }) =>
      (id.includes('/sale') && /bought|purchase/.test(text)) ||
      (id.includes('/buy') && /sold|sale/.test(text)),
  )
  const hasDays = slotsIn(text).some((slot) => slot.startsWith('p'))
  return facts.length === 1 && isNamed && !isOtherSide && !hasDays && facts[0]?.kind !== 'change'
}

const isLetOut = (table: SlotTable, sentence: DraftSentence) =>
  listUnboundRuns(table, renderSentence(table, sentence)).length === 0
const show = (table: SlotTable, sentence: DraftSentence) =>
  renderSentence(table, sentence)
    .map(({ text }) => text)
    .join('')

describe.each(SECTIONS)('of the sentences of %s', (section) => {
  const sentences = listTrue(section)
  const swaps = sentences.flatMap(({ table, sentence }) =>
    listSwaps(table, sentence).map((swapped) => ({ table, sentence: swapped })),
  )

  it('every form is tried, and both gates let all that is true out', () => {
    expect(sentences.length).toBeGreaterThanOrEqual(TEMPLATES[section].length)
    expect(
      sentences
        .filter(({ table, sentence }) => !isLetOut(table, sentence))
        .map(({ table, sentence }) => show(table, sentence)),
    ).toEqual([])
  })

  it('none with a slot of another record passes the verifier', () => {
    expect(swaps.length).toBeGreaterThan(50)
    const passed = swaps.filter(({ table, sentence }) => judgeSentence(table, sentence).length === 0)
    expect(passed.map(({ table, sentence }) => show(table, sentence))).toEqual([])
  })

  it('none with a slot of another record passes the last gate', () => {
    const passed = swaps
      .filter(({ table, sentence }) => !isOfOneRecord(table, sentence))
      .filter(({ table, sentence }) => isLetOut(table, sentence))
    expect(passed.map(({ table, sentence }) => show(table, sentence))).toEqual([])
  })
})

it('tells a change in a count with its days, by fixed rules too', () => {
  const table = createSlotTable({
    section: 'economy',
    facts: FACTS.economy,
    required: ['economy/payrolls/change'],
  })
  const { sentences } = writePlainly(table)
  expect(sentences.map((sentence) => show(table, sentence))).toEqual([
    'Jobs rose by 119,000 from September 2025 to October 2025.',
  ])
})

describe('a change without its days', () => {
  it.each([
    ['markets', 'The {{s1}} {{f3}} by {{f2}}.', ['f3', 'f2']],
    ['markets', 'The {{s1}} {{f3}} by {{f2}} to {{f1}}.', ['f3', 'f2', 'f1']],
    ['markets', 'The change in the {{s1}} was {{f2}}.', ['f2']],
  ] as const)('is refused by both gates: %s, %s', (section, text, factIds) => {
    const table = tableOf(section)
    expect(judgeSentence(table, { text, factIds }).map(({ code }) => code)).toContain('period-missing')
    expect(isLetOut(table, { text, factIds })).toBe(false)
  })
})
