import { setImmediate } from 'node:timers/promises'

import { expect, it, vi } from 'vitest'

import type { PageApi, Site } from '../lib/api-client.ts'
import { createSite } from '../testing/render.tsx'
import { renderDocument } from './render.tsx'

const api = { getSite: () => Promise.resolve(createSite()) } as PageApi

it('a page that nobody waits for any more is not rendered once its data are there', async () => {
  expect((await renderDocument('/disclaimer', { api, posted: null })).html).toContain('<h1')
  const takeTurn = () => Promise.reject(new Error('gone'))
  const rendering = renderDocument('/disclaimer', { api: { ...api, takeTurn }, posted: null })
  await expect(rendering).rejects.toThrow('gone')
})

it('a page whose data are there is rendered in its turn', async () => {
  const data = Promise.withResolvers<Site>()
  const turn = Promise.withResolvers<void>()
  const takeTurn = vi.fn<() => Promise<void>>(() => turn.promise)
  const isRendered = vi.fn<() => void>()
  const page = renderDocument('/disclaimer', {
    api: { ...api, getSite: () => data.promise, takeTurn },
    posted: null,
  })
  const rendering = page.then(isRendered)
  await setImmediate()
  expect(takeTurn).not.toHaveBeenCalled()
  data.resolve(createSite())
  await expect.poll(() => takeTurn.mock.calls.length).toBe(1)
  await setImmediate()
  expect(isRendered).not.toHaveBeenCalled()
  turn.resolve()
  await rendering
})

it('others are answered between drawing a page and writing it', async () => {
  const answerOther = vi.fn<() => void>()
  const takeTurn = async () => void setImmediate().then(answerOther)
  await renderDocument('/disclaimer', { api: { ...api, takeTurn }, posted: null })
  expect(answerOther).toHaveBeenCalled()
})
