import { escapeHtml } from '../escape-html.ts'
import type { Config } from '../config.ts'
import type { OutgoingMail } from '../mail/index.ts'
import { LINK_LIFETIME_DAYS } from './forget-expired.ts'

export type NoticeSite = Pick<
  Config,
  'siteName' | 'siteUrl' | 'mailFrom' | 'operatorName' | 'postalAddress' | 'contactEmail'
>

interface Message {
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly button: { readonly label: string; readonly url: string }
  readonly afterwards: readonly string[]
}

type Envelope = Pick<OutgoingMail, 'to' | 'messageId'>

/** Asks an address's owner whether they want the newsletter. */
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

/** Tells a former subscriber, once, that their address was taken off the list on the word of somebody without the
 *  signed link. */
export function composeUnsubscribedMail(site: NoticeSite, envelope: Envelope): OutgoingMail {
  return composeMail(site, envelope, {
    subject: `You are unsubscribed from ${site.siteName}`,
    paragraphs: [
      `This address was taken off the list of ${site.siteName} on our website. If that was you: done, no more letters will come.`,
      'If it was not you, or a mistake, you can subscribe again in a few seconds:',
    ],
    button: { label: 'Subscribe again', url: `${site.siteUrl}/` },
    afterwards: ['This is the only message about it. We no longer keep your address.'],
  })
}

function composeMail(site: NoticeSite, envelope: Envelope, message: Message): OutgoingMail {
  const imprint = `${site.operatorName}, ${site.postalAddress}. Questions: ${site.contactEmail}`
  return {
    ...envelope,
    subject: message.subject,
    text: [
      ...message.paragraphs,
      `${message.button.label}:\n${message.button.url}`,
      ...message.afterwards,
      `-- \n${site.siteName}, ${site.siteUrl}\n${imprint}`,
    ].join('\n\n'),
    html: composeHtml(site, message, imprint),
    // RFC 3834: out-of-office programs do not answer it.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  }
}

function composeHtml(site: NoticeSite, message: Message, imprint: string): string {
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(message.subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f3f1;color:#1d1b1a;font:17px/1.55 Helvetica,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-top:4px solid #b3261e">
<p style="margin:0 0 24px;font-weight:bold">${escapeHtml(site.siteName)}</p>
${message.paragraphs.map(paragraph).join('\n')}
<p style="margin:24px 0"><a href="${escapeHtml(message.button.url)}" style="display:inline-block;padding:12px 22px;background:#b3261e;color:#ffffff;font-weight:bold;text-decoration:none">${escapeHtml(message.button.label)}</a></p>
${message.afterwards.map(paragraph).join('\n')}
<p style="margin:32px 0 0;font-size:14px;color:#5f5a57">${escapeHtml(imprint)}</p>
</div>
</body>
</html>
`
}
