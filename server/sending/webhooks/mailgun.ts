import { createHmac } from 'node:crypto'

import { z } from 'zod'

import { judgeGivenUp, listTokens, type ReturnedEvent } from '../bounces/index.ts'
import { atSeconds, isSame, parseUnproven, type Provider, requireRecent, requireSigned } from './provider.ts'

/** Mailgun tries for eight hours. */
const OLDEST_MS = 25 * 3_600_000

const eventSchema = z.object({
  signature: z.object({
    timestamp: z.coerce.string().max(20),
    token: z.string().max(100),
    signature: z.string().max(200),
  }),
  'event-data': z.object({
    event: z.string(),
    timestamp: z.number().optional(),
    severity: z.string().optional(),
    reason: z.string().optional(),
    'delivery-status': z
      .object({
        code: z.coerce.string().optional(),
        'enhanced-code': z.string().nullish(),
        message: z.string().nullish(),
        description: z.string().nullish(),
      })
      .optional(),
    message: z.object({ headers: z.object({ 'message-id': z.string().optional() }).optional() }).optional(),
    envelope: z.object({ sender: z.string().optional() }).optional(),
  }),
})
type MailgunEvent = z.infer<typeof eventSchema>['event-data']

/** Mailgun signs a time and a random text, not the event: anyone who has one of its events can change what it says, for a
 *  day. Our token limits that to letters whose token they also have.
 *  @param signingKey  the "HTTP webhook signing key" */
export function createMailgun({ signingKey }: { signingKey: string }): Provider {
  return {
    read({ body }, now) {
      const { signature, 'event-data': event } = parseUnproven(eventSchema, body)
      const expected = createHmac('sha256', signingKey)
        .update(signature.timestamp + signature.token)
        .digest()
      requireSigned(isSame(Buffer.from(signature.signature, 'hex'), expected))
      requireRecent(atSeconds(signature.timestamp), now, OLDEST_MS)
      return [readEvent(event)]
    },
  }
}

function readEvent(event: MailgunEvent): ReturnedEvent {
  const tokens = listTokens([event.message?.headers?.['message-id'] ?? '', event.envelope?.sender ?? ''])
  const at = event.timestamp === undefined ? undefined : atSeconds(event.timestamp)
  switch (event.event) {
    case 'complained':
      return { form: 'complaint', tokens }
    case 'unsubscribed':
      return { form: 'unsubscribe', tokens, at }
    case 'failed':
      break
    default:
      return { form: 'report' }
  }
  if (event.severity !== 'permanent') {
    return { form: 'delivery-status', verdict: { verdict: 'delayed', status: '4.0.0' }, tokens }
  }
  // Its own lists: the address was not tried.
  if (event.reason === 'suppress-complaint') return { form: 'complaint', tokens }
  if (event.reason === 'suppress-unsubscribe') return { form: 'unsubscribe', tokens, at: undefined }
  if (event.reason === 'suppress-bounce') {
    return { form: 'delivery-status', verdict: judgeGivenUp({}), tokens }
  }
  const { code = '', message, description, 'enhanced-code': status } = event['delivery-status'] ?? {}
  const words = message ?? description ?? ''
  return {
    form: 'delivery-status',
    verdict: judgeGivenUp({
      status: status ?? undefined,
      diagnostic: /^[45]\d\d[ -]/.test(words) ? words : `${code} ${words}`,
    }),
    tokens,
  }
}
