import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { CONNECTIONS, inMegabytes, jobFor, whole, type BenchContext } from './bench-context.ts'
import { fillSubscribers, forgetSending } from './bench-database.ts'
import type { ContenderName } from './contender.ts'
import { startContender, type Run } from './run-contender.ts'
import { findPostfixTool, startFastSink, type Sink } from './sinks.ts'
import { printHead, ratioOf, spreadOf, row } from './tally.ts'

interface Setting {
  readonly kilobytes: number
  readonly signed: boolean
}
const SETTINGS: readonly Setting[] = [
  { kilobytes: 30, signed: false },
  { kilobytes: 30, signed: true },
  { kilobytes: 75, signed: false },
  { kilobytes: 75, signed: true },
]

/** Measures how many messages a second each contender submits: each round runs every contender once. */
export async function measureSpeed(context: BenchContext): Promise<void> {
  const { options } = context
  await fillSubscribers(context.database.db, options.recipients)
  const sink = await startFastSink()
  try {
    console.log(
      `\n### Speed: ${whole(options.recipients)} recipients, ${options.rounds} rounds in turns, ${CONNECTIONS} connections, into ${sink.words}\n`,
    )
    printHead(
      'letter',
      'contender',
      'mails/s (min–max)',
      'against naive',
      'CPU ms a mail',
      'CPU against naive',
      'peak MB',
    )
    for (const setting of SETTINGS) await measureSetting(context, sink, setting)
  } finally {
    await sink.close()
  }
}

async function measureSetting(context: BenchContext, sink: Sink, setting: Setting): Promise<void> {
  const { options } = context
  const runs = new Map<ContenderName, Run[]>(options.only.map((name) => [name, []]))
  const ceiling: number[] = []
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const name of options.only) {
      const run = await runOnce(context, sink, { ...setting, name })
      runs.get(name)?.push(run)
      console.error(`round ${round}: ${describe(setting)}, ${name}: ${whole(perSecond(run))}/s`)
    }
    const source = setting.signed ? undefined : await runSmtpSource(sink, options.recipients, setting)
    if (source !== undefined) ceiling.push(source)
  }
  const naive = runs.get('naive')
  for (const [name, own] of runs) console.log(describeRuns(describe(setting), name, own, naive))
  if (ceiling.length > 0) {
    const rate = withSpread(ceiling)
    const ratio = naive === undefined ? '–' : times(ratioOf(ceiling, naive.map(perSecond)).median)
    console.log(row(describe(setting), 'smtp-source (the limit)', rate, ratio, '–', '–', '–'))
  } else if (!setting.signed) {
    console.log(`smtp-source of Postfix is not installed: no limit is given.`)
  }
}

async function runOnce(
  context: BenchContext,
  sink: Sink,
  { name, kilobytes, signed }: Setting & { name: ContenderName },
): Promise<Run> {
  await forgetSending(context.database.db)
  const contender = await startContender(
    jobFor(context, {
      contender: name,
      smtpUrl: sink.url,
      letterKilobytes: kilobytes,
      dkimKeyFile: signed ? context.dkimKeyFile : undefined,
    }),
  )
  const run = await contender.send()
  if (run.submitted !== context.options.recipients) {
    throw new Error(`${name} handed over ${run.submitted} of ${context.options.recipients}`)
  }
  return run
}

/** @returns messages a second of Postfix's smtp-source, which sends the same bytes again and again; undefined without it */
async function runSmtpSource(sink: Sink, count: number, setting: Setting): Promise<number | undefined> {
  const program = findPostfixTool('smtp-source')
  if (program === undefined) return undefined
  const startedMs = performance.now()
  const child = spawn(
    program,
    [
      ['-d', '-s', CONNECTIONS, '-m', count, '-l', setting.kilobytes * 1000],
      ['-f', 'monday@lunchpail.example', '-t', 'reader@mail.example', new URL(sink.url).host],
    ].flatMap((group) => group.map(String)),
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`smtp-source ended with ${code}`)
  return count / ((performance.now() - startedMs) / 1000)
}

function describeRuns(
  letter: string,
  name: ContenderName,
  runs: readonly Run[],
  naive: readonly Run[] | undefined,
): string {
  const against = (measure: (run: Run) => number) =>
    naive === undefined ? '–' : times(ratioOf(runs.map(measure), naive.map(measure)).median)
  const cpu = spreadOf(runs.map(cpuMs))
  return row(
    letter,
    name,
    withSpread(runs.map(perSecond)),
    against(perSecond),
    cpu.median.toFixed(2),
    against(cpuMs),
    inMegabytes(spreadOf(runs.map(({ peakBytes }) => peakBytes)).median),
  )
}

const perSecond = (run: Run) => run.submitted / run.seconds
const cpuMs = (run: Run) => (run.cpuSeconds * 1000) / run.submitted
const times = (ratio: number) => `${ratio.toFixed(2)}×`
const describe = ({ kilobytes, signed }: Setting) => `${kilobytes} kB${signed ? ', DKIM' : ''}`

function withSpread(values: readonly number[]): string {
  const { median, min, max } = spreadOf(values)
  return `${whole(median)} (${whole(min)}–${whole(max)})`
}
