import { expect, it } from 'vitest'

import { createLogger } from '../lib/logger.ts'
import { gatherApart } from './gathered-section.ts'

const deps = { signal: new AbortController().signal, logger: createLogger('silent') }
const fails = (code: string) => async () => {
  throw Object.assign(new Error('a statement failed'), { code })
}

it('a mistake costs the edition one section, and what may pass stops it', async () => {
  const outOfMemory = await gatherApart(deps, 'markets', fails('53200'))
  expect(outOfMemory).toMatchObject({ state: 'unavailable', code: 'mistake' })
  await expect(gatherApart(deps, 'markets', fails('40P01'))).rejects.toMatchObject({ code: '40P01' })
})
