import { setTimeout as delay } from 'node:timers/promises'

import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type BrowserServer,
  type Page,
} from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, onTestFinished } from 'vitest'
import type { TestProject } from 'vitest/node'

import { BROWSER_FLAGS, findBrowser } from './find-browser.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The endpoint of this run's browser. */
    browserEndpoint: string
  }
}

/** Ample on any machine, and shorter than the tests' own, so that a test says which step it was waiting for. */
const TIMEOUT_MS = 120_000

/** Runs once before the browser tests: starts the Chromium from npm, or the one that CHROMIUM_PATH names. The one from npm has no
 *  windows, and opens a page with a quarter of the work.
 *  @returns a function that ends it */
export default async function startBrowser(project: TestProject): Promise<() => Promise<void>> {
  const server = await launch(await findBrowser())
  project.provide('browserEndpoint', server.wsEndpoint())
  return () => server.close()
}

/** Waits while another run on this machine unpacks the browser, since a file cannot be started while it is written. */
async function launch(executablePath: string): Promise<BrowserServer> {
  for (const deadline = Date.now() + TIMEOUT_MS; ; await delay(500)) {
    try {
      return await chromium.launchServer({ executablePath, args: BROWSER_FLAGS })
    } catch (error) {
      if (!String(error).includes('ETXTBSY') || Date.now() > deadline) throw error
    }
  }
}

/** The one browser of all tests, in which each has its own contexts; `close` closes those and leaves the browser. */
export const openBrowser = (): Promise<Browser> => chromium.connect(inject('browserEndpoint'))

/** A page whose messages are recorded. */
export interface WatchedPage {
  page: Page
  /** Its unexpected messages: console errors and warnings, uncaught errors, and violations of the content policy. Any of
   *  them fails the test at its end. */
  complaints: string[]
  /** All its messages of those kinds, expected or not. */
  said: string[]
  /** Checks before the end of the test. */
  close: () => Promise<void>
}

/** A page in a context of its own, for the current test.
 *  @param expected  messages that belong to the test, such as a 404 that the browser reports itself */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions & { expected?: RegExp } = {},
): Promise<WatchedPage> {
  const { expected, ...contextOptions } = options
  const said: string[] = []
  const complaints: string[] = []
  const context = await openContext(browser, contextOptions, (text) => {
    said.push(text)
    if (!expected?.test(text)) complaints.push(text)
  })
  onTestFinished(async () => {
    await context.close()
    expect(complaints).toEqual([])
  })
  const page = await context.newPage()
  return { page, complaints, said, close: () => context.close() }
}

/** One page for all tests of a group; each goes to an address and sees it as a new reader would. Opening a page takes longer
 *  than most of what a test does in it.
 *  @returns the page, and a function for one test to name the messages that it expects */
export function sharePage(getBrowser: () => Browser) {
  const opened: Partial<{ context: BrowserContext; page: Page }> = {}
  const said: string[] = []
  let expected: RegExp | undefined
  beforeAll(async () => {
    opened.context = await openContext(getBrowser(), {}, (text) => void said.push(text))
    opened.page = await opened.context.newPage()
    await opened.page.addInitScript(() => localStorage.clear())
  })
  const expectSilence = () => {
    const complaints = said.splice(0).filter((text) => !expected?.test(text))
    expected = undefined
    expect(complaints).toEqual([])
  }
  afterEach(expectSilence)
  afterAll(async () => {
    await opened.context?.close()
    expectSilence()
  })
  return {
    get page(): Page {
      if (!opened.page) throw new Error('the page is asked for before it is open')
      return opened.page
    },
    expectComplaints(pattern: RegExp) {
      expected = pattern
    },
  }
}

/** @param hear  called with every console error and warning, and every uncaught error */
async function openContext(
  browser: Browser,
  options: BrowserContextOptions,
  hear: (text: string) => void,
): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(TIMEOUT_MS)
  // A middle click opens another page, whose errors count too.
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') hear(message.text())
  })
  context.on('weberror', (error) => hear(String(error.error())))
  return context
}

/** Resolves when the page's scripts have loaded and its first islands are hydrated, so that clicks work. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.documentElement.dataset['scripted'] === 'yes' &&
      !document.querySelector('[data-alive=now], [data-alive=soon]'),
  )
}
