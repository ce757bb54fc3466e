import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { OpenedDatabase } from '../../db/open-database.ts'
import { readCongressHistory } from '../../records/congress/member-histories.ts'
import { noteSpan } from '../../records/core/collected-spans.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { aCongressRow, forgetTrades, keepCongressReport, keepMember } from '../testing/kept-trades.ts'

const WEEK = { from: '2025-01-27' }
const HOUSE = { source: 'house', subject: '' }
const YEAR = { from: '2024-01-20', to: '2025-01-26' }

let opened: OpenedDatabase
beforeAll(async () => {
  opened = await createTestDatabase()
})
afterAll(() => opened.close())
beforeEach(async () => {
  await forgetTrades(opened.db)
  await opened.db.deleteFrom('collected_span').execute()
  await keepMember(opened.db)
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
    expect(history).toMatchObject({ since: { house: '2024-01-20' }, openNames: ['nobody known'] })
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
    expect((await read())?.since).toEqual({ house: '2022-01-27' })
  })
})
