import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { startFakeUpstream, type FakeUpstream } from '../records/core/testing/fake-upstream.ts'
import { setUpDatabase } from '../testing/set-up-database.ts'
import type { Attempts } from './statements/leave-out-unwritable.ts'
import type { Edition } from './build-edition.ts'
import type { SectionName } from '../../shared/edition-contract.ts'
import type { Statement } from './statements/statement.ts'
import { textOf } from './statements/tell.ts'
import { createWeekUpstream } from './testing/week-upstream.ts'

/** Modules that contain mistakes here. */
const MISTAKEN = [
  '../records/congress/member-histories.ts',
  './insiders/tell-coverage.ts',
  './series/connections.ts',
  './series/monthly-figures.ts',
  './series/tell-coverage.ts',
  './series/series-table.ts',
  './series/chart-line.ts',
]

const fail = (what: string) => (): never => {
  throw new TypeError(`${what} is undefined`)
}

/** Test files in one process share modules, so the builder is imported again with the mistakes. */
async function loadMistakenBuilder() {
  vi.resetModules()
  vi.doMock(import('./series/connections.ts'), async () => {
    const { aStatement } = await import('./testing/statements.ts')
    const contrast = { kind: 'contrast', heads: [], lines: [], slots: {} } as const
    return {
      stateConnections: (_: unknown, { attempt }: Pick<Attempts, 'attempt'>) => [
        attempt({ id: 'economy/thrown', kind: 'level' }, (): Statement => {
          throw new TypeError('is not a number')
        }) ?? aStatement('economy/nothing', { ...contrast, tellings: ['Of it {nothing} is known.'] }),
        aStatement('economy/unbound', { ...contrast, tellings: ['Gas costs $3.17.'] }),
        aStatement('economy/fine', { ...contrast, tellings: ['Gas costs what it costs.'] }),
      ],
    }
  })
  vi.doMock(import('../records/congress/member-histories.ts'), async (original) => ({
    ...(await original()),
    readCongressHistory: fail('congress'),
  }))
  vi.doMock(import('./insiders/tell-coverage.ts'), async (original) => ({
    ...(await original()),
    tellInsiderCoverage: fail('forms'),
  }))
  vi.doMock(import('./series/monthly-figures.ts'), async (original) => {
    const { addMonthly, ...others } = await original()
    return {
      ...others,
      addMonthly: (builder, desk, figures) =>
        figures.subject === 'payrolls' ? fail('payrolls')() : addMonthly(builder, desk, figures),
    }
  })
  vi.doMock(import('./series/chart-line.ts'), async (original) => ({
    ...(await original()),
    listMarketLines: fail('lines'),
  }))
  vi.doMock(import('./series/tell-coverage.ts'), async (original) => {
    const { tellSeriesCoverage, ...others } = await original()
    return {
      ...others,
      tellSeriesCoverage: (section) =>
        section.section === 'markets' ? fail('coverage')() : tellSeriesCoverage(section),
    }
  })
  vi.doMock(import('./series/series-table.ts'), async (original) => {
    const { composeSeries } = await original()
    return {
      composeSeries(...args: Parameters<typeof composeSeries>) {
        const content = composeSeries(...args)
        if (content.name !== 'housing') return content
        const [table, ...tables] = content.tables
        const wrong = { head: [{ text: 'Rent' }], about: [], cells: [[{ text: '$3,217' }]] }
        return { ...content, tables: table ? [{ ...table, rows: [wrong, ...table.rows] }, ...tables] : [] }
      },
    }
  })
  const { buildTestEdition } = await import('./testing/edition-builder.ts')
  return buildTestEdition
}

const opened = setUpDatabase()
let upstream: FakeUpstream
let edition: Edition
const progress: string[] = []
beforeAll(async () => {
  upstream = await startFakeUpstream(createWeekUpstream())
  const build = await loadMistakenBuilder()
  edition = await build({ db: opened.db, upstreamBaseUrl: upstream.baseUrl, progress }, {})
})
afterAll(async () => {
  for (const file of MISTAKEN) vi.doUnmock(file)
  vi.resetModules()
  await upstream.close()
})

it('builds an edition without statements that cannot be made, written or supported by facts, and lists them', () => {
  expect(textOf(edition.content.letter.connects)).toBe('Gas costs what it costs.')
  const connections = edition.coverage.unwritten?.filter(({ kind }) => ['contrast', 'level'].includes(kind))
  expect(connections).toMatchObject([
    { id: 'economy/nothing', kind: 'contrast', reason: expect.stringContaining('{nothing}') as string },
    { id: 'economy/thrown', kind: 'level', reason: 'is not a number' },
    {
      id: 'economy/unbound',
      kind: 'contrast',
      reason: "'$3.17' in letter/connects/0 is bound to no fact",
    },
  ])
  expect(progress).toContain(
    '9 parts could not be written: note, figure, picture, contrast, level, section, row. The letter goes on without; the log says why.',
  )
})

it('a mistake in the program costs an edition only the affected section, figure, row, picture or note, and the page says so', () => {
  const { content, coverage, text } = edition
  const page = new Map(content.sections.map((section) => [section.name, section]))
  const told = (name: SectionName) => textOf(page.get(name)?.coverage ?? [])
  const mistake = 'A mistake in our own program kept something off this page'

  const others = coverage.unwritten?.filter(({ kind }) => !['contrast', 'level'].includes(kind))
  expect(others).toMatchObject([
    { id: 'insiders/coverage', kind: 'note', reason: 'forms is undefined' },
    { section: 'economy', kind: 'figure', reason: 'payrolls is undefined' },
    { section: 'markets', kind: 'picture', reason: 'lines is undefined' },
    { section: 'markets', kind: 'note', reason: 'coverage is undefined' },
    { section: 'congress', kind: 'section', reason: 'congress is undefined' },
    { id: 'housing/tables/0/rows/0', kind: 'row', reason: "'$3,217' is bound to no fact" },
  ])
  expect(page.get('congress')?.state).toBe('unavailable')
  expect(told('congress')).toBe(
    'A mistake in our own program kept us from working this part out. That does not mean nothing happened.',
  )
  expect(text.replaceAll(/\s+/g, ' ')).toContain('kept us from working this part out.')
  expect(told('insiders')).toContain(mistake)
  expect(page.get('insiders')?.tables[0]?.rows.length).toBeGreaterThan(1)
  expect(told('economy')).toContain('Not worked out: jobs on payrolls (a mistake in our own program).')
  expect(told('economy')).not.toContain(mistake)
  expect(page.get('economy')?.tables[0]?.rows.length).toBeGreaterThan(3)
  expect(told('markets')).toContain(mistake)
  expect(page.get('markets')?.chart).toBeUndefined()
  expect(page.get('markets')?.tables[0]?.rows.length).toBeGreaterThan(1)
  expect(told('housing')).toContain(mistake)
  expect(page.get('housing')?.tables[0]?.rows.map(({ head }) => textOf([head]))).not.toContain('Rent')
  expect(content.letter.sections.map(({ name, state }) => [name, state])).toEqual([
    ['insiders', 'ready'],
    ['congress', 'unavailable'],
    ['housing', 'ready'],
    ['economy', 'ready'],
    ['markets', 'ready'],
  ])
})
