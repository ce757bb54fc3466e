import { beforeEach, expect, it, vi } from 'vitest'

import type { PageApi } from '../../client/lib/api-client.ts'
import { createVikeRenderer } from './render-page.ts'

const vike = vi.fn<(init: object) => Promise<never>>()
const render = createVikeRenderer({} as PageApi, vike)
const answerWith = (context: object) => vike.mockResolvedValue(context as never)
const page = (statusCode: number, headers: [string, string][] = []) => ({
  statusCode,
  body: '<p>page</p>',
  headers,
})

beforeEach(() => {
  vike.mockReset()
})

it("returns our page with the router's status, as Vike completed it", async () => {
  answerWith({ httpResponse: page(200), rendered: { status: 404, html: '<p>', location: undefined } })
  expect(await render('/nowhere')).toEqual({ status: 404, html: '<p>page</p>', location: undefined })
})

it('passes a redirect on', async () => {
  answerWith({ httpResponse: page(302, [['Location', '/stocks/RISE']]) })
  expect(await render('/stocks?ticker=rise')).toMatchObject({ status: 302, location: '/stocks/RISE' })
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
