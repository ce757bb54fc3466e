import { formatChicagoTime } from '../lib/dates.ts'
import type { EditionReview } from '../sending/editions/review-edition.ts'
import { commandOf, describeHold } from './edition-words.ts'

const MAX_REASON_LENGTH = 160
const HOUR_MS = 3_600_000

/** The notes above a preview, a sentence or two each: what it is, when it goes out, how to stop it, who wrote it. */
export function listPreviewNotes(review: EditionReview): string[] {
  const unavailable = review.sections?.filter(({ state }) => state === 'unavailable') ?? []
  return [
    `Preview of the edition of Monday ${review.date}. ${tellWhen(review)}`,
    ...(unavailable.length > 0
      ? [`Unavailable in it: ${unavailable.map(({ title }) => title).join(', ')}.`]
      : []),
    tellWriters(review),
  ]
}

function tellWhen({ date, state, held, times }: EditionReview): string {
  if (held !== undefined) {
    return `It is ${describeHold(held)} and waits for: ${commandOf({ step: 'release', date })}`
  }
  if (state !== 'built') return `It does not wait to be sent: its state is "${state}".`
  if (times.phase === 'over') return `It goes out only by hand: ${commandOf({ step: 'send', date })}`
  if (times.sendAt.getTime() - times.askedAt.getTime() < HOUR_MS) {
    return `Less than an hour is left: it goes out an hour after its first preview, unless it is held or released before. To hold it: ${commandOf({ step: 'hold', date })}`
  }
  const goesOut =
    times.phase === 'ahead' ? `It goes out on ${formatChicagoTime(times.sendAt)}.` : 'It is due now.'
  return `${goesOut} To hold it: ${commandOf({ step: 'hold', date })}`
}

function tellWriters({ audits }: EditionReview): string {
  if (audits.length === 0) return 'Who wrote its words is not kept.'
  const sectionsOf = Map.groupBy(audits, ({ outcome, model, reason }) => {
    if (outcome !== 'rules') return model ?? 'a model'
    return reason === undefined ? 'rules' : `rules (${shorten(reason)})`
  })
  const writers = [...sectionsOf].map(
    ([writer, written]) => `${written.map(({ section }) => section).join(', ')} by ${writer}`,
  )
  return `Written: ${writers.join('; ')}.`
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= MAX_REASON_LENGTH ? line : `${line.slice(0, MAX_REASON_LENGTH - 1)}…`
}
