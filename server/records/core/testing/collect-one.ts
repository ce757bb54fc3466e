import type { Database } from '../../../db/database.ts'
import { createLogger } from '../../../lib/logger.ts'
import { collectRecords, type SourceReport } from '../../collect-records.ts'
import type { RecordSource } from '../record-source.ts'
import { withoutWaiting, type FakeUpstream } from './fake-upstream.ts'

/** Runs one source against a fake upstream without a rate limit, on 2025-02-04 in New York. */
export async function collectOne(
  db: Database,
  upstream: Pick<FakeUpstream, 'baseUrl'>,
  source: RecordSource,
  request: { asOf?: string; days?: number; signal?: AbortSignal } = {},
): Promise<SourceReport> {
  const { asOf = '2025-02-03', days, signal } = request
  const [report] = await collectRecords(
    {
      db,
      clock: { now: () => new Date('2025-02-04T15:00:00Z') },
      logger: createLogger('silent', 2),
      upstreamBaseUrl: upstream.baseUrl,
      userAgent: 'Lunchpail hello@lunchpail.test',
      backoffMs: { first: 1, most: 2 },
      ...(signal === undefined ? {} : { signal }),
    },
    { sources: withoutWaiting([source], [source.id]), asOf, days },
  )
  if (!report) throw new Error('there is no report')
  return report
}
