/** This message can never be sent as it is; other messages are not affected. */
export class UnsendableMailError extends Error {
  override readonly name = 'UnsendableMailError'
  /** recipient: nothing can ever be sent to the address. */
  readonly about: 'recipient' | 'message'

  constructor(message: string, about: 'recipient' | 'message' = 'message') {
    super(message)
    this.about = about
  }
}
