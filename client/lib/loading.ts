import { createContext, data } from 'react-router'

import type { PostedForm } from '../../shared/posted-form.ts'
import type { PageApi } from './api-client.ts'

/** Where a loader finds its PageApi. */
export const apiContext = createContext<PageApi>()

/** Where a loader finds the outcome of the form that the page answers. */
export const postedContext = createContext<PostedForm>(null)

/** The route whose loader provides the site's settings. */
export const ROOT_ROUTE_ID = 'root'

/** Ends a loader with an error page of that status.
 *  @param retryAfterSeconds  how long to wait before trying again makes sense */
export function throwStatus(status: number, retryAfterSeconds?: number): never {
  const headers = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }
  // oxlint-disable-next-line typescript/only-throw-error -- React Router's way to answer with a status
  throw data(null, { status, headers })
}
