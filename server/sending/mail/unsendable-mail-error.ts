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
