import path from 'node:path'
import { pathToFileURL } from 'node:url'

import type { RequestHandler } from 'express'
import type { renderPage as renderWithVike } from 'vike/server'

import type { PageApi, RenderedPage } from '../../client/lib/api-client.ts'
import type { PostedForm } from '../../shared/posted-form.ts'

/** @param posted  what the page shows in answer to a form */
export type RenderPage = (address: string, posted?: PostedForm) => Promise<RenderedPage>

/** renderDocument of client/app/render.tsx. */
type RenderDocument = (address: string, given: { api: PageApi; posted: PostedForm }) => Promise<RenderedPage>

/** Where `npm run build` puts client/app/render.tsx with all that it renders. */
const BUILT = path.resolve('dist/server/render.mjs')

/** Renders screens in this process, as `npm run build` wrote them.
 *  @param api  what the loaders call
 *  @throws the import's error if there is no build */
export async function createPageRenderer(api: PageApi): Promise<RenderPage> {
  const { renderDocument } = (await import(pathToFileURL(BUILT).href)) as { renderDocument: RenderDocument }
  return (address, posted = null) => renderDocument(address, { api, posted })
}

/** Development only: Vite inside this server, and the client's modules as they are, reloaded while they are edited. */
export async function createDevelopment(
  api: PageApi,
): Promise<{ renderPage: RenderPage; devMiddleware: RequestHandler; close: () => Promise<void> }> {
  // A built site does without Vike.
  const vike = await import('vike/server')
  const { devMiddleware, viteServer } = await vike.createDevMiddleware({ root: process.cwd() })
  return {
    renderPage: createVikeRenderer(api, vike.renderPage),
    devMiddleware: devMiddleware as RequestHandler,
    close: () => viteServer.close(),
  }
}

/** @param render  Vike's */
export function createVikeRenderer(api: PageApi, render: typeof renderWithVike): RenderPage {
  return async (address, posted = null) => {
    const { httpResponse, rendered, errorWhileRendering } = await render({
      urlOriginal: address,
      api,
      posted,
    })
    const { statusCode, body, headers } = httpResponse
    const location = headers.find(([name]) => name.toLowerCase() === 'location')?.[1]
    if (location !== undefined) return { status: statusCode, html: body, location }
    // Then Vike renders its own page, and the error is reported nowhere else.
    if (rendered === undefined) {
      throw new Error(`Vike answered ${statusCode} in the place of a page`, { cause: errorWhileRendering })
    }
    return { ...rendered, html: body }
  }
}
