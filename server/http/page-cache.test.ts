import { expect, it } from 'vitest'

import { createPageCache } from './page-cache.ts'
import type { RenderedPage } from './render-page.ts'

it('gives everyone their page though fewer are kept than are under way, each rendered once', async () => {
  // Of 6 MiB each ten are kept.
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
