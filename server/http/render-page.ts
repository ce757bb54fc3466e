import { renderPage as renderWithVike, createDevMiddleware as createVikeMiddleware } from 'vike/server'
import type { RequestHandler } from 'express'

import type { ApiClient } from '../../client/lib/api-client.ts'
import type { PostedForm } from '../../shared/posted-form.ts'

export interface RenderedPage {
  status: number
  html: string
  /** Set if the status is a redirect. */
  location: string | undefined
  /** Seconds, if the screen knows when to try again. */
  retryAfter?: string | undefined
  /** True if the page shows that data is still loading, or lacks a part of it. */
  isUnfinished?: boolean | undefined
}

/** @param posted  what the page shows in answer to a form */
export type RenderPage = (address: string, posted?: PostedForm) => Promise<RenderedPage>

/** Renders screens in this process; needs `npm run build` or, in development, Vite's middleware.
 *  @param api  what the loaders call
 *  @param render  for tests; by default Vike's */
export function createPageRenderer(api: ApiClient, render = renderWithVike): RenderPage {
  return async (address, posted = null) => {
    const pageContext = await render({ urlOriginal: address, api, posted })
    const { statusCode, body, headers } = pageContext.httpResponse
    // Then Vike renders its own page, and the error is reported nowhere else.
    if (statusCode >= 400 && pageContext.routerStatus === undefined) {
      throw new Error(`Vike answered ${statusCode} in the place of a page`, {
        cause: pageContext.errorWhileRendering,
      })
    }
    return {
      status:
        pageContext.routerStatus !== undefined && statusCode === 200 ? pageContext.routerStatus : statusCode,
      html: body,
      retryAfter: pageContext.retryAfter,
      isUnfinished: pageContext.isUnfinished,
      location: headers.find(([name]) => name.toLowerCase() === 'location')?.[1],
    }
  }
}

/** Vite inside this server: the client's modules, reloaded while they are edited. Development only. */
export async function createDevMiddleware(): Promise<{
  devMiddleware: RequestHandler
  close: () => Promise<void>
}> {
  const { devMiddleware, viteServer } = await createVikeMiddleware({ root: process.cwd() })
  return { devMiddleware: devMiddleware as RequestHandler, close: () => viteServer.close() }
}
