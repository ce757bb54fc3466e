import { parseFields } from './report-fields.ts'

/** What a delivery status notification says of the address.
 *  'permanent': there is no such mailbox. 'transient': it could not be reached, or is full. 'policy': the letter, or we,
 *  are not wanted there. 'delayed': it is still being tried. 'delivered': it came somewhere. */
export interface DeliveryVerdict {
  readonly verdict: 'permanent' | 'transient' | 'policy' | 'delayed' | 'delivered'
  /** The enhanced code (RFC 3463), such as '5.1.1'. */
  readonly status: string
}

/** From what spares the address most to what spares it least: where a letter was passed on to several, the most sparing
 *  counts, since the address itself may work. */
const MOST_SPARING_FIRST = ['delivered', 'delayed', 'policy', 'transient', 'permanent'] as const

const STATUS = /^([245])\.(\d{1,3})\.(\d{1,3})\b/
// 'smtp; 550-5.1.1 The email account that you tried to reach does not exist'
const STATUS_IN_REPLY = /^\s*smtp\s*;\s*[245]\d\d[ -]#?([245]\.\d{1,3}\.\d{1,3})\b/i

/** Reads the machine's part of a delivery status notification (RFC 3464). Words are never judged, codes alone.
 *  @param text  the content of the part message/delivery-status
 *  @returns undefined where it says of nobody what became of the letter */
export function readDeliveryStatus(text: string): DeliveryVerdict | undefined {
  const verdicts = parseFields(text).flatMap((fields) => judgeRecipient(fields))
  return MOST_SPARING_FIRST.map((verdict) => verdicts.find((found) => found.verdict === verdict)).find(
    (found) => found !== undefined,
  )
}

/** @param fields  of one recipient; those of the message as a whole have no action */
function judgeRecipient(fields: ReadonlyMap<string, string>): DeliveryVerdict[] {
  const action = /^[a-z]+/.exec(fields.get('action')?.toLowerCase() ?? '')?.[0]
  const given = STATUS.exec(fields.get('status') ?? '')?.[0]
  if (action === undefined || given === undefined) return []
  // 'x.0.0' is what servers write that know no better; the other server's own code stands in its reply.
  const inReply = STATUS_IN_REPLY.exec(fields.get('diagnostic-code') ?? '')?.[1]
  const status = given.endsWith('.0.0') && inReply?.startsWith(given.slice(0, 1)) ? inReply : given
  switch (action) {
    case 'failed':
      return [{ verdict: judgeStatus(status), status }]
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

/** Codes that say that there is no such address, or none any more. 5.1.5 is a valid one; 5.1.7 and 5.1.8 are about the
 *  sender's. 5.1.10: its domain takes no mail (RFC 7505). 5.2.1: the mailbox is disabled; a full one is 5.2.2. */
const PERMANENT = new Set(['5.1.0', '5.1.1', '5.1.2', '5.1.3', '5.1.4', '5.1.6', '5.1.10', '5.2.1'])
/** About us or about the letter: security and policy (7), content (6), too large (2.3, 3.4), the sender (1.7, 1.8). */
const POLICY = /^[45]\.(?:[67]\.\d+|1\.[78]|2\.3|3\.4)$/

/** @param status  of a delivery that was given up */
function judgeStatus(status: string): 'permanent' | 'transient' | 'policy' {
  if (PERMANENT.has(status)) return 'permanent'
  return POLICY.test(status) ? 'policy' : 'transient'
}
