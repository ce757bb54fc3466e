import { createPublicKey } from 'node:crypto'

import { z } from 'zod'

import { commaList, oneOf, setting } from './settings.ts'

const topicArn = z
  .string()
  .regex(
    /^arn:(?:aws|aws-cn|aws-us-gov):sns:[a-z0-9-]{3,30}:\d{12}:[\w-]{1,256}$/,
    'is not a list of topics such as arn:aws:sns:us-east-1:123456789012:bounces',
  )
const secret = z.string().min(16, 'needs at least 16 characters')

/** Which mail provider sends the letters, and how its events are authenticated. */
export const providerSettings = z.object({
  /** Decides which headers a letter carries, so that the provider's events can be matched to it. */
  mailProvider: setting(
    'MAIL_PROVIDER',
    oneOf(['ses', 'postmark', 'mailgun', 'sendgrid', 'resend']).optional(),
  ),
  /** The topics of Amazon SNS whose messages are accepted. */
  sesTopics: setting('SES_TOPICS', commaList.pipe(z.array(topicArn)).default([]).readonly()),
  postmarkPassword: setting('POSTMARK_WEBHOOK_PASSWORD', secret.optional()),
  mailgunKey: setting('MAILGUN_SIGNING_KEY', secret.optional()),
  sendGridKey: setting(
    'SENDGRID_VERIFICATION_KEY',
    z
      .string()
      .refine(isCurveKey, 'is not the verification key of a signed event webhook (MFkw...)')
      .optional(),
  ),
  resendSecret: setting(
    'RESEND_WEBHOOK_SECRET',
    z
      .string()
      .regex(/^whsec_\S{16,}$/, 'is not a signing secret such as whsec_...')
      .optional(),
  ),
})
export type ProviderSettings = z.infer<typeof providerSettings>

type ProviderName = NonNullable<ProviderSettings['mailProvider']>

/** What proves that an event comes from the provider. */
const SECRETS = {
  ses: { name: 'SES_TOPICS', isSet: ({ sesTopics }) => sesTopics.length > 0 },
  postmark: {
    name: 'POSTMARK_WEBHOOK_PASSWORD',
    isSet: ({ postmarkPassword }) => postmarkPassword !== undefined,
  },
  mailgun: { name: 'MAILGUN_SIGNING_KEY', isSet: ({ mailgunKey }) => mailgunKey !== undefined },
  sendgrid: { name: 'SENDGRID_VERIFICATION_KEY', isSet: ({ sendGridKey }) => sendGridKey !== undefined },
  resend: { name: 'RESEND_WEBHOOK_SECRET', isSet: ({ resendSecret }) => resendSecret !== undefined },
} as const satisfies Record<ProviderName, { name: string; isSet: (settings: ProviderSettings) => boolean }>
/** Those whose events refer to a header that letters carry only if MAIL_PROVIDER names the provider. The others return the
 *  Message-ID or the envelope's sender of every letter. */
const NEED_HEADER = new Set<ProviderName>(['postmark', 'sendgrid', 'resend'])

/** Lists the providers whose events are accepted. */
export const listReporting = (settings: ProviderSettings): ProviderName[] =>
  (Object.keys(SECRETS) as ProviderName[]).filter((name) => SECRETS[name].isSet(settings))

/** Lists settings with which nothing that comes back can count, so that readers who complained would be mailed on.
 *  @param given  the settings by their names in the environment */
export function returnProblems(given: Readonly<Record<string, string>>): string[] {
  const provider = given['MAIL_PROVIDER']
  if ('BOUNCE_ADDRESS' in given || 'UNSUBSCRIBE_MAILBOX' in given) return []
  const hasSecret = Object.values(SECRETS).some(({ name }) => name in given)
  const lacking = Object.entries(SECRETS).find(([name]) => name === provider)?.[1].name
  return [
    ...(lacking === undefined || hasSecret
      ? []
      : [`MAIL_PROVIDER is ${provider}, whose events count only with ${lacking}`]),
    ...('BOUNCE_IMAP_URL' in given
      ? ['BOUNCE_IMAP_URL does nothing without BOUNCE_ADDRESS or UNSUBSCRIBE_MAILBOX']
      : []),
  ]
}

/** Lists settings with which a part of what comes back may not count.
 *  @returns sentences without a full stop */
export function returnWarnings(settings: ProviderSettings): string[] {
  const { mailProvider } = settings
  const reporting = listReporting(settings)
  const unmarked = mailProvider === undefined ? reporting.filter((name) => NEED_HEADER.has(name)) : []
  return [
    ...unmarked.map(
      (name) =>
        `${SECRETS[name].name} is set and MAIL_PROVIDER is not: bounces and complaints reported by ${name} are sure to count only for letters sent with MAIL_PROVIDER=${name}`,
    ),
    ...(mailProvider === undefined || reporting.includes(mailProvider)
      ? []
      : [
          `MAIL_PROVIDER is ${mailProvider} and ${SECRETS[mailProvider].name} is not set: bounces and complaints that ${mailProvider} reports by webhook do not count`,
        ]),
  ]
}

function isCurveKey(text: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ec'
  } catch {
    // Not a key: the setting is refused.
    return false
  }
}
