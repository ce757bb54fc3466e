import { setImmediate as nextTurn } from 'node:timers/promises'

import { afterEach, describe, expect, it, vi } from 'vitest'

import { askOnBehalfOf } from '../lib/askers.ts'
import { createPngRenderer } from './png-renderer.ts'

const svg = (width: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="10"><rect width="10" height="10"/></svg>`
const widthOf = (png: Buffer) => png.readUInt32BE(16)

afterEach(() => {
  vi.useRealTimers()
})

it('returns its own picture to each concurrent caller', async () => {
  const render = createPngRenderer()
  const pictures = await Promise.all([render(svg(11)), render(svg(12)), render(svg(13))])
  expect(pictures.map(widthOf)).toEqual([11, 12, 13])
})

it('rejects an invalid SVG and renders the next one', async () => {
  const render = createPngRenderer()
  await expect(render('<svg')).rejects.toThrow('a picture could not be rendered')
  expect(widthOf(await render(svg(11)))).toBe(11)
})

it('renders the queued pictures after a picture has crashed the thread', async () => {
  const render = createPngRenderer()
  const failed = render('<svg')
  const others = [render(svg(11)), render(svg(12))]
  await expect(failed).rejects.toThrow('a picture could not be rendered')
  expect((await Promise.all(others)).map(widthOf)).toEqual([11, 12])
})

/** A renderer that draws on demand, one at a time, and records the order. */
function manualDrawing(draw: (svg: string) => Buffer = (svg) => Buffer.from(svg)) {
  const begun: string[] = []
  let end: (() => void) | undefined
  return {
    begun,
    draw: (svg: string) => {
      expect(end).toBeUndefined()
      begun.push(svg)
      const { promise, resolve } = Promise.withResolvers<Buffer>()
      end = () => resolve(draw(svg))
      return promise
    },
    /** Finishes the current picture and lets the next one begin. */
    next: async () => {
      const endThis = end
      end = undefined
      endThis?.()
      await nextTurn()
    },
    hasMore: () => end !== undefined,
  }
}

const picturesOf = (client: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${client} ${index + 1}`)

describe('with many requests waiting', () => {
  it('serves the next client after one of the first client’s pictures', async () => {
    const { draw, begun, next } = manualDrawing()
    const render = createPngRenderer(draw)
    const greedy = askOnBehalfOf('greedy', () => Promise.allSettled(picturesOf('greedy', 70).map(render)))
    const other = askOnBehalfOf('other', () => render('other 1'))
    await next()
    await next()
    await next()
    expect(begun).toEqual(['greedy 1', 'greedy 2', 'other 1', 'greedy 3'])
    expect(String(await other)).toBe('other 1')
    while (begun.length < 71) await next()
    await next()
    expect((await greedy).map(({ status }) => status)).toEqual(Array.from({ length: 70 }, () => 'fulfilled'))
  })

  it('serves a newcomer soon, however many pictures twenty others want', async () => {
    const { draw, next, hasMore } = manualDrawing()
    const render = createPngRenderer(draw)
    const crowd = Array.from({ length: 20 }, (_, index) =>
      askOnBehalfOf(`greedy ${index}`, () =>
        Promise.allSettled(picturesOf(`greedy ${index}`, 40).map(render)),
      ),
    )
    const newcomer = Promise.allSettled([askOnBehalfOf('newcomer', () => render('newcomer 1'))])
    while (hasMore()) await next()
    expect(await newcomer).toMatchObject([{ status: 'fulfilled' }])
    const drawn = (await Promise.all(crowd)).map(
      (pictures) => pictures.filter(({ status }) => status === 'fulfilled').length,
    )
    expect(drawn).toEqual(Array.from({ length: 20 }, () => 15))
  })

  it('serves a shared picture in the turn of the client who comes first', async () => {
    const { draw, begun, next, hasMore } = manualDrawing()
    const render = createPngRenderer(draw)
    const greedy = askOnBehalfOf('greedy', () => Promise.all(picturesOf('greedy', 70).map(render)))
    const other = askOnBehalfOf('other', () => render('greedy 70'))
    await next()
    await next()
    await next()
    expect(begun).toEqual(['greedy 1', 'greedy 2', 'greedy 70', 'greedy 3'])
    expect(String(await other)).toBe('greedy 70')
    while (hasMore()) await next()
    expect((await greedy).length).toBe(70)
    expect(begun.length).toBe(70)
  })

  it('rejects requests beyond one client’s share, and the newest of the longest line if the queue is full', async () => {
    const { draw, next, hasMore } = manualDrawing()
    const render = createPngRenderer(draw)
    const ask = (client: string, count: number) =>
      askOnBehalfOf(client, () => Promise.allSettled(picturesOf(client, count).map(render)))
    // One is being drawn and 300 wait, at most 75 per client; the newcomer takes the last place of the longest line.
    const asked = [ask('a', 77), ask('b', 75), ask('c', 75), ask('d', 75), ask('e', 1)]
    await nextTurn()
    while (hasMore()) await next()
    const answers = await Promise.all(asked)
    expect(answers.map((all) => all.filter(({ status }) => status === 'fulfilled').length)).toEqual([
      75, 75, 75, 75, 1,
    ])
    for (const refused of answers[0]?.slice(-2) ?? []) {
      expect(refused).toMatchObject({ reason: { code: 'not-ready', retryAfterSeconds: 5 } })
    }
  })

  it('draws one picture once for a crowd of any size', async () => {
    const { draw, begun, next, hasMore } = manualDrawing()
    const render = createPngRenderer(draw)
    const first = render('before')
    const crowd = Array.from({ length: 1_000 }, (_, index) =>
      askOnBehalfOf(`client ${index}`, () => render('shared')),
    )
    await nextTurn()
    while (hasMore()) await next()
    expect(new Set((await Promise.all(crowd)).map(String))).toEqual(new Set(['shared']))
    expect(String(await first)).toBe('before')
    expect(begun).toEqual(['before', 'shared'])
  })

  it('answers everyone although fewer pictures are cached than wait', async () => {
    // At 1 MiB each, fifteen are cached.
    const { draw, begun, next, hasMore } = manualDrawing((svg) => Buffer.alloc(1024 * 1024, svg))
    const render = createPngRenderer(draw)
    const asked = Promise.allSettled(picturesOf('one', 60).map(render))
    await nextTurn()
    while (hasMore()) await next()
    expect(new Set((await asked).map(({ status }) => status))).toEqual(new Set(['fulfilled']))
    await render('one 60')
    expect(begun.length).toBe(60)
  })

  it('rejects a request that has waited for half a minute with a retry time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const { draw, next } = manualDrawing()
    const render = createPngRenderer(draw)
    const first = render('first')
    const second = Promise.allSettled([render('second')])
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await second).toMatchObject([{ reason: { code: 'not-ready', retryAfterSeconds: 5 } }])
    await next()
    expect(String(await first)).toBe('first')
    const again = render('second')
    await nextTurn()
    await next()
    expect(String(await again)).toBe('second')
  })
})
