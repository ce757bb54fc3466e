import { formatChicagoTime, type EditionReview, type SendingProgress } from '../letter/index.ts'
import { describeRow as row, describeSending } from './describe-sending.ts'

/** An edition in words for people, several lines. */
export function describeEdition(review: EditionReview, progress: SendingProgress): string {
  const { date, state, held, times } = review
  const lines = [
    `Edition of ${date}: ${state}${held === undefined ? '' : ', held'}`,
    ...(held === undefined
      ? []
      : [
          row('held', `since ${formatChicagoTime(held.since)}${held.reason ? `: ${held.reason}` : ''}`),
          row('', `to let it go out: lunchpail edition release --date ${date}`),
        ]),
    row('subject', review.subject),
    row('built', formatChicagoTime(review.builtAt)),
    row('preview', tellPreview(review)),
    row('goes out', tellGoesOut(review)),
    ...(review.marked === undefined ? [] : [row('marked', tellMarked(review.marked))]),
    row('next slot', formatChicagoTime(times.nextSendAt)),
    row('corrections', String(review.correctionCount)),
    ...tellSections(review),
    ...describeSending(progress, { isMarked: review.marked !== undefined }),
  ]
  return `${lines.join('\n')}\n`
}

/** How one section came to its words, several lines. */
export function describeAudit(audit: EditionReview['audits'][number]): string {
  const lines = [
    `${audit.section}: ${audit.outcome}`,
    row('model', audit.model ?? 'none'),
    row('retries', String(audit.retries)),
    ...(audit.reason === undefined ? [] : [row('reason', audit.reason)]),
    row('facts hash', audit.factsHash),
  ]
  return `${lines.join('\n')}\n`
}

function tellPreview({ previewSubmittedAt }: EditionReview): string {
  return previewSubmittedAt === undefined
    ? 'none submitted'
    : `submitted ${formatChicagoTime(previewSubmittedAt)}`
}

function tellGoesOut({ state, held, times }: EditionReview): string {
  if (state !== 'built' && state !== 'missed') return `it does not wait any more: ${state}`
  if (times.phase === 'over') return `only by hand; its time ended ${formatChicagoTime(times.cutoffAt)}`
  const when = times.phase === 'due' ? 'now' : formatChicagoTime(times.sendAt)
  return held === undefined ? when : `${when}, if it is released`
}

function tellMarked({ at, sentAt, count }: NonNullable<EditionReview['marked']>): string {
  const readers = count === undefined ? '' : ` to ${count.toLocaleString('en-US')}`
  return `as sent ${formatChicagoTime(sentAt)}${readers}, by a person's word of ${formatChicagoTime(at)}`
}

function tellSections({ sections }: EditionReview): string[] {
  if (sections === undefined) return ['Sections: their words are not kept, or not in the present form']
  if (sections.length === 0) return ['Sections: none']
  return [
    'Sections',
    ...sections.map(({ name, state, label, model }) =>
      row(name, state === 'unavailable' ? state : `${state}, ${label}${model ? ` by ${model}` : ''}`),
    ),
  ]
}
