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

/** What proves that an event comes from the provider. */
const SECRETS: Readonly<Record<string, string>> = {
  ses: 'SES_TOPICS',
  postmark: 'POSTMARK_WEBHOOK_PASSWORD',
  mailgun: 'MAILGUN_SIGNING_KEY',
  sendgrid: 'SENDGRID_VERIFICATION_KEY',
  resend: 'RESEND_WEBHOOK_SECRET',
}

/** Lists settings without which nothing that comes back counts, so that readers who complained would be mailed on. The secret of
 *  another provider may be set: it still reports about letters that it sent earlier.
 *  @param given  the settings by their names in the environment */
export function returnProblems(given: Readonly<Record<string, string>>): string[] {
  const provider = given['MAIL_PROVIDER']
  const idle = provider === undefined ? Object.values(SECRETS).filter((name) => name in given) : []
  const lacking = SECRETS[provider ?? '']
  const isUnmarked =
    'BOUNCE_IMAP_URL' in given && !('BOUNCE_ADDRESS' in given || 'UNSUBSCRIBE_MAILBOX' in given)
  return [
    ...idle.map((name) => `${name} does nothing without MAIL_PROVIDER`),
    ...(lacking === undefined || lacking in given
      ? []
      : [`MAIL_PROVIDER is ${provider}, whose events count only with ${lacking}`]),
    ...(isUnmarked ? ['BOUNCE_IMAP_URL does nothing without BOUNCE_ADDRESS or UNSUBSCRIBE_MAILBOX'] : []),
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
