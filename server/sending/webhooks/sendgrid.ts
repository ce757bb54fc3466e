import { createPublicKey, createVerify } from 'node:crypto'

import { z } from 'zod'

import { judgeGivenUp, listTokens, type ReturnedEvent } from '../bounces/index.ts'
import { atSeconds, MARK, parseBody, type Provider, requireRecent, requireSigned } from './provider.ts'

/** SendGrid retries for a day. */
const OLDEST_MS = 25 * 3_600_000

const eventSchema = z.object({
  event: z.string(),
  timestamp: z.number().optional(),
  'smtp-id': z.string().optional(),
  /** What the header X-SMTPAPI set. */
  [MARK]: z.string().optional(),
  type: z.string().optional(),
  status: z.string().optional(),
  reason: z.string().optional(),
})
type SendGridEvent = z.infer<typeof eventSchema>

/** Twilio SendGrid, which sends many events at once.
 *  @param publicKey  the "verification key": elliptic curve, in base64 */
export function createSendGrid({ publicKey }: { publicKey: string }): Provider {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  return {
    read({ body, header }, now) {
      const signature = header('x-twilio-email-event-webhook-signature') ?? ''
      const timestamp = header('x-twilio-email-event-webhook-timestamp') ?? ''
      const verify = createVerify('sha256').update(timestamp).update(body)
      requireSigned(verify.verify(key, signature, 'base64'))
      requireRecent(atSeconds(timestamp), now, OLDEST_MS)
      return parseBody(z.array(z.unknown()), body.toString()).map((entry) => {
        const { data } = eventSchema.safeParse(entry)
        return data === undefined ? { form: 'report' } : readEvent(data)
      })
    },
  }
}

function readEvent(event: SendGridEvent): ReturnedEvent {
  const tokens = listTokens([event[MARK] ?? '', event['smtp-id'] ?? ''])
  switch (event.event) {
    case 'spamreport':
      return { form: 'complaint', tokens }
    case 'unsubscribe':
    case 'group_unsubscribe':
      return {
        form: 'unsubscribe',
        tokens,
        at: event.timestamp === undefined ? undefined : atSeconds(event.timestamp),
      }
    case 'deferred':
      return { form: 'delivery-status', verdict: { verdict: 'delayed', status: '4.0.0' }, tokens }
    case 'dropped':
      return readDropped(event, tokens)
    case 'bounce': {
      const verdict = judgeGivenUp({ status: event.status, diagnostic: event.reason })
      // 'blocked' is SendGrid's word for a refusal that is not about the address.
      const isSpared = event.type === 'blocked' && verdict.verdict === 'permanent'
      return {
        form: 'delivery-status',
        verdict: isSpared ? { ...verdict, verdict: 'policy' } : verdict,
        tokens,
      }
    }
    default:
      return { form: 'report' }
  }
}

/** Its own lists: the address was not tried. */
function readDropped({ reason = '' }: SendGridEvent, tokens: readonly string[]): ReturnedEvent {
  switch (reason.toLowerCase()) {
    case 'spam reporting address':
      return { form: 'complaint', tokens }
    case 'unsubscribed address':
      return { form: 'unsubscribe', tokens, at: undefined }
    case 'bounced address':
    case 'invalid':
      return { form: 'delivery-status', verdict: judgeGivenUp({}), tokens }
    case 'spam content':
      return { form: 'delivery-status', verdict: { verdict: 'policy', status: '5.7.0' }, tokens }
    default:
      return { form: 'report' }
  }
}
