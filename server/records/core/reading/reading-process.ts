import { Worker } from 'node:worker_threads'

import { UnreadableFilingError } from '../unread-reason.ts'
import { READERS } from './readers.ts'
import type { ReadingAnswer, ReadingJob } from './read-apart.ts'

// Reads one document after another for the process that started it, and has neither its settings nor its secrets.

/** The memory that this process may take in all, in MB. */
const maxMemoryMb = Number(process.argv[2])

// A thread, since reading may hold up this one: what grows beyond all bounds does so within a second.
const watch = new Worker(new URL('memory-watch.ts', import.meta.url), {
  workerData: maxMemoryMb * 1_000_000,
})
watch.once('error', () => process.exit(1))

async function read({ reader, bytes, question }: ReadingJob): Promise<ReadingAnswer> {
  try {
    const run = READERS[reader] as (bytes: Uint8Array, question: unknown) => unknown
    return { status: 'read', value: await run(bytes, question) }
  } catch (error) {
    if (!(error instanceof Error)) return { status: 'unreadable', code: 'unreadable', reason: String(error) }
    const { message: reason } = error
    if (error instanceof UnreadableFilingError) return { status: 'unreadable', code: error.code, reason }
    if (error instanceof TypeError) return { status: 'again', reason }
    // What a parser of JSON says of it, in brackets and positions, is for nobody.
    if (error instanceof SyntaxError) return { status: 'again', reason: 'the answer is cut off or damaged' }
    return { status: 'unreadable', code: 'unreadable', reason: `it cannot be read: ${reason}` }
  }
}

process.on('message', (job: ReadingJob) => {
  void read(job).then((answer) => process.send?.(answer))
})
process.on('disconnect', () => process.exit(0))
