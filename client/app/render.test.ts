import { expect, it } from 'vitest'

import type { ApiClient } from '../lib/api-client.ts'
import { createSite } from '../testing/render.tsx'
import { renderDocument } from './render.tsx'

it('a page that nobody waits for any more is not rendered once its data are there', async () => {
  const api = { getSite: () => Promise.resolve(createSite()) } as ApiClient
  expect((await renderDocument('/disclaimer', { api, posted: null })).html).toContain('<h1')
  const gone = () => {
    throw new Error('gone')
  }
  const rendering = renderDocument('/disclaimer', { api: { ...api, throwIfGone: gone }, posted: null })
  await expect(rendering).rejects.toThrow('gone')
})
