import path from 'node:path'

import type { Command } from 'commander'

import { describeOutage } from '../db/database-unavailable.ts'
import type { Deps } from '../deps.ts'
import { InvalidInputError } from '../lib/errors.ts'
import { type BuildHow, writeEditionFiles } from '../letter/index.ts'
import { listReturns } from '../sending/editions/edition-returns.ts'
import { type EditionStatus, listEditions } from '../sending/editions/edition-status.ts'
import { drawLineChart } from '../pictures/draw-line-chart.ts'
import { createPngRenderer } from '../pictures/png-renderer.ts'
import { commandOf, describeSteps } from '../operator/edition-words.ts'
import { describeOverview } from './describe-edition.ts'
import { throughOutages } from '../sending/deliveries/pause.ts'
import { describePause } from '../sending/sending-words.ts'
import { askToSend, RESOLVE_WORDS, resumeStep } from '../operator/order-words.ts'
import { showProgress } from './edition-progress.ts'
import { addEditionReviewCommands } from './edition-review-commands.ts'
import { addEditionSendingCommands } from './edition-sending-commands.ts'
import { datedCommand, parseMonday, wholeNumber, whoTypes } from './arguments.ts'
import { resolveFile } from './import-files.ts'
import type { CommandContext } from './program.ts'
import { untilInterrupted } from './process-output.ts'
import type { EditionEdit, EditOrder } from '../sending/editions/edition-edits.ts'
import { ORDER_TEXTS } from '../operator/order-texts.ts'

/** edition build, send and resolve, and those of edition-sending-commands.ts and edition-review-commands.ts. */
export function addEditionCommands(program: Command, context: CommandContext): void {
  const { deps, output, folder, setExitCode } = context
  const edition = program.command('edition').description('The weekly edition: one for each Monday.')

  edition
    .command('build')
    .description('Write the edition of a Monday from what was public before it, and store it for sending.')
    .requiredOption('--as-of <date>', 'the Monday, YYYY-MM-DD', parseMonday)
    .option(
      '--out <folder>',
      'also write edition.html with its pictures, edition.txt, facts.json and audit.json there',
    )
    .action(async ({ asOf, out }: { asOf: string; out?: string }) => {
      await build(await deps(), asOf, { out })
    })

  datedCommand(edition, 'write')
    .description(
      'Rewrite a built edition that is not being sent, from stored records, without asking any source.',
    )
    .requiredOption('--again', 'replaces its current words')
    .action(async ({ date }: { date: string }) => {
      await build(await deps(), date, { records: 'kept' })
    })

  addEditionEditCommands(edition, async (date, order) => {
    await build(await deps(), date, { records: 'kept', order })
  })

  async function build(
    { orders, config }: Deps,
    asOf: string,
    { out, ...how }: Pick<BuildHow, 'records' | 'order'> & { readonly out?: string | undefined },
  ): Promise<void> {
    const done = await untilInterrupted((signal) =>
      orders.build(whoTypes(), asOf, {
        ...how,
        onProgress: (line) => output.writeError(`${line}\n`),
        signal,
        ...(out === undefined ? {} : { beforeStoring: (built) => writeFiles(config.siteUrl, built, out) }),
      }),
    )
    output.writeError(`${done.words}\n`)
  }

  async function writeFiles(
    siteUrl: string,
    built: Parameters<typeof writeEditionFiles>[1],
    out: string,
  ): Promise<void> {
    const renderPng = createPngRenderer()
    const files = await writeEditionFiles(
      { drawChart: (chart, scheme) => renderPng(drawLineChart(chart, scheme)), siteUrl },
      built,
      {
        folder: path.resolve(folder, out),
        // The general page: a letter that is sent has the reader's own signed link instead.
        values: { unsubscribeUrl: `${siteUrl}/unsubscribe` },
      },
    ).catch((error: unknown) => {
      if (!isFileError(error)) throw error
      throw new InvalidInputError(
        `The edition is built but not kept, since its files cannot be written: ${error.message}. Give --out another folder.`,
        { cause: error },
      )
    })
    for (const file of files) output.write(`${file}\n`)
  }

  datedCommand(edition, 'send')
    .description(
      'Send the stored edition of a Monday, within 48 hours, to everyone who is subscribed when it is first sent. Run again, it goes to those who have not got it yet; a paused edition is resumed. ' +
        'Exit code: 1 unless it has finished and no delivery failed or is unknown.',
    )
    .option('--json', 'only one line of JSON at the end, without the progress')
    .option('--yes', 'required at a terminal if it would not go out now by itself')
    .action(async ({ date, json, yes }: { date: string; json?: true; yes?: true }) => {
      const isAsked = output.isTerminal === true && yes !== true
      const { orders, newsletter, clock, paused, question } = await untilInterrupted((signal) =>
        throughOutages(
          async () => {
            const opened = await deps()
            const paused = (await opened.newsletter.findStatus(date))?.meta.paused
            return { ...opened, paused, question: isAsked ? await findQuestion(opened, date) : undefined }
          },
          { signal, logger: { error: showWaiting } },
        ),
      )
      if (question !== undefined) {
        throw new InvalidInputError(
          `${question}\nTo send it: ${commandOf({ step: 'send', date, yes: true })}`,
        )
      }
      // If a restored backup paused it, the order is refused.
      if (paused !== undefined && paused.kind !== 'restored') {
        output.writeError(`It was paused: ${describePause(paused)}. It goes on now, for 48 hours.\n`)
      }
      const stopTelling = json
        ? undefined
        : showProgress(() => newsletter.findStatus(date), { output, clock })
      let status: EditionStatus
      try {
        ;({ status } = await untilInterrupted((signal) => orders.sendHere(whoTypes(), date, signal)))
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
        const progress = await newsletter.findStatus(date)
        const next = progress === undefined ? [] : [resumeStep(progress)]
        const why = progress?.meta.paused ?? { kind: 'by-hand' }
        output.writeError(`Paused: ${describePause(why)}. ${describeSteps(next)}\n`)
      }
      const { failed, unknown } = status.counts
      if (failed + unknown > 0) {
        output.writeError(
          `Failed: ${failed}, unknown: ${unknown}. Why, and what to do: ${commandOf({ step: 'status', date })}\n`,
        )
      }
      if (status.state !== 'finished' || failed + unknown > 0) setExitCode(1)
    })

  const showWaiting = ({ err }: { err?: unknown }) =>
    output.writeError(`${describeOutage(err)}. It is waited for, up to a quarter of an hour.\n`)

  edition
    .command('list')
    .description('List the newest editions: date, state, how many got it, and what came back.')
    .option('--limit <number>', 'how many', wholeNumber('--limit', { least: 1, most: 1000 }), 12)
    .option('--json', 'one line of JSON for each')
    .action(async ({ limit, json }: { limit: number; json?: true }) => {
      const { db } = await deps()
      const editions = await listEditions(db, limit)
      const returns = await listReturns(db, editions)
      for (const [index, one] of editions.entries()) {
        const returned = returns[index]
        output.write(
          json
            ? `${JSON.stringify({ ...one, returns: returned })}\n`
            : `${describeOverview(one, returned)}\n`,
        )
      }
      if (editions.length === 0) output.writeError('There are no editions.\n')
    })

  datedCommand(edition, 'resolve')
    .description('Resolve deliveries whose outcome is unknown: the server may or may not have accepted them.')
    .option('--resend', RESOLVE_WORDS.resend)
    .option('--assume-submitted', RESOLVE_WORDS['assume-submitted'])
    .option(
      '--from-log [file...]',
      'after a backup was restored: read who has it from the hand-over log in DATA_DIR of each machine that sent, or from files of addresses; without FILE, from the log of this machine',
    )
    .action(async ({ date, resend, assumeSubmitted, fromLog }: ResolveOptions) => {
      if ([resend, assumeSubmitted, fromLog].filter((one) => one !== undefined).length !== 1) {
        throw new InvalidInputError('Say one of --resend, --assume-submitted and --from-log.')
      }
      const { orders } = await deps()
      const files = fromLog === true ? [] : fromLog?.map((file) => resolveFile(context, file))
      const { words, hint = '' } =
        files === undefined
          ? await orders.resolve(whoTypes(), date, resend ? 'resend' : 'assume-submitted')
          : await orders.resolveByLog(whoTypes(), date, files)
      output.writeError(`${words}${hint}\n`)
    })

  addEditionSendingCommands(edition, context)
  addEditionReviewCommands(edition, context)
}

interface ResolveOptions {
  readonly date: string
  readonly resend?: true
  readonly assumeSubmitted?: true
  /** True without a file. */
  readonly fromLog?: true | string[]
}

/** What sending an edition by hand means now; undefined if nobody has to confirm it. One that has to be released first is refused
 *  anyway. */
async function findQuestion({ reviews, subscribers }: Deps, date: string): Promise<string | undefined> {
  const review = await reviews.findReview(date)
  if (review === undefined || review.held !== undefined || review.departure.needsRelease) return undefined
  return askToSend(review, await subscribers.count())
}

const isFileError = (error: unknown): error is Error => error instanceof Error && 'syscall' in error

interface Typed {
  readonly date: string
  readonly text?: string
  readonly statement?: string
  readonly by?: string
  readonly undo?: true
}

/** edition headline, note and drop: a person's changes to an edition before it goes out. Each rewrites the edition and applies
 *  to its later builds too.
 *  @param write  rewrites the edition from stored records, with this order */
function addEditionEditCommands(
  edition: Command,
  write: (date: string, order: EditOrder) => Promise<void>,
): void {
  const add = (
    kind: EditionEdit['kind'],
    { option, what, describe }: { option: string; what: string; describe: string },
  ) => {
    datedCommand(edition, kind)
      .description(describe)
      .option(`--${option} <${option}>`, what, ORDER_TEXTS[kind])
      .option('--by <name>', 'who says so', ORDER_TEXTS.name)
      .option('--undo', 'take it back')
      .action(async ({ date, text, statement, by, undo }: Typed) => {
        const given = kind === 'drop' ? statement : text
        if (undo) {
          if (kind === 'drop' && given === undefined) {
            throw new InvalidInputError('Say which finding: --statement ID.')
          }
          await write(date, { order: 'take back', kind, ...(kind === 'drop' ? { text: given } : {}) })
          return
        }
        if (given === undefined) throw missing(option)
        if (kind === 'note' && by === undefined) throw missing('by')
        await write(date, { order: 'put', edit: { kind, text: given, by: by ?? whoTypes().who } })
      })
  }
  add('headline', {
    option: 'text',
    what: 'the headline',
    describe:
      'Give an edition that is not being sent a headline of your own, labelled as a person’s. Its figures must be among those in the letter.',
  })
  add('note', {
    option: 'text',
    what: 'the note',
    describe: 'Put a signed note on top of an edition that is not being sent, labelled as a person’s.',
  })
  add('drop', {
    option: 'statement',
    what: 'the id of a finding',
    describe:
      'Leave a finding out of an edition that is not being sent; `edition audit` lists them. The letter says how many were left out; tables and sums still include it.',
  })
}

const missing = (option: string) => new InvalidInputError(`Say --${option} too, or --undo to take it back.`)
