// Messages in the shapes that mail servers give them; every word and address is our own.

/** Uses the line ends of SMTP. */
const crlf = (text: string) => text.replaceAll('\n', '\r\n')

/** What Postfix sends about an address that a server refused.
 *  @param status  the enhanced code, '5.1.1' */
export function postfixBounce(
  to: string,
  { status = '5.1.1', action = 'failed', subject = 'Undelivered Mail Returned to Sender' } = {},
): string {
  return crlf(`Return-Path: <>
Received: by mx.pail.test (Postfix)
\tid 4F1A2B3C; Mon, 23 Nov 2026 14:00:05 +0000 (UTC)
Date: Mon, 23 Nov 2026 14:00:05 +0000 (UTC)
From: MAILER-DAEMON@mx.pail.test (Mail Delivery System)
Subject: ${subject}
To: ${to}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="4F1A2B3C.1795442405/mx.pail.test"
Message-Id: <20261123140005.4F1A2B3C@mx.pail.test>

This is a MIME-encapsulated message.

--4F1A2B3C.1795442405/mx.pail.test
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

The letter could not be delivered to somebody <gone@reader.example>.

--4F1A2B3C.1795442405/mx.pail.test
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.pail.test
X-Postfix-Queue-ID: 4F1A2B3C
Arrival-Date: Mon, 23 Nov 2026 14:00:01 +0000 (UTC)

Final-Recipient: rfc822; gone@reader.example
Original-Recipient: rfc822;gone@reader.example
Action: ${action}
Status: ${status}
Remote-MTA: dns; mail.reader.example
Diagnostic-Code: smtp; 550 ${status} <gone@reader.example>: not
    taken here

--4F1A2B3C.1795442405/mx.pail.test
Content-Description: Undelivered Message
Content-Type: message/rfc822

${LETTER}
--4F1A2B3C.1795442405/mx.pail.test--
`)
}

/** Exim writes 5.0.0 whatever the reason, and leaves the other server's code in its reply. */
export function eximBounce(to: string, { reply = '550 5.1.1 No such mailbox here' } = {}): string {
  return `Return-path: <>
Envelope-to: ${to}
Received: from Debian-exim by relay.pail.test with local (Exim 4.98)
\tid 1vMabc-00000001-0aB; Mon, 23 Nov 2026 14:00:07 +0000
X-Failed-Recipients: gone@reader.example
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@relay.pail.test>
To: ${to}
Content-Type: multipart/report; report-type=delivery-status; boundary=1795442407-eximdsn-804289383
MIME-Version: 1.0
Subject: Mail delivery failed: returning message to sender
Message-Id: <E1vMabc-00000001-0aB@relay.pail.test>
Date: Mon, 23 Nov 2026 14:00:07 +0000

--1795442407-eximdsn-804289383
Content-type: text/plain; charset=us-ascii

A letter that you sent could not be delivered.

--1795442407-eximdsn-804289383
Content-type: message/delivery-status

Reporting-MTA: dns; relay.pail.test

Action: failed
Final-Recipient: rfc822;gone@reader.example
Status: 5.0.0
Remote-MTA: dns; mail.reader.example
Diagnostic-Code: smtp; ${reply}

--1795442407-eximdsn-804289383
Content-type: message/rfc822

${LETTER}
--1795442407-eximdsn-804289383--
`
}

/** A bounce from Exchange: HTML next to the text, Exchange's own fields, and only the headers of the letter. */
export function exchangeBounce(to: string, { status = '5.1.10' } = {}): string {
  return crlf(`From: <postmaster@reader.example>
To: <${to}>
Date: Mon, 23 Nov 2026 14:00:09 +0000
Content-Type: multipart/report; report-type=delivery-status;
 boundary="9B095B5ADSN=_01DC5C8D7A1E0000EX01"
X-MS-Exchange-Message-Is-Ndr:
Content-Language: en-US
Message-ID: <ndr-1@EX01.reader.example>
Subject: Undeliverable: What insiders bought
Auto-Submitted: auto-replied
MIME-Version: 1.0

--9B095B5ADSN=_01DC5C8D7A1E0000EX01
Content-Type: multipart/alternative; differences=Content-Type;
 boundary="inner-alternative"

--inner-alternative
Content-Type: text/plain; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

Nobody was found at that address=2E

--inner-alternative
Content-Type: text/html; charset="us-ascii"

<html><body><p>Nobody was found at that address.</p></body></html>

--inner-alternative--

--9B095B5ADSN=_01DC5C8D7A1E0000EX01
Content-Type: message/delivery-status

Reporting-MTA: dns;EX01.reader.example
Received-From-MTA: dns;mx.pail.test
Arrival-Date: Mon, 23 Nov 2026 14:00:08 +0000

Final-Recipient: rfc822;gone@reader.example
Action: failed
Status: ${status}
Diagnostic-Code: smtp;550 ${status} RESOLVER.ADR.RecipientNotFound
X-Display-Name: gone@reader.example

--9B095B5ADSN=_01DC5C8D7A1E0000EX01
Content-Type: text/rfc822-headers

${LETTER.slice(0, LETTER.indexOf('\n\n'))}

--9B095B5ADSN=_01DC5C8D7A1E0000EX01--
`)
}

/** Gmail: a related part with a picture before the report, a reply over several lines. */
export function gmailBounce(to: string): string {
  return crlf(`Delivered-To: ${to}
Return-Path: <>
Content-Type: multipart/report; boundary="000000000000aa11bb0644"; report-type=delivery-status
To: ${to}
Auto-Submitted: auto-replied
Subject: Delivery Status Notification (Failure)
From: Mail Delivery Subsystem <mailer-daemon@bigmail.example>
Date: Mon, 23 Nov 2026 06:00:11 -0800 (PST)
Message-ID: <dsn-2@mx.bigmail.example>

--000000000000aa11bb0644
Content-Type: multipart/related; boundary="000000000000aa11bc0646"

--000000000000aa11bc0646
Content-Type: text/html; charset="UTF-8"

<html><body><img src="cid:icon.png"><p>Address not found</p></body></html>

--000000000000aa11bc0646
Content-Type: image/png; name="icon.png"
Content-Disposition: attachment; filename="icon.png"
Content-Transfer-Encoding: base64
Content-ID: <icon.png>

iVBORw0KGgo=
--000000000000aa11bc0646--

--000000000000aa11bb0644
Content-Type: message/delivery-status

Reporting-MTA: dns; bigmail.example
Arrival-Date: Mon, 23 Nov 2026 06:00:10 -0800 (PST)

Final-Recipient: rfc822; gone@bigmail.example
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550-5.1.1 The account that you tried to reach does
 not exist. 550 5.1.1 Look for typing errors.
Last-Attempt-Date: Mon, 23 Nov 2026 06:00:11 -0800 (PST)

--000000000000aa11bb0644
Content-Type: message/rfc822

${LETTER}
--000000000000aa11bb0644--
`)
}

/** A complaint as feedback loops send it (RFC 5965), to an address that knows nobody.
 *  @param letter  the returned letter's headers */
export function complaint(
  letter: { returnPath?: string; unsubscribe?: string; mailFrom?: string },
  { type = 'abuse' } = {},
): string {
  return crlf(`From: <feedback@bigmail.example>
Date: Mon, 23 Nov 2026 15:00:00 +0000
Subject: FW: What insiders bought
To: <abuse@pail.test>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="part1_13d.2e68ed54_boundary"

--part1_13d.2e68ed54_boundary
Content-Type: text/plain; charset="US-ASCII"
Content-Transfer-Encoding: 7bit

This is an email abuse report.

--part1_13d.2e68ed54_boundary
Content-Type: message/feedback-report

Feedback-Type: ${type}
User-Agent: SomeLoop/1.0
Version: 1
${letter.mailFrom === undefined ? '' : `Original-Mail-From: <${letter.mailFrom}>\n`}Arrival-Date: Mon, 23 Nov 2026 14:30:00 +0000
Source-IP: 192.0.2.1

--part1_13d.2e68ed54_boundary
Content-Type: message/rfc822
Content-Disposition: inline

${letter.returnPath === undefined ? '' : `Return-Path: <${letter.returnPath}>\n`}${
    letter.unsubscribe === undefined
      ? ''
      : `List-Unsubscribe: <https://pail.test/x>,\n <mailto:${letter.unsubscribe}?subject=unsubscribe>\n`
  }${LETTER}
--part1_13d.2e68ed54_boundary--
`)
}

/** What a mail program sends for "unsubscribe". */
export function unsubscribeMail(
  to: string,
  { date = 'Mon, 23 Nov 2026 16:00:00 +0000', more = '' } = {},
): string {
  return crlf(`From: Reader <reader1@mail.example>
To: ${to}
Date: ${date}
Subject: unsubscribe
Message-ID: <leave-1@mail.example>
${more}MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8

This message was sent by a mail program.
`)
}

/** An absence note, which answers the envelope's sender (RFC 3834). */
export function outOfOffice(to: string, { header = 'Auto-Submitted: auto-replied (vacation)' } = {}): string {
  return crlf(`From: Reader <reader1@mail.example>
To: ${to}
Date: Mon, 23 Nov 2026 14:01:00 +0000
Subject: Out of office: 550 5.1.1 unsubscribe
${header}
Content-Type: text/plain; charset=utf-8

I am away until Monday. 550 5.1.1 User unknown. Action: failed. Status: 5.1.1
`)
}

/** The letter that comes back; its text looks like a report, but is not one. */
const LETTER = `From: Lunchpail <monday@pail.test>
To: gone@reader.example
Subject: What insiders bought
Message-ID: <1.1@pail.test>
List-Id: <weekly.pail.test>

Hello. Action: failed
Status: 5.1.1
`
