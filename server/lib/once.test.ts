import { expect, it, vi } from 'vitest'

import { askOnBehalfOf, currentAskers, GoneError } from './askers.ts'
import { createOnce } from './once.ts'

it('whoever has hung up meanwhile does nothing with the result', async () => {
  const once = createOnce<string>()
  const { promise, resolve } = Promise.withResolvers<string>()
  const ask = (client: string, onHangUp?: (hangUp: () => void) => void) =>
    askOnBehalfOf(client, () => once.run('key', () => promise), onHangUp)
  const first = ask('first')
  let hangUp = () => {}
  const gone = ask('gone', (listener) => void (hangUp = listener))
  const last = ask('last')
  hangUp()
  resolve('value')
  await expect(gone).rejects.toBeInstanceOf(GoneError)
  expect(await Promise.all([first, last])).toEqual(['value', 'value'])
})

it('what is made without the result, since its client has hung up, is given to nobody else', async () => {
  const [inner, outer] = [createOnce<string>(), createOnce<string>()]
  const { promise, resolve } = Promise.withResolvers<string>()
  const first = askOnBehalfOf('first', () => inner.run('part', () => promise))
  let hangUp = () => {}
  let wereRefused: boolean | undefined
  const makeWhole = async () => {
    try {
      return await inner.run('part', () => promise)
    } catch {
      wereRefused = currentAskers().wereRefused
      return 'without it'
    }
  }
  const gone = askOnBehalfOf(
    'gone',
    () => outer.run('whole', makeWhole),
    (listener) => void (hangUp = listener),
  )
  hangUp()
  resolve('value')
  expect([await first, await gone, wereRefused]).toEqual(['value', 'without it', true])
})

it('what was begun for a client that hung up is given to nobody who asks later', async () => {
  const once = createOnce<string>()
  const { promise, resolve } = Promise.withResolvers<string>()
  const make = async () => {
    try {
      currentAskers().throwIfGone()
      return 'whole'
    } catch {
      await promise
      return 'without it'
    }
  }
  const begin = Promise.withResolvers<undefined>()
  const page = () => once.run('page', () => begin.promise.then(make))
  let hangUp = () => {}
  const gone = askOnBehalfOf('gone', page, (listener) => void (hangUp = listener))
  hangUp()
  begin.resolve(undefined)
  await begin.promise
  const later = askOnBehalfOf('later', page)
  resolve('value')
  expect([await gone, await later]).toEqual(['without it', 'whole'])
})

it.each(['before', 'after'])(
  'whoever has hung up and asks again %s the work was given up is not told that nobody waits',
  async (when) => {
    const [inner, outer] = [createOnce<string>(), createOnce<string>()]
    const released = Promise.withResolvers<void>()
    const giveUp = async (): Promise<string> => {
      const askers = currentAskers()
      if (when === 'after') askers.onChange(() => askers.noteRefusal())
      await released.promise
      throw new GoneError()
    }
    const start = vi.fn<() => Promise<string>>().mockImplementationOnce(giveUp).mockResolvedValue('value')
    const ask = (onHangUp?: (hangUp: () => void) => void) =>
      askOnBehalfOf('client', () => outer.run('whole', () => inner.run('part', start)), onHangUp)
    let hangUp = () => {}
    const gone = ask((listener) => void (hangUp = listener))
    hangUp()
    const again = ask()
    released.resolve()
    await expect(gone).rejects.toBeInstanceOf(GoneError)
    expect(await again).toBe('value')
  },
)
