import type { Response } from 'express'

import { inTime } from '../http/in-time.ts'
import { nameOf, type RenderPng } from './png-renderer.ts'

/** Sends a picture. The ETag identifies the SVG, so that a client that has the picture gets a 304 before anything is
 *  rendered.
 *  @throws LateError; what renderPng throws */
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
    // An error response must not carry the picture's ETag.
    response.removeHeader('ETag')
    const png = await inTime(renderPng(svg))
    response.set(headers).type('png').send(png)
  }
}
