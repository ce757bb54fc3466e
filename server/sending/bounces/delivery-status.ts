import { enhancedCodeOf, readBlame, saysNoSuchAddress } from '../smtp-reply.ts'

/** What a delivery status notification says about the address.
 *  'permanent': there is no such mailbox. 'transient': it could not be reached, or is full. 'policy': the letter, or we,
 *  are not wanted there. 'delayed': it is still being tried. 'delivered': it arrived somewhere. */
export interface DeliveryVerdict {
  readonly verdict: 'permanent' | 'transient' | 'policy' | 'delayed' | 'delivered'
  /** The enhanced code (RFC 3463), such as '5.1.1'. */
  readonly status: string
}

/** From mildest to gravest: if a letter was forwarded to several addresses, the mildest counts, since the address itself may
 *  work. */
const MOST_SPARING_FIRST = ['delivered', 'delayed', 'policy', 'transient', 'permanent'] as const

const STATUS = /^([245])\.(\d{1,3})\.(\d{1,3})\b/
/** Reads the machine-readable part of a delivery status notification (RFC 3464). The code decides, unless the words blame
 *  us; 5.1.0 also needs words that say that there is no such mailbox.
 *  @param text  the content of the part message/delivery-status
 *  @returns undefined if it does not say what became of the letter */
export function readDeliveryStatus(text: string): DeliveryVerdict | undefined {
  const verdicts = parseFields(text).flatMap((fields) => judgeRecipient(fields))
  return MOST_SPARING_FIRST.map((verdict) => verdicts.find((found) => found.verdict === verdict)).find(
    (found) => found !== undefined,
  )
}

/** @param fields  of one recipient; those about the whole message have no action */
function judgeRecipient(fields: ReadonlyMap<string, string>): DeliveryVerdict[] {
  const action = /^[a-z]+/.exec(fields.get('action')?.toLowerCase() ?? '')?.[0]
  const given = STATUS.exec(fields.get('status') ?? '')?.[0]
  if (action === undefined || given === undefined) return []
  const { status, reply } = readCodes(given, fields.get('diagnostic-code') ?? '')
  switch (action) {
    case 'failed':
      return [{ verdict: judgeFailure(status, reply), status }]
    case 'delayed':
      return [{ verdict: 'delayed', status }]
    case 'delivered':
    case 'relayed':
    case 'expanded':
      return [{ verdict: 'delivered', status }]
    default:
      return []
  }
}

/** A delivery that was given up, judged by what a provider's event says, with the rules for a report by mail.
 *  @param status  the enhanced code; left out if there is none, which proves nothing
 *  @param diagnostic  the other server's reply, such as '550 5.1.1 No such user', with or without 'smtp;' before it */
export function judgeGivenUp({
  status,
  diagnostic = '',
}: {
  status?: string | undefined
  diagnostic?: string | undefined
}): DeliveryVerdict {
  const known = readCodes(STATUS.exec(status ?? '')?.[0] ?? NO_STATUS, diagnostic)
  return { verdict: judgeFailure(known.status, known.reply), status: known.status }
}

/** 'Other', from a server that says nothing more. */
const NO_STATUS = '5.0.0'

/** A server that knows nothing more specific writes 'x.0.0'; the other server's own code is in its reply.
 *  @param given  enhanced code
 *  @param diagnostic  'smtp; CODE words' */
function readCodes(given: string, diagnostic: string): { status: string; reply: string } {
  const reply = diagnostic.replace(/^smtp\s*;\s*/i, '')
  const inReply = enhancedCodeOf(reply)
  return { status: given.endsWith('.0.0') && inReply?.startsWith(given.slice(0, 1)) ? inReply : given, reply }
}

/** About us or the letter: security and policy (7), content (6), too large (2.3, 3.4), the sender (1.7, 1.8). */
const POLICY = /^[45]\.(?:[67]\.\d+|1\.[78]|2\.3|3\.4)$/
/** Codes of a server that knows nothing more specific: 'other', in general or for addresses, which may mean the sender's. */
const VAGUE = /^5\.[01]\.0$/

/** @param status  of a delivery that was given up
 *  @param reply  the other server's; '' if it is not given */
function judgeFailure(status: string, reply: string): 'permanent' | 'transient' | 'policy' {
  if (POLICY.test(status)) return 'policy'
  const blame = readBlame(reply)
  if (blame === 'sender') return 'policy'
  if (VAGUE.test(status) && blame === 'us') return 'policy'
  // A code that may mean the sender must not end in a suppression by itself, not even after three editions.
  if (status === '5.1.0') return blame === 'recipient' ? 'permanent' : 'policy'
  return status.startsWith('5') && saysNoSuchAddress(status) && blame !== 'pace' ? 'permanent' : 'transient'
}

/** Reads the groups of "Name: value" lines that make up machine-readable reports (RFC 3464, RFC 5965).
 *  @returns a map for each group, by lower-cased name; the first value of a repeated name */
export function parseFields(text: string): ReadonlyMap<string, string>[] {
  // A continuation line begins with a space.
  const unfolded = text.replace(/\r\n?/g, '\n').replace(/\n[ \t]+(?=\S)/g, ' ')
  return unfolded
    .split(/\n[ \t]*\n/)
    .map((group) => {
      const fields = new Map<string, string>()
      for (const line of group.split('\n')) {
        const [, name = '', value = ''] = /^([\w-]+)[ \t]*:(.*)$/.exec(line) ?? []
        if (name !== '' && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value.trim())
      }
      return fields
    })
    .filter((fields) => fields.size > 0)
}
