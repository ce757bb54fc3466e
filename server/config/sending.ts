import { z } from 'zod'

import { commaList, isNearby, numberBetween, secondsAsMs, setting, wholeNumber } from './settings.ts'

const SELECTOR = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9-]+)*$/

const dkimKeyFile = z.object({
  /** SELECTOR in SELECTOR._domainkey.DOMAIN. */
  selector: z.string().toLowerCase().max(63).regex(SELECTOR),
  /** A private key in PEM, RSA or Ed25519. */
  file: z.string().min(1),
})
/** One key that signs mail, and the name of its public half in DNS. */
export type DkimKeyFile = z.infer<typeof dkimKeyFile>

const dkimKeys = commaList.transform((parts, context) => {
  const keys = z.array(dkimKeyFile).safeParse(
    parts.map((part) => {
      const [, selector = '', file = ''] = /^([^=]*)=(.*)$/.exec(part) ?? []
      return { selector: selector.trim(), file: file.trim() }
    }),
  )
  if (keys.success && new Set(keys.data.map(({ selector }) => selector)).size === parts.length) {
    return keys.data
  }
  context.addIssue(
    'is not a list such as s2026=/run/secrets/dkim.pem: a selector of its own for each key, =, and the file of the private key',
  )
  return z.NEVER
})

/** SMTP_URL. Its scheme alone says how a connection begins, and these ports expect one of the two, except on a relay of one's own. */
export const smtpAddress = z
  .url({
    protocol: /^smtps?$/,
    error: 'is not an address such as smtps://user:password@mail.example:465',
    abort: true,
  })
  .refine((text) => !isOf(text, 'smtp:', ['465']), {
    error: 'has port 465, where TLS begins at once: its scheme is smtps://',
  })
  .refine((text) => !isOf(text, 'smtps:', ['25', '587']), {
    error: 'has a port where TLS begins with STARTTLS: its scheme is smtp://',
  })

function isOf(address: string, scheme: string, ports: readonly string[]): boolean {
  const { protocol, port, hostname } = new URL(address)
  return protocol === scheme && ports.includes(port) && !isNearby(hostname)
}

/** Limits a new sender to this many messages on the first day of sending, and `growth` times as many on each further day;
 *  undefined: no limit. */
const warmUp = z
  .object({
    perDay: setting('WARM_UP_PER_DAY', wholeNumber(1, 10_000_000).optional()),
    growth: setting('WARM_UP_GROWTH', numberBetween(1, 10).default(1.5), { needs: 'WARM_UP_PER_DAY' }),
  })
  .transform(({ perDay, growth }) => (perDay === undefined ? undefined : { perDay, growth }))

/** How mail is sent. */
export const sendingSettings = z.object({
  /** Messages per second, over all processes. */
  perSecond: setting('SEND_PER_SECOND', wholeNumber(1, 10_000).default(20)),
  /** Connections to the mail server, per process; one more for mail to the operator if there are several. */
  connections: setting('SMTP_CONNECTIONS', wholeNumber(1, 100).default(5)),
  /** How long a delivery stays claimed by a process. */
  leaseSeconds: setting('SEND_LEASE_SECONDS', wholeNumber(10, 3600).default(15 * 60)),
  /** The wait after the first temporary refusal; each further wait is 1.3 times as long. */
  retrySeconds: setting('SEND_RETRY_SECONDS', wholeNumber(1, 3600).default(5 * 60)),
  connectTimeoutMs: setting('SMTP_CONNECT_SECONDS', secondsAsMs(1, 300, 30)),
  /** The longest silence of the server, including before its answer to the final dot. RFC 5321 4.5.3.2.6 asks for ten minutes
   *  there: a client that gives up sooner makes duplicates. */
  answerTimeoutMs: setting('SMTP_ANSWER_SECONDS', secondsAsMs(1, 3600, 10 * 60)),
  warmUp,
  /** Empty: messages are not signed here. */
  dkimKeys: setting('DKIM_KEYS', dkimKeys.default([]).readonly()),
  /** Undefined: the domain of the sender's address. */
  dkimDomain: setting(
    'DKIM_DOMAIN',
    z
      .string()
      .toLowerCase()
      .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, 'is not a domain such as lunchpail.example')
      .optional(),
    { needs: 'DKIM_KEYS' },
  ),
})
