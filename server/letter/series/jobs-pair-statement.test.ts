import { expect, it } from 'vitest'

import { addDays } from '../../lib/dates.ts'
import { createReading, listMonths } from '../testing/series-readings.ts'
import { analyseEconomy } from './analyse-economy.ts'
import { stateSeries } from './series-statements.ts'
import { WEEK } from './testing/analyse-week.ts'
import { listFaults, tell } from './testing/check-statements.ts'

const CLAIMS = [236, 238, 240, 240, 240, 240, 232, 228, 224, 220]
const endingWith = (newest: number) => [...CLAIMS, newest].map((thousands) => thousands * 1000)
const FEWER = endingWith(216)
const MORE = FEWER.map((claims) => 460_000 - claims)
const openings = (levels: readonly number[]) =>
  createReading('JTS000000000000000JOL', listMonths('2024-11', levels))
const AT_A_LOW = openings([7100, ...Array.from({ length: 40 }, (_, at) => 9000 - at * 10), 7600])
const AT_A_HIGH = openings([9100, ...Array.from({ length: 40 }, (_, at) => 7000 + at * 10), 8600])

function stateJobs(claims: readonly number[], jobs = AT_A_LOW) {
  const weeks = Object.fromEntries(
    claims.map((value, at) => [addDays('2025-01-25', 7 * (at - claims.length + 1)), value] as const),
  )
  const readings = [createReading('ICSA', weeks), jobs]
  const section = analyseEconomy(readings, WEEK)
  const told = stateSeries(section, { readings })
  return {
    told,
    facts: [...section.facts, ...told.facts],
    pair: told.statements.find(({ id }) => id === 'economy/jobs-pair'),
  }
}

it('contrasts fewer jobless claims with the fewest open jobs for years', () => {
  const { pair, facts } = stateJobs(FEWER)
  expect(pair).toMatchObject({ kind: 'contrast', isNews: true, topic: 'economy/jobs-pair' })
  expect(pair && tell(pair, pair.opening?.[0])).toBe(
    'Fewer people asked for jobless benefits. Over four weeks, 222,000 a week filed a first claim, on average. That is 4,000 fewer than the average a week earlier, and the fifth drop in a row. But there are also fewer jobs to move to. In November, the newest month counted, employers had 7.60 million open jobs. That is 11.7% fewer than a month earlier, and the fewest since June 2021.',
  )
  expect(pair?.heads?.map((head) => tell(pair, head))).toEqual([
    'Average jobless claims fall to 222,000, open jobs down 11.7%',
    'Average jobless claims fall, open jobs down 11.7%',
  ])
  expect(pair && listFaults([pair], facts, WEEK)).toEqual([])
})

it('says that fewer claims are those of an average if the newest week alone had more', () => {
  const { pair, told } = stateJobs(endingWith(223))
  expect(pair && tell(pair, pair.opening?.[0])).toMatch(
    /^Fewer people asked for jobless benefits, by the four-week average\. /,
  )
  const kickerOf = ({ statements }: typeof told) =>
    statements.find(({ id }) => id === 'economy/claims')?.kickers
  expect(kickerOf(told)).toEqual(['Fewer people asked for jobless benefits, by the four-week average.'])
  expect(kickerOf(stateJobs(FEWER).told)).toEqual(['Fewer people asked for jobless benefits.'])
})

it('scores a pair of claims and open jobs higher the longer ago open jobs were so few', () => {
  const lowAfter = (count: number) =>
    openings([7100, ...Array.from({ length: count }, (_, at) => 9000 - at * 10), 7600])
  const [years, months] = [stateJobs(FEWER), stateJobs(FEWER, lowAfter(14))].map(
    ({ pair }) => pair?.salience ?? 0,
  )
  expect(years).toBeGreaterThan(months ?? 0)
})

it('reverses every word if claims and open jobs both rise', () => {
  const { pair } = stateJobs(MORE, AT_A_HIGH)
  expect(pair && tell(pair, pair.opening?.[0])).toBe(
    'More people asked for jobless benefits. Over four weeks, 238,000 a week filed a first claim, on average. That is 4,000 more than the average a week earlier, and the fifth rise in a row. But there are also more jobs to move to. In November, the newest month counted, employers had 8.60 million open jobs. That is 16.4% more than a month earlier, and the most since June 2021.',
  )
  expect(pair?.heads?.[0]).toBe('Average jobless claims rise to {mean}, open jobs up {moved}')
})

it.each([
  ['claims rise while open jobs are few', MORE, AT_A_LOW],
  ['claims fall while open jobs are many', FEWER, AT_A_HIGH],
  ['claims do not move', FEWER.map(() => 220_000), AT_A_LOW],
] as const)(
  'says nothing about the pair if %s, since the two then point the same way or nowhere',
  (_, claims, jobs) => {
    expect(stateJobs(claims, jobs).pair).toBeUndefined()
  },
)

it('counts as telling what its two statements say, so that neither is repeated next to it', () => {
  expect(stateJobs(FEWER).pair?.tells).toEqual(
    expect.arrayContaining(['economy/claims', 'economy/claims-streak', 'economy/openings']),
  )
})

it('asks at the end of the pair whether it will go on', () => {
  const { pair } = stateJobs(FEWER)
  expect(pair?.asks && tell(pair, pair.asks[0])).toBe('Do average jobless claims fall for a sixth week?')
})
