// A process that loads one key from the shared market cache, for tests with several processes. Arguments: address of the
// database, address of the source. Each line of its standard input is a number of loads to make at once; for each line it
// writes the number of loads by value or error code, as JSON.
import { createInterface } from 'node:readline'

import { openDatabase } from '../../db/open-database.ts'
import { SourceError } from '../../lib/errors.ts'
import { createLogger } from '../../lib/logger.ts'
import { systemClock } from '../../lib/clock.ts'
import { createReadThroughCache } from '../cache/read-through.ts'
import { createSharedState } from '../cache/shared-state.ts'

const [url = '', sourceUrl = ''] = process.argv.slice(2)
const logger = createLogger('silent')
const opened = await openDatabase({ url }, (error) => {
  throw error
})
const { store, locks } = createSharedState({
  db: opened.db,
  locks: opened.locks,
  clock: systemClock,
  logger,
  secretKey: 'of a test',
})
const cache = createReadThroughCache({ store, locks, clock: systemClock, logger })

async function askSource(): Promise<string> {
  const response = await fetch(sourceUrl)
  if (!response.ok) throw new SourceError('Test', 'down')
  return response.text()
}

const freshness = {
  freshUntil: (_value: string, retrievedAt: Date) => new Date(retrievedAt.getTime() + 3_600_000),
  revalidateMs: 0,
}
process.stdout.write('ready\n')
for await (const line of createInterface({ input: process.stdin })) {
  const counts: Record<string, number> = {}
  const settled = await Promise.allSettled(
    Array.from({ length: Number(line) }, () => cache.load('prices:stock:ACME:1Y', freshness, askSource)),
  )
  for (const result of settled) {
    const outcome =
      result.status === 'fulfilled'
        ? result.value.value
        : result.reason instanceof SourceError
          ? result.reason.code
          : String(result.reason)
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  process.stdout.write(`${JSON.stringify(counts)}\n`)
}
await cache.backgroundLoadsEnded()
await opened.close()
