import { z } from 'zod'

import { EMAIL_PATTERN } from '../../../shared/email-address.ts'
import { REASONS_GIVEN } from '../suppressions.ts'
import type { Scope } from './tokens.ts'

const email = z
  .string()
  .max(1_000)
  .regex(EMAIL_PATTERN)
  .meta({ examples: ['ada@mail.example'] })
const oneAddress = z.object({ email })
const time = z.iso.datetime({ offset: true })
const storedTime = z.iso.datetime().nullable()

const addRequest = z.object({
  email,
  consent: z
    .object({
      at: time.meta({
        description: 'When the person agreed; not in the future.',
        examples: ['2026-11-20T14:03:00Z'],
      }),
      source: z
        .string()
        .trim()
        .min(1)
        .max(100)
        .meta({
          description: 'Where: a page, a form, an event.',
          examples: ['https://shop.example/checkout'],
        }),
    })
    .optional()
    .meta({
      description:
        'When and where the person agreed to the disclaimer and to the letter. Without it the person is asked by mail.',
    }),
})

/** Whether and since when an address gets mail; nothing about what it was sent. */
const standing = z.object({
  state: z.enum(['subscribed', 'unconfirmed', 'do-not-mail', 'unsubscribed', 'unknown']),
  consentedAt: storedTime.meta({ description: 'Null also where a file did not say.' }),
  consentSource: z.string().nullable(),
  recordedAt: storedTime,
  confirmedAt: storedTime,
  withdrawnAt: storedTime,
  doNotMail: z.object({ reason: z.enum([...REASONS_GIVEN, 'erased']), since: z.iso.datetime() }).nullable(),
})

const count = z.int().nonnegative()
const counts = z.object({
  subscribed: count.meta({ description: 'How many get the next edition.' }),
  doNotMail: z.object({
    complained: count,
    bounced: count,
    blocked: count,
    unsubscribed: count,
    erased: count,
  }),
})

/** The requests of the operator's programs: path, scope, body and answer, from which the routes and their description are made.
 *  Addresses are only in bodies. */
export const OPERATOR_ROUTES = {
  count: {
    method: 'get',
    path: '/operator/subscribers/count',
    scope: 'subscribers:read',
    summary: 'How many get the next edition, and how many get no mail, by reason',
    request: undefined,
    answer: counts,
    example: {
      subscribed: 1203,
      doNotMail: { complained: 2, bounced: 31, blocked: 0, unsubscribed: 118, erased: 1 },
    },
    mayRefuse: false,
  },
  find: {
    method: 'post',
    path: '/operator/subscribers/find',
    scope: 'subscribers:read',
    summary: 'How one address stands',
    request: oneAddress,
    answer: standing,
    example: {
      state: 'subscribed',
      consentedAt: '2026-11-20T14:03:00.000Z',
      consentSource: 'api:shop (https://shop.example/checkout)',
      recordedAt: '2026-11-20T14:03:02.114Z',
      confirmedAt: '2026-11-20T14:03:02.114Z',
      withdrawnAt: null,
      doNotMail: null,
    },
    mayRefuse: false,
  },
  add: {
    method: 'post',
    path: '/operator/subscribers',
    scope: 'subscribers:write',
    summary: 'Subscribe an address whose owner agreed, or ask them by mail',
    request: addRequest,
    answer: z.object({ outcome: z.enum(['added', 'already', 'asked-to-confirm']) }),
    example: { outcome: 'added' },
    mayRefuse: true,
  },
  remove: {
    method: 'post',
    path: '/operator/subscribers/remove',
    scope: 'subscribers:write',
    summary: 'Unsubscribe an address at its owner’s wish; no mail is sent',
    request: oneAddress,
    answer: z.object({ outcome: z.enum(['removed', 'not-subscribed']) }),
    example: { outcome: 'removed' },
    mayRefuse: false,
  },
  suppress: {
    method: 'post',
    path: '/operator/subscribers/suppress',
    scope: 'suppressions:write',
    summary: 'Put an address on the do-not-mail list; nothing here takes one off it',
    request: oneAddress.extend({ reason: z.enum(REASONS_GIVEN) }),
    answer: z.object({ outcome: z.enum(['suppressed', 'already']) }),
    example: { outcome: 'suppressed' },
    mayRefuse: false,
  },
} as const satisfies Readonly<
  Record<
    string,
    {
      method: 'get' | 'post'
      path: string
      scope: Scope
      summary: string
      request: z.ZodType | undefined
      answer: z.ZodType
      example: unknown
      /** Whether the do-not-mail list can refuse it. */
      mayRefuse: boolean
    }
  >
>

type Routes = typeof OPERATOR_ROUTES
export type OperatorRoute = keyof Routes
/** The parsed body of a route. */
export type OperatorRequest<Route extends OperatorRoute> = Routes[Route]['request'] extends z.ZodType
  ? z.output<Routes[Route]['request']>
  : undefined
export type OperatorAnswer<Route extends OperatorRoute> = z.input<Routes[Route]['answer']>
