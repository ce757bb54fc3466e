import type { Response } from 'express'

import { nameOf, type RenderPng } from './png-renderer.ts'

/** How every route of pictures answers. The ETag names what is drawn, so that a client that has it is told before it is
 *  rendered.
 *  @throws what renderPng throws */
export type SendPicture = (
  request: { readonly fresh: boolean },
  response: Response,
  svg: string,
  cacheControl: string,
) => Promise<void>

export function createPictureSender(renderPng: RenderPng): SendPicture {
  return async (request, response, svg, cacheControl) => {
    const headers = { 'Cache-Control': cacheControl, ETag: `"${nameOf(svg)}"` }
    response.set(headers)
    if (request.fresh) {
      response.status(304).end()
      return
    }
    // A failure is not what the mark stands for.
    response.removeHeader('ETag')
    const png = await renderPng(svg)
    response.set(headers).type('png').send(png)
  }
}
