import { escapeHtml } from '../lib/text.ts'
import type { Config } from '../config/config.ts'
import type { OutgoingMail } from '../sending/mail/index.ts'
import { LINK_LIFETIME_DAYS } from './forget-expired.ts'

export type NoticeSite = Pick<
  Config,
  'siteName' | 'siteUrl' | 'mailFrom' | 'operatorName' | 'postalAddress' | 'contactEmail'
>

interface Link {
  readonly label: string
  readonly url: string
}

interface Message {
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly button: Link
  readonly afterwards: readonly string[]
  /** A less prominent link, at the end. */
  readonly leave?: Link
  readonly headers?: Readonly<Record<string, string>>
}

type Envelope = Pick<OutgoingMail, 'to' | 'messageId' | 'envelopeFrom' | 'headers'>

/** Asks the owner of an address whether they want the newsletter. */
export function composeConfirmationMail(
  site: NoticeSite,
  envelope: Envelope,
  confirmUrl: string,
): OutgoingMail {
  return composeMail(site, envelope, {
    subject: `One click left: do you want ${site.siteName}?`,
    paragraphs: [
      `Somebody, we hope it was you, asked for ${site.siteName} at this address. It is a free letter about money for people who work for it, every Monday morning.`,
      'If you want it, say so here:',
    ],
    button: { label: 'Yes, send it to me', url: confirmUrl },
    afterwards: [
      `The link works for ${LINK_LIFETIME_DAYS} days.`,
      'If it was not you, do nothing. No letter will come, and we forget your address when the link expires.',
    ],
  })
}

/** Tells a former subscriber, once, that their address was unsubscribed on the site: by anybody, or by whatever followed the link
 *  in a letter.
 *  @param isSignedUpAgain  the address is stored again, unconfirmed */
export function composeUnsubscribedMail(
  site: NoticeSite,
  envelope: Envelope,
  { isSignedUpAgain }: { isSignedUpAgain: boolean },
): OutgoingMail {
  return composeMail(site, envelope, {
    subject: `You are unsubscribed from ${site.siteName}`,
    paragraphs: [
      `This address was taken off the list of ${site.siteName} on our website. If that was you: done, no more letters will come.`,
      'If it was not you, or a mistake, you can subscribe again in a few seconds:',
    ],
    button: { label: 'Subscribe again', url: `${site.siteUrl}/` },
    afterwards: [
      isSignedUpAgain
        ? 'Since then somebody has signed it up again. No letter will come unless you confirm that.'
        : 'This is the only message about it. We no longer keep your address.',
    ],
  })
}

/** Welcomes a new subscriber and says how to leave.
 *  @param unsubscribeMailbox  the address to which a mail program sends this reader's unsubscribe request
 *  @param nextLetter  as returned by formatNextMonday */
export function composeWelcomeMail(
  site: NoticeSite,
  envelope: Envelope,
  {
    unsubscribeToken,
    unsubscribeMailbox,
    nextLetter,
  }: { unsubscribeToken: string; unsubscribeMailbox: string; nextLetter: string },
): OutgoingMail {
  const token = new URLSearchParams({ token: unsubscribeToken })
  const page = new URLSearchParams({ email: envelope.to, token: unsubscribeToken })
  return composeMail(site, envelope, {
    subject: `Welcome to ${site.siteName}`,
    paragraphs: [
      `You are subscribed to ${site.siteName}, a free letter about money for people who work for it. It comes once a week.`,
      `The next one goes out on ${nextLetter}.`,
      `So that it does not land in spam, add ${addressOf(site.mailFrom)} to your contacts.`,
    ],
    button: { label: 'Read past letters', url: `${site.siteUrl}/newsletter/archive` },
    afterwards: ['If it was not you who signed up, or you have changed your mind, leave with this link:'],
    leave: { label: 'Unsubscribe', url: `${site.siteUrl}/unsubscribe?${page}` },
    headers: {
      'List-Unsubscribe': `<${site.siteUrl}/api/unsubscribe/one-click?${token}>, <mailto:${unsubscribeMailbox}?subject=unsubscribe>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  })
}

function composeMail(site: NoticeSite, envelope: Envelope, message: Message): OutgoingMail {
  const imprint = `${site.operatorName}, ${site.postalAddress}. Questions: ${site.contactEmail}`
  return {
    ...envelope,
    subject: message.subject,
    text: [
      ...message.paragraphs,
      inText(message.button),
      ...message.afterwards,
      ...(message.leave ? [inText(message.leave)] : []),
      `-- \n${site.siteName}, ${site.siteUrl}\n${imprint}`,
    ].join('\n\n'),
    html: composeHtml(site, message, imprint),
    headers: {
      // RFC 3834: out-of-office programs do not answer automatic mail.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...message.headers,
      ...envelope.headers,
    },
  }
}

const inText = ({ label, url }: Link) => `${label}:\n${url}`

/** @param sender  'Name <address>' or an address */
function addressOf(sender: string): string {
  return /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender
}

// Light colors are inline, for mail programs that drop style sheets; this overrides them.
const DARK_STYLES =
  '@media (prefers-color-scheme:dark){.ground{background:#131416!important}.card{background:#1b1d20!important}.text,.link{color:#f1efea!important}.quiet{color:#a9a7a1!important}}'

function composeHtml(site: NoticeSite, message: Message, imprint: string): string {
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`
  const leave = message.leave
    ? `\n<p style="margin:0 0 16px"><a class="link" href="${escapeHtml(message.leave.url)}" style="display:inline-block;padding:11px 18px 11px 0;color:#1d1b1a">${escapeHtml(message.leave.label)}</a></p>`
    : ''
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(message.subject)}</title><style>:root{color-scheme:light dark}${DARK_STYLES}</style></head>
<body class="ground text" style="margin:0;padding:16px;background:#f4f3f1;color:#1d1b1a;font:17px/1.55 Helvetica,Arial,sans-serif;overflow-wrap:anywhere">
<div class="card" style="max-width:560px;margin:0 auto;padding:28px 24px;box-sizing:border-box;background:#ffffff;border-top:4px solid #b3261e">
<p style="margin:0 0 24px;font-weight:bold">${escapeHtml(site.siteName)}</p>
${message.paragraphs.map(paragraph).join('\n')}
<p style="margin:24px 0"><a href="${escapeHtml(message.button.url)}" style="display:inline-block;padding:12px 22px;background:#b3261e;color:#ffffff;font-weight:bold;text-decoration:none">${escapeHtml(message.button.label)}</a></p>
${message.afterwards.map(paragraph).join('\n')}${leave}
<p class="quiet" style="margin:32px 0 0;font-size:14px;color:#5f5a57">${escapeHtml(imprint)}</p>
</div>
</body>
</html>
`
}
