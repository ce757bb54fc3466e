import { inMegabytes, jobFor, whole, type BenchContext } from './bench-context.ts'
import { fillSubscribers } from './bench-database.ts'
import { startContender } from './run-contender.ts'
import { startFastSink } from './sinks.ts'
import { printHead, row } from './tally.ts'

const FEW = 10_000
const LETTER_KILOBYTES = 2

/** Measures whether our peak memory grows with the number of recipients. The letter is short, so that a million of them
 *  take minutes rather than hours; its bytes are held only once. */
export async function measureMemory(context: BenchContext): Promise<void> {
  const { options, database } = context
  const sink = await startFastSink()
  console.log(`\n### Peak memory of ours, a letter of ${LETTER_KILOBYTES} kB, into ${sink.words}\n`)
  printHead('recipients', 'peak MB', 'mails/s', 'minutes')
  const peaks: number[] = []
  try {
    for (const recipients of [FEW, options.manyRecipients]) {
      await fillSubscribers(database.db, recipients)
      const contender = await startContender(
        jobFor(context, { contender: 'ours', smtpUrl: sink.url, letterKilobytes: LETTER_KILOBYTES }),
      )
      const run = await contender.send()
      if (run.submitted !== recipients) throw new Error(`Ours handed over ${run.submitted} of ${recipients}`)
      peaks.push(run.peakBytes)
      const rate = whole(run.submitted / run.seconds)
      console.log(row(whole(recipients), inMegabytes(run.peakBytes), rate, (run.seconds / 60).toFixed(1)))
    }
  } finally {
    await sink.close()
  }
  console.log(`\nDifference: ${inMegabytes((peaks[1] ?? Number.NaN) - (peaks[0] ?? Number.NaN))} MB`)
}
