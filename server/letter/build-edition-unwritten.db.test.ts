import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { startFakeUpstream, type FakeUpstream } from '../records/core/testing/fake-upstream.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import type { Attempts } from './statements/leave-out-unwritable.ts'
import type { Statement } from './statements/statement.ts'
import { textOf } from './statements/tell.ts'
import { createWeekUpstream } from './testing/week-upstream.ts'

/** Test files that run in one process share their modules, so the builder is imported anew with other connections. */
async function loadBuilder() {
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
  const { buildTestEdition } = await import('./testing/edition-builder.ts')
  return buildTestEdition
}

let opened: TestDatabase
let upstream: FakeUpstream
beforeAll(async () => {
  opened = await createTestDatabase()
  upstream = await startFakeUpstream(createWeekUpstream())
})
afterAll(async () => {
  vi.doUnmock('./series/connections.ts')
  vi.resetModules()
  await upstream.close()
  await opened.close()
})

it('is built without the statements that cannot be made, cannot be written or have no fact to bear them out, and says which they were', async () => {
  const progress: string[] = []
  const buildTestEdition = await loadBuilder()
  const edition = await buildTestEdition({ db: opened.db, upstreamBaseUrl: upstream.baseUrl, progress }, {})
  expect(textOf(edition.content.letter.connects)).toBe('Gas costs what it costs.')
  expect(edition.coverage.unwritten).toMatchObject([
    { id: 'economy/nothing', kind: 'contrast', reason: expect.stringContaining('{nothing}') as string },
    { id: 'economy/thrown', kind: 'level', reason: 'is not a number' },
    {
      id: 'economy/unbound',
      kind: 'contrast',
      reason: "'$3.17' in letter/connects/0 is bound to no fact",
    },
  ])
  expect(progress).toContain(
    '3 statements could not be written: contrast, level. The letter goes on without; the log says why.',
  )
})
