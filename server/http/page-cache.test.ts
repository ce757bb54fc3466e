import { expect, it, vi } from 'vitest'

import { askOnBehalfOf, currentAskers } from '../lib/fair-queue.ts'
import { createPageCache } from './page-cache.ts'
import type { RenderedPage } from './render-page.ts'

it('gives everyone their page even if fewer are kept than are under way, each rendered once', async () => {
  // At 6 MiB each, ten are kept.
  const filler = 'a'.repeat(6 * 1024 * 1024)
  const rendering = new Map<string, PromiseWithResolvers<RenderedPage>>()
  const rendered: string[] = []
  const cache = createPageCache((address) => {
    rendered.push(address)
    const { promise, ...rest } = Promise.withResolvers<RenderedPage>()
    rendering.set(address, { promise, ...rest })
    return promise
  }, vi.fn())
  const end = (address: string) =>
    rendering.get(address)?.resolve({ status: 200, location: undefined, html: `${address} ${filler}` })

  const slow = cache.get('/slow')
  const others = Array.from({ length: 12 }, (_, index) => `/${index}`)
  const asked = others.map((address) => cache.get(address))
  others.forEach(end)
  const pages = await Promise.all(asked)
  const joined = cache.get('/slow')
  end('/slow')

  const nameOf = (html: Buffer) => html.subarray(0, html.indexOf(' ')).toString()
  expect(pages.map(({ html }) => nameOf(html))).toEqual(others)
  expect([nameOf((await slow).html), nameOf((await joined).html)]).toEqual(['/slow', '/slow'])
  expect(rendered).toEqual(['/slow', ...others])
})

it('gives a page shaped by a refusal only to the client that was refused, and does not keep it', async () => {
  const cache = createPageCache(async () => {
    const { clients } = currentAskers()
    // As deep in the call stack as a source.
    await Promise.resolve()
    if (clients.includes('greedy')) currentAskers().noteRefusal()
    return { status: 200, location: undefined, html: clients.includes('greedy') ? 'of Friday' : 'of today' }
  }, vi.fn())
  const read = (client: string) =>
    askOnBehalfOf(client, async () => {
      const { html } = await cache.get('/stocks/ACME')
      return `${client}: ${html.toString()}${currentAskers().wereRefused ? ', his alone' : ''}`
    })
  const asked = [read('greedy'), read('visitor'), read('another')]
  expect(await Promise.all(asked)).toEqual([
    'greedy: of Friday, his alone',
    'visitor: of today',
    'another: of today',
  ])
  expect(await read('greedy')).toBe('greedy: of today')
})

/** A cache at a time that the test sets, of pages that the test renders. */
function cacheAtTime() {
  const time = { nowMs: 0 }
  const renders: PromiseWithResolvers<RenderedPage>[] = []
  const onRenewalFailed = vi.fn<(error: unknown, address: string) => void>()
  const renderPage = () => {
    const rendered = Promise.withResolvers<RenderedPage>()
    renders.push(rendered)
    return rendered.promise
  }
  const cache = createPageCache(renderPage, onRenewalFailed, () => time.nowMs)
  const read = async () => (await cache.get('/')).html.toString()
  const end = (html: string, status = 200) => renders.at(-1)?.resolve({ status, location: undefined, html })
  const keepFirst = async () => {
    const first = read()
    end('first')
    await first
  }
  return { time, renders, onRenewalFailed, read, end, keepFirst }
}

it('answers with the kept page while that is rendered again, once, and with none older than half a minute', async () => {
  const { time, renders, read, end, keepFirst } = cacheAtTime()
  await keepFirst()
  time.nowMs = 19_999
  expect([await read(), renders.length]).toEqual(['first', 1])
  time.nowMs = 25_000
  expect([await read(), await read(), renders.length]).toEqual(['first', 'first', 2])
  end('second')
  await expect.poll(read).toBe('second')
  time.nowMs = 44_999
  expect([await read(), renders.length]).toEqual(['second', 2])
  time.nowMs = 55_000
  const third = read()
  end('third')
  expect([await third, renders.length]).toEqual(['third', 3])
})

it('shares the rendering under way with those who come once the kept page is too old', async () => {
  const { time, renders, read, end, keepFirst } = cacheAtTime()
  await keepFirst()
  time.nowMs = 29_999
  expect(await read()).toBe('first')
  time.nowMs = 30_000
  const second = read()
  end('second')
  expect([await second, renders.length]).toEqual(['second', 2])
})

it('serves a whole page to the end of its time where rendering it again fails, which it tries once a second', async () => {
  const { time, renders, onRenewalFailed, read, end, keepFirst } = cacheAtTime()
  await keepFirst()
  time.nowMs = 25_000
  await read()
  const error = new Error('boom')
  renders.at(-1)?.reject(error)
  await expect.poll(() => onRenewalFailed.mock.calls).toEqual([[error, '/']])
  time.nowMs = 25_999
  expect([await read(), renders.length]).toEqual(['first', 2])
  time.nowMs = 26_000
  expect([await read(), renders.length]).toEqual(['first', 3])
  // Whoever comes too late for the kept page waits for the next one, which ends while the kept one is still served.
  time.nowMs = 30_000
  const late = read()
  time.nowMs = 26_000
  end('no source', 503)
  expect(await late).toBe('no source')
  time.nowMs = 27_000
  await expect.poll(async () => [await read(), renders.length]).toEqual(['first', 4])
})
