import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** @returns what axe finds wrong with a page, one line per rule */
export async function listViolations(page: Page): Promise<string[]> {
  // Whatever is still fading in does not have its final colours.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  // Half a megabyte, which the page keeps from one run to the next.
  const isLoaded = await page.evaluate(() => 'axe' in globalThis)
  const builder = new AxeBuilder({ page, ...(isLoaded ? { axeSource: 'globalThis.axe' } : {}) })
  const { violations } = await builder
    // Otherwise another page is opened each time, for frames of other sites: there are none.
    .setLegacyMode()
    // Listing everything that is right takes most of the time, and nobody reads it.
    .options({ resultTypes: ['violations'], selectors: false })
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
