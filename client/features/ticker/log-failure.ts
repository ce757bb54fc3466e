/** Reports a failure that the visitor is not told of: the specified way is the browser's log alone. */
export function logFailure(message: string, cause: unknown): void {
  // oxlint-disable-next-line no-console -- there is no other log in a browser
  console.error(message, cause)
}
