// Runs in a thread of its own: a card takes a tenth of a second or two, during which the server could answer nobody.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'

import { initWasm, Resvg } from '@resvg/resvg-wasm'

const WASM = fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))
const FONT = path.join(import.meta.dirname, '../../client/fonts/archivo-latin.woff2')

/** What the thread is asked. */
export interface RenderJob {
  readonly id: number
  readonly svg: string
}
/** What it answers. */
export interface RenderedJob {
  readonly id: number
  readonly png: Uint8Array
}

const [font] = await Promise.all([readFile(FONT), readFile(WASM).then((wasm) => initWasm(wasm))])

parentPort?.on('message', ({ id, svg }: RenderJob) => {
  const drawing = new Resvg(svg, {
    font: { fontBuffers: [font], defaultFontFamily: 'Archivo', loadSystemFonts: false },
  })
  const image = drawing.render()
  const rendered: RenderedJob = { id, png: image.asPng() }
  image.free()
  drawing.free()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(rendered)
})
