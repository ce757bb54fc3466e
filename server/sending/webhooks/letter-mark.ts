import type { ProviderName } from './provider.ts'

/** The key under which providers return the token. */
export const MARK = 'letter'

/** Marks a letter so that its provider's events name it: the token is in the Message-ID and, for providers that replace the
 *  Message-ID or leave it out of some events, in the header that they return.
 *  @param token  from signLetter
 *  @param domain  of the sender
 *  @param name  distinguishes several mails with the same token */
export function markLetter(
  token: string,
  { domain, provider, name }: { domain: string; provider: ProviderName | undefined; name?: string },
): { messageId: string; headers: Readonly<Record<string, string>> } {
  const local = name === undefined ? token : `${name}+${token}`
  return { messageId: `${local}@${domain}`, headers: headersFor(provider, token) }
}

function headersFor(provider: ProviderName | undefined, token: string): Record<string, string> {
  switch (provider) {
    case 'postmark':
      return { [`X-PM-Metadata-${MARK}`]: token }
    case 'sendgrid':
      return { 'X-SMTPAPI': JSON.stringify({ unique_args: { [MARK]: token } }) }
    case 'resend':
      return { 'X-Entity-Ref-ID': token }
    case 'ses':
    case 'mailgun':
    case undefined:
    default:
      return {}
  }
}
