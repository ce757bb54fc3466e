import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { ISLANDS } from './islands.ts'
import { ENTRY, filesOf, HYDRATE, type Manifest } from './page-files.ts'

// Measures the scripts that a browser loads before any interaction: the files of the last build, in brotli, as they are sent.
// Needs `npm run build`, which `npm test` runs.
const BUILD = path.join(import.meta.dirname, '../../dist')
const manifest = JSON.parse(readFileSync(path.join(BUILD, 'assets.json'), 'utf8')) as Manifest

const KB = 1_000
/** The chart and its surroundings: part of the ticker screen, and loaded with it. */
const CHART = 'chart'

const sizeOf = (file: string) => statSync(path.join(BUILD, 'client', `${file}.br`)).size / KB
const nameOf = (file: string) =>
  Object.values(manifest).find((entry) => entry.file === file)?.name ?? path.basename(file)

/** @param islands  the islands that hydrate with the page
 *  @returns name and kB of each file, largest first */
function listScripts(islands: readonly string[]): { name: string; kb: number }[] {
  const sources = islands.map((name) => ISLANDS[name]?.source)
  const { scripts } = filesOf(manifest, [ENTRY, ...(islands.length > 0 ? [HYDRATE, ...sources] : [])])
  return [...scripts]
    .map((file) => ({ name: nameOf(file), kb: sizeOf(file) }))
    .sort((one, other) => other.kb - one.kb)
}

/** @returns undefined if the limit holds, otherwise what to look at */
function findGrowth(page: string, scripts: readonly { name: string; kb: number }[], limitKb: number) {
  const sum = scripts.reduce((total, { kb }) => total + kb, 0)
  if (sum <= limitKb) return undefined
  const parts = scripts.map(({ name, kb }) => `${name} ${kb.toFixed(1)}`).join(', ')
  return `${page}: ${sum.toFixed(1)} kB of scripts, ${(sum - limitKb).toFixed(1)} more than its ${limitKb}: ${parts}`
}

describe('the scripts a page loads before any interaction', () => {
  it.each([
    ['static pages, and the landing page', [], 6],
    ['the page of a confirmation link', ['confirm'], 72],
    ['the page of an unsubscribe link', ['unsubscribe'], 80],
    ['the page of the search', ['search', 'look-up'], 98.5],
  ] as const)('is within its budget: %s', (page, islands, limitKb) => {
    expect(findGrowth(page, listScripts(islands), limitKb)).toBeUndefined()
  })

  it('are within budget on a ticker’s page and for its chart', () => {
    const scripts = listScripts(['ticker'])
    const isChart = ({ name }: { name: string }) => name === CHART
    expect(scripts.filter(isChart)).toHaveLength(1)
    expect(
      findGrowth(
        'a ticker’s page without the chart',
        scripts.filter((script) => !isChart(script)),
        95,
      ),
    ).toBeUndefined()
    expect(findGrowth('the chart', scripts.filter(isChart), 12)).toBeUndefined()
  })

  it('include no React on a static page', () => {
    expect(listScripts([]).map(({ name }) => name)).not.toContain('react')
    expect(listScripts(['ticker']).map(({ name }) => name)).toContain('react')
  })

  it('are listed with their growth, file by file, if over budget', () => {
    expect(
      findGrowth(
        'a page',
        [
          { name: 'react', kb: 58.2 },
          { name: 'words', kb: 6.04 },
        ],
        60,
      ),
    ).toBe('a page: 64.2 kB of scripts, 4.2 more than its 60: react 58.2, words 6.0')
  })
})

describe('the font', () => {
  it('is within its budget', () => {
    const file = path.join(import.meta.dirname, '../fonts/archivo-latin.woff2')
    expect(statSync(file).size / KB).toBeLessThanOrEqual(24)
  })
})
