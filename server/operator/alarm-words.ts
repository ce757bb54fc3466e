import { describeOutage } from '../db/database-unavailable.ts'
import type { SendingProgress } from '../sending/editions/edition-status.ts'
import type { NextStep } from '../sending/editions/edition-refusal.ts'
import type { Hold } from '../sending/editions/editions.ts'
import type { AlarmKind, WordedAlarm } from '../sending/mail/index.ts'
import type { Pause } from '../sending/editions/pause-resume-cancel.ts'
import { formatChicagoTime } from '../lib/dates.ts'
import { formatCount } from '../lib/text.ts'
import { COMPLAINT_LIMIT, type ReportedAsSpam } from '../sending/editions/edition-returns.ts'
import { describePace, describePause, type Pace } from '../sending/sending-words.ts'
import { FEWEST_FREE_BYTES } from '../lib/folders.ts'
import { describeFailure } from './describe-failure.ts'
import { describeHold, describeHoldReason, describeSteps } from './edition-words.ts'
import { formatPercent } from './return-words.ts'

type Counts = SendingProgress['counts']

/** What an alarm is about. `date` is the Monday of an edition, 'YYYY-MM-DD'; `hours` is how long it has lasted, rounded down to
 *  whole repeat periods. */
export type AlarmCause =
  | {
      readonly kind: 'missed'
      readonly date: string
      readonly isHeld: boolean
      /** There is no edition of that date. */
      readonly isUnwritten?: boolean
    }
  | { readonly kind: 'not-sent'; readonly date: string; readonly problem: 'not-begun' | 'not-ended' }
  | { readonly kind: 'held'; readonly date: string; readonly held: Hold | undefined }
  | {
      readonly kind: 'sections'
      readonly date: string
      readonly titles: readonly string[]
      readonly held: Hold | undefined
    }
  | {
      readonly kind: 'short-notice'
      readonly date: string
      readonly isDue: boolean
      /** From describeDeparture. */
      readonly goesOut: string
    }
  | { readonly kind: 'restored'; readonly date: string; readonly held: Hold }
  | { readonly kind: 'not-written'; readonly problem: 'due'; readonly date: string }
  | { readonly kind: 'not-written'; readonly problem: 'failed'; readonly error: unknown }
  | {
      readonly kind: 'not-written'
      readonly problem: 'statements'
      readonly date: string
      readonly kinds: readonly string[]
    }
  | { readonly kind: 'database'; readonly error: unknown }
  | {
      readonly kind: 'source-dark'
      readonly sources: readonly { readonly source: string; readonly reason: string | undefined }[]
    }
  | {
      readonly kind: 'preview'
      readonly problem: 'refused'
      readonly date: string
      readonly to: string
      readonly reply: string
    }
  | {
      readonly kind: 'preview'
      readonly problem: 'not-submitted'
      readonly date: string
      readonly to: readonly string[]
    }
  | {
      readonly kind: 'paused'
      readonly date: string
      readonly paused: Pause
      readonly counts: Counts
      readonly hours: number
    }
  | { readonly kind: 'unknown'; readonly date: string; readonly counts: Counts; readonly hours: number }
  | {
      readonly kind: 'not-everyone-reached'
      readonly problem: 'ended'
      readonly date: string
      readonly counts: Counts
    }
  | {
      readonly kind: 'not-everyone-reached'
      readonly problem: 'too-slow'
      readonly date: string
      readonly pace: Pace
    }
  | ({ readonly kind: 'complaints' } & ReportedAsSpam)
  | {
      readonly kind: 'single-mails'
      readonly problem: 'waiting'
      readonly count: number
      readonly since: Date
    }
  | {
      readonly kind: 'single-mails'
      readonly problem: 'failing'
      readonly failed: number
      readonly ended: number
    }
  /** `reason` names the mailbox's host and its answer. */
  | { readonly kind: 'mailbox'; readonly reason: string }
  | {
      readonly kind: 'disk'
      readonly host: string
      readonly folder: string
      readonly freeBytes: number
      /** Why a letter could not be recorded on that disk. */
      readonly reason: string | undefined
    }
  | { readonly kind: 'timetable'; readonly job: string; readonly error: unknown }
  | { readonly kind: 'warm-up'; readonly date: string; readonly leftCount: number }
  | {
      readonly kind: 'mail-server'
      readonly failures: number
      readonly reason: string | undefined
      readonly hours: number
    }

/** Puts an alarm into words; its next steps come last, each with its command.
 *  @param next  what a person can do about an edition; empty if it is about none */
export function describeAlarm(about: AlarmCause, next: readonly NextStep[] = []): WordedAlarm {
  const describe = WORDS[about.kind] as (about: AlarmCause) => Words
  const { subject, detail } = describe(about)
  const lasting = 'hours' in about && about.hours > 0 ? `, for ${about.hours} hours now` : ''
  return {
    kind: about.kind,
    subject: `${subject}${lasting}`,
    detail: next.length === 0 ? detail : `${detail} ${describeSteps(next)}`,
  }
}

const describeWhy = (held: Hold | undefined) => {
  const why = held && describeHoldReason(held)
  return why === undefined ? '' : ` The reason: ${why}.`
}

type Words = Pick<WordedAlarm, 'subject' | 'detail'>

const WORDS: { readonly [Kind in AlarmKind]: (about: Extract<AlarmCause, { kind: Kind }>) => Words } = {
  missed: ({ date, isHeld, isUnwritten }) => ({
    subject: `The edition of ${date} was not sent`,
    detail: isUnwritten
      ? 'It was never written: from Sunday 6:00 PM to Monday 8:00 PM Chicago no server was up, or none could write it (the log says why). It will not be written by itself any more.'
      : `It was ${isHeld ? 'held and so ' : ''}not sent before its cutoff, 12 hours after Monday 8:00 AM Chicago, and will not be sent by itself.`,
  }),
  'not-sent': ({ date, problem }) =>
    problem === 'not-begun'
      ? {
          subject: `The edition of ${date} is due and does not go out`,
          detail:
            'It is written and not held, but its sending has not begun for a quarter of an hour. If an earlier edition is still being sent, it comes after that; otherwise the log says why. A server tries until 8:00 PM Chicago.',
        }
      : {
          subject: `The sending of the edition of ${date} has not ended, though its time is over`,
          detail:
            'Nothing more of it goes out, and for a quarter of an hour no server has closed what is left. The log says why.',
        },
  held: ({ date, held }) => ({
    subject: `The edition of ${date} is due and held`,
    detail: `It does not go out while it is held.${describeWhy(held)} Released before 8:00 PM Chicago it goes out at once; after that only by hand.`,
  }),
  sections: ({ date, titles, held }) => ({
    subject: `The edition of ${date} lacks ${titles.length === 1 ? 'a section' : `${titles.length} sections`}: ${titles.join(', ')}`,
    detail: `The letter says why: ${titles.length === 1 ? 'its source' : 'a source'} could not be read, or a mistake in the program is in the way. ${held === undefined ? 'It goes out as it is, unless it is held or built again.' : `It is ${describeHold(held)}, and does not go out until it is released.`}`,
  }),
  'short-notice': ({ date, isDue, goesOut }) => ({
    subject: `The edition of ${date} was written ${isDue ? 'when it was due already' : 'less than an hour before it is due'}`,
    detail: `So that somebody can look at its preview, it goes out ${goesOut}.`,
  }),
  restored: ({ date, held }) => ({
    subject: `The edition of ${date} may have gone out before this database was restored`,
    detail: `It is held since ${formatChicagoTime(held.since)}, so that nobody gets it twice: ${describeHoldReason(held) ?? ''}. Who got it is in the log that each sending machine keeps in DATA_DIR, and in the mail server's. What else a restored backup does not know, sign-ups and who left, is lost.`,
  }),
  'not-written': (about) =>
    about.problem === 'failed'
      ? {
          subject: 'The weekly edition could not be written',
          detail: `It is tried again. ${describeFailure(about.error) ?? (about.error instanceof Error ? about.error.message : String(about.error))}`,
        }
      : about.problem === 'statements'
        ? {
            subject: `${about.kinds.length} ${about.kinds.length === 1 ? 'part' : 'parts'} of the edition of ${about.date} could not be written: ${[...new Set(about.kinds)].join(', ')}`,
            detail:
              'The letter goes on without: what comes next in telling stands in its place, and what its page lacks, its coverage tells. Why is in the log of its build. This is a mistake in the program.',
          }
        : {
            subject: `The edition of ${about.date} is due and not written`,
            detail:
              'It should have gone out on Monday at 8:00 AM Chicago. The timetable keeps trying to write it until 8:00 PM, and sends it as soon as it is written. Why it failed is in the log. One that was built before Sunday 6:00 PM, when its week was not over, goes out only by hand.',
          },
  database: ({ error }) => ({
    subject: 'The database does not answer',
    detail: `Nothing is written, sent or noted until it does: all of that is tried again by itself, and what a mail server takes meanwhile is noted when it is back. ${describeOutage(error)}.`,
  }),
  'source-dark': ({ sources }) => ({
    subject: `Public records could not be read: ${sources.map(({ source }) => source).join(', ')}`,
    detail: `${sources.map(({ source, reason }) => `${source}: ${reason ?? 'nothing could be read'}`).join('\n')}\nThey are read again tomorrow at 5:00 PM Chicago, or by hand with: lunchpail collect`,
  }),
  preview: (about) =>
    about.problem === 'refused'
      ? {
          subject: `The preview of ${about.date} was refused for ${about.to}`,
          detail: `${about.reply}\nThe edition goes out as planned. Look at NEWSLETTER_PREVIEW_TO.`,
        }
      : {
          subject: `The preview of ${about.date} has not gone out`,
          detail: `The mail server has not taken it for ${about.to.join(', ')}; why is in the log. The edition goes out on Monday at 8:00 AM Chicago all the same, unless it is held.`,
        },
  paused: ({ date, paused, counts }) => ({
    subject: `The edition of ${date} is paused`,
    detail: `Why: ${describePause(paused)}. ${describeCounts(counts)} Resume it once that is dealt with.`,
  }),
  unknown: ({ date, counts }) => ({
    subject: `The edition of ${date} has deliveries whose outcome is unknown`,
    detail: `The mail server may or may not have taken them. ${describeCounts(counts)}`,
  }),
  'not-everyone-reached': (about) =>
    about.problem === 'ended'
      ? {
          subject: `The edition of ${about.date} did not reach everyone`,
          detail: describeCounts(about.counts),
        }
      : {
          subject: `The edition of ${about.date} is too slow to reach everyone`,
          detail: `${describePace(about.pace)}. Raise SEND_PER_SECOND, as far as the mail server allows, and restart what sends. Those who are not tried come first in the next edition, except newcomers. Once this one has ended, they can still get it: lunchpail edition retry --date ${about.date}`,
        },
  complaints: ({ date, submitted, complained }) => ({
    subject: `More than ${formatPercent(COMPLAINT_LIMIT)} of the readers of the edition of ${date} report it as spam`,
    detail: `They are ${formatCount(complained)} of ${formatCount(submitted)}, ${formatPercent(complained / submitted)}, and get no more mail. Above ${formatPercent(COMPLAINT_LIMIT)} Gmail refuses a sender's mail to everyone. It reports no complaints itself, so its own readers come on top of these. Look at who was imported or signed up lately (SUBSCRIBE_CONFIRM=true keeps strangers from signing up others), and whether one click unsubscribes, before the next edition goes out.`,
  }),
  'single-mails': (about) =>
    about.problem === 'waiting'
      ? {
          subject: 'Single mails do not go out',
          detail: `${formatCount(about.count)} of them (confirmations, welcomes, notices of unsubscription) wait, the first since ${formatChicagoTime(about.since)}, and none queued since then has gone out. The log says what the mail server answered. Each is given up after a day. Look at SMTP_URL and at the mail server: lunchpail mail check`,
        }
      : {
          subject: 'Many single mails fail',
          detail: `Of ${formatCount(about.ended)} confirmations, welcomes and notices of unsubscription of the last 24 hours, ${formatCount(about.failed)} were refused, came back or ended without an answer. Strangers may be signing up addresses that do not exist (SUBSCRIBE_CONFIRM keeps these out of the letter; a proxy can refuse their networks), or the mail server refuses what we send: the log has its answers.`,
        },
  mailbox: ({ reason }) => ({
    subject: 'The mailbox of bounces cannot be read',
    detail: `${reason}. It is tried again every three minutes; nothing in it is lost. Until then those who bounce or complain are still mailed. By hand: lunchpail bounces fetch`,
  }),
  disk: ({ host, folder, freeBytes, reason }) => {
    const free = `${Math.floor(freeBytes / (1024 * 1024))} MB free`
    const why =
      'Make room before a backup is restored: without that note it does not know who has the letter.'
    if (freeBytes >= FEWEST_FREE_BYTES) {
      return {
        subject: `What was sent could not be noted on ${host}`,
        detail: `${folder} has ${free} now; then it was: ${reason ?? 'not written'}. Letters went on. How many are not noted is in the log of what was handed over, and told when it is read: lunchpail edition resolve --from-log. ${why}`,
      }
    }
    return {
      subject: `The disk of DATA_DIR is full on ${host}`,
      detail: `${folder} has ${free}. Letters go on, but what was sent can no longer be noted outside the database, nor records be kept. ${why}`,
    }
  },
  timetable: ({ job, error }) => ({
    subject: `A job of the timetable fails: ${job}`,
    detail: `It has failed twice in a row, and is tried again. ${describeFailure(error) ?? 'The log says why.'}`,
  }),
  'warm-up': ({ date, leftCount }) => ({
    subject: `The warm-up left ${leftCount.toLocaleString('en-US')} readers without the edition of ${date}`,
    detail:
      'WARM_UP_PER_DAY and WARM_UP_GROWTH allowed no more before its end. They come first in the next edition.',
  }),
  'mail-server': ({ failures, reason }) => ({
    subject: 'The mail server does not answer',
    detail: `${failures} attempts in a row failed, the last with: ${reason ?? 'no words'}. It is tried again automatically, and no reader is lost until the edition ends. Look at SMTP_URL and at the mail server: lunchpail mail check`,
  }),
}

const describeCounts = (counts: Counts) =>
  `Submitted: ${counts.submitted}. Unknown: ${counts.unknown}. Failed: ${counts.failed}. Skipped: ${counts.skipped}. Open: ${counts.pending + counts.claimed + counts.sending + counts.deferred}.`
