import { describe, expect, it } from 'vitest'

import { addDays } from '../../lib/dates.ts'
import type { SeriesReading } from '../../records/series/series-observation.ts'
import type { SectionStatements } from '../statements/statement.ts'
import { createHistory } from '../testing/market-histories.ts'
import { createReading, listMonths } from '../testing/series-readings.ts'
import { Ledger } from '../statements/ledger.ts'
import { analyseEconomy } from './analyse-economy.ts'
import { analyseHousing } from './analyse-housing.ts'
import { analyseMarkets, type MarketHistory } from './analyse-markets.ts'
import { stateConnections } from './connections.ts'
import { listNewFacts } from '../statements/make-statement.ts'
import { stateAhead } from './look-ahead.ts'
import { noteMarketFailures } from './market-histories.ts'
import { stateSeries } from './series-statements.ts'
import { aSectionToTell, aStatement, composeFrom, wordsOf } from '../testing/statements.ts'
import { WEEK } from './testing/analyse-week.ts'
import { listFaults, tell } from './testing/check-statements.ts'
import { openAttempts } from '../statements/leave-out-unwritable.ts'

/** Weekly values that end on a day, oldest first. */
const weekly = (last: string, values: readonly number[]) =>
  Object.fromEntries(
    values.map((value, index) => [addDays(last, 7 * (index - values.length + 1)), value] as const),
  )
const housing = (...readings: SeriesReading[]) => stateSeries(analyseHousing(readings, WEEK), { readings })
const economy = (...readings: SeriesReading[]) => stateSeries(analyseEconomy(readings, WEEK), { readings })
const markets = (histories: readonly MarketHistory[], ...readings: SeriesReading[]) =>
  stateSeries(analyseMarkets(histories, WEEK, readings), { readings, histories })

function open({ statements, forYou, coverage, facts }: SectionStatements) {
  const all = [...statements, ...forYou, coverage]
  const get = (id: string) => {
    const found = all.find((one) => one.id.endsWith(`/${id}`))
    if (!found) throw new TypeError(`there is no ${id} among ${all.map((one) => one.id).join(', ')}`)
    return found
  }
  return {
    get,
    has: (id: string) => all.some((one) => one.id.endsWith(`/${id}`)),
    first: (id: string) => tell(get(id)),
    heads: (id: string) => (get(id).heads ?? []).map((head) => tell(get(id), head)),
    valueOf: (id: string) => facts.find((fact) => fact.id.endsWith(`/${id}`))?.value,
  }
}

const RATES = createReading('PMMS30', {
  '2024-02-01': 6.63,
  ...weekly('2025-01-30', [6.85, 6.91, 6.93, 7.04, 6.96, 6.95]),
})

describe('statements about housing', () => {
  it('say what pay a new loan takes', () => {
    const { get, valueOf } = open(housing(RATES))
    // 1,985.84 x 12 / 52 / 0.3.
    expect(valueOf('loan-300/income')).toBe(1528)
    expect(tell(get('loan-income'), get('loan-income').lines?.[0])).toBe(
      'To keep the payment on a new $300,000 loan at 30% of pay, you need $1,528 a week before tax.',
    )
  })

  it('compare the rate with last week and last year, and say what a loan costs', () => {
    const { first, get, heads, valueOf } = open(housing(RATES))
    expect(first('mortgage')).toBe(
      'The 30-year mortgage rate was 6.95% on Jan 30, after 6.96% a week before. A year before, it was 6.63%.',
    )
    expect(get('mortgage').kickers).toEqual([
      'Home loan rates are lower than last week, but higher than a year ago.',
    ])
    // 300,000 x i / (1 - (1 + i)^-360): 1,985.84 at i = 0.0695 / 12, 1,921.92 at 0.0663 / 12, 1,987.85 at 0.0696 / 12.
    expect(valueOf('loan-300/payment')).toBe(1985.84)
    expect(valueOf('loan-300/payment-last-year')).toBe(1921.92)
    expect(valueOf('loan-300/year/change')).toBe(64)
    expect(valueOf('loan-300/week/change')).toBe(-2)
    // 63.92 x 12 / 52 = 14.75.
    expect(valueOf('loan-300/year/weekly-change')).toBe(15)
    // 1000 x 6.95 / 1200.
    expect(valueOf('mortgage-30/interest')).toBe(5.79)
    expect(first('payment')).toBe(
      'A new $300,000 loan over 30 years costs $1,986 a month, before taxes and insurance. That is $64 more than at last year’s rate. Have a fixed-rate loan already? It stays as it is.',
    )
    expect(heads('payment-year')).toEqual([
      'A new $300,000 loan costs $64 a month more than a year ago',
      'A $300,000 loan costs $64 a month more than a year ago',
    ])
    expect(get('payment-year')).toMatchObject({ isNews: true, direction: 'up' })
    expect(get('mortgage').follows).toEqual([
      'housing/payment-year',
      'housing/payment-week',
      'housing/payment',
    ])
  })

  it('say how far back a high goes, and how often in a row the rate rose', () => {
    const low = Array.from({ length: 40 }, (_, index) => 6 + (index % 2) / 10)
    const { first, heads } = open(
      housing(createReading('PMMS30', weekly('2025-01-30', [7.2, ...low, 6, 6.3, 6.6, 6.95]))),
    )
    expect(first('mortgage-extreme')).toBe(
      'The 30-year mortgage rate has not been this high since March 2024.',
    )
    // Neither has a headline, since neither says how much: the rate itself leads, and they follow it.
    expect([...heads('mortgage-extreme'), ...heads('mortgage-streak')]).toEqual([])
    expect(first('mortgage-streak')).toBe('The 30-year mortgage rate rose for the third week in a row.')
  })

  it('have a line without figures that says how far back a high goes', () => {
    const low = Array.from({ length: 60 }, (_, index) => 6 + (index % 2) / 10)
    const { get } = open(housing(createReading('PMMS30', weekly('2025-01-30', [7.2, ...low, 6.95]))))
    expect(get('mortgage').glances?.map((line) => tell(get('mortgage'), line))).toEqual([
      'The mortgage rate rose this week. It has not been this high since November 2023.',
    ])
  })

  it('never call a value the highest since a time when it was the same', () => {
    const values = [6.95, ...Array.from({ length: 60 }, () => 6), 6.3, 6.6, 6.95]
    const { get } = open(housing(createReading('PMMS30', weekly('2025-01-30', values))))
    const { tellings, heads = [], lines = [] } = get('mortgage-extreme')
    const words = [...tellings, ...heads, ...lines].map((one) => tell(get('mortgage-extreme'), one))
    expect(words).toContain('The 30-year mortgage rate was last this high in November 2023.')
    expect(words.filter((text) => text.includes('highest'))).toEqual([])
  })

  it('make no claim across a value that is missing', () => {
    const values = weekly('2025-01-30', [7.2, ...Array.from({ length: 40 }, () => 6), 6.3, 6.6, 6.95])
    delete (values as Record<string, number>)['2024-12-05']
    const { has } = open(housing(createReading('PMMS30', values)))
    expect(has('mortgage-extreme')).toBe(false)
    expect(has('mortgage-streak')).toBe(true)
  })

  it('know that a month-old figure is not new, and never lead with it', () => {
    const { first, get } = open(
      housing(
        createReading(
          'HPI-USA-NSA',
          listMonths('2024-10', [400, ...Array.from({ length: 11 }, () => 410), 418]),
        ),
      ),
    )
    expect(first('prices')).toBe(
      'House prices were up 4.5% in the year to October (a national index of the housing agency FHFA).',
    )
    expect(get('prices')).toMatchObject({ isNews: false, age: 'old' })
    expect(get('prices').heads).toBeUndefined()
    expect(get('prices').salience).toBeLessThanOrEqual(30)
  })

  it('say what rents are a month', () => {
    const { first, valueOf } = open(
      housing(
        createReading(
          'ZORI-102001',
          listMonths('2024-12', [1900.4, ...Array.from({ length: 11 }, () => 1950), 1961.6]),
        ),
      ),
    )
    expect(first('rent')).toBe(
      'The typical rent on a new lease was $1,962 a month in December, up $62 in a year (Zillow).',
    )
    // 1961.6 / 1900.4 - 1 = 0.0322, and 62 x 12 / 52 = 14.3.
    expect(valueOf('rent/change')).toBe(0.032)
    expect(valueOf('rent/weekly-change')).toBe(14)
  })

  it('give the range of a year of weeks, unless the rate is at its end', () => {
    const yearTo = (newest: number) =>
      createReading(
        'PMMS30',
        weekly('2025-01-30', [...Array.from({ length: 52 }, (_, index) => (index === 20 ? 6.1 : 7)), newest]),
      )
    const told = open(housing(yearTo(6.5)))
    expect(told.get('mortgage-range')).not.toHaveProperty('joins')
    // Half a point from the low and from the high.
    expect(told.first('mortgage-range')).toMatch(/It is now about in the middle\.$/)
    expect(open(housing(yearTo(6.2))).first('mortgage-range')).toMatch(/It is now nearer the low\.$/)
    expect(told.first('mortgage-range')).toMatch(
      /^The past year of the mortgage rate: as low as 6\.10% in \w+(?: 2024)?, as high as 7\.00% in /,
    )
    expect(open(housing(yearTo(6))).has('mortgage-range')).toBe(false)
    expect(open(housing(yearTo(7))).has('mortgage-range')).toBe(false)
  })

  it('leave it to the letter to say what is missing', () => {
    const { tellings, missing } = housing(RATES).coverage
    expect(tellings).toEqual([''])
    expect(missing).toEqual([
      'house prices',
      'rents',
      'new-home supply',
      'housing starts',
      'building permits',
    ])
  })
})

const JOBS = createReading(
  'CES0000000001',
  listMonths('2024-12', [...Array.from({ length: 13 }, (_, index) => 157_000 + 150 * index), 158_700]),
)
const UNEMPLOYMENT = createReading('LNS14000000', listMonths('2024-12', [4.1, 4.2, 4.2, 4.1, 4.2, 4.1]))
const PRICES = createReading(
  'CUUR0000SA0',
  listMonths('2024-12', [306.746, ...Array.from({ length: 11 }, () => 312), 315.605]),
)

describe('statements about the economy', () => {
  it('join jobs and unemployment if neither is new', () => {
    const { first, get } = open(economy(JOBS, UNEMPLOYMENT))
    expect(first('payrolls')).toBe('December had 100,000 fewer jobs than November, farms not counted.')
    expect(first('unemployment')).toBe('Unemployment was 4.1% in December, down from 4.2% in November.')
    expect(get('unemployment').joins).toBe('economy/payrolls')
    expect(get('payrolls-usual').joins).toBe('economy/payrolls')
    expect(first('payrolls-usual')).toBe(
      'The average over the 12 months before December was a gain of 150,000 jobs a month.',
    )
  })

  it('tell what is unusual about a rate with the rate, not after the jobs', () => {
    const rates = [4.6, 4.5, 4.4, 4.3, 4.2, 4.1, 4.0, 3.9, 4.0, 4.1, 4.2, 4.3, 4.7]
    const { get } = open(economy(JOBS, createReading('LNS14000000', listMonths('2024-12', rates))))
    expect(get('unemployment-extreme').joins).toBe('economy/unemployment')
  })

  it('compare a rate with the last month that was counted, and say which one was not', () => {
    const rates = listMonths('2024-12', [
      ...Array.from({ length: 14 }, (_, at) => (at === 0 ? 4.7 : 4.1)),
      4.4,
      9,
      4.6,
    ])
    delete rates['2024-11-01']
    const { get, first } = open(economy(JOBS, createReading('LNS14000000', rates)))
    expect(first('unemployment')).toBe(
      'Unemployment was 4.6% in December, up from 4.4% in October, the month counted before it.',
    )
    expect(
      get('unemployment-extreme').carry?.map((telling) => tell(get('unemployment-extreme'), telling))[0],
    ).toBe('The rate has not been this high since August 2023 (we have no such figure for November).')
  })

  it('put the highest unemployment in a year before jobs that were gained, but not before jobs that were lost', () => {
    const rates = [4.6, ...Array.from({ length: 14 }, () => 4.1), 4.2, 4.3]
    const gained = createReading(
      'CES0000000001',
      listMonths(
        '2024-12',
        Array.from({ length: 15 }, (_, at) => 157_000 + 150 * at),
      ),
    )
    const tellBoth = (jobs: SeriesReading) =>
      open(economy(jobs, createReading('LNS14000000', listMonths('2024-12', rates))))
    const { get } = tellBoth(gained)
    expect([get('payrolls').joins, get('unemployment').joins]).toEqual(['economy/unemployment', undefined])
    // What is unusual about the rate makes only the rate matter more.
    expect(get('payrolls').salience).toBeLessThan(get('unemployment').salience)
    expect(tellBoth(JOBS).get('unemployment').joins).toBe('economy/payrolls')
  })

  it('tell two months of jobs if both came out in the week', () => {
    const levels = [...Array.from({ length: 12 }, (_, at) => 157_000 + 100 * at), 158_000, 158_064]
    const values = listMonths('2024-12', levels)
    const onTime = open(economy(createReading('CES0000000001', values))).first('payrolls')
    expect(onTime).toBe('December had 64,000 more jobs than November, farms not counted.')
    const late = createReading('CES0000000001', values, { publicFrom: '2025-01-30' })
    expect(open(economy(late)).first('payrolls')).toBe(
      `${onTime} November had 100,000 fewer jobs than October.`,
    )
  })

  it('say so if fewer jobs were gained than usual', () => {
    const kickerOf = (gained: number) => {
      const { get } = open(
        economy(
          createReading(
            'CES0000000001',
            listMonths('2024-12', [
              ...Array.from({ length: 13 }, (_, at) => 157_000 + 150 * at),
              158_800 + gained,
            ]),
          ),
        ),
      )
      return tell(get('payrolls'), get('payrolls').kickers?.[0])
    }
    expect(kickerOf(72)).toBe('The country gained jobs in December, but fewer than usual.')
    // What differs by less than the noise is as usual.
    expect(kickerOf(145)).toBe('The country gained jobs in December.')
    expect(kickerOf(172)).toBe('The country gained jobs in December.')
  })

  it('say that a loss of jobs is the largest in our figures, and how far these go back, only if none before a gap was as large', () => {
    const levels = [...Array.from({ length: 15 }, (_, at) => 157_000 + 100 * at), 158_000]
    const stateAfter = (earlier: readonly number[]) => {
      const values = listMonths('2024-12', [...earlier, 0, ...levels])
      delete values['2023-08-01']
      return open(economy(createReading('CES0000000001', values)))
    }
    const largest = (since: string) =>
      `The loss of jobs in December was the largest in our figures, back to ${since}.`
    expect(stateAfter([]).first('payrolls-extreme')).toBe(largest('October 2023'))
    expect(stateAfter([158_000, 157_900]).first('payrolls-extreme')).toBe(largest('July 2023'))
    expect(stateAfter([158_000, 157_500]).has('payrolls-extreme')).toBe(false)
  })

  it('call neither of two equal losses of jobs the largest', () => {
    const losses = [400, 0, ...Array.from({ length: 12 }, (_, at) => 100 * at), 700]
    const { has } = open(economy(createReading('CES0000000001', listMonths('2024-12', losses))))
    expect(has('payrolls-extreme')).toBe(false)
  })

  it('separate jobs and unemployment, as news, in the week of their release', () => {
    const week = { from: '2025-01-06', to: '2025-01-12' }
    const readings = [JOBS, UNEMPLOYMENT]
    const { get, heads, first } = open(stateSeries(analyseEconomy(readings, week), { readings }))
    expect(get('unemployment').joins).toBeUndefined()
    expect(heads('payrolls')).toEqual([
      'December had 100,000 fewer jobs than November',
      '100,000 fewer jobs in December',
    ])
    // A quarter of a million away from its usual value, which is as far as the scale goes.
    expect(get('payrolls').salience).toBeGreaterThanOrEqual(60)
    expect(first('coverage')).not.toContain('assume')
  })

  it('claim neither that a figure is new nor that it is old if its release day is assumed', () => {
    const week = { from: '2025-01-06', to: '2025-01-12' }
    const readAt = (...days: string[]) => ({
      ...JOBS,
      observations: JOBS.observations.map((one, index, all) => {
        const day = days[index === all.length - 1 ? days.length - 1 : 0] ?? ''
        return { ...one, vintageDate: day, firstReadOn: day }
      }),
    })
    const state = (reading: SeriesReading) => {
      const readings = [reading]
      return open(stateSeries(analyseEconomy(readings, week), { readings }))
    }
    for (const unsure of [
      // Read after the week, or for the very first time in the week.
      readAt('2025-03-01'),
      readAt('2025-01-08'),
    ]) {
      const { get } = state(unsure)
      expect(get('payrolls')).toMatchObject({ isNews: false, age: 'assumed' })
      expect(get('payrolls').heads).toBeUndefined()
      expect(get('payrolls').salience).toBeLessThanOrEqual(30)
    }
    // The series was read before, and first contained the value in the week or before it.
    expect(state(readAt('2024-12-06', '2025-01-08')).get('payrolls')).toMatchObject({ isNews: true })
    expect(state(readAt('2024-12-06', '2025-01-03')).get('payrolls')).toMatchObject({ age: 'old' })
  })

  it('treat a release that came weeks late as news of the week in which we saw it', () => {
    const week = { from: '2025-02-10', to: '2025-02-16' }
    const late = {
      ...JOBS,
      observations: JOBS.observations.map((one) =>
        one.date === '2024-12-01' ? { ...one, vintageDate: '2025-02-12', firstReadOn: '2025-02-12' } : one,
      ),
    }
    const { get } = open(stateSeries(analyseEconomy([late], week), { readings: [late] }))
    expect(get('payrolls')).toMatchObject({ isNews: true })
  })

  it('say that no month lost so many jobs for a long time, and tease that only as news', () => {
    const stateIn = (week: typeof WEEK) => {
      const readings = [
        createReading(
          'CES0000000001',
          listMonths('2024-12', [
            159_000,
            158_800,
            ...Array.from({ length: 12 }, (_, index) => 158_900 + index),
            158_800,
          ]),
        ),
      ]
      return open(stateSeries(analyseEconomy(readings, week), { readings }))
    }
    const { first, get } = stateIn(WEEK)
    expect(first('payrolls-extreme')).toBe(
      'Not since November 2023 had a month lost as many jobs as December.',
    )
    expect(get('payrolls').teases).toBeUndefined()
    expect(stateIn({ from: '2025-01-06', to: '2025-01-12' }).get('payrolls').teases).toHaveLength(1)
  })

  it('say what flat pay buys', () => {
    const { first, valueOf } = open(economy(PRICES))
    // 1000 x 306.746 / 315.605 = 971.9.
    expect([valueOf('flat-pay/worth'), valueOf('flat-pay/loss')]).toEqual([972, 28])
    expect(first('flat-pay')).toBe(
      'Prices rose 2.9% in the year to December. If your pay stood still at $1,000 a week, it buys what $972 did a year before.',
    )
  })

  it('divide pay by the actual change in prices, not by its printed tenth of a percent', () => {
    const { valueOf } = open(
      economy(
        createReading(
          'CUSR0000SA0',
          listMonths('2024-12', [314.131, ...Array.from({ length: 11 }, () => 318), 323.364]),
        ),
      ),
    )
    // 1000 / 1.029392 = 971.45; 1000 / 1.029 would be 971.82.
    expect(['worth', 'loss', 'need'].map((part) => valueOf(`flat-pay/${part}`))).toEqual([971, 29, 1029])
  })

  it('say in the section what pay would have to be to keep up, and only in the story what it buys', () => {
    const { get, valueOf } = open(economy(PRICES))
    // 1000 x 1.0289.
    expect(valueOf('flat-pay/need')).toBe(1029)
    expect(tell(get('flat-pay'), get('flat-pay').lines?.[0])).toBe(
      'To stand still, pay of $1,000 a week a year before would have to be $1,029 now.',
    )
    const now = get('flat-pay-now')
    expect(tell(now, now.atHome?.takesUp?.[0])).toBe(
      'And your own $1,000? Without a raise in the year to December, it buys what $972 did a year before.',
    )
    // The month is not this week's news, so nothing else states the rise next to it, unless it is the largest for long:
    // without its size, that says nothing.
    const largest = listMonths('2024-12', [
      ...Array.from({ length: 12 }, () => 300),
      ...Array.from({ length: 18 }, () => 306),
      320,
    ])
    expect(open(economy(createReading('CUUR0000SA0', largest))).get('flat-pay-now').tells).toEqual([])
    expect(now.tells).toEqual(['economy/prices', 'economy/prices-streak'])
  })

  it('have another sum for the reader if the story has said what pay buys', () => {
    const { get } = open(economy(PRICES))
    const ledger = new Ledger()
    ledger.mark(get('flat-pay-now'))
    expect(['flat-pay', 'flat-pay-need'].map((id) => ledger.hasTold(get(id)))).toEqual([true, false])
    expect(tell(get('flat-pay-need'))).toBe(
      'At December prices, it takes $1,029 to buy what $1,000 a week bought a year before.',
    )
    ledger.mark(get('flat-pay-need'))
    expect(ledger.hasTold(get('flat-pay'))).toBe(true)
  })

  it('name the index that stands in for the one that years are compared by', () => {
    const readings = [
      createReading(
        'CUSR0000SA0',
        listMonths('2024-12', [306.746, ...Array.from({ length: 11 }, () => 312), 315.605]),
      ),
    ]
    const { first } = open(economy(...readings))
    expect(first('flat-pay')).toContain('Prices rose 2.9% in the year to December.')
    expect(first('prices')).toContain('2.9% more than a year before (seasonally adjusted index).')
  })

  it('say what a week of work pays and buys', () => {
    const { first, get, valueOf } = open(
      economy(
        createReading(
          'CES0500000008',
          listMonths('2024-12', [29.4, ...Array.from({ length: 11 }, () => 30), 30.6]),
        ),
        createReading(
          'CWUR0000SA0',
          listMonths('2024-12', [300, ...Array.from({ length: 11 }, () => 305), 309]),
        ),
      ),
    )
    // 40 x 30.60 = 1224; 40 x 29.40 = 1176; 1176 x 309 / 300 = 1211.28; 1224 - 1211.28 = 12.72.
    expect(valueOf('week-of-40/pay')).toBe(1224)
    expect(valueOf('week-of-40/change')).toBe(48)
    expect(valueOf('week-of-40/real-change')).toBe(13)
    expect(first('week-of-40')).toBe(
      'At average hourly pay (workers who are not managers), a 40-hour week paid $1,224 in December. That is $48 more than a year before. After prices it buys $13 more than it did then.',
    )
    expect(first('real-pay')).toBe(
      'In December, an hour’s pay bought 1.1% more than a year before, on average (workers who are not managers).',
    )
    const { lines, glances } = get('real-pay')
    expect([lines?.[0], glances?.[0]].map((line) => tell(get('real-pay'), line))).toEqual([
      'An hour’s pay bought 1.1% more in December than a year before.',
      'An hour’s pay bought more in December than a year before.',
    ])
  })

  it('include gas, and what a tank costs', () => {
    const gas = createReading('GASREGW', {
      '2024-01-29': 3.095,
      ...weekly('2025-01-27', [3.05, 3.109, 3.103]),
    })
    const { first, heads, valueOf } = open(economy(gas))
    expect(first('gas')).toBe(
      'Regular gas was $3.10 a gallon on Jan 27, down from $3.11 a week before. A year before it was $3.10.',
    )
    expect(heads('gas')).toEqual(['Gas fell to $3.10 a gallon'])
    expect(valueOf('gas/tank')).toBe(46.5)
    expect(
      open(
        economy(createReading('GASREGW', { '2024-01-29': 3.2, '2025-01-20': 3.1, '2025-01-27': 3.06 })),
      ).first('gas-for-you'),
    ).toBe('Filling a 15-gallon tank costs $45.90. That is $2.10 less than a year ago.')
  })

  it('include groceries', () => {
    const { first, valueOf } = open(
      economy(
        createReading(
          'CUSR0000SAF11',
          listMonths('2024-12', [300, ...Array.from({ length: 11 }, () => 303), 305.5]),
        ),
      ),
    )
    // 305.5 / 300: 1.8% as printed.
    expect(valueOf('groceries/cost')).toBe(101.83)
    expect(first('groceries-for-you')).toBe(
      'A cart with $100 of groceries cost $101.83 a year later, in December.',
    )
  })
})

const CLOSES = { '2024-12-31': 6000, '2025-01-24': 5940, '2025-01-31': 6120 }
const SHARES = createHistory('sp500', CLOSES)

describe('statements about markets', () => {
  it('report a week that turned the year around', () => {
    const { first, heads, get } = open(markets([SHARES]))
    expect(first('sp500')).toBe(
      'The S&P 500 (big US companies’ stocks) rose 3.0% in the week to Jan 31. Since the year began it is up 2.0%.',
    )
    expect(first('sp500-turn')).toBe(
      'The S&P 500 (big US companies’ stocks) rose 3.0% in the week to Jan 31. A week earlier it was down 1.0% for the year; now it is up 2.0%.',
    )
    expect(get('sp500-turn').kickers).toEqual(['The week turned a loss for the year into a gain.'])
    // Computed from the closes: 10,000 x 6120 / 6000. With 6122 it is 10,203, although the printed change is the same.
    const savings = (end: number) =>
      open(markets([createHistory('sp500', { ...CLOSES, '2025-01-31': end })])).first('savings')
    expect(savings(6120)).toBe(
      '$10,000 in the S&P 500 when the year began has become $10,200, before dividends and fees.',
    )
    expect(savings(6122)).toContain('has become $10,203,')
    expect(tell(get('sp500-turn'), get('sp500-turn').lines?.[0])).toBe(
      'The S&P 500 rose 3.0% and is now up 2.0% for the year.',
    )
    expect(heads('sp500')).toEqual(['The S&P 500 rose 3.0% in a week', 'The S&P 500: up 3.0% in a week'])
    expect(get('sp500').salience).toBe(52)
  })

  it('express in dollars a year that multiplied a coin, and contrast the week only if it went the other way', () => {
    const rise = Object.fromEntries(
      Array.from({ length: 32 }, (_, index) => [
        addDays('2024-12-31', index),
        Math.min(100_000, 50_000 + 2500 * index),
      ]),
    )
    const tellYear = (end: number) =>
      open(markets([createHistory('bitcoin', { ...rise, '2025-01-31': end })])).first('bitcoin')
    expect(tellYear(90_000)).toBe(
      'Bitcoin fell 10.0% in the week to Jan 31. The year is another story: $1,000 put in on Dec 31 was $1,800 on Jan 31, before fees.',
    )
    expect(tellYear(110_000)).toMatch(
      /The year went the same way: \$1,000 put in on Dec 31 was \$2,200 on Jan 31, before fees\.$/,
    )
  })

  const weekdaysTo = (last: string, count: number) =>
    Array.from({ length: count }, (_, index) => addDays(last, index - count + 1))
      .filter((day) => new Date(day).getUTCDay() % 6 !== 0)
      .map((day, index) => [day, index === 20 ? 6200 : 6000 + (index % 2)] as const)

  it('say since when the index has not closed so high, and what an average week is', () => {
    const closes = Object.fromEntries(weekdaysTo('2025-01-31', 330))
    const { first } = open(markets([createHistory('sp500', { ...closes, '2025-01-31': 6150 })]))
    expect(first('sp500-extreme')).toBe('The S&P 500 has not closed this high since April 2024.')
    expect(first('sp500')).toMatch(
      /Is that a lot\? An average week since March moved it 0\.\d%, up or down\. Since the year began/,
    )
  })

  it('say since when a coin has not closed so high only as far back as no day is missing, not even of a weekend', () => {
    const tellOf = (missing: string) => {
      const days = Array.from({ length: 330 }, (_, index) => addDays('2025-01-31', index - 329))
      const closes = days.map((day, index) => [day, index === 20 ? 62_000 : 60_000 + (index % 2)] as const)
      const known = closes.filter(([day]) => day !== missing)
      return open(markets([createHistory('bitcoin', { ...Object.fromEntries(known), '2025-01-31': 61_500 })]))
    }
    expect(tellOf('').first('bitcoin-extreme')).toBe('Bitcoin has not closed this high since March 2024.')
    // A Saturday, which may have been higher.
    expect(tellOf('2024-10-05').has('bitcoin-extreme')).toBe(false)
  })

  it('call the weeks of a year a year, and name the month that fewer weeks start in', () => {
    const tell = (days: number) =>
      open(
        markets([
          createHistory('sp500', {
            ...Object.fromEntries(weekdaysTo('2025-01-31', days)),
            '2025-01-31': 6150,
          }),
        ]),
      ).first('sp500')
    expect(tell(400)).toContain('An average week of the past year moved it')
    expect(tell(365)).toContain('An average week since February 2024 moved it')
  })

  it('say from which close a week runs if it has no Friday before it', () => {
    const { first } = open(markets([createHistory('sp500', { '2025-01-23': 6100, '2025-01-31': 6040 })]))
    expect(first('coverage')).toContain('e have no close for Jan 24, so the S&P’s week starts on Jan 23')
  })

  it('call revised what a source revised, not what is computed from it', () => {
    const notes = createReading(
      'BC_10YEAR',
      { '2025-01-24': 4.63, '2025-01-31': 4.58 },
      { isAsRevisedSince: true },
    )
    expect([...new Set(markets([SHARES], notes).revised?.values())]).toEqual(['ten-year Treasury yield'])
  })

  it('tell the yield if no close could be had, and name the source that failed', () => {
    const notes = createReading('BC_10YEAR', { '2025-01-24': 4.63, '2025-01-31': 4.58 })
    const readings = [notes]
    const failures = (['sp500', 'bitcoin'] as const).map((asset) => ({
      asset,
      ticker: asset,
      source: 'Yahoo Finance',
      reason: 'Yahoo Finance gave no usable answer',
      code: 'server-failed' as const,
      message: 'status 500',
    }))
    const section = noteMarketFailures(analyseMarkets([], WEEK, readings), failures)
    const stated = stateSeries(section, { readings })
    const lead = aSectionToTell('insiders', [aStatement('insiders/lead', { salience: 90 })])
    const told = wordsOf(composeFrom([lead, { ...aSectionToTell('markets', []), statements: stated }]), 1)
    expect(told.big).toContain('4.58%')
    expect(told.forYou).toContain('$1,000 in 10-year Treasury notes')
    expect(told.coverage).toBe(
      'We could not get the S&P 500 and Bitcoin (Yahoo Finance gave no usable answer).',
    )
    expect(stated.coverage.missing).toEqual(['3-month Treasury yields'])
  })

  it('say what $1,000 earns in bills, or in notes if bills are unknown', () => {
    const notes = createReading('BC_10YEAR', { '2025-01-24': 4.63, '2025-01-31': 4.58 })
    const bills = createReading('BC_3MONTH', { '2025-01-31': 4.31 })
    // 1000 x 4.31 / 1200, and 1000 x 4.58 / 1200.
    expect(open(markets([SHARES], notes, bills)).first('bill')).toBe(
      '$1,000 in 3-month Treasury bills (4.31% a year) earns about $3.59 a month, before tax.',
    )
    expect(open(markets([SHARES], notes)).first('bill')).toBe(
      '$1,000 in 10-year Treasury notes earns about $3.82 a month, before tax.',
    )
  })
})

describe('the look ahead', () => {
  const tellAhead = (...some: SectionStatements[]) => {
    const ahead = stateAhead(some)
    return ahead?.tellings.map((telling) => tell(ahead, telling))
  }

  it('announces the next mortgage rate, with what a step costs, and the claims if they are followed', () => {
    const claims = createReading('ICSA', weekly('2025-01-25', [210_000, 216_000, 218_000, 220_000, 222_000]))
    expect(tellAhead(housing(RATES), economy(claims))).toEqual([
      'Will the mortgage rate fall again? The next rate is due by Thursday, and so are new jobless claims. On a new $300,000 loan, each tenth of a percentage point is about $20 a month.',
      'Will the mortgage rate fall again? On a new $300,000 loan, each tenth of a percentage point is about $20 a month. The next rate is due by Thursday, and so are new jobless claims.',
      'The next mortgage rate is due by Thursday, and so are new jobless claims. For a new $300,000 loan, each tenth of a percentage point is about $20 a month. Will the rate fall again?',
    ])
    expect(tellAhead(housing(RATES))?.join(' ')).not.toContain('claims')
    const risen = createReading('PMMS30', {
      '2024-02-01': 6.63,
      ...weekly('2025-01-30', [6.9, 6.85, 6.91, 6.93, 6.96]),
    })
    expect(tellAhead(housing(risen))?.[0]).toMatch(
      /^Will the mortgage rate rise for a fourth week in a row\?/,
    )
  })

  it('is left out without a mortgage rate', () => {
    expect(tellAhead(economy(JOBS))).toBeUndefined()
  })
})

describe('statements that connect sections', () => {
  const notes = createReading('BC_10YEAR', { '2025-01-24': 4.53, '2025-01-31': 4.58 })
  const claims = createReading('ICSA', weekly('2025-01-25', [210_000, 216_000, 218_000, 220_000, 222_000]))
  const sections = [housing(RATES), economy(JOBS, PRICES, claims), markets([SHARES], notes)]

  it('sum up a household’s week, and say “but” only between different directions', () => {
    const rents = createReading(
      'ZORI-102001',
      listMonths('2024-12', [1961.6, ...Array.from({ length: 11 }, () => 1950), 1900.4]),
    )
    const sumOf = (...some: Parameters<typeof stateConnections>[0]) =>
      stateConnections(some, openAttempts('economy')).map((one) => tell(one))
    expect(sumOf(...sections)).toEqual([
      'Against a year ago, a new $300,000 loan costs $15 a week more. And flat pay of $1,000 a week buys $28 less, at December prices.',
    ])
    expect(sumOf(housing(RATES, rents), economy(JOBS, PRICES))[0]).toMatch(
      /\. But the typical rent asked in December was \$14 a week less\.$/,
    )
    expect(sumOf(housing(RATES, rents), economy(JOBS))).toEqual([
      'Against a year ago, a new $300,000 loan costs $15 a week more. But the typical rent asked in December was $14 a week less.',
    ])
  })

  it('put other figures side by side, and say “while” only between different directions', () => {
    const withoutPrices = [housing(RATES), economy(JOBS, claims), markets([SHARES], notes)]
    expect(stateConnections(withoutPrices, openAttempts('economy')).map((one) => tell(one))).toEqual([
      'On $1,000, the government pays $3.82 a month (10-year notes), and a new mortgage charges $5.79.',
      'The mortgage rate fell to 6.95% in the week to Jan 30, while the 10-year Treasury yield rose to 4.58% in the week to Jan 31.',
      'December 2024 had 100,000 fewer jobs than the month before, while the four-week average of new jobless claims rose from 216,000 to 219,000 by Jan 25.',
    ])
    const facts = sections.flatMap((one) => [
      ...one.facts,
      ...one.statements.flatMap(({ slots }) =>
        Object.values(slots).flatMap((slot) => ('figure' in slot ? [slot.figure] : [])),
      ),
    ])
    const connections = stateConnections(sections, openAttempts('economy'))
    expect(listFaults(connections, [...facts, ...listNewFacts(connections, facts)])).toEqual([])
    expect(stateConnections(sections.slice(0, 1), openAttempts('economy'))).toEqual([])
  })
})
