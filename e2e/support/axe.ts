import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** @returns what axe finds wrong with a page, one line a rule */
export async function listViolations(page: Page): Promise<string[]> {
  // What is still fading in has not its colours yet.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  // Half a megabyte, which the page keeps from one time to the next.
  const isLoaded = await page.evaluate(() => 'axe' in globalThis)
  const builder = new AxeBuilder({ page, ...(isLoaded ? { axeSource: 'globalThis.axe' } : {}) })
  const { violations } = await builder
    // Otherwise a page more is opened each time, for frames of other sites: here are none.
    .setLegacyMode()
    // Where everything stands that is right takes most of the time, and nobody reads it.
    .options({ resultTypes: ['violations'], selectors: false })
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
