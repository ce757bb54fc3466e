import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** @returns what axe finds wrong with a page, one line a rule */
export async function listViolations(page: Page): Promise<string[]> {
  // What is still fading in has not its colours yet.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  // Otherwise a page more is opened each time, for frames of other sites: here are none.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
