import { describe, expect, it } from 'vitest'

import { classifyFailure } from './classify-failure.ts'
import { UnsendableMailError } from './mailer.ts'

type Command = 'MAIL FROM' | 'RCPT TO' | 'DATA'

/** Creates a refusal as nodemailer reports it. */
function about(command: Command, reply: string): string {
  const error = Object.assign(new Error(reply), {
    code: command === 'DATA' ? 'EMESSAGE' : 'EENVELOPE',
    responseCode: Number(reply.slice(0, 3)),
    response: reply,
    command,
  })
  const failure = classifyFailure(error, { dataSent: command === 'DATA' })
  if (failure.status !== 'refused') return failure.status
  return `${failure.about} ${failure.permanent ? 'for good' : 'for now'}`
}

describe('a refusal of the sender', () => {
  it.each<[string, Command, string]>([
    [
      'an unlisted sender',
      'RCPT TO',
      '550 5.1.0 <bounces@pail.example>: Sender address rejected: User unknown in virtual mailbox table',
    ],
    ['an unknown sender with an address code', 'MAIL FROM', '550 5.1.1 sender unknown'],
    ['any refusal of the sender', 'MAIL FROM', '550 5.1.1 <bounces@pail.example> User unknown'],
    ['a disabled sender', 'MAIL FROM', '550 5.2.1 mailbox disabled'],
    [
      'a callout that failed',
      'RCPT TO',
      '550-Verification failed for <bounces@pail.example>\n550-The mail server could not deliver mail. No Such User Here\n550 Sender verify failed',
    ],
    [
      'a callout with a code further back',
      'RCPT TO',
      '550-Callback setup failed\n550 5.1.1 sender verify failed',
    ],
    ['an IP address that looks like a code', 'RCPT TO', '554 Service denied: Client host 203.4.1.77 blocked'],
    ['an IP address alone', 'RCPT TO', '550 203.4.1.77 is not welcome here'],
    ['an IP address right after the code', 'RCPT TO', '550 5.1.1.77 user unknown to the blocklist'],
    ['a missing PTR record', 'RCPT TO', '550 Rejected: no PTR, reverse DNS of your host not found'],
    ['an address code with words about the sender', 'RCPT TO', '550 5.1.1 Sender rejected'],
    [
      'a link whose path looks like words',
      'RCPT TO',
      '550 Not wanted, see https://mx.example/?p=no+such+user',
    ],
    ['the same after other words', 'RCPT TO', '550 No. https://mx.example/user/unknown'],
    ['the code of an unknown sender', 'DATA', '554 5.1.8 <bounces@pail.example> unknown'],
  ])('is never about the recipient: %s', (_what, command, reply) => {
    expect(about(command, reply)).toBe('policy for good')
  })

  it('blames neither sender nor reader if its code does not say which is meant', () => {
    expect(about('RCPT TO', '550 5.1.0 Address rejected')).toBe('message for good')
    expect(about('RCPT TO', '550 #5.1.0 Address rejected.')).toBe('message for good')
  })

  it('is judged without its enhanced code if that is of another class than the reply', () => {
    expect(about('RCPT TO', '550 4.1.1 is not for us')).toBe('policy for good')
    expect(about('RCPT TO', '550 4.1.1 user unknown')).toBe('recipient for good')
  })

  it('because of the message’s size is about the message', () => {
    expect(about('MAIL FROM', '552 5.3.4 Message size exceeds fixed limit')).toBe('message for good')
    expect(about('MAIL FROM', '550 5.2.3 too long')).toBe('message for good')
    expect(about('MAIL FROM', '552 too large')).toBe('message for good')
  })
})

describe('real answers of servers', () => {
  it.each<[string, Command, string, string]>([
    [
      'Gmail',
      'RCPT TO',
      "550-5.1.1 The email account that you tried to reach does not exist. Please try\n550-5.1.1 double-checking the recipient's email address for typos or\n550-5.1.1 unnecessary spaces. For more information, go to\n550 5.1.1  https://support.google.com/mail/?p=NoSuchUser a1-20020a05 - gsmtp",
      'recipient for good',
    ],
    [
      'Gmail',
      'RCPT TO',
      '550 5.2.1 The email account that you tried to reach is inactive. For more information, go to https://support.google.com/mail/?p=DisabledUser',
      'recipient for good',
    ],
    [
      'Gmail',
      'RCPT TO',
      '550-5.2.1 The user you are trying to contact is receiving mail at a rate that\n550 5.2.1 prevents additional messages from being delivered.',
      'message for good',
    ],
    [
      'Gmail',
      'RCPT TO',
      "452 4.2.2 The recipient's inbox is out of storage space and inactive.",
      'message for now',
    ],
    [
      'Gmail',
      'RCPT TO',
      "552-5.2.2 The recipient's inbox is out of storage space and inactive.\n552 5.2.2 https://support.google.com/mail/?p=OverQuotaPerm",
      'message for good',
    ],
    [
      'Gmail',
      'DATA',
      '550-5.7.26 Your email has been blocked because the sender is unauthenticated.\n550 5.7.26 Gmail requires all senders to authenticate with either SPF or DKIM.',
      'policy for good',
    ],
    [
      'Gmail',
      'DATA',
      '550-5.7.1 [203.0.113.9] Our system has detected that this message is likely unsolicited mail.',
      'policy for good',
    ],
    [
      'Gmail',
      'RCPT TO',
      '553-5.1.3 The recipient address <jane@reader..example> is not a valid RFC 5321 address.',
      'recipient for good',
    ],
    ['Some', 'RCPT TO', '501 Error: Bad recipient address syntax', 'recipient for good'],
    ['Some', 'RCPT TO', '501 Helo required, your host name is wrong', 'policy for good'],
    [
      'Outlook',
      'RCPT TO',
      '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302). [HE1EUR01FT020.eop-EUR01.prod.protection.outlook.com 2026-11-23T15:05:34.324Z 08DBB71928CA8F8E]',
      'recipient for good',
    ],
    [
      'Outlook',
      'MAIL FROM',
      "550 5.7.1 Unfortunately, messages from [203.0.113.9] weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3140).",
      'policy for good',
    ],
    [
      'Exchange',
      'RCPT TO',
      '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
      'recipient for good',
    ],
    [
      'Exchange',
      'RCPT TO',
      '550 5.4.1 Recipient address rejected: Access denied. [CY4PEPF0000EE3C.namprd03.prod.outlook.com]',
      'message for good',
    ],
    ['Exchange', 'RCPT TO', '550 5.7.606 Access denied, banned sending IP [203.0.113.9]', 'policy for good'],
    [
      'Exchange',
      'DATA',
      '550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required',
      'policy for good',
    ],
    [
      'Exchange',
      'DATA',
      '554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException',
      'message for good',
    ],
    [
      'Exchange',
      'RCPT TO',
      '451 4.7.500 Server busy. Please try again later from [203.0.113.9]. (S77719)',
      'policy for now',
    ],
    [
      'Yahoo',
      'RCPT TO',
      '550 5.1.1 <jane@yahoo.example>: Recipient address rejected: User unknown',
      'recipient for good',
    ],
    [
      'Yahoo',
      'DATA',
      '554 30 Sorry, your message to jane@yahoo.example cannot be delivered. This mailbox is disabled (554.30).',
      'message for good',
    ],
    [
      'Yahoo',
      'RCPT TO',
      '554 30 Sorry, your message to jane@yahoo.example cannot be delivered. This mailbox is disabled (554.30).',
      'recipient for good',
    ],
    [
      'Yahoo',
      'DATA',
      '554 5.7.9 Message not accepted for policy reasons. See https://postmaster.yahooinc.com/error-codes',
      'policy for good',
    ],
    ['Yahoo', 'RCPT TO', '450 User is receiving mail too quickly', 'message for now'],
    [
      'Yahoo',
      'MAIL FROM',
      "553 5.7.1 [BL21] Connections will not be accepted from 203.0.113.9, because the ip is in Spamhaus's list",
      'policy for good',
    ],
    [
      'Postfix',
      'RCPT TO',
      '550 5.1.1 <jane@reader.example>: Recipient address rejected: User unknown in virtual mailbox table',
      'recipient for good',
    ],
    [
      'Postfix',
      'RCPT TO',
      '450 4.7.1 <jane@reader.example>: Recipient address rejected: Greylisted',
      'policy for now',
    ],
    [
      'Postfix',
      'RCPT TO',
      '554 5.7.1 Service unavailable; Client host [203.0.113.9] blocked using zen.spamhaus.org',
      'policy for good',
    ],
    [
      'Postfix',
      'RCPT TO',
      '450 4.1.8 <bounces@pail.example>: Sender address rejected: Domain not found',
      'policy for now',
    ],
    ['Postfix', 'RCPT TO', '554 5.7.1 <jane@elsewhere.example>: Relay access denied', 'policy for good'],
    ['Postfix', 'RCPT TO', '452 4.3.1 Insufficient system storage', 'message for now'],
    [
      'Postfix',
      'RCPT TO',
      '550 5.1.1 <jane@reader.example>: Recipient address rejected: undeliverable address: host mx.reader.example[192.0.2.1] said: 550 5.1.1 no such user (in reply to RCPT TO command)',
      'recipient for good',
    ],
    ['Exim', 'RCPT TO', '550 Unrouteable address', 'recipient for good'],
    ['Exim', 'RCPT TO', '550 No Such User Here', 'recipient for good'],
    [
      'Exim',
      'RCPT TO',
      '550-Verification failed for <bounces@pail.example>\n550-Unrouteable address\n550 Sender verify failed',
      'policy for good',
    ],
    [
      'Exim',
      'RCPT TO',
      '550-Please turn on SMTP Authentication in your mail client.\n550 relay not permitted',
      'policy for good',
    ],
    ['Exim', 'RCPT TO', '451 Temporary local problem - please try later', 'message for now'],
    ['iCloud', 'RCPT TO', '550 5.1.1 <jane@icloud.example>: user does not exist', 'recipient for good'],
    [
      'iCloud',
      'DATA',
      '554 5.7.1 [CS01] Message rejected due to local policy. Please visit https://support.apple.com/HT204137',
      'policy for good',
    ],
    ['iCloud', 'RCPT TO', '552 5.2.2 <jane@icloud.example>: user is over quota', 'message for good'],
    ['GMX', 'RCPT TO', '550 Requested action not taken: mailbox unavailable', 'recipient for good'],
    [
      'GMX',
      'RCPT TO',
      '550-Requested action not taken: mailbox unavailable\n550 Reject due to policy restrictions.',
      'policy for good',
    ],
    ['qmail', 'RCPT TO', '550 sorry, no mailbox here by that name (#5.1.1)', 'recipient for good'],
    [
      'qmail',
      'RCPT TO',
      "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
      'policy for good',
    ],
  ])('%s at %s: %s', (_server, command, reply, expected) => {
    expect(about(command, reply)).toBe(expected)
  })
})

describe('a message that cannot be composed', () => {
  const of = (error: unknown) => classifyFailure(error, { dataSent: false, to: 'jane@reader.example' })
  const failure = (its: object) => ({ status: 'refused', reply: 'No', permanent: true, ...its })

  it.each([
    ['a bug of ours', new TypeError('Cannot read keys of jane@reader.example')],
    ['an error of the signer', Object.assign(new Error('bad key, jane'), { code: 'ERR_OSSL_UNSUPPORTED' })],
  ])('due to %s is our own failure, reported without the address', (_why, error) => {
    const failure = of(error)
    expect(failure).toMatchObject({ status: 'refused', permanent: true, about: 'message', isOurs: true })
    expect(JSON.stringify(failure)).toContain('The message could not be written: ')
    expect(JSON.stringify(failure)).not.toContain('jane')
  })

  it('due to a header or an address is our own failure, but not one due to a server that does not take the address', () => {
    expect(of(new UnsendableMailError('No'))).toEqual(failure({ about: 'message', isOurs: true }))
    expect(of(new UnsendableMailError('No', 'recipient'))).toEqual(
      failure({ about: 'recipient', isOurs: true }),
    )
    expect(of(new UnsendableMailError('No', 'server'))).toEqual(
      failure({ about: 'message', isOfAddress: true }),
    )
  })

  it('does not include refusals by a server', () => {
    const refusal = { code: 'EMESSAGE', responseCode: 552, response: '552 5.3.4 too large' }
    expect(of(Object.assign(new Error('552'), refusal))).not.toHaveProperty('isOurs')
  })
})

describe('an out-of-step answer', () => {
  const outOfStep = (code: 'EENVELOPE' | 'EMESSAGE') =>
    Object.assign(new Error('354 go on'), { code, responseCode: 354, response: '354 go on' })

  it('makes a message unknown if its data had been sent', () => {
    expect(classifyFailure(outOfStep('EMESSAGE'), { dataSent: true })).toEqual({
      status: 'unknown',
      reason: '354 go on',
    })
  })

  it('means that the server is unreachable if no data had been sent', () => {
    expect(classifyFailure(outOfStep('EENVELOPE'), { dataSent: false })).toEqual({
      status: 'unreachable',
      reason: '354 go on',
      cause: 'connection',
    })
  })
})
