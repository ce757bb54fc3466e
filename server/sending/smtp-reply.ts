/** The reason a server gives for a refusal. 'sender': our address. 'us': our machine, its name, address or standing, or a rule of
 *  theirs. 'pace': too much at once. 'recipient': there is no such mailbox. */
export type Blame = 'sender' | 'us' | 'pace' | 'recipient'

// Only right after the reply code of the first line (RFC 2034 4): further on, '4.1.77' is a piece of an IP address.
const ENHANCED_CODE = /^\s*([245])\d\d[ -]#?(\1\.\d{1,3}\.\d{1,3})(?![\d.])/
/** Codes for addresses that do not exist, or no longer do. 1.5 means valid; 1.7 and 1.8 are about the sender; 1.0, 'other address
 *  status', is used for both. 1.10: the domain accepts no mail (RFC 7505). 2.1: disabled; a full mailbox is 2.2. */
const NO_SUCH_ADDRESS = /^[45]\.(?:1\.(?:[12346]|10)|2\.1)$/

// A report by mail may hold any amount of text.
const MAX_CHARACTERS = 1000
// Parts that are not the server's own words: addresses, their masked forms, and links ('...?p=NoSuchUser').
const QUOTED = /https?:\/\/\S+|(?<![^\s@<>])[^\s@<>]*@[^\s@<>]*/gi

// In this order: 'Sender address rejected: User unknown' and 'Client host blocked, user not found' are about us.
const REASONS: readonly (readonly [Blame, RegExp])[] = [
  [
    'sender',
    /(?<!\breturn\w* to (?:the )?)\bsenders?\b|\bmail from\b|\bfrom[ :-]+(?:address|domain)|\b(?:return|reverse)[ -]?path\b|\benvelope[ -]from\b/i,
  ],
  ['pace', /\btoo (?:quickly|fast|many|much)\b|\bat a rate\b/i],
  [
    'us',
    /\b(?:client|host(?:name)?|ips?|r?dns|ptr|[he][eh]lo|spf|dkim|dmarc|reputation|relay\w*|block\w*|(?:black|deny)-?list\w*|dnsbl|rbl|spam\w*|verif\w*|polic(?:y|ies)|restrict\w*)\b/i,
  ],
  [
    'recipient',
    /\b(?:unknown|no such|invalid|unrouteable|non-?existent|disabled) (?:local )?(?:user|recipient|mailbox|account|address)|\bno mailbox\b|\b(?:user|recipient|mailbox|account|address)\b[^.;]{0,60}\b(?:unknown|unavailable|disabled|deactivated|inactive|not (?:found|exist|known|(?:a )?valid)|(?:doesn't|does not|did not) (?:exist|have an?\b))/i,
  ],
]

/** The enhanced code of a reply (RFC 3463), such as '5.1.1'.
 *  @param reply  'CODE words', several lines or those joined by spaces
 *  @returns undefined if the first line has none, or one of another class than the reply's */
export function enhancedCodeOf(reply: string): string | undefined {
  return ENHANCED_CODE.exec(reply)?.[2]
}

/** Whether a code alone says that the address does not exist, or no longer does.
 *  @param code  enhanced (RFC 3463) */
export function saysNoSuchAddress(code: string): boolean {
  return NO_SUCH_ADDRESS.test(code)
}

/** Reads the reason for a refusal from its words. Possible faults of our own come first: a reader who is wrongly taken for
 *  gone never gets a letter again.
 *  @returns undefined if they say nothing we know */
export function readBlame(reply: string): Blame | undefined {
  const words = reply.slice(0, MAX_CHARACTERS).replace(QUOTED, '')
  return REASONS.find(([, pattern]) => pattern.test(words))?.[0]
}
