import { createHash } from 'node:crypto'

import { z } from 'zod'

import { judgeGivenUp, listTokens, type ReturnedEvent } from '../bounces/index.ts'
import { isSame, MARK, parseBody, type Provider, requireSigned } from './provider.ts'

const eventSchema = z.object({
  RecordType: z.string(),
  Metadata: z.object({ [MARK]: z.unknown().optional() }).nullish(),
  /** For a bounce. */
  Type: z.string().optional(),
  /** For a bounce: the other server's words. */
  Details: z.string().nullish(),
  /** For a change of subscription. */
  SuppressSending: z.boolean().optional(),
  SuppressionReason: z.string().nullish(),
  Origin: z.string().nullish(),
  ChangedAt: z.string().optional(),
})
type PostmarkEvent = z.infer<typeof eventSchema>

/** Types of bounces that are about us or the letter. */
const POLICY = new Set(['SpamNotification', 'Blocked', 'DMARCPolicy', 'VirusNotification', 'SMTPApiError'])
/** Types that mean the address was given up. */
const GIVEN_UP = new Set(['HardBounce', 'SoftBounce', 'BadEmailAddress', 'Undeliverable', 'Unknown'])
/** Types that mean it is still being tried. */
const DELAYED = new Set(['Transient', 'DnsError'])

/** Postmark signs nothing: it sends the password in the webhook's URL (HTTP Basic). */
export function createPostmark({ password }: { password: string }): Provider {
  return {
    read({ body, header }) {
      const [, credentials = ''] = /^Basic +(\S+)$/i.exec(header('authorization') ?? '') ?? []
      const given = Buffer.from(credentials, 'base64').toString()
      requireSigned(isSame(hash(given.slice(given.indexOf(':') + 1)), hash(password)))
      return [readEvent(parseBody(eventSchema, body.toString()))]
    },
  }
}

// Hashes of equal length, whatever was sent.
const hash = (text: string) => createHash('sha256').update(text).digest()

function readEvent(event: PostmarkEvent): ReturnedEvent {
  const mark = event.Metadata?.[MARK]
  const tokens = listTokens(typeof mark === 'string' ? [mark] : [])
  if (event.RecordType === 'SpamComplaint') return { form: 'complaint', tokens }
  if (event.RecordType === 'SubscriptionChange') return readChange(event, tokens)
  if (event.RecordType !== 'Bounce') return { form: 'report' }
  const type = event.Type ?? ''
  if (type === 'SpamComplaint') return { form: 'complaint', tokens }
  if (type === 'Unsubscribe') return { form: 'unsubscribe', tokens, at: undefined }
  if (POLICY.has(type)) {
    return { form: 'delivery-status', verdict: { verdict: 'policy', status: '5.7.0' }, tokens }
  }
  if (DELAYED.has(type)) {
    return { form: 'delivery-status', verdict: { verdict: 'delayed', status: '4.0.0' }, tokens }
  }
  if (!GIVEN_UP.has(type)) return { form: 'report' }
  return {
    form: 'delivery-status',
    verdict: judgeGivenUp({ diagnostic: event.Details ?? undefined }),
    tokens,
  }
}

/** Postmark's own list, by a reader's wish or after a complaint; bounces are reported separately. */
function readChange(
  { SuppressSending, SuppressionReason, Origin, ChangedAt }: PostmarkEvent,
  tokens: readonly string[],
): ReturnedEvent {
  if (SuppressSending !== true) return { form: 'report' }
  if (SuppressionReason === 'SpamComplaint') return { form: 'complaint', tokens }
  if (SuppressionReason !== 'ManualSuppression' || Origin !== 'Recipient') return { form: 'report' }
  const at = new Date(ChangedAt ?? '')
  return { form: 'unsubscribe', tokens, at: Number.isNaN(at.getTime()) ? undefined : at }
}
