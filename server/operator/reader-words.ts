import type { EverythingAbout } from '../subscribers/index.ts'

const MINUTE_MS = 60_000

export const isNothing = ({ subscriber, doNotMail, notices }: EverythingAbout) =>
  subscriber === null && doNotMail === null && notices.length === 0

/** The state of an address, and the outcome of each edition: one item per line, without the address. */
export function describeReader(about: EverythingAbout): string[] {
  if (isNothing(about)) return ['Nothing is stored about this address.']
  const { subscriber, doNotMail, notices, deliveries, bounces } = about
  return [
    describeSubscription(about),
    ...(subscriber
      ? [
          `Consent: ${describeConsent(subscriber)}`,
          `Confirmed: ${subscriber.confirmedAt ? formatTime(subscriber.confirmedAt) : 'no'}`,
          ...(subscriber.withdrawnAt ? [`Withdrawn: ${formatTime(subscriber.withdrawnAt)}`] : []),
        ]
      : []),
    doNotMail
      ? `On the do-not-mail list: ${doNotMail.reason}, since ${formatTime(doNotMail.since)}`
      : 'On the do-not-mail list: no',
    ...notices.map(({ kind, state, createdAt }) => `Notice: ${kind}, ${state}, ${formatTime(createdAt)}`),
    ...deliveries.map(
      ({ edition, state, updatedAt, reply }) =>
        `Edition of ${edition}: ${state}, ${formatTime(updatedAt)}${reply === null ? '' : `: ${reply}`}`,
    ),
    ...bounces.map(
      ({ edition, kind, status, receivedAt }) =>
        `Came back, edition of ${edition}: ${kind}${status === null ? '' : ` ${status}`}, ${formatTime(receivedAt)}`,
    ),
  ]
}

function describeConsent({
  consentedAt,
  consentSource,
  recordedAt,
}: NonNullable<EverythingAbout['subscriber']>): string {
  const time = consentedAt === null ? 'at a time that is not known' : formatTime(consentedAt)
  const isOwn = consentedAt !== null && recordedAt.getTime() - consentedAt.getTime() < MINUTE_MS
  const recorded = isOwn ? '' : `; recorded here ${formatTime(recordedAt)}`
  return `${time}${consentSource === null ? '' : `, ${consentSource}`}${recorded}`
}

function describeSubscription({ subscriber, doNotMail }: EverythingAbout): string {
  if (!subscriber?.email) return 'Subscribed: no'
  if (doNotMail) return 'Subscribed: no, on the do-not-mail list until the owner confirms'
  return subscriber.confirmedAt ? 'Subscribed: yes' : 'Subscribed: not confirmed yet'
}

const formatTime = (time: Date) => time.toISOString()
