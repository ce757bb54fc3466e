// A process that sends the letter in one way: gets ready, prints 'ready', sends when told 'go', and reports the cost.
import { readFile } from 'node:fs/promises'
import { once } from 'node:events'

import { openDatabase } from '../../server/db/open-database.ts'
import type { ContenderMessage, ContenderName, Job, OpenContender } from './contender.ts'
import { writeLetter } from './letter.ts'

const opening: Record<ContenderName, () => Promise<{ open: OpenContender }>> = {
  ours: () => import('./contenders/ours.ts'),
  naive: () => import('./contenders/naive.ts'),
  'pg-boss': () => import('./contenders/pg-boss.ts'),
  'graphile-worker': () => import('./contenders/graphile-worker.ts'),
}

// Exits with its parent.
process.once('disconnect', () => process.exit())

const job = JSON.parse(process.argv[2] ?? '') as Job
const { open } = await opening[job.contender]()
const database = await openDatabase({ url: job.databaseUrl }, (error) => {
  throw error
})
const contender = await open(job, { database, letter: writeLetter(job.letterKilobytes) })
tell({ type: 'ready' })
await once(process, 'message')
const before = process.cpuUsage()
const submitted = await contender.send()
const { user, system } = process.cpuUsage(before)
tell({ type: 'done', submitted, cpuSeconds: (user + system) / 1e6, peakBytes: await readPeakBytes() })
await contender.close()
await database.close()
process.disconnect()

function tell(message: ContenderMessage): void {
  process.send?.(message)
}

/** The most memory this process has held. On Linux this reads the process's own high-water mark, since that of getrusage is
 *  inherited from the parent across fork and exec. */
async function readPeakBytes(): Promise<number> {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(await readFile('/proc/self/status', 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
