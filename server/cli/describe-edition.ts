import type { EditionReview } from '../sending/editions/review-edition.ts'
import type { EditionOverview, SendingProgress } from '../sending/editions/edition-status.ts'
import { listStateBlocks, listSending, describeSent, type Block } from '../operator/edition-state-words.ts'
import { commandOf, describeSteps } from '../operator/edition-words.ts'
import { listReturnRows, describeReturnRates } from '../operator/return-words.ts'
import type { EditionReturns } from '../sending/editions/edition-returns.ts'
import { listNextSteps } from '../sending/editions/edition-refusal.ts'

/** An edition's state for people, several lines. */
export function describeEdition(
  review: EditionReview,
  progress: SendingProgress,
  returns?: EditionReturns,
): string {
  const { date, state, held, marked } = review
  const lines = [
    `Edition of ${date}: ${state}${held === undefined ? '' : ', held'}`,
    ...listStateBlocks(review).flatMap(describeBlock),
    ...describeSending(progress, { isMarked: marked !== undefined }),
    ...(returns === undefined ? [] : listReturnRows(returns).flatMap(describeBlock)),
  ]
  return `${lines.join('\n')}\n`
}

/** An edition on one line, for people. */
export function describeOverview(edition: EditionOverview, returns?: EditionReturns): string {
  const { date, state, isHeld, subject } = edition
  const standing = isHeld ? `${state}, held` : state
  const came = returns === undefined ? [] : [describeReturnRates(returns).padEnd(58)]
  return [date, standing.padEnd(15), describeSent(edition).padEnd(56), ...came, subject].join('  ').trimEnd()
}

/** The state of an edition's sending for people, a line for each item.
 *  @param isMarked  marked as sent: nothing can be sent again */
export function describeSending(
  progress: SendingProgress,
  { isMarked = false }: { isMarked?: boolean } = {},
): string[] {
  const { date, state, counts } = progress
  return [
    ...listSending(progress).flatMap(describeBlock),
    ...listNextSteps({ date, counts, isOver: isMarked || state === 'cancelled' }).map((next) =>
      describeSteps([next]),
    ),
  ]
}

const describeBlock = ({ title, rows }: Block) => [
  ...(title === undefined ? [] : [title]),
  ...rows.map(({ label, words, step }) =>
    describeRow(label, step === undefined ? words : `${words}: ${commandOf(step)}`),
  ),
]

const LABEL_WIDTH = 12

/** One line of output for people: a label and its text. */
export const describeRow = (label: string, words: string) => `  ${label.padEnd(LABEL_WIDTH)} ${words}`
