import { expect, it } from 'vitest'

import { addDays } from '../../lib/dates.ts'
import { createReading, listMonths } from '../testing/series-readings.ts'
import { analyseEconomy } from './analyse-economy.ts'
import { stateSeries } from './series-statements.ts'
import { TRIFLE } from '../statements/letter-plan.ts'
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
  expect(pair && listFaults([pair], facts)).toEqual([])
})

const claimsOf = ({ told }: ReturnType<typeof stateJobs>) => {
  const claims = told.statements.find(({ id }) => id === 'economy/claims')
  if (!claims) throw new TypeError('claims are not stated')
  return claims
}

it('says which way both the newest week and the average went if they went different ways', () => {
  const stated = stateJobs(endingWith(222.5))
  const both = 'New jobless claims rose in the newest week, but their four-week average fell.'
  expect(stated.pair).toBeUndefined()
  const claims = claimsOf(stated)
  expect([claims.kickers, claims.glances]).toEqual([[both], [both]])
  expect(tell(claims)).toBe(
    'New jobless claims (first filings for benefits) averaged 223,625 a week over four weeks, down from 226,000 a week earlier. But in the newest week alone, claims rose to 222,500, from 220,000 the week before.',
  )
  expect(claimsOf(stateJobs(FEWER)).kickers).toEqual(['Fewer people asked for jobless benefits.'])
})

it('leads with nothing that is noise: an average that hardly changed, even if the newest week rose', () => {
  const stated = stateJobs([...FEWER.slice(0, -1), 231_000])
  const claims = claimsOf(stated)
  expect(tell(claims)).toBe(
    'New jobless claims (first filings for benefits) averaged 225,750 a week over four weeks, about as many as a week earlier. In the newest week alone, claims rose to 231,000, from 220,000 the week before.',
  )
  expect(stated.told.facts.find(({ id }) => id === 'economy/claims/week-before/level')?.period).toEqual({
    from: '2025-01-12',
    to: '2025-01-18',
  })
  // A week that moved is still worth more than an older figure; one that hardly moved is not.
  expect(claims.salience).toBeGreaterThanOrEqual(TRIFLE)
  expect(claimsOf(stateJobs(FEWER.map(() => 221_000))).salience).toBeLessThan(TRIFLE)
  expect([claims.kickers, claims.heads, stated.pair]).toEqual([undefined, undefined, undefined])
  expect(claims.glances).toEqual([
    'New jobless claims rose in the newest week. Their four-week average hardly changed.',
  ])
})

it('counts no weeks in a row of an average that hardly changed', () => {
  const rising = [...CLAIMS, ...Array.from({ length: 8 }, (_, at) => 221 + at / 2)].map((one) => one * 1000)
  const ids = stateJobs(rising).told.statements.map(({ id }) => id)
  expect(ids).toContain('economy/claims')
  expect(ids).not.toContain('economy/claims-streak')
})

it('says since when claims had not jumped as much in a week', () => {
  const quiet = Array.from({ length: 40 }, (_, at) => 210_000 + (at % 2) * 2000)
  const { told } = stateJobs([150_000, 225_000, ...quiet, 275_000])
  const [claims, jump] = ['claims', 'claims-jump-extreme'].map((id) =>
    told.statements.find((one) => one.id === `economy/${id}`),
  )
  expect(jump?.joins).toBe('economy/claims')
  expect(jump && tell(jump, jump.carry?.[0])).toBe('The week’s rise was the largest since April 2024.')
  expect(claims).toMatchObject({
    kickers: ['Far more people asked for jobless benefits.'],
    salience: expect.toSatisfy((salience: number) => salience > 60) as number,
  })
  expect(claims && tell(claims, claims.heads?.[0])).toBe('New jobless claims rose to 275,000 in a week')
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
