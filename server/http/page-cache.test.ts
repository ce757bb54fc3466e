import { expect, it } from 'vitest'

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
  })
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
  })
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
