import type { Command } from 'commander'
import { InvalidInputError } from '../lib/errors.ts'
import { formatChicagoTime } from '../lib/dates.ts'
import { commandOf, describeSteps } from '../operator/edition-words.ts'
import { parseLine, parseMonday } from './arguments.ts'
import type { CommandContext } from './program.ts'

const MAX_REASON_LENGTH = 250

/** edition pause, resume, cancel, retry and mark-sent: what a person does while an edition is being sent, or after it. A server, or
 *  another process that sends it, finds what was changed within seconds. */
export function addEditionSteerCommands(edition: Command, { deps, output }: CommandContext): void {
  const say = (...lines: readonly string[]) => output.writeError(`${lines.join('\n')}\n`)

  edition
    .command('pause')
    .description('Stop the sending of an edition, in every process, until it is resumed.')
    .requiredOption('--date <date>', 'the Monday, YYYY-MM-DD', parseMonday)
    .option(
      '--reason <text>',
      'why, for whoever looks at it',
      parseLine({ what: 'A reason', most: MAX_REASON_LENGTH }),
    )
    .action(async ({ date, reason }: { date: string; reason?: string }) => {
      await (await deps()).desk.pause(date, reason)
      say(
        `Paused: the edition of ${date}. What is under way is finished, a few dozen messages at most; nothing more of it goes out.`,
        describeSteps([{ step: 'resume', date }]),
      )
    })

  edition
    .command('resume')
    .description('Let a paused edition go on, for 48 hours from now.')
    .requiredOption('--date <date>', 'the Monday, YYYY-MM-DD', parseMonday)
    .action(async ({ date }: { date: string }) => {
      const wasPaused = await (await deps()).desk.resume(date)
      say(
        wasPaused
          ? `Resumed: the edition of ${date}, for 48 hours from now. ${tellWhoSends(date)}`
          : `Not paused: the edition of ${date} is being sent.`,
      )
    })

  edition
    .command('cancel')
    .description('End an edition for good: whoever has not got it does not get it.')
    .requiredOption('--date <date>', 'the Monday, YYYY-MM-DD', parseMonday)
    .option('--yes', 'needed, since it cannot be undone')
    .action(async ({ date, yes }: { date: string; yes?: true }) => {
      const { desk } = await deps()
      const count = await desk.countToCancel(date)
      if (!yes) {
        throw new InvalidInputError(
          'malformed-request',
          `This cannot be undone: ${tellCount(count, 'reader')} would not get the edition of ${date}. Add --yes to cancel it. ` +
            'To stop it for now: edition hold before it is sent, edition pause while it is.',
        )
      }
      await desk.cancel(date)
      say(
        `Cancelled: the edition of ${date}. ${tellCount(count, 'reader')} will not get it; what is under way is finished.`,
      )
    })

  edition
    .command('retry')
    .description(
      'Try again what failed or ran out of time, and at once what was put off, for 48 hours from now; never what is unknown (edition resolve). A paused edition stays paused.',
    )
    .requiredOption('--date <date>', 'the Monday, YYYY-MM-DD', parseMonday)
    .action(async ({ date }: { date: string }) => {
      const { failed, deferred, leftOut, isPaused } = await (await deps()).desk.retry(date)
      const gone = leftOut === 0 ? '' : ` Left out, no longer subscribed: ${leftOut.toLocaleString('en-US')}.`
      if (failed + deferred === 0) {
        say(`Nothing to retry in the edition of ${date}.${gone}`)
        return
      }
      const goesOn = isPaused
        ? `It stays paused. ${describeSteps([{ step: 'resume', date }])}`
        : tellWhoSends(date)
      say(
        `To be tried again: ${tellCount(failed, 'given up', 'given up')}, ${tellCount(deferred, 'put off', 'put off')}.${gone} ${goesOn}`,
      )
    })

  edition
    .command('mark-sent')
    .description(
      'Say that an edition went out, where a backup from before that was restored and nothing here knows it. Nobody is mailed; it stands in the archive from then on and can be corrected.',
    )
    .requiredOption('--date <date>', 'the Monday, YYYY-MM-DD', parseMonday)
    .option(
      '--at <time>',
      'when, such as 2026-11-23T08:00-06:00. Left out: Monday 8:00 in Chicago',
      parseInstant,
    )
    .option('--sent <number>', 'how many readers got it, where that is known', parseWholeNumber)
    .action(async ({ date, at, sent }: { date: string; at?: string; sent?: number }) => {
      const sentAt = await (await deps()).desk.markSent(date, { at, count: sent })
      say(
        `Marked: the edition of ${date} went out ${formatChicagoTime(sentAt)}. Nobody is mailed; it is in the archive.`,
        describeSteps([{ step: 'correct', date }]),
      )
    })
}

const tellWhoSends = (date: string) =>
  `A running server goes on within a minute; without one: ${commandOf({ step: 'send', date })}`

function tellCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

/** @returns the instant, ISO 8601 in UTC
 *  @throws InvalidInputError when it is none, or names no time zone */
function parseInstant(text: string): string {
  const isWritten = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)$/.test(text)
  const at = new Date(text)
  if (isWritten && !Number.isNaN(at.getTime())) return at.toISOString()
  throw new InvalidInputError(
    'malformed-request',
    `--at: ${text} is not a time with its zone, such as 2026-11-23T08:00-06:00 or 2026-11-23T14:00Z.`,
  )
}

/** @throws InvalidInputError */
function parseWholeNumber(text: string): number {
  const number = Number(text)
  if (/^\d{1,9}$/.test(text)) return number
  throw new InvalidInputError('malformed-request', `--sent: ${text} is not a whole number.`)
}
