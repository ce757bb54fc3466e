/** This message can never be sent as it is; other messages are not affected. */
export class UnsendableMailError extends Error {
  override readonly name = 'UnsendableMailError'
}
