import type { Command } from 'commander'
import { z } from 'zod'

import { utcDay } from '../lib/dates.ts'
import type { Deps } from '../deps.ts'
import { AppError, InvalidInputError } from '../lib/errors.ts'
import { listEditionCorrections } from '../sending/editions/corrections.ts'
import { listReturns } from '../sending/editions/edition-returns.ts'
import { type EditionReview, markPreviewed } from '../sending/editions/review-edition.ts'
import { askToRelease, type Done } from '../operator/order-words.ts'
import { describeEdition, describeRow } from './describe-edition.ts'
import { ORDER_TEXTS } from '../operator/order-texts.ts'
import { commandOf } from '../operator/edition-words.ts'
import { noteDeed } from '../operator/deeds.ts'
import { datedCommand, parseAddress, parseMonday, whoTypes } from './arguments.ts'
import type { CommandContext } from './program.ts'
import { formatCount, formatSeconds } from '../lib/text.ts'

/** edition status, audit, hold, release, preview, correct and corrections: how a person looks at an edition and decides about
 *  it. */
export function addEditionReviewCommands(
  edition: Command,
  { deps, output, setExitCode }: CommandContext,
): void {
  const say = ({ words, hint = '' }: Done) => output.writeError(`${words}${hint}\n`)

  datedCommand(edition, 'status')
    .description(
      'Show the state of an edition and its sending. Exit code: 1 if deliveries failed or their outcome is unknown, else 0.',
    )
    .option(
      '--json',
      'one line of JSON: date, state, counts of deliveries; under meta rate, pause, failures, returns',
    )
    .action(async ({ date, json }: { date: string; json?: true }) => {
      const opened = await deps()
      const review = await requireReview(opened, date)
      const status = await opened.newsletter.findStatus(date)
      if (!status) throw noEdition(date)
      const [returns] = await listReturns(opened.db, [status])
      output.write(
        json
          ? `${JSON.stringify({ ...status, meta: { ...status.meta, returns } })}\n`
          : describeEdition(review, status, returns),
      )
      if (status.counts.failed > 0 || status.counts.unknown > 0) setExitCode(1)
    })

  datedCommand(edition, 'audit')
    .description(
      'Show who chose and worded the letter: what a model asked for, what was used, and why the rest was not.',
    )
    .option('--json', 'one line of JSON, with instructions, prompts, raw outputs and verdicts')
    .action(async ({ date, json }: { date: string; json?: true }) => {
      const { audits, edits } = await requireReview(await deps(), date)
      if (audits.length === 0 && edits.length === 0) {
        throw new AppError(
          'not-found',
          `No audit is kept of the edition of ${date}: build it again to get one.`,
        )
      }
      output.write(
        json
          ? `${JSON.stringify({ date, edits, audits })}\n`
          : [...edits.map(describeEdit), ...audits.map(describeAudit)].join(''),
      )
    })

  datedCommand(edition, 'hold')
    .description('Keep a stored edition from being sent, by the timetable or by hand, until it is released.')
    .option('--reason <text>', 'the reason, for people who look at it', ORDER_TEXTS.holdReason)
    .action(async ({ date, reason }: { date: string; reason?: string }) => {
      say(await (await deps()).orders.hold(whoTypes(), date, reason))
    })

  datedCommand(edition, 'release')
    .description('Return a held edition to the timetable.')
    .option('--yes', 'required if it goes out at once, or after a backup was restored')
    .action(async ({ date, yes }: { date: string; yes?: true }) => {
      const { reviews, orders } = await deps()
      const review = await reviews.findReview(date)
      const question = review && askToRelease(review)
      if (question !== undefined && !yes) {
        const first = review?.isRestored
          ? ` To take over who has it first: ${commandOf({ step: 'resolve-by-log', date })}`
          : ''
        throw new InvalidInputError(
          `${question}${first}\nTo release it: ${commandOf({ step: 'release', date, yes: true })}`,
        )
      }
      say(await orders.release(whoTypes(), date))
    })

  datedCommand(edition, 'preview')
    .description('Mail a stored edition, marked as a preview. The time of the first preview is recorded.')
    .option(
      '--to <address>',
      'a recipient; may be repeated. By default NEWSLETTER_PREVIEW_TO, else the operator',
      collectAddress,
    )
    .action(async ({ date, to }: { date: string; to?: readonly string[] }) => {
      const { config, db, reviews } = await deps()
      const addresses = to ?? config.newsletterPreviewTo
      if (addresses.length === 0) {
        throw new InvalidInputError('Say --to ADDRESS, or set OPERATOR_EMAIL or NEWSLETTER_PREVIEW_TO.')
      }
      const previewed = await reviews.findPreviewed(date)
      if (!previewed) throw noEdition(date)
      for (const address of addresses) {
        const submission = await reviews.submitPreview(previewed, address)
        const words = 'reply' in submission ? submission.reply : submission.reason
        output.writeError(`${address}: ${submission.status}. ${words}\n`)
        if (submission.status === 'submitted') await markPreviewed(db, previewed.edition)
        else setExitCode(1)
        await noteDeed(db, whoTypes(), { what: 'preview', date, words: `Preview: ${submission.status}.` })
      }
    })

  datedCommand(edition, 'correct')
    .description(
      'Note what was wrong in an edition that went out, and what is right, for its page and the log.',
    )
    .option('--text <text>', 'the correction as readers will see it', ORDER_TEXTS.correction)
    .option(
      '--figure <id>',
      'the wrong figure, to be struck through on the page; its id is in its link on the page of figures',
    )
    .option('--undo <number>', 'withdraw a correction, by its number in `edition corrections`')
    .action(async ({ date, text, figure, undo }: CorrectOptions) => {
      const { orders } = await deps()
      if (undo !== undefined) {
        say(await orders.withdrawCorrection(whoTypes(), date, undo))
        return
      }
      if (text === undefined) {
        throw new InvalidInputError('Say --text, or --undo NUMBER to take one back.')
      }
      const { correction } = await orders.correct(whoTypes(), date, { text, factId: figure })
      output.write(`${JSON.stringify(correction)}\n`)
    })

  edition
    .command('corrections')
    .description('List the corrections, newest first.')
    .option('--date <date>', 'only those of one edition: the Monday, YYYY-MM-DD', parseMonday)
    .option('--json', 'one line of JSON for each')
    .action(async ({ date, json }: { date?: string; json?: true }) => {
      const corrections = await listEditionCorrections((await deps()).db, date)
      for (const correction of corrections) {
        const { id, slotDate, notedAt, text, withdrawnAt } = correction
        const taken = withdrawnAt === undefined ? '' : `, taken back ${utcDay(withdrawnAt)}`
        output.write(
          json
            ? `${JSON.stringify(correction)}\n`
            : `${slotDate}, number ${id}, noted ${utcDay(notedAt)}${taken}: ${text}\n`,
        )
      }
      if (corrections.length === 0) output.writeError('There are no corrections.\n')
    })
}

interface CorrectOptions {
  readonly date: string
  readonly text?: string
  readonly figure?: string
  readonly undo?: string
}

async function requireReview({ reviews }: Deps, date: string): Promise<EditionReview> {
  const review = await reviews.findReview(date)
  if (!review) throw noEdition(date)
  return review
}

const noEdition = (date: string) =>
  new AppError('not-found', `There is no edition of ${date}. Build it first.`)

const collectAddress = (text: string, given: readonly string[] = []) => [
  ...new Set([...given, parseAddress(text)]),
]

const pieceSchema = z.object({
  at: z.string(),
  of: z.array(z.number()),
  refused: z.string().optional(),
  words: z
    .object({
      say: z.string(),
      text: z.string(),
      refused: z.object({ by: z.string(), code: z.string(), detail: z.string() }).optional(),
    })
    .optional(),
})
const costSchema = z.object({
  inputTokens: z.number().optional(),
  outputTokens: z.number().optional(),
  elapsedMs: z.number(),
})
/** The part of a letter's record that is shown; editions of earlier programs have a different one. */
const recordSchema = z.object({
  checker: z.string().optional(),
  questions: z.array(costSchema),
  checks: z.array(costSchema),
  unread: z.array(z.string()),
  pieces: z.array(pieceSchema),
  byRules: z.array(z.string()),
})

/** How a letter was made, or one section of it in editions of earlier programs; several lines. */
function describeAudit(audit: EditionReview['audits'][number]): string {
  const record = audit.section === 'letter' ? recordSchema.safeParse(audit.record).data : undefined
  const lines = [
    `${audit.section}: ${audit.outcome}`,
    describeRow('model', audit.model ?? 'none'),
    ...(record?.checker === undefined ? [] : [describeRow('checked by', record.checker)]),
    describeRow('retries', String(audit.retries)),
    ...(audit.reason === undefined ? [] : [describeRow('reason', audit.reason)]),
    ...(record?.questions.map((question) => describeRow('asked', describeCost(question))) ?? []),
    ...(record?.checks.map((question) => describeRow('check', describeCost(question))) ?? []),
    describeRow('facts hash', audit.factsHash),
    ...(record && audit.model !== undefined ? describeRecord(record) : []),
    ...(record && record.byRules.length > 0
      ? ['Put in by rules', ...record.byRules.map((item) => `  ${item}`)]
      : []),
  ]
  return `${lines.join('\n')}\n`
}

const DONE: Readonly<Record<EditionReview['edits'][number]['kind'], string>> = {
  headline: 'headline by a person',
  note: 'note by a person',
  drop: 'dropped by a person',
}

/** One change by a person to an edition, on one line. */
function describeEdit({ kind, text, by, madeAt }: EditionReview['edits'][number]): string {
  return `${DONE[kind]} (${by}, ${madeAt ?? 'now'}): ${text}\n`
}

function describeCost({ inputTokens, outputTokens, elapsedMs }: z.infer<typeof costSchema>): string {
  const tokens = (count: number | undefined) => (count === undefined ? '?' : formatCount(count))
  return `${tokens(inputTokens)} tokens in, ${tokens(outputTokens)} out, ${formatSeconds(elapsedMs / 1000)}`
}

function describeRecord({ pieces, unread }: z.infer<typeof recordSchema>): string[] {
  const worded = pieces.filter(({ words }) => words)
  const kept = worded.filter(({ words }) => !words?.refused)
  const chosen = pieces.filter(({ at, refused }) => at !== 'headline' && refused === undefined)
  const choices = pieces.filter(({ at }) => at !== 'headline')
  return [
    describeRow('choices', `${chosen.length} of ${choices.length} stand`),
    describeRow('own words', `${kept.length} of ${worded.length} stand`),
    ...unread.map((place) => describeRow('unread', place)),
    'Its plan',
    ...pieces.flatMap(describePiece),
  ]
}

function describePiece({ at, of, refused, words }: z.infer<typeof pieceSchema>): string[] {
  const choice = at === 'headline' ? '' : refused === undefined ? ': stands' : `: left out, ${refused}`
  return [
    `  ${at} (${of.join(', ')})${choice}`,
    ...(words
      ? [
          `    ${words.refused ? describeRefusedPiece(words.refused) : 'own words'}: ${words.text || words.say}`,
        ]
      : []),
  ]
}

function describeRefusedPiece({ by, code, detail }: { by: string; code: string; detail: string }): string {
  return `words refused by ${by} (${code}, ${detail})`
}
