import type { NodemailerError } from 'nodemailer'
import { enhancedCodeOf, readBlame, saysNoSuchAddress } from '../smtp-reply.ts'
import { type Submission, type UnreachableCause, UnsendableMailError } from './mailer.ts'
import { maskEmailAddress } from '../../../shared/email-address.ts'
import { escapeForRegExp, tidyText } from '../../lib/text.ts'

type Failure = Exclude<Submission, { status: 'submitted' }>

/** Replies that are not about this message: 421 closes the service, the others ask for a sign-in or TLS (RFC 4954, RFC 3207). */
const SERVICE_REPLIES = new Map<number, UnreachableCause>([
  [421, 'service'],
  [454, 'service'],
  [530, 'sign-in'],
  [534, 'sign-in'],
  [535, 'sign-in'],
  [538, 'sign-in'],
])
const SIGN_IN_ERRORS = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2'])
const TLS_ERRORS = new Set(['ETLS', 'EREQUIRETLS'])
/** Codes of OpenSSL and Node for an untrusted certificate or no common protocol. Nodemailer keeps them next to ESOCKET. */
const TLS_ORIGINAL_CODE =
  /^(?:ERR_SSL_|ERR_TLS_|EPROTO$)|CERT|CRL|LEAF_SIGNATURE|ISSUER_PUBLIC_KEY|^(?:INVALID_(?:CA|PURPOSE)|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH)$/
/** Codes for trouble of the server itself during a handshake, which may pass. */
const PASSING_ORIGINAL_CODE = /UNEXPECTED_EOF|ALERT_INTERNAL_ERROR|ALERT_USER_CANCELLED/
const CONNECTION_ERRORS = new Set([
  'ECONNECTION',
  'ETIMEDOUT',
  'ESOCKET',
  'EDNS',
  'ETLS',
  'EREQUIRETLS',
  'EPROTOCOL',
  'EAUTH',
  'ENOAUTH',
  'EOAUTH2',
  'ECONFIG',
  'EPROXY',
])
/** Errors that carry the server's answer to this very message. */
const ANSWERED_ERRORS = new Set(['EENVELOPE', 'EMESSAGE'])

/** Whether an answer is neither a refusal nor the expected one: the two sides are out of step. */
export function isOutOfStep(error: unknown): boolean {
  const { responseCode } = asNodemailerError(error)
  return responseCode !== undefined && responseCode < 400
}

/** Classifies a failed submission.
 *  @param dataSent  whether the whole message had been read for sending, so that its final dot may have gone out
 *  @param to  the recipient, who must not be named in what is stored */
export function classifyFailure(
  error: unknown,
  { dataSent, to }: { dataSent: boolean; to?: string },
): Failure {
  const { code = '', originalCode = '', responseCode, response, command, message } = asNodemailerError(error)
  const words = maskReply(response ?? message, to)
  const cause = responseCode === undefined ? undefined : SERVICE_REPLIES.get(responseCode)
  if (cause !== undefined) return { status: 'unreachable', reason: words, cause }
  const hasLostStep = isOutOfStep(error)
  if (responseCode !== undefined && ANSWERED_ERRORS.has(code) && !hasLostStep) {
    return {
      status: 'refused',
      reply: words,
      // 503 says that the session was out of order, not that the message is refused.
      permanent: responseCode >= 500 && responseCode !== 503,
      about: subjectOf({ reply: words, command: command ?? '', responseCode }),
    }
  }
  if (dataSent) return { status: 'unknown', reason: words }
  if (error instanceof UnsendableMailError) {
    const about = error.about === 'recipient' ? 'recipient' : 'message'
    const whose = error.about === 'server' ? { isOfAddress: true } : { isOurs: true }
    return { status: 'refused', reply: words, permanent: true, about, ...whose }
  }
  if (hasLostStep || CONNECTION_ERRORS.has(code)) {
    return {
      status: 'unreachable',
      reason: words,
      cause: causeOf({ code, originalCode, responseCode, command }),
    }
  }
  if (responseCode !== undefined)
    return { status: 'refused', reply: words, permanent: true, about: 'message' }
  // Neither the server nor the connection failed, but our composer or signer.
  const reply = maskReply(`The message could not be written: ${message}`, to)
  return { status: 'refused', reply, permanent: true, about: 'message', isOurs: true }
}

function asNodemailerError(error: unknown): NodemailerError {
  return error instanceof Error ? error : new Error(String(error))
}

function causeOf(failure: {
  code: string
  originalCode: string
  responseCode: number | undefined
  command: string | undefined
}): UnreachableCause {
  const { code, originalCode, responseCode = 0, command } = failure
  const [isOfSignIn, isOfTls] = [SIGN_IN_ERRORS.has(code), TLS_ERRORS.has(code)]
  // A temporary failure (such as 451) is neither a wrong password nor a server without TLS.
  if ((isOfSignIn || isOfTls) && responseCode >= 400 && responseCode < 500) return 'service'
  if (isOfSignIn) return 'sign-in'
  // Nodemailer's code for a server that closed during the handshake; problems of TLS itself are reported at STARTTLS.
  if (code === 'ETLS' && command === 'CONN') return 'connection'
  if (PASSING_ORIGINAL_CODE.test(originalCode)) return 'connection'
  return isOfTls || TLS_ORIGINAL_CODE.test(originalCode) ? 'tls' : 'connection'
}

type RefusalSubject = Extract<Failure, { status: 'refused' }>['about']

const TOO_LARGE = /\.(?:2\.3|3\.4)$/
const ABOUT_SENDER = /\.1\.[78]$/
// 'Other': not classified by the server itself (RFC 3463 3). Outlook.com gives 5.5.0 for a mailbox that does not exist.
const VAGUE = /\.[015]\.0$/
/** Permanent replies with which servers without enhanced codes either do not know the user or reject the sender. */
const PLAIN_REFUSALS = new Set([550, 551, 553, 554])

/** Determines what a refusal is about: by its enhanced code (RFC 3463) or, if that says nothing, by its words. */
function subjectOf(refusal: { reply: string; command: string; responseCode: number }): RefusalSubject {
  const { reply, command, responseCode } = refusal
  const code = enhancedCodeOf(reply) ?? ''
  // The server does not know the recipient yet.
  if (command === 'MAIL FROM') return responseCode === 552 || TOO_LARGE.test(code) ? 'message' : 'policy'
  if (/\.7\.\d+$/.test(code) || ABOUT_SENDER.test(code)) return 'policy'
  const blame = readBlame(reply)
  if (saysNoSuchAddress(code)) {
    if (blame === 'sender') return 'policy'
    return blame === 'pace' ? 'message' : 'recipient'
  }
  if (code !== '' && !VAGUE.test(code)) return 'message'
  if (blame === 'sender' || blame === 'us') return 'policy'
  // The address itself is malformed.
  if (command === 'RCPT TO' && responseCode === 501) return 'recipient'
  if (!PLAIN_REFUSALS.has(responseCode) || blame === 'pace') return 'message'
  // After the data such words may be about an address in the message, so the recipient is not blamed.
  if (blame === 'recipient') return command === 'RCPT TO' ? 'recipient' : 'message'
  return code === '' ? 'policy' : 'message'
}

// An address may be plain, have its @ as %40, or have quotes around the part before the @.
const ADDRESS = /(?:"[^"\r\n]+"|(?<![^\s@<>"'(),:;])[^\s@<>"'(),:;]+?)(?:@|%40)[^\s@<>"'(),:;]+/gi
const BEYOND_ASCII = /[^\0-\x7f]/
const MAX_LENGTH = 500
/** Shorter names are often ordinary words. */
const SHORTEST_NAME = 3

/** Returns a server's reply in a form that may be stored and shown: addresses masked, on one line, without characters that are
 *  invisible or reverse the line, at most 500 characters.
 *  @param recipient  an address whose part before the @ is also masked where it appears on its own */
export function maskReply(reply: string, recipient?: string): string {
  const masked = tidyText(reply).replace(ADDRESS, (address) => maskEmailAddress(address.replaceAll('"', '')))
  return maskName(masked, recipient?.slice(0, recipient.lastIndexOf('@'))).slice(0, MAX_LENGTH)
}

function maskName(text: string, name: string | undefined): string {
  if (name === undefined || name.length < SHORTEST_NAME) return text
  // Building a pattern for each reader took half the time of sending, and most answers name nobody. For non-ASCII letters lower
  // case is not what the pattern matches.
  if (!BEYOND_ASCII.test(text) && !text.toLowerCase().includes(name.toLowerCase())) return text
  const literal = escapeForRegExp(name)
  // oxlint-disable-next-line no-restricted-globals -- no quantifier in it: a name, letter by letter
  const standingAlone = new RegExp(String.raw`(?<![\p{L}\p{N}])${literal}(?![\p{L}\p{N}])`, 'giu')
  return text.replace(standingAlone, `${name.slice(0, 1)}***`)
}
