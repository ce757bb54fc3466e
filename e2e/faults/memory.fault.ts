import { execFileSync } from 'node:child_process'

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

import { readers } from '../../server/testing/edition-fixtures.ts'
import { requireDone, type RunningProcess } from './support/processes.ts'
import { MONDAY, openTrial, until, type Trial } from './support/trial.ts'

/** FAULT_RECIPIENTS=100000 runs all of case 16, and takes minutes. */
const RECIPIENTS = Number(process.env['FAULT_RECIPIENTS'] ?? 10_000)
const EARLY = 2000
const MB = 1024 * 1024

let trial: Trial
beforeAll(async () => {
  trial = await openTrial()
})
afterAll(() => trial.close())
afterEach(() => trial.end())

interface Memory {
  /** After a garbage collection. */
  readonly neededMb: number
  /** As counted by the system for the process. */
  readonly residentMb: number
}

async function measure(sending: RunningProcess): Promise<Memory> {
  const reports = () => [...sending.written().matchAll(/memory in use: (\d+)/g)]
  const before = reports().length
  sending.child.kill('SIGUSR2')
  await until(
    () => reports().length > before,
    () => `it reports its memory\n${sending.written()}`,
  )
  const resident = execFileSync('ps', ['-o', 'rss=', '-p', String(sending.child.pid)], { encoding: 'utf8' })
  return { neededMb: Number(reports().at(-1)?.[1]) / MB, residentMb: Number(resident) / 1024 }
}

/** Delays the answers once this many have been sent, while the memory is measured. */
async function measureAt(sending: RunningProcess, count: number): Promise<Memory> {
  const measured = Promise.withResolvers<void>()
  trial.peer.script = async ({ step }) => {
    if (step === 'dot' && trial.peer.accepted.length >= count) await measured.promise
    return undefined
  }
  await until(
    () => trial.peer.accepted.length >= count || sending.child.exitCode !== null,
    () => `${count} are sent, and not ${trial.peer.accepted.length}\n${sending.written()}`,
    180_000 + count * 20,
  )
  const memory = await measure(sending)
  measured.resolve()
  return memory
}

it(
  `16: ${RECIPIENTS} recipients take no more memory than ${EARLY}, and the counts balance`,
  async () => {
    await trial.begin({ keepBytes: 2000, keepSteps: false })
    await trial.addSubscribers(readers(RECIPIENTS))
    // A letter's usual size.
    const filler = '<p>What insiders bought this week, figure by figure.</p>\n'.repeat(500)
    const html = `<p>Hello</p>${filler}<a href="https://recipient.invalid/unsubscribe">Leave</a>`
    await trial.storeEdition({ html })
    const began = performance.now()
    const sending = trial.start('lunchpail', ['edition', 'send', '--date', MONDAY], {
      reportsMemory: true,
      settings: {
        SEND_PER_SECOND: '10000',
        SMTP_CONNECTIONS: '10',
        // Forces garbage collection, so that the system counts only memory that is needed.
        NODE_OPTIONS: '--max-old-space-size=128 --max-semi-space-size=4',
      },
    })
    const early = await measureAt(sending, EARLY)
    const late = await measureAt(sending, RECIPIENTS - 200)
    requireDone(await sending.ended())
    const seconds = (performance.now() - began) / 1000
    const words = ({ neededMb, residentMb }: Memory) =>
      `${neededMb.toFixed(1)} MB needed, ${residentMb.toFixed(0)} MB resident`
    process.stdout.write(
      `${RECIPIENTS} recipients in ${seconds.toFixed(1)} s: ${words(early)} after ${EARLY}; ${words(late)} at the end\n`,
    )
    expect(late.neededMb - early.neededMb).toBeLessThan(8)
    expect(late.residentMb - early.residentMb).toBeLessThan(30)
    expect(await trial.counts()).toEqual({ submitted: RECIPIENTS })
    expect(await trial.editionState()).toBe('finished')
    expect(trial.peer.accepted).toHaveLength(RECIPIENTS)
    expect(new Set(trial.copies()).size).toBe(RECIPIENTS)
  },
  300_000 + RECIPIENTS * 40,
)
