import { beforeEach, expect, it, vi } from 'vitest'

import type { ApiClient } from '../../client/lib/api-client.ts'
import { createPageRenderer } from './render-page.ts'

const vike = vi.fn<(init: object) => Promise<never>>()
const render = createPageRenderer({} as ApiClient, vike)
const answerWith = (context: object) => vike.mockResolvedValue(context as never)
const page = (statusCode: number) => ({ statusCode, body: '<p>page</p>', headers: [] })

beforeEach(() => {
  vike.mockReset()
})

it("returns our page with the router's status", async () => {
  answerWith({ httpResponse: page(200), routerStatus: 404 })
  expect(await render('/nowhere')).toMatchObject({ status: 404, html: '<p>page</p>' })
})

it('fails with the cause if Vike renders its own error page, which hides it', async () => {
  const cause = new Error('no template')
  answerWith({ httpResponse: page(500), errorWhileRendering: cause })
  await expect(render('/')).rejects.toMatchObject({
    message: 'Vike answered 500 in the place of a page',
    cause,
  })
  answerWith({ httpResponse: page(404), errorWhileRendering: null })
  await expect(render('/stocks/A%0AB')).rejects.toThrow('Vike answered 404 in the place of a page')
})
