import type { Browser, CDPSession, Page } from 'playwright-core'

import { readStatusMb } from '../attacks/site.ts'

/** The cost of loading a page with an empty cache, until nothing more happens. */
export interface PageLoad {
  /** Bodies and headers, as they came over the wire. */
  kb: number
  requests: number
  scriptKb: number
  elements: number
  /** Real time, without any throttling. */
  lcpMs: number
  cls: number
  /** CPU time of the page's main thread: the total, the part that runs scripts, and the part for styles and layout. */
  mainMs: number
  scriptMs: number
  layoutMs: number
  /** Total blocking time on a phone: of each task after the first paint, four times its CPU time, less 50 ms. */
  blockingMs: number
  /** The longest of those tasks on such a phone. */
  longestMs: number
  /** The longest event when the page's first field is touched and a letter typed into it, each until the next frame is
   *  painted, in real time and steps of 8 ms; 0 if none took 16 ms, or the page has no field. */
  inputMs: number
  /** The script heap after a garbage collection, and the memory of the tab's process. */
  heapMb: number
  tabMb: number
}

/** How many times slower a phone is, as Lighthouse assumes. */
const SLOWER = 4
const LONG_TASK_MS = 50
const QUIET_MS = 1_500
const CATEGORIES = ['devtools.timeline', 'toplevel', 'loading']
const SCRIPT = new Set([
  'EvaluateScript',
  'FunctionCall',
  'v8.compileModule',
  'v8.evaluateModule',
  'RunMicrotasks',
])
const LAYOUT = new Set(['UpdateLayoutTree', 'Layout', 'PrePaint', 'Layerize', 'Paint'])

/** An event of a trace; times are in microseconds. */
interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  /** CPU time of its thread. */
  tdur?: number
  dur?: number
}

/** Loads a page as a phone of 375 x 667 pixels. */
export async function loadPage(browser: Browser, url: string): Promise<PageLoad> {
  const context = await browser.newContext({
    viewport: { width: 375, height: 667 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    const network = await watchNetwork(session)
    await page.addInitScript(() => {
      const seen = { lcpMs: 0, cls: 0, inputMs: 0 }
      Object.assign(window, { seen })
      new PerformanceObserver((list) => {
        for (const { startTime } of list.getEntries()) seen.lcpMs = startTime
      }).observe({ type: 'largest-contentful-paint', buffered: true })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value, hadRecentInput } = entry as PerformanceEntry & {
            value: number
            hadRecentInput: boolean
          }
          if (!hadRecentInput) seen.cls += value
        }
      }).observe({ type: 'layout-shift', buffered: true })
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) seen.inputMs = Math.max(seen.inputMs, duration)
      }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    })
    const endTrace = await startTrace(session)
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.waitForTimeout(QUIET_MS)
    const events = await endTrace()
    const readSeen = () =>
      page.evaluate(() => (window as unknown as { seen: Pick<PageLoad, 'lcpMs' | 'cls' | 'inputMs'> }).seen)
    const elements = await page.evaluate(() => document.querySelectorAll('*').length)
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    const { pid, ...work } = readWork(events)
    const loaded = {
      ...network.read(),
      ...(await readSeen()),
      elements,
      ...work,
      heapMb: usedSize / 1e6,
      tabMb: readStatusMb(pid, 'VmRSS'),
    }
    await act(page)
    return { ...loaded, inputMs: (await readSeen()).inputMs }
  } finally {
    await context.close()
  }
}

/** Touches the first field that a page shows, if any, and types a letter. */
async function act(page: Page): Promise<void> {
  const field = page
    .locator('input:is([type=search], [type=text], [type=email], :not([type]))')
    .filter({ visible: true })
    .first()
  if ((await field.count()) === 0) return
  await field.tap()
  await page.keyboard.type('r')
  await page.waitForTimeout(QUIET_MS)
}

async function watchNetwork(session: CDPSession) {
  const types = new Map<string, string>()
  const sizes = new Map<string, number>()
  await session.send('Network.enable')
  session.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    sizes.set(requestId, encodedDataLength),
  )
  return {
    read() {
      const sum = (isCounted: (type: string) => boolean) =>
        [...sizes].reduce((total, [id, size]) => total + (isCounted(types.get(id) ?? '') ? size : 0), 0) /
        1000
      return { kb: sum(() => true), scriptKb: sum((type) => type === 'Script'), requests: sizes.size }
    },
  }
}

/** @returns a function that ends the trace */
async function startTrace(session: CDPSession): Promise<() => Promise<TraceEvent[]>> {
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const ended = new Promise<void>((resolve) => session.on('Tracing.tracingComplete', () => resolve()))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES },
  })
  return async () => {
    await session.send('Tracing.end')
    await ended
    return events
  }
}

/** Sums the CPU time of the main thread of the page whose first paint is in the trace. */
function readWork(events: readonly TraceEvent[]) {
  const paint = events.find(({ name }) => name === 'firstContentfulPaint')
  if (!paint) throw new Error('The trace has no first paint: is the page empty?')
  const own = events.filter(({ pid, tid, ph }) => pid === paint.pid && tid === paint.tid && ph === 'X')
  const tasks = own.filter(({ name }) => name === 'ThreadControllerImpl::RunTask')
  const ms = ({ tdur = 0 }: TraceEvent) => tdur / 1000
  /** An event within another of its kind counts as part of that one. */
  const sum = (names: ReadonlySet<string>) => {
    let [total, end] = [0, 0]
    for (const event of own.filter(({ name }) => names.has(name)).sort((a, b) => a.ts - b.ts)) {
      if (event.ts < end) continue
      total += ms(event)
      end = event.ts + (event.dur ?? 0)
    }
    return total
  }
  const onPhone = tasks.filter(({ ts, dur = 0 }) => ts + dur > paint.ts).map((task) => ms(task) * SLOWER)
  return {
    pid: paint.pid,
    mainMs: tasks.reduce((total, task) => total + ms(task), 0),
    scriptMs: sum(SCRIPT),
    layoutMs: sum(LAYOUT),
    blockingMs: onPhone.reduce((total, task) => total + Math.max(0, task - LONG_TASK_MS), 0),
    longestMs: Math.max(...onPhone),
  }
}
