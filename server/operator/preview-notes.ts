import type { EditionReview } from '../sending/editions/review-edition.ts'
import { commandOf, describeDeparture, describeHold } from './edition-words.ts'
import { releaseStep } from './order-words.ts'

const MAX_REASON_LENGTH = 160

/** The notes above a preview, a sentence or two each: what it is, when it goes out, how to stop it, who wrote it. */
export function listPreviewNotes(review: EditionReview): string[] {
  const unavailable = review.sections?.filter(({ state }) => state === 'unavailable') ?? []
  return [
    `Preview of the edition of Monday ${review.date}. ${describeWhen(review)}`,
    ...(unavailable.length > 0
      ? [`Unavailable in it: ${unavailable.map(({ title }) => title).join(', ')}.`]
      : []),
    describeWriters(review),
  ]
}

function describeWhen(review: EditionReview): string {
  const { date, state, held, departure } = review
  if (held !== undefined) {
    return `It is ${describeHold(held, review.times.askedAt)} and waits for: ${commandOf(releaseStep(review))}`
  }
  if (departure.why === 'begun') return `It does not wait to be sent: its state is "${state}".`
  if (departure.why === 'over') return `It goes out only by hand: ${commandOf({ step: 'send', date })}`
  if (departure.why === 'preview') {
    return `Less than an hour is left: it goes out an hour after its first preview, unless it is held or released before. To hold it: ${commandOf({ step: 'hold', date })}`
  }
  return `It goes out ${describeDeparture(review)}. To hold it: ${commandOf({ step: 'hold', date })}`
}

function describeWriters({ audits }: EditionReview): string {
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
