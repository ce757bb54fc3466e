import { parseArgs } from 'node:util'

import { chromium } from 'playwright-core'

import { BROWSER_FLAGS, findBrowser } from '../../e2e/support/find-browser.ts'
import { EDITION, startSiteWithLetter } from '../pages/site-with-letter.ts'
import { printHead, row, spreadOf } from '../send/tally.ts'
import { loadPage, type PageLoad } from './load-page.ts'

// Measures what each screen costs a browser: what it loads, how much work its main thread does, how soon it reacts to
// typing, and how much memory it keeps. Screens take turns, with the landing page as the baseline: only ratios within one
// run are meaningful, those of CPU time more than those of real time.

const LETTER = `/newsletter/archive/${EDITION}`
const PATHS = ['/', '/stocks/RISE', '/crypto/BTC', '/stocks', '/newsletter/archive', '/privacy-policy']

const { values } = parseArgs({
  options: {
    paths: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    site: { type: 'string' },
    url: { type: 'string' },
  },
})
const rounds = Number(values.rounds)
const site = values.url === undefined ? await startSiteWithLetter(values.site ?? process.cwd()) : undefined
const origin = values.url ?? site?.origin ?? ''
const paths =
  values.paths?.split(',') ??
  (site?.databaseUrl === undefined ? PATHS : [...PATHS, LETTER, `${LETTER}/figures`])
const browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_FLAGS })
try {
  const loads = new Map<string, PageLoad[]>(paths.map((path) => [path, []]))
  // The first load of an address includes fetching the site's data and starting the browser.
  for (const path of paths) await loadPage(browser, origin + path)
  for (let round = 0; round < rounds; round += 1) {
    for (const [path, list] of loads) list.push(await loadPage(browser, origin + path))
  }
  print(loads)
} finally {
  await browser.close()
  await site?.stop()
}
process.exit(0)

function print(loads: ReadonlyMap<string, readonly PageLoad[]>): void {
  const middle = (path: string, read: (load: PageLoad) => number) =>
    spreadOf((loads.get(path) ?? []).map(read)).median
  const yardstick = paths[0] ?? ''
  console.log(`medians of ${rounds} rounds, ${browser.version()}; main thread against ${yardstick}`)
  const columns: readonly [string, (load: PageLoad) => number, number][] = [
    ['kB', ({ kb }) => kb, 0],
    ['requests', ({ requests }) => requests, 0],
    ['scripts, kB', ({ scriptKb }) => scriptKb, 0],
    ['elements', ({ elements }) => elements, 0],
    ['LCP ms', ({ lcpMs }) => lcpMs, 0],
    ['CLS', ({ cls }) => cls, 3],
    ['CPU ms', ({ mainMs }) => mainMs, 0],
    ['of it scripts', ({ scriptMs }) => scriptMs, 0],
    ['layout', ({ layoutMs }) => layoutMs, 0],
    ['TBT ms on a phone', ({ blockingMs }) => blockingMs, 0],
    ['longest task', ({ longestMs }) => longestMs, 0],
    ['input ms', ({ inputMs }) => inputMs, 0],
    ['heap MB', ({ heapMb }) => heapMb, 1],
    ['tab MB', ({ tabMb }) => tabMb, 0],
  ]
  printHead('screen', ...columns.map(([name]) => name), 'main thread')
  for (const path of paths) {
    const cells = columns.map(([, read, digits]) => middle(path, read).toFixed(digits))
    const ratio = middle(path, ({ mainMs }) => mainMs) / middle(yardstick, ({ mainMs }) => mainMs)
    console.log(row(`\`${path}\``, ...cells, `${ratio.toFixed(1)}×`))
  }
}
