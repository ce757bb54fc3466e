/** One thing that was looked at. ok: as it should be · differs: there, and not as it should be · missing: not there · no
 *  answer: whoever was asked did not answer · unchecked: cannot be seen from here. */
export interface Check {
  /** Such as 'DKIM key s2026'. */
  readonly what: string
  readonly state: 'ok' | 'differs' | 'missing' | 'no answer' | 'unchecked'
  /** The DNS record as it should read; a TXT record. */
  readonly record?: { readonly name: string; readonly value: string }
  /** What was found, or why it matters; a sentence for people. */
  readonly words?: string
}
