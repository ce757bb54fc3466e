import { describe, expect, it } from 'vitest'

import type { MemberTerm } from '../../records/congress/congress-trade.ts'
import { readCongressHistory } from '../../records/congress/member-histories.ts'
import { noteSpan } from '../../records/core/collected-spans.ts'
import { setUpDatabase } from '../../testing/set-up-database.ts'
import { aCongressRow, forgetTrades, keepCongressReport, keepMember } from '../testing/kept-trades.ts'

const WEEK = { from: '2025-01-27' }
const HOUSE = { source: 'house', subject: '' }
const YEAR = { from: '2024-01-20', to: '2025-01-26' }

const opened = setUpDatabase(async (db) => {
  await forgetTrades(db)
  await db.deleteFrom('collected_span').execute()
  await keepMember(db)
})

const read = () => readCongressHistory(opened.db, WEEK, new Set(['D000001']))
const keep = (reportId: string, filedOn: string, parts: { member?: string; isOnPaper?: true } = {}) =>
  keepCongressReport(opened.db, {
    reportId,
    filedOn,
    rows: parts.isOnPaper ? [] : [aCongressRow()],
    ...(parts.member === undefined ? {} : { member: parts.member }),
  })

describe('the stored history of a member', () => {
  it('exists if a chamber’s reports of a whole year are listed', async () => {
    await keep('20000001', '2024-06-03')
    await keep('20000002', '2025-01-28')
    await keep('20000003', '2024-06-04', { member: 'Nobody Known' })
    expect(await read()).toBeUndefined()
    await noteSpan(opened.db, HOUSE, YEAR)
    const history = await read()
    expect(history?.since).toEqual(new Map([['D000001', '2024-01-20']]))
    expect(history?.openNames).toEqual(['nobody known'])
    expect(history?.trades.map(({ reportId }) => reportId)).toEqual(['20000001'])
    expect(history?.openMembers.size).toBe(0)
  })

  it.each([
    ['begins within the year', { from: '2024-02-01', to: '2025-01-26' }],
    ['ends before the week', { from: '2024-01-20', to: '2025-01-25' }],
  ])('does not exist if the list %s', async (_name, span) => {
    await noteSpan(opened.db, HOUSE, span)
    expect(await read()).toBeUndefined()
  })

  it('is incomplete if a report is on paper', async () => {
    await noteSpan(opened.db, HOUSE, YEAR)
    await keep('20000001', '2024-06-03', { isOnPaper: true })
    expect([...((await read())?.openMembers ?? [])]).toEqual(['D000001'])
  })

  it('goes back at most three years', async () => {
    await noteSpan(opened.db, HOUSE, { from: '2019-01-01', to: '2025-01-26' })
    expect((await read())?.since.get('D000001')).toBe('2022-01-27')
  })

  describe('of somebody who has not sat in one chamber all the time', () => {
    const term = (chamber: MemberTerm['chamber'], start: string, end: string): MemberTerm => ({
      chamber,
      start,
      end,
      state: 'ZZ',
      party: 'Purple',
    })
    const sinceOf = async (...terms: MemberTerm[]) => {
      await opened.db
        .updateTable('member')
        .set({ terms: JSON.stringify(terms) })
        .execute()
      await noteSpan(opened.db, HOUSE, { from: '2022-01-01', to: '2025-01-26' })
      return (await read())?.since.get('D000001')
    }
    const inSenate = term('senate', '2024-12-09', '2031-01-03')

    it('needs the reports of both chambers', async () => {
      const inHouse = term('house', '2019-01-03', '2024-12-08')
      expect(await sinceOf(inHouse, inSenate)).toBeUndefined()
      await noteSpan(opened.db, { source: 'senate', subject: '' }, { from: '2023-01-01', to: '2025-01-26' })
      expect(await sinceOf(inHouse, inSenate)).toBe('2023-01-01')
    })

    it('does not need those of a chamber that was left long ago', async () => {
      await noteSpan(opened.db, { source: 'senate', subject: '' }, { from: '2023-01-01', to: '2025-01-26' })
      const inHouse = term('house', '2023-01-03', '2031-01-03')
      expect(await sinceOf(term('senate', '2011-01-03', '2017-01-03'), inHouse)).toBe('2023-01-03')
    })

    it.each([
      ['a new member', [term('house', '2025-01-03', '2027-01-03')]],
      [
        'a member who was away',
        [term('house', '2019-01-03', '2023-01-03'), term('house', '2025-01-03', '2027-01-03')],
      ],
    ])('does not exist for %s', async (_name, terms) => {
      expect(await sinceOf(...terms)).toBeUndefined()
    })

    it('begins with a member’s first day, a year or more ago', async () => {
      expect(await sinceOf(term('house', '2023-11-14', '2027-01-03'))).toBe('2023-11-14')
    })
  })
})
