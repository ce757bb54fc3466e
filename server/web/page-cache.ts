import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { LRUCache } from 'lru-cache'

import type { RenderedPage, RenderPage } from './render-page.ts'

const MAX_BYTES = 64 * 1024 * 1024
/** How long a rendered page serves as it is. The data under it has its own cache. */
const FRESH_MS = 30_000
/** A failure is shown to everyone who asks within this, and no longer. */
const FAILURE_MS = 1_000

/** A page as it goes over the wire. */
export interface StoredPage {
  status: number
  location: string | undefined
  retryAfter: string | undefined
  etag: string
  html: Buffer
  brotli: Buffer
  gzip: Buffer
}

export interface PageCache {
  /** The page, rendered at most once at a time for each address. */
  get(address: string): Promise<StoredPage>
}

/** Rendering costs about a millisecond, and compressing more: a page that many ask for is made once.
 *  Pages hold nothing personal (no cookie and no query that is not part of the address reaches the render). */
export function createPageCache(renderPage: RenderPage): PageCache {
  const pages = new LRUCache<string, StoredPage>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ html, brotli, gzip: gzipped }) => html.length + brotli.length + gzipped.length + 512,
    ttl: FRESH_MS,
    fetchMethod: async (address, _stale, { options }) => {
      const page = await storedPage(await renderPage(address))
      if (page.status >= 500 || page.status === 429) options.ttl = FAILURE_MS
      return page
    },
  })
  return { get: (address) => pages.forceFetch(address) }
}

/** Compresses a page and gives it its ETag. */
export async function storedPage({ status, location, retryAfter, html }: RenderedPage): Promise<StoredPage> {
  const body = Buffer.from(html)
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    promisify(gzip)(body),
  ])
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { status, location, retryAfter, etag, html: body, brotli, gzip: gzipped }
}
