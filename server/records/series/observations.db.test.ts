import { addDays, addMonths, firstOfMonth, newYorkDay } from '../../lib/dates.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { DatabaseOrTransaction } from '../../db/database.ts'
import { setUpDatabase } from '../../testing/set-up-database.ts'
import { keepRun } from '../../letter/testing/kept-trades.ts'
import { keepDocument } from '../core/documents.ts'
import { keepObservations, listObservations, readSeries } from './observations.ts'

const opened = setUpDatabase(async (db) => {
  await db.deleteFrom('series_observation').execute()
  await db.deleteFrom('source_document').execute()
})
/** New York's date by the database clock. */
let today: string
const dayAfter = (days: number) => addDays(today, days)

beforeAll(async () => {
  const { rows } = await sql<{ now: Date }>`select lunchpail_now() as now`.execute(opened.db)
  today = newYorkDay(rows[0]!.now)
})

/** Stores a document's values as if read `inDays` days from now.
 *  @returns the number of values written */
async function read(
  seriesId: string,
  values: Readonly<Record<string, string>>,
  { inDays = 0, isPreliminary = false } = {},
): Promise<number> {
  return opened.db.transaction().execute(async (trx) => {
    await shiftClock(trx, inDays)
    const bytes = Buffer.from(JSON.stringify(values))
    const documentId = await keepDocument(
      trx,
      { id: 'test', licence: 'None.', republishable: false },
      { url: `https://figures.example/${seriesId}`, bytes },
    )
    const observations = Object.entries(values).map(([date, value]) => ({ date, value, isPreliminary }))
    return keepObservations(trx, seriesId, observations, documentId)
  })
}

const shiftClock = (trx: DatabaseOrTransaction, days: number) =>
  sql`select set_config('lunchpail.clock_shift', ${`${days} days`}, true)`.execute(trx)

const known = async (seriesId: string, knownOn: string, from?: string) =>
  (await listObservations(opened.db, seriesId, from === undefined ? { knownOn } : { knownOn, from })).map(
    ({ date, value }) => [date, value],
  )

describe('keepObservations', () => {
  it('writes nothing for a known value, however its digits are written', async () => {
    expect(await read('UNRATE', { '2024-12-01': '4.1', '2025-01-01': '4.0' })).toBe(2)
    expect(await read('UNRATE', { '2024-12-01': '4.10', '2025-01-01': '4' }, { inDays: 3 })).toBe(0)
  })

  it('keeps a revision next to the earlier value', async () => {
    await read('PAYEMS', { '2025-01-01': '159069' })
    expect(await read('PAYEMS', { '2025-01-01': '158942' }, { inDays: 30 })).toBe(1)
    expect(await known('PAYEMS', dayAfter(29))).toEqual([['2025-01-01', 159_069]])
    expect(await known('PAYEMS', dayAfter(30))).toEqual([['2025-01-01', 158_942]])
  })

  it('keeps a value that returns to an earlier one as a new vintage', async () => {
    for (const [inDays, value] of [
      [0, '1'],
      [1, '2'],
      [2, '1'],
    ] as const) {
      await read('UNRATE', { '2025-01-01': value }, { inDays })
    }
    expect(await known('UNRATE', dayAfter(1))).toEqual([['2025-01-01', 2]])
    expect(await known('UNRATE', dayAfter(2))).toEqual([['2025-01-01', 1]])
  })

  it('keeps the later of two revisions on one day', async () => {
    await read('UNRATE', { '2025-01-01': '6' })
    expect(await read('UNRATE', { '2025-01-01': '6.95' })).toBe(1)
    expect(await known('UNRATE', today)).toEqual([['2025-01-01', 6.95]])
  })

  it('writes a new vintage when a preliminary value becomes final', async () => {
    await read('UNRATE', { '2025-01-01': '4' }, { isPreliminary: true })
    expect(await read('UNRATE', { '2025-01-01': '4' }, { inDays: 31 })).toBe(1)
    const isPreliminaryOn = async (knownOn: string) =>
      (await listObservations(opened.db, 'UNRATE', { knownOn })).map(({ isPreliminary }) => isPreliminary)
    expect(await isPreliminaryOn(today)).toEqual([true])
    expect(await isPreliminaryOn(dayAfter(31))).toEqual([false])
  })

  it('returns for every day what was read by then, also if everything is read twice', async () => {
    const month = fc.constantFrom('2024-10-01', '2024-11-01', '2024-12-01')
    const document = fc.dictionary(month, fc.integer({ min: 0, max: 3 }).map(String))
    await fc.assert(
      fc.asyncProperty(fc.array(document, { minLength: 1, maxLength: 4 }), async (documents) => {
        await opened.db.deleteFrom('series_observation').execute()
        const expected: [string, number][][] = []
        const values: Record<string, string> = {}
        for (const [inDays, document] of documents.entries()) {
          await read('UNRATE', document, { inDays })
          expect(await read('UNRATE', document, { inDays })).toBe(0)
          Object.assign(values, document)
          expected.push(
            Object.entries(values)
              .map(([date, value]): [string, number] => [date, Number(value)])
              .sort(([a], [b]) => (a < b ? -1 : 1)),
          )
        }
        // A first reading also counts for earlier days on which the value was public by its release rule.
        for (const [inDays, then] of expected.entries()) {
          const given = new Map((await known('UNRATE', dayAfter(inDays))) as [string, number][])
          for (const [date, value] of then) expect([date, given.get(date)]).toEqual([date, value])
        }
      }),
      { numRuns: 25 },
    )
  })
})

describe('listObservations', () => {
  it('counts a value from its release on, so that January’s prices are unknown on 3 February', async () => {
    await read('CPIAUCSL', { '2024-12-01': '317.603', '2025-01-01': '319.086' })
    expect(await known('CPIAUCSL', '2025-01-14')).toEqual([])
    expect(await known('CPIAUCSL', '2025-02-03')).toEqual([['2024-12-01', 317.603]])
    expect(await known('CPIAUCSL', '2025-02-15')).toEqual([
      ['2024-12-01', 317.603],
      ['2025-01-01', 319.086],
    ])
  })

  it('marks a value read after the requested day as revised since', async () => {
    await read('CPIAUCSL', { '2024-12-01': '317.603' })
    const [past] = await listObservations(opened.db, 'CPIAUCSL', { knownOn: '2025-02-03' })
    expect(past).toEqual({
      date: '2024-12-01',
      value: 317.603,
      publicFrom: '2025-01-15',
      vintageDate: today,
      firstReadOn: today,
      isAsRevisedSince: true,
      isPreliminary: false,
      retrievedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
    expect(await listObservations(opened.db, 'CPIAUCSL', { knownOn: today })).toMatchObject([
      { isAsRevisedSince: false },
    ])
  })

  it('counts a value from the day it was read if that was before its release date', async () => {
    const thisMonth = `${today.slice(0, 7)}-01`
    await read('CPIAUCSL', { [thisMonth]: '400' })
    expect(await listObservations(opened.db, 'CPIAUCSL', { knownOn: today })).toMatchObject([
      { value: 400, publicFrom: today, isAsRevisedSince: false },
    ])
    expect(await known('CPIAUCSL', dayAfter(-1))).toEqual([])
  })

  describe('of a value that came late', () => {
    // Counted from the 15th of the month after, and first read 20 days after that.
    const month = () => addMonths(firstOfMonth(dayAfter(-20)), -1)
    const due = () => addDays(firstOfMonth(dayAfter(-20)), 14)
    const before = () => addMonths(month(), -1)
    const publicDays = async () =>
      (await listObservations(opened.db, 'CPIAUCSL', { knownOn: dayAfter(30) })).map(
        ({ publicFrom }) => publicFrom,
      )
    const runOn = (asOf: string, source = 'fred') => keepRun(opened.db, { source, asOf })
    const readLate = async () => {
      await read('CPIAUCSL', { [before()]: '400' }, { inDays: -90 })
      await read('CPIAUCSL', { [before()]: '400', [month()]: '401' })
    }
    beforeEach(() => opened.db.deleteFrom('collect_run').execute())

    it('counts it from the day it was read if the source had been read after its release day without it', async () => {
      await readLate()
      await runOn(addDays(due(), 1))
      expect((await publicDays())[1]).toBe(today)
    })

    it.each([
      ['was not read in between', () => Promise.resolve()],
      ['was read on the release day, perhaps before it was out', () => runOn(due())],
      ['was another one', () => runOn(addDays(due(), 1), 'bls')],
    ])('counts it from its release day if the source %s', async (_title, run) => {
      await readLate()
      await run()
      expect((await publicDays())[1]).toBe(due())
    })

    it('counts the values of a first reading from their release days', async () => {
      await runOn(addDays(due(), 1))
      await read('CPIAUCSL', { [before()]: '400', [month()]: '401' })
      expect((await publicDays())[1]).toBe(due())
    })

    it('counts an older value, which had not been asked for, from its release day', async () => {
      const oldest = addMonths(before(), -1)
      await read('CPIAUCSL', { [oldest]: '399', [month()]: '401' }, { inDays: -1 })
      await runOn(dayAfter(-1))
      await read('CPIAUCSL', { [before()]: '400' })
      expect((await publicDays())[1]).toBe(addDays(month(), 14))
    })
  })

  it('leaves out a value that its source dates after the requested day', async () => {
    await read('UNRATE', { '2024-12-01': '4.1', [dayAfter(30)]: '9.9' })
    expect(await known('UNRATE', today)).toEqual([['2024-12-01', 4.1]])
  })

  it('starts at the requested date', async () => {
    await read('UNRATE', { '2024-11-01': '4.2', '2024-12-01': '4.1' })
    expect(await known('UNRATE', '2025-02-03', '2024-12-01')).toEqual([['2024-12-01', 4.1]])
  })
})

describe('readSeries', () => {
  const newest = async (seriesId: string) => {
    const { series, observations } = await readSeries(opened.db, seriesId, { knownOn: '2025-02-03' })
    return [series.id, observations.at(-1)?.value]
  }

  it('prefers the agency’s own figures if they are as new', async () => {
    await read('LNS14000000', { '2024-12-01': '4.1' })
    await read('UNRATE', { '2024-12-01': '4.2' })
    expect(await newest('LNS14000000')).toEqual(['LNS14000000', 4.1])
  })

  it('uses a stand-in if the agency’s own figures are missing or older', async () => {
    await read('UNRATE', { '2024-12-01': '4.2' })
    expect(await newest('LNS14000000')).toEqual(['UNRATE', 4.2])
    await read('LNS14000000', { '2024-11-01': '4.1' })
    expect(await newest('LNS14000000')).toEqual(['UNRATE', 4.2])
  })

  it('returns no values if neither has any', async () => {
    expect(await newest('LNS14000000')).toEqual(['LNS14000000', undefined])
  })
})
