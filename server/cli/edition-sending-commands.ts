import type { Command } from 'commander'

import { InvalidInputError } from '../lib/errors.ts'
import { askToCancel, askToResume, type Done } from '../operator/order-words.ts'
import { commandOf } from '../operator/edition-words.ts'
import { ORDER_TEXTS } from '../operator/order-texts.ts'
import { datedCommand, whoTypes, wholeNumber } from './arguments.ts'
import type { CommandContext } from './program.ts'
import { countToCancel } from '../sending/editions/pause-resume-cancel.ts'

/** edition pause, resume, cancel, retry and mark-sent: what a person does while an edition is being sent, or afterwards. The
 *  server or other process that sends it notices the change within seconds. */
export function addEditionSendingCommands(edition: Command, { deps, output }: CommandContext): void {
  const say = ({ words, hint = '' }: Done) => output.writeError(`${words}${hint}\n`)

  datedCommand(edition, 'pause')
    .description('Stop the sending of an edition, in every process, until it is resumed.')
    .option('--reason <text>', 'the reason, for people who look at it', ORDER_TEXTS.pauseReason)
    .action(async ({ date, reason }: { date: string; reason?: string }) => {
      say(await (await deps()).orders.pause(whoTypes(), date, reason))
    })

  datedCommand(edition, 'resume')
    .description('Resume a paused edition, for 48 hours from now.')
    .option(
      '--yes',
      'required after a backup was restored: readers who have the edition without its knowledge get it twice',
    )
    .action(async ({ date, yes }: { date: string; yes?: true }) => {
      const { newsletter, orders } = await deps()
      const status = await newsletter.findStatus(date)
      const question = status === undefined ? undefined : askToResume(status)
      if (question !== undefined && !yes) {
        throw new InvalidInputError(
          `${question} To do so: ${commandOf({ step: 'resolve-by-log', date })}\nTo resume it then: ${commandOf({ step: 'resume', date, yes: true })}`,
        )
      }
      say(await orders.resume(whoTypes(), date))
    })

  datedCommand(edition, 'cancel')
    .description('End an edition for good: readers who have not received it will not get it.')
    .option('--yes', 'required, since it cannot be undone')
    .action(async ({ date, yes }: { date: string; yes?: true }) => {
      const { db, orders } = await deps()
      if (!yes) {
        throw new InvalidInputError(
          `${askToCancel(date, await countToCancel(db, date))} Add --yes to cancel it. ` +
            'To stop it for now: edition hold before it is sent, edition pause while it is.',
        )
      }
      say(await orders.cancel(whoTypes(), date))
    })

  datedCommand(edition, 'retry')
    .description(
      'Retry deliveries that failed or ran out of time, and deferred ones at once, for 48 hours from now; never unknown ones (edition resolve). A paused edition stays paused.',
    )
    .action(async ({ date }: { date: string }) => {
      say(await (await deps()).orders.retry(whoTypes(), date))
    })

  datedCommand(edition, 'mark-sent')
    .description(
      'Record that an edition went out, if a backup from before that was restored and nothing here knows about it. Nobody is mailed; from then on it is in the archive and can be corrected.',
    )
    .option(
      '--at <time>',
      'when, such as 2026-11-23T08:00-06:00; by default Monday 8:00 in Chicago',
      parseInstant,
    )
    .option(
      '--sent <number>',
      'how many readers got it, if known',
      wholeNumber('--sent', { least: 0, most: 999_999_999 }),
    )
    .action(async ({ date, at, sent }: { date: string; at?: string; sent?: number }) => {
      say(await (await deps()).orders.markSent(whoTypes(), date, { at, count: sent }))
    })
}

/** @returns the instant, ISO 8601 in UTC
 *  @throws InvalidInputError if it is invalid, or names no time zone */
function parseInstant(text: string): string {
  const isWritten = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)$/.test(text)
  const at = new Date(text)
  if (isWritten && !Number.isNaN(at.getTime())) return at.toISOString()
  throw new InvalidInputError(
    `--at: ${text} is not a time with its zone, such as 2026-11-23T08:00-06:00 or 2026-11-23T14:00Z.`,
  )
}
