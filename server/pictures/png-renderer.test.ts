import { expect, it } from 'vitest'

import { createPngRenderer } from './png-renderer.ts'

const svg = (width: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="10"><rect width="10" height="10"/></svg>`
const widthOf = (png: Buffer) => png.readUInt32BE(16)

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

it('turns away who would wait too long', async () => {
  const render = createPngRenderer()
  const asked = Array.from({ length: 21 }, () => render(svg(11)))
  await expect(asked.at(-1)).rejects.toMatchObject({ code: 'not-ready', retryAfterSeconds: 5 })
  const others = await Promise.all(asked.slice(0, 20))
  expect(new Set(others.map(widthOf))).toEqual(new Set([11]))
})
