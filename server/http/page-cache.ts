import { createHash } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import { currentAskers } from '../lib/fair-queue.ts'
import { createOnce } from '../lib/once.ts'
import { compress, copyExactly, heldBytes } from './compress.ts'
import type { RenderedPage, RenderPage } from './render-page.ts'

const MAX_BYTES = 64 * 1024 * 1024
/** How long a rendered page is served unchanged. Its data has its own cache. */
const FRESH_MS = 30_000
/** How long a page whose version is known is served; until that changes, and no longer than this, for the year in its footer. */
const UNCHANGED_MS = 60 * 60_000
/** How long a failure, an incomplete page, or an old page in place of a newer one is served to everyone. */
const FAILURE_MS = 1_000

/** A page as it goes over the wire. */
export interface StoredPage {
  status: number
  location: string | undefined
  retryAfter: string | undefined
  isUnfinished: boolean
  etag: string
  html: Buffer
  brotli: Buffer
  gzip: Buffer
}

export interface PageCache {
  /** The page, rendered at most once at a time for each address. One shaped by a refusal is for that client alone.
   *  @param version  of what it shows: the page is then kept for an hour, and served for that version alone */
  get(address: string, version?: string): Promise<StoredPage>
}

/** Rendering costs about a millisecond, and compressing more, so a page is made once for many requests. Pages hold nothing
 *  personal: no cookie, and no query that is not part of the address, reaches the render. */
export function createPageCache(renderPage: RenderPage): PageCache {
  const pages = new LRUCache<string, StoredPage>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ html, brotli, gzip: gzipped }) =>
      heldBytes(html) + heldBytes(brotli) + heldBytes(gzipped) + 512,
  })
  const rendering = createOnce<StoredPage>()

  return {
    async get(address, version) {
      const name = version === undefined ? address : `${address} ${version}`
      const freshMs = version === undefined ? FRESH_MS : UNCHANGED_MS
      const renderAndKeep = async () => {
        const page = await storedPage(await renderPage(address))
        const ttl = page.status >= 500 || page.isUnfinished ? FAILURE_MS : freshMs
        if (!currentAskers().wereRefused) pages.set(name, page, { ttl })
        return page
      }
      return pages.get(name) ?? rendering.run(name, renderAndKeep)
    },
  }
}

/** Compresses a page and gives it its ETag.
 *  @param encodings  those that it is sent in; it has no others */
export async function storedPage(
  { status, location, retryAfter, isUnfinished = false, html }: RenderedPage,
  encodings: readonly (string | false)[] = ['br', 'gzip'],
): Promise<StoredPage> {
  const body = copyExactly(Buffer.from(html))
  const inEncoding = (encoding: 'br' | 'gzip') =>
    encodings.includes(encoding) ? compress(body, encoding) : Buffer.alloc(0)
  const [brotli, gzipped] = await Promise.all([inEncoding('br'), inEncoding('gzip')])
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { status, location, retryAfter, isUnfinished, etag, html: body, brotli, gzip: gzipped }
}
