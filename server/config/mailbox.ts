import { z } from 'zod'

import { areDecodable, isNearby, setting, STRAY_PERCENT } from './settings.ts'

const EXAMPLE = 'imaps://user:password@mail.example/INBOX'

const address = z
  .url({ protocol: /^imaps?$/, error: `is not an address such as ${EXAMPLE}`, abort: true })
  .transform((text, context) => {
    const url = new URL(text)
    if (url.username === '' || url.password === '') {
      context.addIssue(`has no user and password, as ${EXAMPLE} has them`)
      return z.NEVER
    }
    if (!areDecodable(url.username, url.password, url.pathname)) {
      context.addIssue(STRAY_PERCENT)
      return z.NEVER
    }
    const isSecure = url.protocol === 'imaps:'
    return {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? (isSecure ? 993 : 143) : Number(url.port),
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      folder: decodeURIComponent(url.pathname.slice(1)) || 'INBOX',
      isSecure,
      /** Without TLS the password may only be sent on this machine or within a private network. */
      needsTls: !isSecure && !isNearby(url.hostname),
    }
  })

type After = 'seen' | 'delete' | { readonly folder: string }

const after = z.string().transform((text, context): After => {
  if (text === 'seen' || text === 'delete') return text
  const [, folder] = /^move:(.{1,100})$/.exec(text) ?? []
  if (folder !== undefined) return { folder }
  context.addIssue('is neither seen, nor delete, nor move:FOLDER')
  return z.NEVER
})

/** The mailbox that receives bounces; undefined: none is read. */
export const mailboxSettings = z
  .object({
    address: setting('BOUNCE_IMAP_URL', address.optional()),
    after: setting('BOUNCE_IMAP_AFTER', after.default('seen'), { needs: 'BOUNCE_IMAP_URL' }),
  })
  .transform(({ address, after }) => (address === undefined ? undefined : { ...address, after }))
export type MailboxSettings = NonNullable<z.infer<typeof mailboxSettings>>
