import { COMPLAINT_LIMIT, COMPLAINT_WISH, type EditionReturns } from '../sending/editions/edition-returns.ts'
import type { Block } from './edition-state-words.ts'
import { formatCount } from '../lib/text.ts'

/** What came back about an edition, a row for each item; none if the mail server has accepted nothing. */
export function listReturnRows(returns: EditionReturns): Block[] {
  const { submitted, bounced, complained, unsubscribed } = returns
  if (submitted === 0) return []
  return [
    {
      title: `Came back, of ${formatCount(submitted)} taken`,
      rows: [
        { label: 'bounced', words: `${formatPercent(returns.bouncedFraction)}: ${describeCounts(bounced)}` },
        {
          label: 'complained',
          words: `${formatPercent(returns.complainedFraction)}: ${formatCount(complained)}${describeComplaintLevel(returns)}`,
        },
        {
          label: 'unsubscribed',
          words: `${formatPercent(returns.unsubscribedFraction)}: ${describeCounts(unsubscribed)}`,
        },
      ],
    },
  ]
}

/** The same in one short line; '' if the mail server has accepted nothing. */
export function describeReturnRates(returns: EditionReturns): string {
  if (returns.submitted === 0) return ''
  return [
    `bounced ${formatPercent(returns.bouncedFraction)}`,
    `complained ${formatPercent(returns.complainedFraction)}${returns.complaintsAbove === 'limit' ? ` (above ${formatPercent(COMPLAINT_LIMIT)})` : ''}`,
    `left ${formatPercent(returns.unsubscribedFraction)}`,
  ].join(', ')
}

function describeComplaintLevel({ complaintsAbove }: EditionReturns): string {
  const [wish, limit] = [formatPercent(COMPLAINT_WISH), formatPercent(COMPLAINT_LIMIT)]
  if (complaintsAbove === 'limit') return ` (above ${limit}, Gmail's limit for senders)`
  return complaintsAbove === 'wish' ? ` (above ${wish}, what Gmail wishes; its limit is ${limit})` : ''
}

const describeCounts = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${formatCount(count)}`)
    .join(', ')

/** @returns such as '0.12%' */
export const formatPercent = (fraction = 0) =>
  fraction.toLocaleString('en-US', { style: 'percent', maximumFractionDigits: 2 })
