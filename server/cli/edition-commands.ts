import path from 'node:path'

import type { Command } from 'commander'

import type { Deps } from '../deps.ts'
import { AppError, InvalidInputError } from '../errors.ts'
import { writeEditionFiles, type EditionStatus } from '../newsletter/index.ts'
import type { CommandOutput } from './handover.ts'
import type { CommandContext } from './program.ts'

const PROGRESS_EVERY_MS = 5_000

/** edition build, send, status and resolve. */
export function addEditionCommands(
  program: Command,
  { deps, output, folder }: CommandContext,
  setExitCode: (code: number) => void,
): void {
  const edition = program.command('edition').description('The weekly edition: one for each Monday.')

  edition
    .command('build')
    .description('Write the edition of a Monday from what was public before it, and keep it for sending.')
    .requiredOption('--as-of <date>', 'the Monday, YYYY-MM-DD', parseMonday)
    .option('--out <folder>', 'also write edition.html, edition.txt and facts.json there')
    .action(async ({ asOf, out }: { asOf: string; out?: string }) => {
      const { newsletter, config } = await deps()
      const built = await newsletter.build(asOf, (line) => output.writeError(`${line}\n`))
      if (out !== undefined) {
        const files = await writeEditionFiles(built, path.resolve(folder, out), {
          // Nobody's own: a letter that is sent carries a signed link instead.
          unsubscribeUrl: `${config.siteUrl}/unsubscribe`,
        })
        for (const file of files) output.write(`${file}\n`)
      }
      await newsletter.store(built)
      output.writeError(`Built the edition of ${asOf}: ${built.subject}\n`)
    })

  edition
    .command('send')
    .description(
      'Send the stored edition of a Monday, within 48 hours, to all who are subscribed when it is first sent; again: to those of them who have not got it.',
    )
    .requiredOption('--date <date>', 'the Monday, YYYY-MM-DD', parseMonday)
    .action(async ({ date }: { date: string }) => {
      const { newsletter } = await deps()
      const stopTelling = tellProgress(() => newsletter.findStatus(date), output)
      const status = await newsletter.sendByHand(date, untilInterrupted()).finally(stopTelling)
      output.write(`${JSON.stringify(status)}\n`)
      if (status.state !== 'finished' || status.counts.failed > 0 || status.counts.unknown > 0) setExitCode(1)
    })

  edition
    .command('status')
    .description('Tell how the sending of an edition stands.')
    .requiredOption('--date <date>', 'the Monday, YYYY-MM-DD', parseMonday)
    .option('--json', 'one line of JSON')
    .action(async ({ date, json }: { date: string; json?: true }) => {
      const status = await requireStatus(await deps(), date)
      if (json) output.write(`${JSON.stringify(status)}\n`)
      else {
        output.write(`Edition of ${status.date}: ${status.state}\n`)
        for (const [state, count] of Object.entries(status.counts)) {
          output.write(`  ${state.padEnd(10)} ${count.toLocaleString('en-US')}\n`)
        }
      }
      if (status.counts.unknown > 0) setExitCode(1)
    })

  edition
    .command('resolve')
    .description('Settle deliveries whose outcome is unknown: the server may or may not have taken them.')
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
      },
    )
}

/** A word every few seconds while something is still open: a retry may be minutes away. */
function tellProgress(
  findStatus: () => Promise<EditionStatus | undefined>,
  output: CommandOutput,
): () => void {
  let told = ''
  const tell = async () => {
    const counts = (await findStatus())?.counts
    if (!counts) return
    const { submitted, deferred, failed } = counts
    const open = counts.pending + counts.claimed + counts.sending
    const words = `Submitted ${submitted}, to be tried again later ${deferred}, failed ${failed}, open ${open}. Ctrl-C is safe: the rest stays for the next time.\n`
    if (words !== told) output.writeError(words)
    told = words
  }
  const timer = setInterval(() => {
    tell().catch((error: unknown) => output.writeError(`The progress could not be read: ${String(error)}\n`))
  }, PROGRESS_EVERY_MS)
  return () => clearInterval(timer)
}

/** Ctrl-C and SIGTERM end a sending in good order: what is under way is finished, the rest stays for the next time. */
function untilInterrupted(): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  return stopping.signal
}

async function requireStatus({ newsletter }: Deps, date: string) {
  const status = await newsletter.findStatus(date)
  if (!status) throw new AppError('not-found', `There is no edition of ${date}. Build it first.`)
  return status
}

function parseMonday(text: string): string {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text)
  if (!isDate || new Date(`${text}T00:00:00Z`).getUTCDay() !== 1) {
    throw new InvalidInputError('malformed-request', `${text} is not a Monday written as YYYY-MM-DD.`)
  }
  return text
}
