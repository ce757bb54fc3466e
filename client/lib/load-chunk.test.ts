import { afterEach, expect, it, vi } from 'vitest'

import { loadChunk, reportFailedStart } from './load-chunk.ts'

const setOnline = (isOnline: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  if (isOnline) window.dispatchEvent(new Event('online'))
}
const turn = () => new Promise((resolve) => setTimeout(resolve))

afterEach(() => {
  vi.restoreAllMocks()
  document.body.innerHTML = ''
})

it('a part that is wanted offline is requested once the device is back', async () => {
  setOnline(false)
  const load = vi.fn<() => Promise<string>>(async () => 'part')
  const loading = loadChunk(load)
  await turn()
  expect(load).not.toHaveBeenCalled()
  setOnline(true)
  expect(await loading).toBe('part')
})

it('a part whose request fails with the connection is requested again', async () => {
  const load = vi
    .fn<() => Promise<string>>()
    .mockImplementationOnce(() => {
      setOnline(false)
      return Promise.reject(new TypeError('no connection'))
    })
    .mockResolvedValueOnce('part')
  const loading = loadChunk(load)
  await turn()
  expect(load).toHaveBeenCalledTimes(1)
  setOnline(true)
  expect(await loading).toBe('part')
})

it('a part that fails to load online is reported', async () => {
  await expect(loadChunk(() => Promise.reject(new TypeError('lost')))).rejects.toThrow('Loading chunk failed')
})

it('several parts that fail are reported once', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  reportFailedStart(new Error('one'))
  reportFailedStart(new Error('another'))
  expect(log).toHaveBeenCalledTimes(2)
  expect(document.querySelectorAll('[role=alert]')).toHaveLength(1)
})
