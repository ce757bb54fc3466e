import { createHmac } from 'node:crypto'

import { z } from 'zod'

import { judgeGivenUp, listTokens, type ReturnedEvent } from '../bounces/index.ts'
import {
  atSeconds,
  isSame,
  MARK,
  parseBody,
  type Provider,
  requireRecent,
  requireSigned,
} from './provider.ts'

/** Each attempt is signed separately (Standard Webhooks). */
const OLDEST_MS = 5 * 60_000
const MOST_SIGNATURES = 10

const eventSchema = z.object({
  type: z.string(),
  data: z
    .object({
      message_id: z.string().nullish(),
      headers: z.array(z.object({ name: z.string(), value: z.string() })).nullish(),
      tags: z.unknown().optional(),
      bounce: z
        .object({
          subType: z.string().nullish(),
          diagnosticCode: z.union([z.string(), z.array(z.string())]).nullish(),
        })
        .optional(),
    })
    .loose(),
})
type ResendEvent = z.infer<typeof eventSchema>

/** Resend, whose webhooks are signed by Svix.
 *  @param secret  'whsec_' and a key in base64 */
export function createResend({ secret }: { secret: string }): Provider {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return {
    read({ body, header }, now) {
      const id = header('svix-id') ?? ''
      const timestamp = header('svix-timestamp') ?? ''
      const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
      const given = (header('svix-signature') ?? '').split(' ', MOST_SIGNATURES)
      // Several while the secret is being changed.
      requireSigned(
        given.some((one) => one.startsWith('v1,') && isSame(Buffer.from(one.slice(3), 'base64'), expected)),
      )
      requireRecent(atSeconds(timestamp), now, OLDEST_MS)
      return [readEvent(parseBody(eventSchema, body.toString()))]
    },
  }
}

function readEvent({ type, data }: ResendEvent): ReturnedEvent {
  const ours = (data.headers ?? []).filter(({ name }) => /^(?:x-entity-ref-id|message-id)$/i.test(name))
  const tokens = listTokens([data.message_id ?? '', ...ours.map(({ value }) => value), ...tagOf(data.tags)])
  switch (type) {
    case 'email.complained':
      return { form: 'complaint', tokens }
    case 'email.delivery_delayed':
      return { form: 'delivery-status', verdict: { verdict: 'delayed', status: '4.0.0' }, tokens }
    case 'email.failed':
      return { form: 'delivery-status', verdict: { verdict: 'policy', status: '5.7.0' }, tokens }
    // On its own list: the address was not tried.
    case 'email.suppressed':
      return { form: 'delivery-status', verdict: judgeGivenUp({}), tokens }
    case 'email.bounced': {
      const { subType, diagnosticCode } = data.bounce ?? {}
      const isListed = /suppress/i.test(subType ?? '')
      const diagnostic = isListed ? undefined : [diagnosticCode ?? []].flat()[0]
      return { form: 'delivery-status', verdict: judgeGivenUp({ diagnostic }), tokens }
    }
    default:
      return { form: 'report' }
  }
}

/** @param tags  an object, or a list of names and values */
function tagOf(tags: unknown): string[] {
  const asObject = z.object({ [MARK]: z.string() }).safeParse(tags)
  if (asObject.success) return [asObject.data[MARK]]
  const asList = z.array(z.object({ name: z.string(), value: z.string() })).safeParse(tags)
  return (asList.data ?? []).filter(({ name }) => name === MARK).map(({ value }) => value)
}
