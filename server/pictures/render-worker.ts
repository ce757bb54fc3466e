// Runs in a separate thread: a card takes one or two tenths of a second, which would block the server.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'

import { initWasm, Resvg } from '@resvg/resvg-wasm'

const WASM = fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))
const FONT = path.join(import.meta.dirname, '../../client/fonts/archivo-latin.woff2')

/** A message to the thread. */
export interface RenderJob {
  readonly id: number
  readonly svg: string
}
/** Its answer. */
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
