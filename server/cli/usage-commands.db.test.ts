import { beforeEach, describe, expect, it } from 'vitest'

import { setDatabaseClock } from '../testing/edition-fixtures.ts'
import type { VisitTable } from '../visits/visits.queries.ts'
import { setUpTypedCommands } from './testing/typed-commands.ts'

const { database, run } = setUpTypedCommands()
beforeEach(async () => {
  await database.db.deleteFrom('visit').execute()
  // Still November 20 in Chicago.
  await setDatabaseClock(database.db, '2026-11-21T03:00:00Z')
})

const readJson = async (typed: string) =>
  JSON.parse((await run(`${typed} --json`)).out) as Record<string, unknown>

type Seen = Partial<Omit<VisitTable, 'id' | 'started_at'>> & { at: string }

async function store(visits: readonly Seen[]): Promise<void> {
  const rows = visits.map(({ at, ...visit }) => ({
    visitor_id: 'ada',
    path: '/',
    seconds: 0,
    country: null,
    network: '192.0.2.0/24',
    referring_domain: null,
    browser: null,
    operating_system: null,
    ...visit,
    started_at: new Date(at),
  }))
  await database.db.insertInto('visit').values(rows).execute()
}

/** One view by each of so many visitors. */
const byEach = (count: number, visit: Partial<Seen>): Seen[] =>
  Array.from({ length: count }, (_, index) => ({
    at: '2026-11-19T18:00:00Z',
    visitor_id: `visitor ${index}`,
    ...visit,
  }))

describe('arguments that do not fit', () => {
  it.each([
    ['--from yesterday', 'yesterday is not a day written as YYYY-MM-DD.'],
    ['--to 2026-02-30', '2026-02-30 is not a day written as YYYY-MM-DD.'],
    ['--to 0001-01-01', '0001-01-01 is not a day written as YYYY-MM-DD.'],
    [
      '--from 2026-11-20 --to 2026-11-19',
      'The first day, 2026-11-20, comes after the last, 2026-11-19: give an earlier --from or a later --to.',
    ],
    [
      '--from 2026-11-21',
      'The first day, 2026-11-21, comes after the last, 2026-11-20: give an earlier --from or a later --to.',
    ],
    ['--until 2026-11-19', "error: unknown option '--until'"],
  ])('usage report %s ends with 2 and says why', async (options, sentence) => {
    const { exitCode, out, error } = await run(`usage report ${options}`)
    expect({ exitCode, out, firstLine: error.split('\n')[0] }).toEqual({
      exitCode: 2,
      out: '',
      firstLine: sentence,
    })
  })
})

describe('usage report', () => {
  it('says so if there were no visits, and explains consent', async () => {
    const { exitCode, out, error } = await run('usage report')
    expect([exitCode, out]).toEqual([0, ''])
    expect(error).toMatch(
      /^No visits from 2026-10-22 to 2026-11-20\. A visit is counted only after .*"Accept cookies"/,
    )
    expect(await readJson('usage report')).toEqual({
      from: '2026-10-22',
      to: '2026-11-20',
      visitors: 0,
      visits: 0,
      views: 0,
      pages: { groups: [], leftOut: 0 },
      pagesByTime: [],
      referringDomains: { groups: [], leftOut: 0 },
      countries: { groups: [], leftOut: 0 },
      browsers: { groups: [], leftOut: 0 },
      systems: { groups: [], leftOut: 0 },
      zone: 'America/Chicago',
      smallestGroup: 5,
    })
  })

  it('begins and ends its days at midnight in Chicago, even at a clock change', async () => {
    await store([
      ...byEach(5, { at: '2026-11-01T04:59:59Z', path: '/before' }),
      ...byEach(5, { at: '2026-11-01T05:00:00Z', path: '/first' }),
      ...byEach(6, { at: '2026-11-02T05:59:59Z', path: '/last' }),
      ...byEach(5, { at: '2026-11-02T06:00:00Z', path: '/after' }),
    ])
    const { pages } = await readJson('usage report --from 2026-11-01 --to 2026-11-01')
    expect(pages).toEqual({
      groups: [
        { name: '/last', visitors: 6, views: 6, medianSeconds: 0 },
        { name: '/first', visitors: 5, views: 5, medianSeconds: 0 },
      ],
      leftOut: 0,
    })
  })

  it('begins a new visit after 30 minutes without a page', async () => {
    await store([
      ...byEach(5, { at: '2026-11-19T18:00:00Z', seconds: 600 }),
      // 30 minutes after the end of the first page, and 31 after that.
      ...byEach(5, { at: '2026-11-19T18:40:00Z' }),
      ...byEach(5, { at: '2026-11-19T19:11:00Z' }),
    ])
    expect(await readJson('usage report')).toMatchObject({ visitors: 5, visits: 10, views: 15 })
  })

  it('counts pages by views and by the median of their time', async () => {
    await store([
      ...byEach(5, { path: '/short' }),
      ...byEach(5, { path: '/short' }),
      ...[1, 2, 30, 40, 500].map((seconds, index) => ({
        at: '2026-11-19T18:00:00Z',
        visitor_id: `visitor ${index}`,
        path: '/long',
        seconds,
      })),
      ...byEach(4, { path: '/few', seconds: 9_999 }),
    ])
    const { pages, pagesByTime } = await readJson('usage report')
    const [short, long] = [
      { name: '/short', visitors: 5, views: 10, medianSeconds: 0 },
      { name: '/long', visitors: 5, views: 5, medianSeconds: 30 },
    ]
    const few = { name: '/few', visitors: null, views: null, medianSeconds: null }
    expect(pages).toEqual({ groups: [short, long, few], leftOut: 0 })
    expect(pagesByTime).toEqual([long, short])
  })

  it('lists domains, countries, browsers and systems, without figures below five', async () => {
    await store([
      ...byEach(6, { country: 'DE', browser: 'Firefox', operating_system: 'Linux' }),
      // Many views by few visitors still count as few.
      ...byEach(4, { country: 'US', browser: 'Safari', referring_domain: 'few.example' }),
      ...byEach(4, { country: 'US', browser: 'Safari', referring_domain: 'few.example' }),
      ...byEach(4, { country: 'AT', referring_domain: 'alone.example' }),
      ...byEach(5, { country: 'DE', referring_domain: 'search.example' }),
    ])
    const few = { visitors: null, views: null }
    expect(await readJson('usage report')).toMatchObject({
      visitors: 6,
      referringDomains: {
        groups: [
          { name: 'search.example', visitors: 5, views: 5 },
          { name: 'alone.example', ...few },
          { name: 'few.example', ...few },
        ],
      },
      countries: {
        groups: [
          { name: 'DE', visitors: 6, views: 11 },
          { name: 'AT', ...few },
          { name: 'US', ...few },
        ],
      },
      browsers: {
        groups: [
          { name: null, visitors: 5, views: 9 },
          { name: 'Firefox', visitors: 6, views: 6 },
          { name: 'Safari', ...few },
        ].toSorted((a, b) => (b.views ?? 0) - (a.views ?? 0)),
      },
    })
  })

  it('shows only the names if there were fewer than five in all', async () => {
    await store(byEach(4, { path: '/stocks/KO', seconds: 77 }))
    expect(await readJson('usage report')).toMatchObject({ visitors: null, visits: null, views: null })
    const { out } = await run('usage report')
    expect(out).toContain(`  Visitors${' '.repeat(28)}fewer than 5\n  Visits${' '.repeat(41)}–\n`)
    expect(out).toMatch(/\/stocks\/KO +fewer than 5 +– +–\n/)
    expect(out).not.toMatch(/77|1 min|Pages by time/)
  })

  it('prints a table of 80 columns, without control characters', async () => {
    await store([
      ...byEach(1_000, { path: `/${'long/'.repeat(20)}`, seconds: 200, country: 'DE' }),
      ...byEach(5, { path: '/\u{9b}31m\u{202e}' }),
      ...Array.from({ length: 20 }, (_, index) => ({ at: '2026-11-19T18:00:00Z', path: `/page/${index}` })),
    ])
    const { exitCode, out } = await run('usage report')
    expect(exitCode).toBe(0)
    expect(out).toContain('Usage, Oct 22, 2026 to Nov 20, 2026 (days in Chicago)\n')
    expect(out).toContain('  /long/long/long/long/long/long/lo…         1,000         1,000    3 min 20 s\n')
    expect(out).toMatch(/ {2}\/\?31m\? +5 +5 +0 s\n/)
    expect(out).toContain('  and 12 more; --json has up to 1,000\n')
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBe(78)
    expect(out).toMatch(/^[ -~…–\n]*$/u)
  })
})

describe('what was recorded for one browser', () => {
  const [ADA, BOB] = ['a'.repeat(22), 'b'.repeat(22)] as const
  const at = '2026-11-19T18:00:00.000Z'
  beforeEach(() =>
    store([
      { at, visitor_id: ADA, path: '/stocks', seconds: 7, country: 'DE' },
      { at: '2026-11-18T18:00:00Z', visitor_id: ADA, path: '/' },
      { at, visitor_id: BOB, path: '/' },
    ]),
  )

  it('is exported by its cookie as the browser shows it', async () => {
    const { exitCode, out, error } = await run(`usage export s%3A${ADA}.kJh%2Fq3`)
    expect([exitCode, error]).toEqual([0, ''])
    const { visitor, visits } = JSON.parse(out) as { visitor: string; visits: unknown[] }
    expect([visitor, visits.length]).toEqual([ADA, 2])
    expect(visits[1]).toEqual({
      path: '/stocks',
      startedAt: at,
      seconds: 7,
      country: 'DE',
      network: '192.0.2.0/24',
      referringDomain: null,
      browser: null,
      operatingSystem: null,
    })
  })

  it('is erased, and only that', async () => {
    expect(await run(`usage erase s:${ADA}.kJh`)).toEqual({
      exitCode: 0,
      out: '',
      error: 'Erased: 2 visits.\n',
    })
    expect(await run(`usage erase ${ADA}`)).toMatchObject({ exitCode: 0, error: 'Nothing was stored.\n' })
    expect(await run(`usage export ${ADA}`)).toMatchObject({
      exitCode: 0,
      error: 'Nothing is stored about this browser.\n',
    })
    expect(await database.db.selectFrom('visit').select('visitor_id').execute()).toEqual([
      { visitor_id: BOB },
    ])
  })

  it.each(['export', 'erase'])('needs a value of that cookie to %s it', async (command) => {
    const { exitCode, out, error } = await run(`usage ${command} accepted`)
    expect([exitCode, out]).toEqual([2, ''])
    expect(error).toMatch(/^That is no value of the cookie "visitor"/)
  })
})
