import { setTimeout as delay } from 'node:timers/promises'

import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type BrowserServer,
  type ConsoleMessage,
  type Disposable,
  type Page,
  type WebError,
} from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
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
  /** Gives it back before the end of the test. */
  close: () => Promise<void>
}

/** A page for the current test, without cookies or anything stored. One that an earlier test of the file has given back is
 *  used again, with its warm cache: a new one takes three times the work, most of it the start of a process.
 *  @param options.expected  messages that belong to the test, such as a 404 that the browser reports itself
 *  @param options.isNew  as a reader who was never here, with an empty cache; necessary for a page with scripts of the test's own,
 *    which would stay */
export async function openPage(
  browser: Browser,
  { expected, isNew = false, viewport = VIEWPORT, ...options }: PageOptions = {},
): Promise<WatchedPage> {
  const said: string[] = []
  const complaints: string[] = []
  const kind = JSON.stringify(options)
  const idle = idlePages(browser)
  const reused = isNew ? undefined : idle.get(kind)
  idle.delete(kind)
  const page = reused ?? (await createPage(browser, options))
  const context = page.context()
  const stopListening = listen(context, (text) => {
    said.push(text)
    if (!expected?.test(text)) complaints.push(text)
  })
  await page.setViewportSize(viewport)
  const onceEmpty = isNew ? undefined : await startEmpty(page)
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    await onceEmpty?.dispose()
    const isReady = !isNew && !idle.has(kind) && (await leave(page))
    stopListening()
    if (isReady) idle.set(kind, page)
    else await context.close()
  }
  onTestFinished(async () => {
    await close()
    expect(complaints).toEqual([])
  })
  return { page, complaints, said, close }
}

const VIEWPORT = { width: 1280, height: 720 }
export type PageOptions = Omit<BrowserContextOptions, 'viewport'> & {
  viewport?: { width: number; height: number }
  expected?: RegExp
  isNew?: boolean
}

const idleByBrowser = new WeakMap<Browser, Map<string, Page>>()

/** The pages that tests have given back, by the options of their contexts. */
function idlePages(browser: Browser): Map<string, Page> {
  const idle = idleByBrowser.get(browser) ?? new Map<string, Page>()
  idleByBrowser.set(browser, idle)
  return idle
}

async function createPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(TIMEOUT_MS)
  return context.newPage()
}

/** Chromium says this when a page goes from the operators' desk, whose frame cannot have its own agent cluster, to another page
 *  of the site, as `leave` does. */
const ABOUT_ISOLATION = /could not be origin-keyed/

/** @param hear  called with every console error and warning, and every uncaught error, also on a page that a middle click opens
 *  @returns a function that ends it */
function listen(context: BrowserContext, hear: (text: string) => void): () => void {
  const hearMessage = (message: ConsoleMessage) => {
    const isComplaint = message.type() === 'error' || message.type() === 'warning'
    if (isComplaint && !ABOUT_ISOLATION.test(message.text())) hear(message.text())
  }
  const hearError = (error: WebError) => hear(String(error.error()))
  context.on('console', hearMessage).on('weberror', hearError)
  return () => context.off('console', hearMessage).off('weberror', hearError)
}

let taken = 0

/** Empties the storage of each origin that the page goes to, once. */
function startEmpty(page: Page): Promise<Disposable> {
  taken += 1
  return page.addInitScript((number) => {
    // Without access to storage, a frame has nothing stored either.
    if (origin === 'null' || sessionStorage.getItem('taken') === number) return
    localStorage.clear()
    sessionStorage.clear()
    sessionStorage.setItem('taken', number)
  }, String(taken))
}

/** Goes to a page that runs nothing, in the same process, so that nothing of this test is heard in the next.
 *  @returns whether the page can be used again */
async function leave(page: Page): Promise<boolean> {
  if (page.isClosed() || !page.url().startsWith('http')) return false
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  page.removeAllListeners('request')
  await context.clearCookies()
  await page.emulateMedia({ media: null, reducedMotion: null })
  await page.mouse.move(0, 0)
  const response = await page.goto(new URL('/robots.txt', page.url()).href)
  return response?.ok() === true
}

/** Resolves when the page's scripts have loaded and its first islands are hydrated, so that clicks work. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.documentElement.dataset['scripted'] === 'yes' &&
      !document.querySelector('[data-alive=now], [data-alive=soon]'),
  )
}
