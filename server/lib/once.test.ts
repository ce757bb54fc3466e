import { expect, it, onTestFinished } from 'vitest'

import { askOnBehalfOf, currentAskers, GoneError } from './askers.ts'
import { createOnce } from './once.ts'

/** Counts the turns of the event loop. */
function countTurns(): () => number {
  let turn = 0
  let isCounting = true
  const count = () => {
    turn += 1
    if (isCounting) setImmediate(count)
  }
  count()
  onTestFinished(() => void (isCounting = false))
  return () => turn
}

it('a hundred who wait for one result go on a few in each turn of the event loop', async () => {
  const turn = countTurns()
  const once = createOnce<string>()
  const { promise, resolve } = Promise.withResolvers<string>()
  const waiting = Array.from({ length: 100 }, (_, index) =>
    askOnBehalfOf(`client ${index % 2}`, async () => {
      expect(await once.run('key', () => promise)).toBe('value')
      return turn()
    }),
  )
  resolve('value')
  const turns = await Promise.all(waiting)
  const most = Math.max(...Object.values(Object.groupBy(turns, String)).map((group) => group?.length ?? 0))
  expect(most).toBeLessThanOrEqual(10)
})

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
