import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import type axe from 'axe-core'
import type { Page } from 'playwright-core'

const source = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** @returns what axe finds wrong with a page, one line per rule
 *  @throws Error for a frame that runs scripts, which axe would not look into. A frame that runs none cannot be examined */
export async function listViolations(page: Page): Promise<string[]> {
  const frames = await page.locator('iframe:not([sandbox=""])').count()
  if (frames > 0) throw new Error(`${page.url()} has ${frames} frames that axe would not look into`)
  // Anything that is still fading in does not have its final colors yet.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  const isLoaded = await page.evaluate(() => 'axe' in globalThis)
  if (!isLoaded) await load(page)
  // Returns only the violations from the page: sending all the passes takes longer than finding them.
  return page.evaluate(async () => {
    const { run } = (globalThis as unknown as { axe: typeof axe }).axe
    const { violations } = await run({ resultTypes: ['violations'], selectors: false, iframes: false })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  })
}

/** Half a megabyte, so it is sent as it is, which takes a third less work than `page.evaluate`, and the page keeps it from one run
 *  to the next. */
async function load(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: await source })
  await session.detach()
}
