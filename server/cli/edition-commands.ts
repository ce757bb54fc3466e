import path from 'node:path'

import type { Command } from 'commander'

import type { Deps } from '../deps.ts'
import { AppError, InvalidInputError } from '../lib/errors.ts'
import { writeEditionFiles } from '../letter/index.ts'
import type { EditionStatus } from '../sending/editions/edition-status.ts'
import { createPngRenderer, drawChart } from '../pictures/index.ts'
import { commandOf, describeSteps } from '../operator/edition-words.ts'
import { describeOverview } from './describe-edition.ts'
import { describePause } from '../sending/sending-words.ts'
import type { EditOrder } from '../sending/editions/edition-edits.ts'
import { addEditionEditCommands } from './edition-edit-commands.ts'
import { tellProgress } from './edition-progress.ts'
import { addEditionReviewCommands } from './edition-review-commands.ts'
import { addEditionSteerCommands } from './edition-steer-commands.ts'
import { parseMonday } from './arguments.ts'
import type { CommandContext } from './program.ts'
import { untilInterrupted } from './process-output.ts'

/** edition build, send and resolve, and those of edition-steer-commands.ts and edition-review-commands.ts. */
export function addEditionCommands(
  program: Command,
  context: CommandContext,
  setExitCode: (code: number) => void,
): void {
  const { deps, output, folder } = context
  const edition = program.command('edition').description('The weekly edition: one for each Monday.')

  edition
    .command('build')
    .description('Write the edition of a Monday from what was public before it, and keep it for sending.')
    .requiredOption('--as-of <date>', 'the Monday, YYYY-MM-DD', parseMonday)
    .option(
      '--out <folder>',
      'also write edition.html with its pictures, edition.txt, facts.json and audit.json there',
    )
    .action(async ({ asOf, out }: { asOf: string; out?: string }) => {
      await buildAlone(await deps(), asOf, { out })
    })

  edition
    .command('write')
    .description(
      'Write an edition that is built and not being sent once more, from the records that are kept: no source of records is asked.',
    )
    .requiredOption('--date <date>', 'the Monday, YYYY-MM-DD', parseMonday)
    .requiredOption('--again', 'its words so far are replaced')
    .action(async ({ date }: { date: string }) => {
      const opened = await deps()
      if (!(await opened.newsletter.findStatus(date))) {
        throw new AppError('not-found', `There is no edition of ${date}. Build it first.`)
      }
      await buildAlone(opened, date, { records: 'kept' })
    })

  addEditionEditCommands(edition, async (date, order) => {
    const opened = await deps()
    if (!(await opened.newsletter.findStatus(date))) {
      throw new AppError('not-found', `There is no edition of ${date}. Build it first.`)
    }
    await buildAlone(opened, date, { records: 'kept', order })
  })

  /** Not while another process builds the same. */
  async function buildAlone(opened: Deps, asOf: string, how: Parameters<typeof build>[2]): Promise<void> {
    const turn = opened.turns.build(asOf)
    if (await turn.run(() => build(opened, asOf, how))) return
    const holder = (await turn.findHolder()) ?? 'another process'
    throw new AppError(
      'not-ready',
      `The edition of ${asOf} is being built by ${holder}: it is not built a second time. Try again when that has ended; ` +
        'one that was killed counts for a minute more.',
    )
  }

  async function build(
    { newsletter, config }: Deps,
    asOf: string,
    {
      out,
      records,
      order,
    }: { readonly out?: string | undefined; readonly records?: 'kept'; readonly order?: EditOrder },
  ): Promise<void> {
    // For an old edition, only the files may be wanted.
    if (out === undefined) await newsletter.requireReplaceable(asOf)
    const built = await untilInterrupted(async (signal) => {
      try {
        return await newsletter.build(asOf, (line) => output.writeError(`${line}\n`), signal, records, order)
      } catch (error) {
        if (!signal.aborted) throw error
        throw new AppError(
          'not-ready',
          'Stopped: no edition was built. The records that were read by then are kept.',
          { cause: error },
        )
      }
    })
    if (out !== undefined) {
      const renderPng = createPngRenderer()
      const files = await writeEditionFiles(
        { drawChart: (chart) => drawChart(chart, renderPng), siteUrl: config.siteUrl },
        built,
        {
          folder: path.resolve(folder, out),
          // No reader's own: a letter that is sent carries a signed link instead.
          values: { unsubscribeUrl: `${config.siteUrl}/unsubscribe` },
        },
      ).catch((error: unknown) => {
        if (!isFileError(error)) throw error
        throw new InvalidInputError(
          'malformed-request',
          `The edition is built but not kept, since its files cannot be written: ${error.message}. Give --out another folder.`,
          { cause: error },
        )
      })
      for (const file of files) output.write(`${file}\n`)
    }
    await newsletter.store(built)
    output.writeError(`Built the edition of ${asOf}: ${built.subject}\n`)
  }

  edition
    .command('send')
    .description(
      'Send the stored edition of a Monday, within 48 hours, to all who are subscribed when it is first sent; again: to those of them who have not got it; one that is paused goes on. ' +
        'Exit code: 1 unless it is finished without a delivery that failed or is unknown.',
    )
    .requiredOption('--date <date>', 'the Monday, YYYY-MM-DD', parseMonday)
    .option('--json', 'only the line of JSON that is written at its end, without the progress')
    .action(async ({ date, json }: { date: string; json?: true }) => {
      const { newsletter, clock } = await deps()
      const paused = (await newsletter.findStatus(date))?.meta.paused
      if (paused !== undefined) {
        output.writeError(`It was paused: ${describePause(paused)}. It goes on now, for 48 hours.\n`)
      }
      const stopTelling = json
        ? undefined
        : tellProgress(() => newsletter.findStatus(date), { output, clock })
      let status: EditionStatus
      try {
        status = await untilInterrupted((signal) => newsletter.sendByHand(date, signal))
      } finally {
        await stopTelling?.()
      }
      output.write(`${JSON.stringify(status)}\n`)
      if (Object.values(status.counts).every((count) => count === 0)) {
        output.writeError('Nobody is subscribed: nothing was sent.\n')
      }
      if (status.state === 'frozen') {
        output.writeError(
          `Stopped: the rest stays for the next time. A running server goes on within a minute; without one: ${commandOf({ step: 'send', date })}\n`,
        )
      }
      if (status.state === 'cancelled') output.writeError('Cancelled: nothing more of it goes out.\n')
      if (status.state === 'paused') {
        const paused = (await newsletter.findStatus(date))?.meta.paused ?? { kind: 'by-hand' }
        output.writeError(`Paused: ${describePause(paused)}. ${describeSteps([{ step: 'resume', date }])}\n`)
      }
      const { failed, unknown } = status.counts
      if (failed + unknown > 0) {
        output.writeError(
          `Failed: ${failed}, unknown: ${unknown}. Why, and what to do: ${commandOf({ step: 'status', date })}\n`,
        )
      }
      if (status.state !== 'finished' || failed + unknown > 0) setExitCode(1)
    })

  edition
    .command('list')
    .description('List the newest editions: date, state, how many got it.')
    .option('--limit <number>', 'how many', parseLimit, 12)
    .option('--json', 'one line of JSON for each')
    .action(async ({ limit, json }: { limit: number; json?: true }) => {
      const editions = await (await deps()).desk.listEditions(limit)
      for (const one of editions) {
        output.write(json ? `${JSON.stringify(one)}\n` : `${describeOverview(one)}\n`)
      }
      if (editions.length === 0) output.writeError('There are no editions.\n')
    })

  edition
    .command('resolve')
    .description('Resolve deliveries whose outcome is unknown: the server may or may not have taken them.')
    .requiredOption('--date <date>', 'the Monday, YYYY-MM-DD', parseMonday)
    .option('--resend', 'send them again; a reader may get two')
    .option('--assume-submitted', 'count them as taken; a reader may get none')
    .action(
      async ({ date, resend, assumeSubmitted }: { date: string; resend?: true; assumeSubmitted?: true }) => {
        if (resend === assumeSubmitted) {
          throw new InvalidInputError('malformed-request', 'Say one of --resend and --assume-submitted.')
        }
        const { newsletter } = await deps()
        const resolved = await newsletter.resolveUnknown(date, resend ? 'resend' : 'assume-submitted')
        output.writeError(`Resolved: ${resolved}\n`)
        if (resend && (await newsletter.findStatus(date))?.state === 'paused') {
          output.writeError(
            `The edition of ${date} is paused: they wait for ${commandOf({ step: 'resume', date })}\n`,
          )
        }
      },
    )

  addEditionSteerCommands(edition, context)
  addEditionReviewCommands(edition, context, setExitCode)
}

/** @throws InvalidInputError */
function parseLimit(text: string): number {
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1 && limit <= 1000) return limit
  throw new InvalidInputError('malformed-request', `--limit: ${text} is not a whole number from 1 to 1,000.`)
}

const isFileError = (error: unknown): error is Error => error instanceof Error && 'syscall' in error
