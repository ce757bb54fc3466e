import { createHash } from 'node:crypto'

import type { Response } from 'express'
import { LRUCache } from 'lru-cache'

import type { RenderPng } from './png-renderer.ts'

const MAX_BYTES = 16 * 1024 * 1024

/** What every route of pictures answers with. A picture is named by what is drawn, so that who has it is told so before
 *  it is rendered, and it is rendered once for all who ask for the same.
 *  @throws what renderPng throws */
export type SendPicture = (
  request: { readonly fresh: boolean },
  response: Response,
  svg: string,
  cacheControl: string,
) => Promise<void>

export function createPictureSender(renderPng: RenderPng): SendPicture {
  const pictures = new LRUCache<string, Buffer, string>({
    maxSize: MAX_BYTES,
    sizeCalculation: (png) => png.length + 512,
    fetchMethod: (_key, _stale, { context: svg }) => renderPng(svg),
  })
  return async (request, response, svg, cacheControl) => {
    const key = createHash('sha256').update(svg).digest('base64url').slice(0, 22)
    const headers = { 'Cache-Control': cacheControl, ETag: `"${key}"` }
    response.set(headers)
    if (request.fresh) {
      response.status(304).end()
      return
    }
    // A failure is not what the mark stands for.
    response.removeHeader('ETag')
    const png = await pictures.forceFetch(key, { context: svg })
    response.set(headers).type('png').send(png)
  }
}
