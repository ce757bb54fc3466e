import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { SourceError } from '../../../lib/errors.ts'
import { createUpstreamFetch } from '../../../lib/upstream-fetch.ts'
import { hasRecordings, startReplay, type Replay } from '../../../market/testing/start-replay.ts'
import { createSenateClient } from './senate-client.ts'
import { createTestClient } from './testing/fake-senate.ts'

// Skipped if the recordings are not next to the project.
describe.skipIf(!hasRecordings)('against recorded responses (skipped without recordings)', () => {
  let replay: Replay
  beforeAll(async () => {
    replay = await startReplay({ endDate: '2025-01-31' })
  })
  afterAll(() => replay.stop())

  /** Lists the reports of the fortnight and reads them.
   *  @param fault  how every response fails whose URL contains `where` */
  async function visit(fault?: { where: string; kind: string }) {
    const faults = fault ? [`${fault.where}:${fault.kind}:1`] : []
    await globalThis.fetch(`${replay.baseUrl}/__faults`, { method: 'POST', body: JSON.stringify(faults) })
    const neverAnswers = ({ href }: URL) => fault?.kind === 'hang' && href.includes(fault.where)
    const fetch = createUpstreamFetch({
      upstreamBaseUrl: replay.baseUrl,
      timeoutMs: 600_000,
      maxBytes: 1_000_000,
      startDeadline: (url) => AbortSignal.timeout(neverAnswers(url) ? 50 : 600_000),
    })
    const client = createSenateClient(createTestClient({ fetch }))
    const reports = []
    const { reports: found } = await client.listReports({ from: '2025-01-18', to: '2025-01-31' })
    for (const listed of found) {
      const { page } = await client.readPage(listed)
      // An unreadable page must never pass for one without trades.
      if (page.status !== 'read') throw new SourceError('Senate eFD', `${listed.reportId} is ${page.status}`)
      reports.push({ filedOn: listed.filedOn, report: page.report })
    }
    return reports
  }

  it('reads every report of the fortnight', async () => {
    expect(await visit()).toMatchObject([
      { filedOn: '2025-01-31', report: { member: 'Daniel S Sullivan', transactions: [{ ticker: 'RPM' }] } },
      { filedOn: '2025-01-28', report: { member: 'Mark Begich' } },
      { filedOn: '2025-01-24', report: { member: 'Alan Armstrong' } },
    ])
  })

  it.each(['403', '429', '500', '503', 'hang', 'reset', 'truncate', 'html', 'empty'])(
    'never reports an empty week after %s',
    async (kind) => {
      for (const where of ['efdsearch.senate.gov', 'view/ptr']) {
        await expect(visit({ where, kind })).rejects.toMatchObject({ name: 'SourceError' })
      }
    },
  )
})
