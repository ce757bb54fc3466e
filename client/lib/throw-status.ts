import { data } from 'react-router'

/** Ends a loader with an error page of that status.
 *  @param retryAfterSeconds  after which trying again makes sense */
export function throwStatus(status: number, retryAfterSeconds?: number): never {
  const headers = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }
  // oxlint-disable-next-line typescript/only-throw-error -- React Router's way to answer with a status
  throw data(null, { status, headers })
}
