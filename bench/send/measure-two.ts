import { jobFor, whole, type BenchContext } from './bench-context.ts'
import { fillSubscribers, forgetSending } from './bench-database.ts'
import { startContender } from './run-contender.ts'
import { startRecordingSink, type RecordingSink } from './sinks.ts'
import { printHead, ratioOf, spreadOf, row } from './tally.ts'

/** The delay of a server on the network, with which one process over 20 connections sends at most 1,000 a second. */
const ANSWER_MS = 20

/** Measures what a second process adds when the mail server's answers are the bottleneck. */
export async function measureTwo(context: BenchContext): Promise<void> {
  const { database, options } = context
  await fillSubscribers(database.db, options.recipients)
  const sink = await startRecordingSink({ delayMs: ANSWER_MS })
  console.log(
    `\n### Two processes of ours against one: ${whole(options.recipients)} recipients, 30 kB, into ${sink.words}\n`,
  )
  const one: number[] = []
  const two: number[] = []
  try {
    for (let round = 1; round <= options.rounds; round += 1) {
      one.push(await measureProcesses(context, sink, 1))
      two.push(await measureProcesses(context, sink, 2))
      console.error(`two ${round}: ${whole(one.at(-1) ?? 0)}/s alone, ${whole(two.at(-1) ?? 0)}/s together`)
    }
  } finally {
    await sink.close()
  }
  printHead('one, mails/s', 'two, mails/s', 'two : one')
  console.log(
    row(whole(spreadOf(one).median), whole(spreadOf(two).median), ratioOf(two, one).median.toFixed(2)),
  )
}

/** @returns messages a second of all processes together, from the start to the end of the last */
async function measureProcesses(context: BenchContext, sink: RecordingSink, count: number): Promise<number> {
  await forgetSending(context.database.db)
  sink.forget()
  const contenders = []
  for (let index = 0; index < count; index += 1) {
    contenders.push(
      await startContender(jobFor(context, { contender: 'ours', smtpUrl: sink.url, isRestart: index > 0 })),
    )
  }
  const startedMs = performance.now()
  await Promise.all(contenders.map((contender) => contender.send()))
  const seconds = (performance.now() - startedMs) / 1000
  const { accepted, copies } = await sink.report()
  const readers = Object.keys(copies).length
  if (accepted !== context.options.recipients || readers !== accepted) {
    throw new Error(`${count} processes handed over ${accepted} messages for ${readers} readers`)
  }
  return accepted / seconds
}
