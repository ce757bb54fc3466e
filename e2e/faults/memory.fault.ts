import { execFileSync } from 'node:child_process'

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

import { readers } from '../../server/testing/edition-fixtures.ts'
import { requireDone } from './support/processes.ts'
import { MONDAY, openTrial, until, type Trial } from './support/trial.ts'

/** FAULT_RECIPIENTS=100000 is the whole of case 16, and takes minutes. */
const RECIPIENTS = Number(process.env['FAULT_RECIPIENTS'] ?? 10_000)
const ALLOWED_GROWTH_MB = 30

let trial: Trial
beforeAll(async () => {
  trial = await openTrial()
})
afterAll(() => trial.close())
afterEach(() => trial.end())

/** Of a process, in MB. */
function residentMemory(pid: number | undefined): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
}

it(
  `16: ${RECIPIENTS} recipients take no more memory than 2000, and the counts balance`,
  async () => {
    await trial.begin({ keepBytes: 2000, keepSteps: false })
    await trial.addSubscribers(readers(RECIPIENTS))
    // A letter's usual size.
    const filler = '<p>What insiders bought this week, figure by figure.</p>\n'.repeat(500)
    await trial.storeEdition({
      html: `<p>Hello</p>${filler}<a href="https://recipient.invalid/unsubscribe">Leave</a>`,
    })
    const began = performance.now()
    const sending = trial.start('lunchpail', ['edition', 'send', '--date', MONDAY], {
      settings: { SEND_PER_SECOND: '10000', SMTP_CONNECTIONS: '10' },
    })
    await until(
      () => trial.peer.accepted.length >= 2000 || sending.child.exitCode !== null,
      () => `${trial.peer.accepted.length} sent\n${sending.written()}`,
    )
    const memory: number[] = []
    await until(
      () => {
        if (sending.child.exitCode !== null || trial.peer.accepted.length >= RECIPIENTS - 100) return true
        memory.push(residentMemory(sending.child.pid))
        return false
      },
      () => `${trial.peer.accepted.length} sent\n${sending.written()}`,
      RECIPIENTS * 10,
    )
    requireDone(await sending.ended())
    const seconds = (performance.now() - began) / 1000
    const early = Math.max(...memory.slice(0, Math.ceil(memory.length / 10)))
    const peak = Math.max(...memory)
    process.stdout.write(
      `${RECIPIENTS} recipients: ${seconds.toFixed(1)} s, ${early.toFixed(0)} MB after 2000, peak ${peak.toFixed(0)} MB\n`,
    )
    expect(memory.length).toBeGreaterThan(10)
    expect(peak - early).toBeLessThan(ALLOWED_GROWTH_MB)
    expect(await trial.counts()).toEqual({ submitted: RECIPIENTS })
    expect(await trial.editionState()).toBe('finished')
    expect(trial.peer.accepted).toHaveLength(RECIPIENTS)
    expect(new Set(trial.copies()).size).toBe(RECIPIENTS)
  },
  60_000 + RECIPIENTS * 10,
)
