import { setImmediate as nextTurn } from 'node:timers/promises'

import { afterEach, describe, expect, it, vi } from 'vitest'

import { askOnBehalfOf } from '../lib/fair-queue.ts'
import { createPngRenderer } from './png-renderer.ts'

const svg = (width: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="10"><rect width="10" height="10"/></svg>`
const widthOf = (png: Buffer) => png.readUInt32BE(16)

afterEach(() => {
  vi.useRealTimers()
})

it('gives each who asks at once their own picture', async () => {
  const render = createPngRenderer()
  const pictures = await Promise.all([render(svg(11)), render(svg(12)), render(svg(13))])
  expect(pictures.map(widthOf)).toEqual([11, 12, 13])
})

it('fails for what is no SVG, and goes on', async () => {
  const render = createPngRenderer()
  await expect(render('<svg')).rejects.toThrow('a picture could not be rendered')
  expect(widthOf(await render(svg(11)))).toBe(11)
})

it('goes on with those who wait when a picture ends its thread', async () => {
  const render = createPngRenderer()
  const failed = render('<svg')
  const others = [render(svg(11)), render(svg(12))]
  await expect(failed).rejects.toThrow('a picture could not be rendered')
  expect((await Promise.all(others)).map(widthOf)).toEqual([11, 12])
})

/** Draws when told to, one at a time, and notes in which order. */
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
    /** Ends the picture that is being drawn, and lets the next one begin. */
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

describe('with many waiting', () => {
  it('draws what the next client asks for after one of the first client’s pictures', async () => {
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

  it('draws for a newcomer, however many pictures twenty others want', async () => {
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

  it('draws for the next client, too, what waits at the end of the first one’s line', async () => {
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

  it('turns away what is beyond one client’s part, and its newest where all places in line are taken', async () => {
    const { draw, next, hasMore } = manualDrawing()
    const render = createPngRenderer(draw)
    const ask = (client: string, count: number) =>
      askOnBehalfOf(client, () => Promise.allSettled(picturesOf(client, count).map(render)))
    // One is being drawn, 300 wait, 75 of one client at most; the newcomer takes the last place of the first longest line.
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

  it('lets a crowd of any size have one picture, drawn once', async () => {
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

  it('gives everyone an answer though fewer pictures are kept than wait', async () => {
    // Of 1 MiB each fifteen are kept.
    const { draw, begun, next, hasMore } = manualDrawing((svg) => Buffer.alloc(1024 * 1024, svg))
    const render = createPngRenderer(draw)
    const asked = Promise.allSettled(picturesOf('one', 60).map(render))
    await nextTurn()
    while (hasMore()) await next()
    expect(new Set((await asked).map(({ status }) => status))).toEqual(new Set(['fulfilled']))
    await render('one 60')
    expect(begun.length).toBe(60)
  })

  it('tells who has waited for half a minute to come back', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
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
