import { describe, expect, it } from 'vitest'

import { createLogger } from '../../lib/logger.ts'
import { setUpDatabase } from '../../testing/set-up-database.ts'
import { collectRecords } from '../collect-records.ts'
import { withoutWaiting } from '../core/testing/fake-upstream.ts'
import { setUpUpstream } from '../core/testing/set-up-upstream.ts'
import { listObservations } from './observations.ts'
import type { UnreadCode } from '../core/unread-reason.ts'
import { seriesSources } from './sources.ts'

const NOW = '2025-02-04T15:00:00Z'

const upstream = setUpUpstream()
const opened = setUpDatabase(async (db) => {
  upstream.answer = () => undefined
  for (const table of ['series_observation', 'source_document', 'collect_run'] as const) {
    await db.deleteFrom(table).execute()
  }
})

async function collect(id: string, request: { asOf?: string; days?: number | 'back-fill' } = {}) {
  const [report] = await collectRecords(
    {
      db: opened.db,
      clock: { now: () => new Date(NOW) },
      logger: createLogger('silent', 2),
      upstreamBaseUrl: upstream.baseUrl,
      userAgent: 'Lunchpail hello@lunchpail.test',
      backoffMs: { first: 1, most: 5 },
    },
    { sources: withoutWaiting(seriesSources, [id]), ...request },
  )
  return report!
}

const stored = async (seriesId: string) =>
  (await listObservations(opened.db, seriesId, { knownOn: '2099-01-01' })).map(({ date, value }) => [
    date,
    value,
  ])
const file = (...lines: string[]) => `${lines.join('\n')}\n`

describe('the source pmms (Freddie Mac)', () => {
  const HEAD = 'date,pmms30,pmms30p,pmms15,pmms15p'

  it('reads and stores the document, and a second run changes nothing', async () => {
    upstream.answer = () => file(HEAD, '1/23/2025,6.96,,6.16,', '"1/30/2025","6.95","","6.12"')
    expect(await collect('pmms')).toMatchObject({ outcome: 'complete', listed: 2, read: 2 })
    expect(await stored('PMMS30')).toEqual([
      ['2025-01-23', 6.96],
      ['2025-01-30', 6.95],
    ])
    const before = await opened.db.selectFrom('series_observation').selectAll().execute()
    expect(await collect('pmms')).toMatchObject({ outcome: 'complete' })
    expect(await opened.db.selectFrom('series_observation').selectAll().execute()).toEqual(before)
    expect(
      await opened.db.selectFrom('source_document').select(['source', 'url', 'republishable']).execute(),
    ).toEqual([
      {
        source: 'pmms',
        url: 'https://www.freddiemac.com/pmms/docs/PMMS_history.csv',
        republishable: false,
      },
    ])
  })

  it('counts an unchanged file as read without downloading it again', async () => {
    const conditions: unknown[] = []
    upstream.answer = (_address, { response }) => {
      conditions.push(response.req.headers['if-none-match'])
      response.setHeader('etag', '"7"')
      return conditions.length === 1 ? file(HEAD, '1/30/2025,6.95,,6.12,') : { status: 304 }
    }
    await collect('pmms')
    const before = await stored('PMMS30')
    expect(await collect('pmms')).toMatchObject({ outcome: 'complete', listed: 2, read: 2 })
    expect(conditions).toEqual([undefined, '"7"'])
    expect(await stored('PMMS30')).toEqual(before)
    await collect('pmms')
    expect(conditions).toEqual([undefined, '"7"', '"7"'])
  })

  it('fails if the file has lost values that were read before', async () => {
    upstream.answer = () => file(HEAD, '1/23/2025,6.96,,6.16,', '1/30/2025,6.95,,6.12,')
    await collect('pmms')
    upstream.answer = () => file(HEAD, '1/23/2025,6.96,,6.16,')
    expect(await collect('pmms')).toMatchObject({
      outcome: 'failed',
      unread: [
        { reason: 'the document ends on 2025-01-23, and 2025-01-30 had been read before' },
        { reason: 'the document ends on 2025-01-23, and 2025-01-30 had been read before' },
      ],
    })
    expect(await stored('PMMS30')).toHaveLength(2)
  })

  it('leaves out a value of a future day, which would become known on that day, and says so', async () => {
    upstream.answer = () => file(HEAD, '1/23/2025,6.96,,6.16,', '2/6/2025,1.11,,6.12,', '1/30/2052,9.99,,,')
    expect(await collect('pmms')).toMatchObject({
      outcome: 'failed',
      unread: [
        { reason: 'its value of 2025-02-06 is of a day to come' },
        { reason: 'its value of 2025-02-06 is of a day to come' },
      ],
    })
    expect(await stored('PMMS30')).toEqual([['2025-01-23', 6.96]])
    upstream.answer = () => file(HEAD, '1/23/2025,6.96,,6.16,', '1/30/2025,6.95,,6.12,')
    expect(await collect('pmms')).toMatchObject({ outcome: 'complete' })
  })

  it('leaves out an odd cell, says so, and reads the rest', async () => {
    upstream.answer = () =>
      file(HEAD, '1/16/2025,7.04,,6.27,', '1/23/2025,n/a,,6.16,', '1/30/2025,6.95,,6.12,')
    expect(await collect('pmms')).toMatchObject({
      outcome: 'partial',
      listed: 3,
      read: 2,
      unread: [
        {
          what: 'values of PMMS30, 30-year fixed mortgage rate',
          code: 'rows',
          reason: '1 cannot be read, the first: "n/a" of 2025-01-23 is not a number',
        },
      ],
    })
    expect(await stored('PMMS30')).toEqual([
      ['2025-01-16', 7.04],
      ['2025-01-30', 6.95],
    ])
    expect(await stored('PMMS15')).toHaveLength(3)
  })

  it.each([
    ['1/30/2025,6.95%,,6.12,', 3],
    // Only one rate, of an unknown day.
    ['1/30/25,6.95,,,', 2],
  ])('takes no older value for the newest beside "%s"', async (row, valuesOfOther) => {
    upstream.answer = () => file(HEAD, '1/16/2025,7.04,,6.27,', '1/23/2025,6.96,,6.16,', row)
    expect(await collect('pmms')).toMatchObject({
      outcome: 'partial',
      unread: [
        {
          what: 'PMMS30, 30-year fixed mortgage rate',
          code: 'rows',
          reason: expect.stringContaining('its newest value may be unread: ') as string,
        },
      ],
    })
    expect(await stored('PMMS30')).toEqual([])
    expect(await stored('PMMS15')).toHaveLength(valuesOfOther)
  })

  it.each<[string, string | { status: number; body?: string }, UnreadCode, string]>([
    ['HTML', '<!DOCTYPE html><html></html>', 'incomplete', 'a page of HTML came instead'],
    ['nothing', '', 'incomplete', 'an empty answer came'],
    ['half a file', `${HEAD}\n1/23/2025,6.9`, 'incomplete', 'the file is cut off in the middle of a line'],
    ['only a head', file(HEAD), 'no-value', 'the document has no value of it'],
    ['a 403', { status: 403 }, 'refused', 'Freddie Mac PMMS answered 403'],
    ['a 404', { status: 404 }, 'missing', 'Freddie Mac PMMS answered 404'],
    ['a 503', { status: 503 }, 'server-failed', 'Freddie Mac PMMS answered 503'],
  ])('fails if the answer is %s', async (_, answer, code, reason) => {
    upstream.answer = () => answer
    const report = await collect('pmms')
    expect(report).toMatchObject({ outcome: 'failed', listed: 2, read: 0 })
    expect(report.unread).toEqual([
      { what: 'PMMS30, 30-year fixed mortgage rate', code, reason },
      { what: 'PMMS15, 15-year fixed mortgage rate', code, reason },
    ])
    expect(await stored('PMMS30')).toEqual([])
  })
})

describe('the source fred', () => {
  it('requests one series at a time, so that an unknown one affects no other', async () => {
    upstream.answer = (address) => {
      const code = /id=(\w+)/.exec(address)?.[1] ?? ''
      return ['UNRATE', 'HOUST', 'CWUR0000SA0'].includes(code)
        ? file(`observation_date,${code}`, '2024-11-01,.', '2024-12-01,4.1')
        : undefined
    }
    const report = await collect('fred', { asOf: '2025-02-03' })
    expect(report).toMatchObject({ outcome: 'partial', read: 3 })
    expect(report.listed).toBe(report.read + report.unread.length)
    expect(report.unread).toContainEqual({
      what: 'GDPC1, Gross domestic product in prices of 2017',
      code: 'missing',
      reason: 'FRED, Federal Reserve Bank of St. Louis answered 404',
    })
    expect(upstream.asked).toContain('fred.stlouisfed.org/graph/fredgraph.csv?id=UNRATE&cosd=2015-01-01')
    expect(await stored('UNRATE')).toEqual([['2024-12-01', 4.1]])
    expect(await stored('CWUR0000SA0@FRED')).toEqual([['2024-12-01', 4.1]])
  })

  it('stores the owner’s terms with each document', async () => {
    upstream.answer = (address) => {
      const code = /id=(UNRATE|FIXHAI)&/.exec(address)?.[1]
      return code === undefined ? undefined : file(`observation_date,${code}`, '2024-12-01,4.1')
    }
    await collect('fred')
    const kept = await opened.db
      .selectFrom('source_document')
      .select(['licence', 'republishable'])
      .orderBy('republishable')
      .execute()
    expect(kept).toEqual([
      {
        licence:
          'Copyright National Association of Realtors, by way of FRED: single figures with credit; not for training models.',
        republishable: false,
      },
      {
        licence:
          'Public domain, by way of FRED: US Bureau of Labor Statistics to be cited; not for training models.',
        republishable: true,
      },
    ])
  })

  it('stops after six refused requests', async () => {
    upstream.answer = () => ({ status: 403 })
    expect(await collect('fred')).toMatchObject({ outcome: 'failed', read: 0 })
    expect(upstream.asked).toHaveLength(6)
  })
})

describe('the source zillow', () => {
  const HEAD = 'RegionID,SizeRank,RegionName,RegionType,StateName,2024-11-30,2024-12-31'

  const ofNewYork = '394913,1,"New York, NY",msa,NY,1,2'

  it('reads the nation from two files', async () => {
    upstream.answer = (address) =>
      address.includes('zhvi')
        ? file(HEAD, '102001,0,United States,country,,357000,358000.5', ofNewYork)
        : file(HEAD, '102001,0,United States,country,,1950,1960')
    expect(await collect('zillow')).toMatchObject({ outcome: 'complete', listed: 2, read: 2 })
    expect(await stored('ZHVI-102001')).toEqual([
      ['2024-11-01', 357_000],
      ['2024-12-01', 358_000.5],
    ])
    expect(await stored('ZORI-102001')).toEqual([
      ['2024-11-01', 1950],
      ['2024-12-01', 1960],
    ])
  })

  it('reads one file if the other does not have the nation', async () => {
    upstream.answer = (address) =>
      file(HEAD, address.includes('zhvi') ? '102001,0,United States,country,,1,2' : ofNewYork)
    const report = await collect('zillow')
    expect(report).toMatchObject({ outcome: 'partial', listed: 2, read: 1 })
    expect(report.unread).toEqual([
      {
        what: 'ZORI-102001, Typical rent, United States',
        code: 'no-value',
        reason: 'the document has no value of it',
      },
    ])
  })
})

describe('the source fhfa', () => {
  it('reads the nation and the divisions', async () => {
    upstream.answer = () =>
      file(
        'hpi_type,hpi_flavor,frequency,level,place_name,place_id,yr,period,index_nsa,index_sa',
        'traditional,purchase-only,monthly,USA or Census Division,United States,USA,2024,11,425.1,428.3',
      )
    expect(await collect('fhfa')).toMatchObject({ outcome: 'partial', listed: 20, read: 2 })
    expect(await stored('HPI-USA-SA')).toEqual([['2024-11-01', 428.3]])
    expect(await stored('HPI-USA-NSA')).toEqual([['2024-11-01', 425.1]])
  })
})

describe('the source treasury', () => {
  const feed = (entries = '') =>
    `<?xml version="1.0"?><feed xmlns:d="d" xmlns:m="m"><title>DailyTreasuryYieldCurveRateData</title>${entries}</feed>`
  const entry = (day: string) =>
    `<entry><content><m:properties><d:NEW_DATE>${day}T00:00:00</d:NEW_DATE><d:BC_3MONTH>4.3</d:BC_3MONTH><d:BC_2YEAR>4.2</d:BC_2YEAR><d:BC_10YEAR>4.5</d:BC_10YEAR></m:properties></content></entry>`
  const monthsAsked = () => upstream.asked.map((address) => address.slice(-6))

  it('requests the current and the previous month', async () => {
    upstream.answer = (address) => feed(entry(`${address.slice(-6, -2)}-${address.slice(-2)}-03`))
    expect(await collect('treasury', { asOf: '2025-02-04' })).toMatchObject({
      outcome: 'complete',
      listed: 6,
      read: 6,
    })
    expect(monthsAsked()).toEqual(['202501', '202502'])
    expect(await stored('BC_10YEAR')).toEqual([
      ['2025-01-03', 4.5],
      ['2025-02-03', 4.5],
    ])
  })

  it('does not request a month before its first yields are out', async () => {
    upstream.answer = () => feed(entry('2025-01-31'))
    expect(await collect('treasury', { asOf: '2025-02-02' })).toMatchObject({ outcome: 'complete' })
    expect(monthsAsked()).toEqual(['202501'])
  })

  it('requests every month of the requested days', async () => {
    await collect('treasury', { asOf: '2025-02-04', days: 70 })
    expect(monthsAsked()).toEqual(['202411', '202412', '202501', '202502'])
    upstream.asked.length = 0
    await collect('treasury', { asOf: '2025-02-04', days: 'back-fill' })
    expect(monthsAsked().toSorted()[0]).toBe('202401')
  })

  it('reports a month without a value as unread', async () => {
    upstream.answer = (address) => (address.endsWith('01') ? feed(entry('2025-01-31')) : feed())
    const report = await collect('treasury', { asOf: '2025-02-04' })
    expect(report).toMatchObject({ outcome: 'partial', listed: 6, read: 3 })
    expect(report.unread[0]).toEqual({
      what: 'BC_3MONTH, 3-month Treasury yield',
      code: 'no-value',
      reason: 'the feed of 2025-02 has no value of it',
    })
  })
})

describe('the source bls', () => {
  const answer = (series: object[], message: string[] = []) =>
    JSON.stringify({ status: 'REQUEST_SUCCEEDED', responseTime: 9, message, Results: { series } })

  it('requests all series and ten years at once', async () => {
    let question = ''
    upstream.answer = (_, { body }) => {
      question = body
      const { seriesid } = JSON.parse(body) as { seriesid: string[] }
      return answer(
        seriesid.map((seriesID) => ({
          seriesID,
          data: [{ year: '2024', period: 'M12', value: '4.1', footnotes: [{ code: 'P' }] }],
        })),
      )
    }
    expect(await collect('bls', { asOf: '2025-02-03' })).toMatchObject({ outcome: 'complete', listed: 10 })
    expect(upstream.asked).toEqual(['api.bls.gov/publicAPI/v1/timeseries/data/'])
    expect(JSON.parse(question)).toMatchObject({ startyear: '2016', endyear: '2025' })
    expect(await listObservations(opened.db, 'LNS14000000', { knownOn: '2025-02-03' })).toMatchObject([
      { date: '2024-12-01', value: 4.1, isPreliminary: true },
    ])
  })

  it('gives the Bureau’s reason for a missing series', async () => {
    const message = 'Series does not exist for Series LNS14000000'
    upstream.answer = () =>
      answer(
        [
          { seriesID: 'LNS14000000', data: [] },
          { seriesID: 'CUUR0000SA0', data: [{ year: '2024', period: 'M12', value: '315.6' }] },
        ],
        [message],
      )
    const { outcome, unread } = await collect('bls')
    expect(outcome).toBe('partial')
    expect(unread).toContainEqual({
      what: 'LNS14000000, Unemployment rate',
      code: 'no-value',
      reason: message,
    })
  })

  it.each([{}, []])('does not retry when the daily limit is used up, with results %j', async (Results) => {
    upstream.answer = () =>
      JSON.stringify({
        status: 'REQUEST_NOT_PROCESSED',
        responseTime: 0,
        message: ['daily threshold reached'],
        Results,
      })
    const { outcome, unread } = await collect('bls')
    expect(outcome).toBe('failed')
    expect(unread[0]).toMatchObject({
      code: 'slow-down',
      reason: 'it did not answer: REQUEST_NOT_PROCESSED: daily threshold reached',
    })
    expect(upstream.asked).toHaveLength(1)
  })
})
