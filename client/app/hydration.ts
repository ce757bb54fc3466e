import {
  isRouteErrorResponse,
  UNSAFE_ErrorResponseImpl as ErrorResponseImpl,
  type HydrationState,
  type StaticHandlerContext,
} from 'react-router'

/** What the browser needs to go on from the server's render, as JSON that may stand in a <script>.
 *  Errors carry their status alone: what went wrong inside stays on the server. */
export function serializeHydration({ loaderData, errors }: StaticHandlerContext): string {
  const statuses =
    errors &&
    Object.fromEntries(
      Object.entries(errors).map(([routeId, error]) => [
        routeId,
        isRouteErrorResponse(error) ? error.status : 500,
      ]),
    )
  return JSON.stringify({ loaderData, errors: statuses }).replaceAll('<', String.raw`\u003c`)
}

/** The other way, in the browser. */
export function parseHydration(json: string): HydrationState {
  const { loaderData, errors } = JSON.parse(json) as {
    loaderData: HydrationState['loaderData']
    errors: Record<string, number> | null
  }
  if (!errors) return { loaderData: loaderData ?? {} }
  return {
    loaderData: loaderData ?? {},
    errors: Object.fromEntries(
      Object.entries(errors).map(([routeId, status]) => [routeId, new ErrorResponseImpl(status, '', null)]),
    ),
  }
}
