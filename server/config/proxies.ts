import { isIP } from 'node:net'

import { z } from 'zod'

/** A number of hops, or a list of addresses and networks; false: none. */
export const trustedProxies = z.string().transform((text, context): number | string[] | false => {
  const trimmed = text.trim()
  if (/^(false|\d{1,2})$/.test(trimmed)) return Number(trimmed) || false
  const parts = trimmed.split(',').map((part) => part.trim())
  if (parts.every(isProxyAddress)) return parts
  context.addIssue(
    'is neither a number of hops (1) nor addresses and networks between commas (10.0.0.0/8, ::1, loopback)',
  )
  return z.NEVER
})

function isProxyAddress(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  // A /0 network would trust everybody.
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128))
  )
}
