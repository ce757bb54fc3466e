/** One message to one address, ready but for its transport. */
export interface OutgoingMail {
  /** Without angle brackets; the same on every attempt. */
  readonly messageId: string
  readonly to: string
  /** Where bounces go; the address of `from` when left out. */
  readonly envelopeFrom?: string
  readonly subject: string
  readonly html: string
  readonly text: string
  /** What differs from reader to reader: mark -> the reader's own value, put in wherever `html` (escaped) and `text` (as
   *  it is) hold the mark. Messages with the same subject, html and text are prepared once for all. */
  readonly values?: Readonly<Record<string, string>>
  /** Header name to value, added as they are: neither encoded nor folded. */
  readonly headers?: Readonly<Record<string, string>>
}

/** service: the server is closing or full (421); sign-in and tls do not mend by waiting. */
export type UnreachableCause = 'connection' | 'service' | 'sign-in' | 'tls'

/** What came of handing one message to a server. `reply` and `reason` have addresses masked. */
export type Submission =
  /** The server took it; whether it reaches an inbox is not known. */
  | { status: 'submitted'; reply: string }
  /** It was certainly not taken, by the server's answer or because the message cannot be composed: that is ours, and no
   *  server has refused anything. */
  | {
      status: 'refused'
      reply: string
      permanent: boolean
      about: 'recipient' | 'policy' | 'message'
      isOurs?: boolean
    }
  /** It certainly was not taken, and the cause is not this message: connection, sign-in, TLS, 421. */
  | { status: 'unreachable'; reason: string; cause: UnreachableCause }
  /** The data had gone out and no answer came: it may or may not have been taken. Never tried again by itself. */
  | { status: 'unknown'; reason: string }

/** Hands messages to an SMTP server or, where none is set, writes them to the outbox folder. */
export interface Mailer {
  /** Never rejects: every way it can end is a Submission. */
  submit(mail: OutgoingMail): Promise<Submission>
  /** Ends the open connections after what is under way. */
  close(): Promise<void>
}

/** This message can never be sent as it is; other messages are not affected. */
export class UnsendableMailError extends Error {
  override readonly name = 'UnsendableMailError'
  /** recipient: nothing can ever be sent to the address · server: it lacks what this message needs. */
  readonly about: 'recipient' | 'message' | 'server'

  constructor(message: string, about: UnsendableMailError['about'] = 'message') {
    super(message)
    this.about = about
  }
}
