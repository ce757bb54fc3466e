import { describe, expect, it } from 'vitest'

import { SourceError } from '../lib/errors.ts'
import { createLogger } from '../lib/logger.ts'
import { setUpDatabase } from '../testing/set-up-database.ts'
import { collectRecords, findSources, type SourceReport } from './collect-records.ts'
import type { Coverage, RecordSource, SourceContext } from './core/record-source.ts'
import { listLatestRuns, startRun } from './core/runs.ts'

let logLines: string[]
const opened = setUpDatabase(async (db) => {
  logLines = []
  await db.deleteFrom('collect_run').execute()
})

function aSource(
  id: string,
  collect: (context: SourceContext) => Promise<Coverage>,
  more: Partial<RecordSource> = {},
): RecordSource {
  return {
    id,
    name: `Source ${id}`,
    licence: 'None.',
    republishable: false,
    limits: { requestsPerSecond: 1000, timeoutMs: 60_000, maxBytes: 1000 },
    collect,
    ...more,
  }
}

const gives = (listed: number, read: number) => async () => ({
  listed,
  read,
  unread: Array.from({ length: listed - read }, (_, i) => ({
    what: `record ${i}`,
    code: 'other' as const,
    reason: 'on paper',
  })),
})

async function collect(
  sources: RecordSource[],
  request: { asOf?: string; days?: number } = { asOf: '2026-11-20' },
  signal = new AbortController().signal,
) {
  const told: SourceReport[] = []
  const progress: string[] = []
  const reports = await collectRecords(
    {
      db: opened.db,
      clock: { now: () => new Date('2026-11-21T03:00:00Z') },
      logger: createLogger('info', { write: (line) => void logLines.push(line) }),
      upstreamBaseUrl: 'http://127.0.0.1:1',
      userAgent: 'Lunchpail hello@lunchpail.test',
      signal,
      onReport: (report) => void told.push(report),
      onProgress: (line) => void progress.push(line),
    },
    { sources, ...request },
  )
  return { reports, told, progress }
}

describe('collectRecords', () => {
  it.each([
    ['complete', 3, 3],
    ['partial', 3, 1],
    ['failed', 40, 0],
    // A week without filings counts as read.
    ['complete', 0, 0],
  ])('reports %s for a source that lists %i and reads %i', async (outcome, listed, read) => {
    const { reports } = await collect([aSource('a', gives(listed, read))])
    expect(reports).toMatchObject([{ source: 'a', outcome, listed, read }])
    expect(await listLatestRuns(opened.db)).toMatchObject([
      { source: 'a', asOf: '2026-11-20', outcome, listed, read, unread: reports[0]!.unread },
    ])
  })

  it('reports an unreachable source as failed, with the reason, and reads the others', async () => {
    const gone = aSource('gone', async () => {
      throw new SourceError('Gone', 'Gone answered 503', { fault: 'server-failed' })
    })
    const { reports, told } = await collect([gone, aSource('there', gives(1, 1))])
    expect(reports).toMatchObject([
      {
        outcome: 'failed',
        listed: 0,
        read: 0,
        unread: [{ what: 'Source gone', code: 'server-failed', reason: 'Gone answered 503' }],
      },
      { outcome: 'complete', listed: 1, read: 1, unread: [] },
    ])
    expect(told.map(({ source }) => source).sort()).toEqual(['gone', 'there'])
  })

  it('stores paper records and notes, and reports failed if only paper was read', async () => {
    const onPaper = [{ what: 'report 7', url: 'https://reports.example/7' }]
    const notes = ['Two of Form 3 are left out.']
    const onlyPaper = aSource('a', async () => ({ listed: 1, read: 1, unread: [], onPaper, notes }))
    expect((await collect([onlyPaper])).reports).toMatchObject([{ outcome: 'complete', onPaper, notes }])
    expect(await listLatestRuns(opened.db)).toMatchObject([{ onPaper, notes }])
    const unread = [{ what: 'report 8', code: 'server-failed' as const, reason: 'the answer was 503' }]
    const noneRead = aSource('a', async () => ({ listed: 2, read: 1, unread, onPaper }))
    expect((await collect([noneRead])).reports).toMatchObject([{ outcome: 'failed' }])
  })

  it('logs a failed source as an error, a partial one as a warning', async () => {
    await collect([aSource('a', gives(40, 0)), aSource('b', gives(2, 1)), aSource('c', gives(1, 1))])
    const levels = Object.fromEntries(
      logLines
        .map((line) => JSON.parse(line) as { source: string; level: string })
        .map((l) => [l.source, l.level]),
    )
    expect(levels).toEqual({ a: 'error', b: 'warn', c: 'info' })
  })

  it('does not run a source that is off and gives the reason', async () => {
    const off = aSource('a', () => expect.unreachable(), { off: 'its terms are not accepted' })
    const { reports } = await collect([off])
    expect(reports).toMatchObject([
      { outcome: 'off', unread: [{ what: 'Source a', code: 'off', reason: 'its terms are not accepted' }] },
    ])
    expect(await listLatestRuns(opened.db)).toMatchObject([{ source: 'a', outcome: 'off' }])
  })

  it('rethrows a programming error and leaves the run unfinished', async () => {
    const broken = aSource('a', async () => {
      throw new RangeError('a mistake')
    })
    await expect(collect([broken])).rejects.toThrow('a mistake')
    expect(await listLatestRuns(opened.db)).toMatchObject([{ source: 'a', outcome: 'unfinished' }])
  })

  it('stops when aborted and leaves the run unfinished', async () => {
    const stopping = new AbortController()
    const source = aSource('a', async ({ client }) => {
      stopping.abort(new Error('the server stops'))
      await client.read('https://figures.example/', () => undefined)
      return { listed: 1, read: 1, unread: [] }
    })
    await expect(collect([source], {}, stopping.signal)).rejects.toThrow('the server stops')
    expect(await listLatestRuns(opened.db)).toMatchObject([{ source: 'a', outcome: 'unfinished' }])
  })

  it('waits for the other sources before it rethrows an error, one that may pass rather than a mistake', async () => {
    let isDone = false
    const slow = aSource('b', async ({ db }) => {
      await db.selectFrom('collect_run').select('id').execute()
      isDone = true
      return { listed: 1, read: 1, unread: [] }
    })
    const broken = aSource('a', async () => {
      throw new RangeError('a mistake')
    })
    await expect(collect([broken, slow])).rejects.toThrow('a mistake')
    expect(isDone).toBe(true)
    const interrupted = aSource('c', async () => {
      throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
    })
    await expect(collect([broken, interrupted])).rejects.toThrow('deadlock detected')
  })

  it('lists the newest run of each source', async () => {
    await collect([aSource('a', gives(2, 2)), aSource('b', gives(1, 1))])
    await startRun(opened.db, { source: 'a', asOf: '2026-11-20' })
    expect(await listLatestRuns(opened.db)).toMatchObject([
      { source: 'a', outcome: 'unfinished', listed: 0 },
      { source: 'b', outcome: 'complete', listed: 1 },
    ])
    await collect([aSource('a', gives(3, 3))], { asOf: '2026-11-13' })
    expect(await listLatestRuns(opened.db, { asOf: '2026-11-13' })).toMatchObject([
      { source: 'a', asOf: '2026-11-13', outcome: 'complete', listed: 3 },
    ])
  })

  it('gives a code to unread records stored by an older version without one', async () => {
    const unread = JSON.stringify([{ what: 'record 1', reason: 'gone' }])
    const run = { source: 'a', as_of: '2026-11-20', started_at: new Date(), finished_at: new Date() }
    await opened.db
      .insertInto('collect_run')
      .values({ ...run, outcome: 'failed', listed: 1, unread })
      .execute()
    expect(await listLatestRuns(opened.db)).toMatchObject([
      { unread: [{ what: 'record 1', code: 'other', reason: 'gone' }] },
    ])
  })

  it('defaults to today in New York and to the usual days', async () => {
    const asked: unknown[] = []
    const source = aSource('a', async ({ asOf, days }) => {
      asked.push([asOf, days])
      return { listed: 0, read: 0, unread: [] }
    })
    await collect([source], {})
    await collect([{ ...source, usualDays: 14 }], {})
    await collect([{ ...source, usualDays: 14 }], { asOf: '2025-02-03', days: 30 })
    expect(asked).toEqual([
      ['2026-11-20', 7],
      ['2026-11-20', 14],
      ['2025-02-03', 30],
    ])
  })

  it.each([
    ['2026-11-21', '2026-11-21 has not come: in New York it is 2026-11-20.'],
    ['2025-02-30', '"2025-02-30" is not a day such as 2025-02-03.'],
  ])('refuses %s', async (asOf, message) => {
    await expect(collect([aSource('a', gives(1, 1))], { asOf })).rejects.toThrow(message)
    expect(await listLatestRuns(opened.db)).toEqual([])
  })

  it('reports progress every fifth record and at the end', async () => {
    const source = aSource('a', async ({ onProgress }) => {
      for (let done = 1; done <= 7; done++) onProgress({ done, listed: 7, unread: 1 })
      return { listed: 7, read: 7, unread: [] }
    })
    expect((await collect([source])).progress).toEqual([
      'Source a: 5 of 7 done, 1 unread.',
      'Source a: 7 of 7 done, 1 unread.',
    ])
  })
})

describe('findSources', () => {
  const known = [aSource('a', gives(0, 0)), aSource('b', gives(0, 0))]

  it('returns the named sources, or all if none is named', () => {
    expect(findSources(known, ['b']).map(({ id }) => id)).toEqual(['b'])
    expect(findSources(known, [])).toBe(known)
  })

  it('lists the known sources when a name is unknown', () => {
    expect(() => findSources(known, ['b', 'moon'])).toThrow('No source is called moon. The sources are a, b.')
  })
})
