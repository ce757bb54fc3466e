import { createHash } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import { currentAskers } from '../lib/fair-queue.ts'
import { createOnce } from '../lib/once.ts'
import { compress, copyExactly, heldBytes } from './compress.ts'
import type { RenderedPage, RenderPage } from './render-page.ts'

const MAX_BYTES = 64 * 1024 * 1024
/** How long a rendered page is served. Its data has its own cache. */
const FRESH_MS = 30_000
/** After this part of its time a page that is still wanted is rendered again, while the kept one answers. */
const RENEWED_AFTER = 2 / 3
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
  /** The page, rendered at most once at a time for each address. One shaped by a refusal is for that client alone. Towards
   *  the end of its time a kept page is rendered again on behalf of whoever gets it, who does not wait for that.
   *  @param version  of what it shows: the page is then kept for an hour, and served for that version alone */
  get(address: string, version?: string): Promise<StoredPage>
}

interface KeptPage {
  readonly page: StoredPage
  readonly servedUntilMs: number
  /** Infinity while it is being rendered again, and where it is not worth that. */
  renewedAtMs: number
}

/** Rendering costs about a millisecond, and compressing more, so a page is made once for many requests. Pages hold nothing
 *  personal: no cookie, and no query that is not part of the address, reaches the render.
 *  @param onRenewalFailed  told why a page could not be rendered again, while the kept one answered
 *  @param nowMs  for tests; by default the process's own clock */
export function createPageCache(
  renderPage: RenderPage,
  onRenewalFailed: (error: unknown, address: string) => void,
  nowMs = () => performance.now(),
): PageCache {
  const pages = new LRUCache<string, KeptPage>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ page }) => heldBytes(page.html) + heldBytes(page.brotli) + heldBytes(page.gzip) + 512,
  })
  const rendering = createOnce<StoredPage>()

  function findServed(name: string): KeptPage | undefined {
    const kept = pages.get(name)
    return kept && nowMs() < kept.servedUntilMs ? kept : undefined
  }

  function keep(name: string, page: StoredPage, freshMs: number): void {
    const isWhole = page.status < 500 && !page.isUnfinished
    // A whole page is served to the end of its time, whatever rendering it again came to.
    if (!isWhole && findServed(name)) return
    const servedUntilMs = nowMs() + (isWhole ? freshMs : FAILURE_MS)
    const renewedAtMs = isWhole ? nowMs() + freshMs * RENEWED_AFTER : Infinity
    pages.set(name, { page, servedUntilMs, renewedAtMs })
  }

  async function renew(kept: KeptPage, address: string, render: () => Promise<unknown>): Promise<void> {
    kept.renewedAtMs = Infinity
    try {
      await render()
    } catch (error) {
      onRenewalFailed(error, address)
    } finally {
      kept.renewedAtMs = nowMs() + FAILURE_MS
    }
  }

  return {
    async get(address, version) {
      const name = version === undefined ? address : `${address} ${version}`
      const freshMs = version === undefined ? FRESH_MS : UNCHANGED_MS
      const render = () =>
        rendering.run(name, async () => {
          const page = await storedPage(await renderPage(address))
          if (!currentAskers().wereRefused) keep(name, page, freshMs)
          return page
        })
      const kept = findServed(name)
      if (!kept) return render()
      if (nowMs() >= kept.renewedAtMs) void renew(kept, address, render)
      return kept.page
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
