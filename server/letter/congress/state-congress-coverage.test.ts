import { describe, expect, it } from 'vitest'

import type { SectionStatements } from '../statements/statement.ts'
import { fillWords, listTellings } from '../testing/check-statements.ts'
import { CONGRESS_WEEK as WEEK, createRuns } from '../testing/compose-congress-week.ts'
import { analyseCongress } from './analyse-congress.ts'
import type { CongressInput } from './congress-section.ts'
import { stateCongress } from './congress-statements.ts'
import { createCoverage, createTrade, createTradeOf } from './testing/congress-trades.ts'
import { ofKind, tellCongress } from './testing/told-congress.ts'

describe('the sums of what Congress traded', () => {
  const filers = ['Ann Roe', 'Bo Roe', 'Cy Roe', 'Di Poe'].map((name) => createTradeOf(name, { type: 'S' }))

  it('name up to two filers, and say that they are ranges', () => {
    expect(listTellings(ofKind(tellCongress(filers.slice(0, 2)), 'total'))[1]).toBe(
      'In the reports of Ann Roe (D-CA) and Bo Roe (D-CA) we count sales of $2,002 to $30,000. Reports give only ranges.',
    )
    expect(listTellings(ofKind(tellCongress(filers), 'total'))[1]).toMatch(
      /^In the reports of four House Democrats we count/,
    )
    const total = ofKind(tellCongress(filers), 'total')
    expect(fillWords(total, total.lines?.[0] ?? '')).toMatch(/^Reports of 4 House Democrats show sales of/)
  })
})

it('says “at least”, and why, if some entries of a list could not be read, but not if only a report could not', () => {
  const coverageOf = (unread: number) =>
    createCoverage({
      listed: 3,
      read: 2,
      unread: Array.from({ length: unread }, (_, index) => ({
        reportId: String(index),
        filer: 'Doe',
        url: 'https://house.example/9',
        code: 'unreadable' as const,
        reason: 'unreadable',
      })),
    })
  const runs = createRuns('partial', 'complete')
  const tell = (unread: number) =>
    listTellings(tellCongress([createTrade()], { coverage: [coverageOf(unread)], runs }).coverage)
  expect(tell(0)).toEqual(['We read 2 of at least 3 reports; the House’s list may be incomplete.'])
  expect(tell(1)).toEqual(['We read 2 of 3 reports; 1 could not be read whole.'])
})

it('says in one line what was read, what is a scan, and which chamber is missing', () => {
  const scan = { reportId: '9', filer: 'Doe', url: 'https://house.example/9' }
  const told = tellCongress([createTrade()], {
    coverage: [createCoverage({ listed: 3, read: 1, onPaper: [scan, { ...scan, reportId: '8' }] })],
    runs: createRuns('complete', 'off'),
  })
  expect(listTellings(told.coverage)).toEqual([
    'We read 1 of 3 reports; 2 are scans that we cannot read; the Senate’s are not read.',
  ])
})

describe('the statement that no report was listed', () => {
  const empty = createCoverage({ listed: 0, read: 0 })
  const tell = (
    house: 'complete' | 'partial' | 'failed',
    senate: 'complete' | 'off',
    parts: Partial<CongressInput> = {},
  ) => {
    const told = stateCongress(
      analyseCongress({ trades: [], coverage: [empty], runs: createRuns(house, senate), ...parts }, WEEK),
    )
    const total = told.statements.find(({ id }) => id === 'congress/total')
    return [
      ...(total?.tellings.slice(0, 1) ?? []),
      ...(total?.lines ?? []),
      fillWords(told.coverage, told.coverage.tellings[0]),
    ]
  }

  it('covers the chambers whose lists were read, and names one that failed', () => {
    const none = 'No new report of trades this week.'
    expect(tell('complete', 'off')).toEqual([
      'The House lists no new report of trades this week.',
      none,
      'The Senate’s are not read.',
    ])
    expect(tell('complete', 'complete')).toEqual([
      'The House and the Senate list no new report of trades this week.',
      none,
      '',
    ])
    expect(tell('partial', 'complete')).toEqual([
      'The lists we could read name no new report of trades this week.',
      none,
      'The House’s list may be incomplete.',
    ])
    expect(tell('failed', 'complete')).toEqual([
      'The Senate lists no new report of trades this week.',
      'The House’s site gave no usable answer; what we got lists no new report.',
      'The House’s site gave no usable answer.',
    ])
  })

  it('names the chamber that failed beside the other’s old reports', () => {
    const coverage = [createCoverage({ chamber: 'senate', listed: 2, read: 2 })]
    const trades = [createTrade({ chamber: 'senate', tradedOn: '2018-01-06' })]
    expect(tell('failed', 'complete', { trades, coverage })).toEqual([
      'The reports we could read show no trade made in the past year.',
      'The House’s site gave no usable answer; what we got shows no trade made in the past year.',
      'We read both reports listed; the House’s site gave no usable answer. Among what is left out: 1 entry with dates over a year before the report.',
    ])
    const trade = createTrade({ chamber: 'senate', tradedOn: '2025-01-30' })
    expect(tell('failed', 'complete', { trades: [...trades, trade], coverage })[2]).toBe(
      'We read both reports listed; the House’s site gave no usable answer. Among what is left out: 1 entry with impossible dates.',
    )
  })

  it('leaves it to the last line that a chamber failed if the other has only scans', () => {
    const scan = { reportId: '9', filer: 'Doe', url: 'https://senate.example/9' }
    const coverage = [createCoverage({ chamber: 'senate', listed: 1, read: 0, onPaper: [scan] })]
    expect(tell('failed', 'complete', { coverage })).toEqual([
      'We read 0 of 1 report; 1 is a scan that we cannot read; the House’s site gave no usable answer.',
    ])
  })
})

describe('rows dated after the day on which their report came out', () => {
  const impossible = ['Ann Roe', 'Bo Roe', 'Cy Roe'].map((name) =>
    createTradeOf(name, { tradedOn: '2025-01-30' }),
  )
  const days = (told: SectionStatements) =>
    told.statements.find(({ id }) => id === 'congress/impossible-days')

  it('are told first if they are most of the rows, and then not again at the end', () => {
    const told = tellCongress(impossible)
    const statement = days(told)
    expect(statement && listTellings(statement)[0]).toBe(
      'All 3 entries we could read are dated after the day their report came out. That cannot be, so we count none of them. The mistake may be in the reports, or in how we read them.',
    )
    expect(statement?.lines?.map((line) => fillWords(statement, line))).toEqual([
      'All 3 entries we could read are dated after their own report.',
    ])
    expect(statement && fillWords(statement, statement.opening?.[0] ?? '')).toBe(
      'Members of Congress must report the stocks they trade. All 3 entries in the reports we could read are dated after the day their report came out. That cannot be, so we count none of them. The mistake may be in the reports, or in how we read them.',
    )
    expect(told.statements).toHaveLength(1)
    expect(told.forYou.map((one) => listTellings(one)[0]).slice(0, 1)).toEqual([
      'Does somebody show you “what Congress bought this week”? Look for the day of each trade: it cannot come after the day its report came out.',
    ])
    expect(listTellings(told.coverage)[0]).not.toMatch(/dated after/)
  })

  it('are followed by “none” if all other rows are older than a year', () => {
    const told = tellCongress([...impossible, createTradeOf('Di Poe', { tradedOn: '2018-01-06' })])
    const total = ofKind(told, 'total')
    expect([total.joins, total.lines]).toEqual(['congress/impossible-days', undefined])
    expect(total.carry?.[0]).toBe('Of the rest, none was made in the past year.')
    expect(fillWords(days(told)!, '{impossible} of {rows}')).toBe('3 of 4')
  })

  it('are mentioned at the end if enough other rows can be counted', () => {
    const told = tellCongress([
      ...impossible,
      ...['Di Poe', 'Ed Poe', 'Flo Poe', 'Gus Poe'].map((name) => createTradeOf(name)),
    ])
    expect(days(told)).toBeUndefined()
    expect(listTellings(told.coverage)[0]).toBe(
      'We read the only report listed. Among what is left out: 3 entries with impossible dates.',
    )
  })
})
