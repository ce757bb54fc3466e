import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

import { initWasm, Resvg } from '@resvg/resvg-wasm'

/** The horizontal extent of the drawing, in pixels of the SVG, and a key of its bounding box; undefined if nothing is
 *  drawn. */
export type MeasureSvg = (svg: string) => { left: number; right: number; key: string } | undefined

/** Initialized once per process, although each test file loads this module again. */
const ofProcess = globalThis as { measuringIsReady?: Promise<void> }

/** Measures with the same renderer and font that draw the cards. */
export async function createSvgMeasure(): Promise<MeasureSvg> {
  const wasm = createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')
  await (ofProcess.measuringIsReady ??= initWasm(readFile(wasm)))
  const font = await readFile(path.join(import.meta.dirname, '../../../client/fonts/archivo-latin.woff2'))
  const options = { font: { fontBuffers: [font], defaultFontFamily: 'Archivo', loadSystemFonts: false } }
  return (svg) => {
    const drawing = new Resvg(svg, options)
    const box = drawing.getBBox()
    drawing.free()
    if (!box) return undefined
    const { x, y, width, height } = box
    box.free()
    return { left: x, right: x + width, key: [x, y, width, height].map((part) => part.toFixed(2)).join(' ') }
  }
}
