import { describe, expect, it } from 'vitest'

import { analyseCongress } from './analyse-congress.ts'
import { createCoverage, createTrade } from './testing/congress-trades.ts'

const WEEK = { from: '2025-01-27', to: '2025-02-02' }

describe('the coverage of Congress', () => {
  it('is given for each chamber, and for both together', () => {
    const { chambers, coverage } = analyseCongress(
      {
        trades: [createTrade({ member: undefined })],
        coverage: [
          createCoverage({
            listed: 3,
            readReports: [{ reportId: '20000001', url: 'https://house.example/20000001' }],
            onPaper: [{ reportId: '7', filer: 'Bo Roe', url: 'https://house.example/7' }],
            unread: [
              {
                reportId: '8',
                filer: 'Cy Roe',
                url: 'https://house.example/8',
                code: 'server-failed',
                reason: 'answered 503',
              },
            ],
            unknownFilers: [
              { reportId: '20000001', filer: 'Jane Doe', reason: 'nobody' },
              { reportId: '7', filer: 'Bo Roe', reason: 'nobody' },
            ],
          }),
        ],
        runs: [
          { source: 'house', outcome: 'complete', startedAt: '2025-02-02T20:00:00.000Z' },
          { source: 'house', outcome: 'failed', startedAt: '2025-02-01T20:00:00.000Z' },
          { source: 'senate', outcome: 'off', startedAt: '2025-02-02T20:00:00.000Z' },
          { source: 'fred', outcome: 'failed', startedAt: '2025-02-02T23:00:00.000Z' },
        ],
      },
      WEEK,
    )
    expect(chambers).toMatchObject([
      {
        chamber: 'house',
        state: 'read',
        listed: { value: 3, retrievedAt: '2025-02-02T20:00:00.000Z' },
        read: { value: 1 },
        onPaper: { value: 1 },
        unreadReports: [{ filer: 'Cy Roe', reason: 'the site did not give it' }],
        unknownFilers: { value: 1, inputs: ['https://house.example/20000001'] },
        unknownNames: ['Jane Doe'],
      },
      { chamber: 'senate', state: 'off', listed: { value: 0 } },
    ])
    expect([coverage.listed.value, coverage.read.value]).toEqual([3, 1])
    // Each count links all the reports that it counts.
    const reports = ['https://house.example/20000001', 'https://house.example/7', 'https://house.example/8']
    const counts = [coverage.listed, coverage.read, coverage.onPaper, coverage.unread]
    expect(counts.map(({ inputs }) => inputs)).toEqual([reports, ...reports.map((report) => [report])])
  })

  it('is the same, byte for byte, when the same records are read again', () => {
    const read = (startedAt: string) =>
      analyseCongress(
        {
          trades: [createTrade()],
          coverage: [createCoverage()],
          runs: [{ source: 'house', outcome: 'complete', startedAt }],
          retrievedAt: '2025-02-02T12:00:00.000Z',
        },
        WEEK,
      )
    const first = read('2025-02-02T20:00:00.000Z')
    expect(JSON.stringify(read('2025-02-02T21:00:00.000Z'))).toBe(JSON.stringify(first))
    expect(first.coverage.listed.retrievedAt).toBe('2025-02-02T12:00:00.000Z')
  })

  it.each([
    ['complete', 'read'],
    ['partial', 'partial'],
    ['failed', 'failed'],
    ['unfinished', 'failed'],
    ['off', 'off'],
  ] as const)('turns a run that is %s into a chamber that is %s', (outcome, state) => {
    const runs = [{ source: 'house', outcome, startedAt: '2025-02-02T20:00:00.000Z' }]
    const { chambers } = analyseCongress({ trades: [], coverage: [], runs }, WEEK)
    // The Senate has no run: it has not been asked.
    expect(chambers.map((one) => one.state)).toEqual([state, 'failed'])
  })
})
