import { describe, expect, it } from 'vitest'

import { readDeliveryStatus } from './delivery-status.ts'

const verdictOf = (status: string, reply: string) =>
  readDeliveryStatus(
    `Reporting-MTA: dns; mx.pail.test\n\nFinal-Recipient: rfc822; gone@reader.example\nAction: failed\nStatus: ${status}\nDiagnostic-Code: smtp; ${reply}\n`,
  )

const UNLISTED_SENDER =
  '550 5.1.0 <bounces@pail.test>: Sender address rejected: User unknown in virtual mailbox table'

describe('a report', () => {
  it.each([
    ['an unlisted sender', '5.1.0', UNLISTED_SENDER],
    ['an unlisted sender, with a code only in the reply', '5.0.0', UNLISTED_SENDER],
    ['an unknown sender, with a code about addresses', '5.1.1', '550 5.1.1 sender unknown'],
    [
      'a callout that failed',
      '5.0.0',
      '550-Verification failed for <b@pail.test> 550-No Such User Here 550 Sender verify failed',
    ],
    ['a blocked address of ours', '5.0.0', '554 Service denied: Client host 203.4.1.77 blocked'],
    ['no host name for our IP address', '5.0.0', '550 Rejected: no PTR, reverse DNS of your host not found'],
    ['an IP address right after the code', '5.0.0', '550 5.1.1.77 user unknown to the blocklist'],
    ['5.1.0 without any words', '5.1.0', '550 5.1.0'],
    ['5.1.0 without saying whose address', '5.1.0', '550 #5.1.0 Address rejected.'],
  ])('is never held against the reader: %s', (_what, status, reply) => {
    expect(verdictOf(status, reply)?.verdict).toBe('policy')
  })

  it.each([
    ['5.1.0', '550 5.1.0 <gone@reader.example>: Recipient address rejected: User unknown', 'permanent'],
    ['5.1.0', '550 #5.1.0 no such user', 'permanent'],
    [
      '5.0.0',
      '550-5.1.1 The email account that you tried to reach does not exist. 550 5.1.1 Look',
      'permanent',
    ],
    ['5.0.0', '550 #5.1.1 unknown', 'permanent'],
    ['5.1.2', '550 5.1.2 Host unknown', 'permanent'],
    ['5.2.1', '550 5.2.1 mailbox disabled', 'permanent'],
    ['5.2.1', '550 5.2.1 receiving mail at a rate that prevents additional messages', 'transient'],
    ['5.0.0', '550 No such user', 'transient'],
    ['5.4.4', 'Host or domain name not found', 'transient'],
    ['4.4.7', '451 4.4.7 expired, returned to sender', 'transient'],
  ])('with status %s and reply %j is judged by its code and words', (status, reply, verdict) => {
    expect(verdictOf(status, reply)?.verdict).toBe(verdict)
  })

  it('with a reply of four mebibytes is still read', () => {
    // Searching all of it for addresses took longer than any test may.
    expect(verdictOf('5.1.1', `550 5.1.1 ${'x'.repeat(2 ** 22)}`)?.verdict).toBe('permanent')
  })
})
