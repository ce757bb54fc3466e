/** One message to one address, complete except for its transport. */
export interface OutgoingMail {
  /** Without angle brackets; the same on every attempt. */
  readonly messageId: string
  readonly to: string
  /** Where bounces go; by default the address of `from`. */
  readonly envelopeFrom?: string
  readonly subject: string
  readonly html: string
  readonly text: string
  /** Values that differ between readers, by mark: each is inserted wherever `html` (escaped) and `text` (unchanged) contain its
   *  mark. Messages with the same subject, html and text are prepared once for all. */
  readonly values?: Readonly<Record<string, string>>
  /** Header values by name, added unchanged: neither encoded nor folded. */
  readonly headers?: Readonly<Record<string, string>>
  /** How long the server may take to accept the recipient, in milliseconds, before the message is put off; by default as long as for
   *  any other answer. */
  readonly recipientMs?: number
  /** Goes out on a connection of its own, if more than one is allowed, whatever other messages wait for. */
  readonly isForOperator?: boolean
}

/** service: the server is closing or full (421); sign-in and tls are not fixed by waiting. */
export type UnreachableCause = 'connection' | 'service' | 'sign-in' | 'tls'

/** Outcome of handing one message to a server. `reply` and `reason` have addresses masked. */
export type Submission =
  /** The server accepted it; whether it reaches an inbox is not known. */
  | { status: 'submitted'; reply: string }
  /** It was certainly not accepted. isOurs: the message could not be composed; isOfAddress: the server lacks what this address
   *  needs. Neither is a server's refusal, and the second says nothing about other messages. */
  | {
      status: 'refused'
      reply: string
      permanent: boolean
      about: 'recipient' | 'policy' | 'message'
      isOurs?: boolean
      isOfAddress?: boolean
    }
  /** It was certainly not accepted, and the cause is not this message: connection, sign-in, TLS, 421. */
  | { status: 'unreachable'; reason: string; cause: UnreachableCause }
  /** The data was sent and no answer came: it may or may not have been accepted. Never retried automatically. */
  | { status: 'unknown'; reason: string }

/** Hands messages to an SMTP server or, if none is set, writes them to the outbox folder. */
export interface Mailer {
  /** Never rejects: every outcome is a Submission. */
  submit(mail: OutgoingMail): Promise<Submission>
  /** Closes the open connections once messages in progress are done. */
  close(): Promise<void>
}

/** This message can never be sent as it is. */
export class UnsendableMailError extends Error {
  override readonly name = 'UnsendableMailError'
  /** recipient: nothing can ever be sent to the address · server: it lacks a feature that this address needs. */
  readonly about: 'recipient' | 'message' | 'server'

  constructor(message: string, about: UnsendableMailError['about'] = 'message') {
    super(message)
    this.about = about
  }
}
