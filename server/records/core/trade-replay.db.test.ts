import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { hasRecordings, startReplay, type Replay } from '../../market/testing/start-replay.ts'
import { setUpDatabase } from '../../testing/set-up-database.ts'
import { listCongressCoverage, listCongressTrades } from '../congress/congress-trades.ts'
import { houseSource } from '../congress/house/collect-house.ts'
import { insiderSource } from '../insiders/collect-insiders.ts'
import { listInsiderFilings } from '../insiders/kept-insider-filing.ts'
import { readInsiderCoverage } from '../insiders/stored-filings.ts'
import { membersSource } from '../congress/members/collect-members.ts'
import { createSenateSource } from '../congress/senate/collect-senate-records.ts'
import { collectOne } from './testing/collect-one.ts'

const FORTNIGHT = { filedFrom: '2025-01-21', filedTo: '2025-02-03' }
const WEEK = { filedFrom: '2025-01-27', filedTo: '2025-02-02' }

// Skipped if the recordings are not next to the project.
describe.skipIf(!hasRecordings)('against recorded responses (skipped without recordings)', () => {
  const opened = setUpDatabase()
  let replay: Replay
  beforeAll(async () => {
    replay = await startReplay({ endDate: '2025-01-31', isHurried: true })
  })
  afterAll(() => replay.stop())

  const sources = [
    membersSource,
    houseSource,
    createSenateSource({ termsAcceptedBy: 'Jane Operator' }),
    insiderSource,
  ]

  async function collectAll() {
    const outcomes = []
    for (const source of sources) {
      const { outcome, listed, read, onPaper = [] } = await collectOne(opened.db, replay, source)
      outcomes.push([source.id, outcome, listed, read, onPaper.length])
    }
    return outcomes
  }

  it('reads the recordings twice with the same result', async () => {
    const outcomes = [
      ['members', 'complete', 539, 539, 0],
      // Five recorded reports are listed without a valid number.
      ['house', 'partial', 25, 20, 5],
      ['senate', 'complete', 3, 3, 0],
      ['insiders', 'complete', 89, 89, 0],
    ]
    expect(await collectAll()).toEqual(outcomes)
    const trades = await listCongressTrades(opened.db, FORTNIGHT)
    const filings = await listInsiderFilings(opened.db, WEEK)
    expect(await collectAll()).toEqual(outcomes)
    expect(await listCongressTrades(opened.db, FORTNIGHT)).toEqual(trades)
    expect(await listInsiderFilings(opened.db, WEEK)).toEqual(filings)

    expect(trades).toHaveLength(408)
    expect(trades.filter(({ status }) => status === 'amended')).toHaveLength(2)
    expect(Map.groupBy(trades, ({ member }) => member?.party).get('Republican')).toHaveLength(65)
    expect(await listCongressCoverage(opened.db, FORTNIGHT)).toMatchObject([
      { listed: 20, read: 15, unread: [] },
      {
        listed: 3,
        read: 3,
        // According to a list of 2026, neither served in the Senate on that day.
        unknownFilers: [{ filer: 'Mark Begich' }, { filer: 'Alan Armstrong' }],
      },
    ])
    expect(filings).toHaveLength(74)
    expect(filings.flatMap(({ transactions }) => transactions)).toHaveLength(305)
    expect(await readInsiderCoverage(opened.db, WEEK)).toMatchObject({
      daysUnread: [],
      listed: 74,
      read: 74,
    })
  })
})
