import { expect, it } from 'vitest'

import { anEditionContent } from '../testing/edition-content.ts'
import { renderEdition } from './render-edition.tsx'
import { aLongContent } from './testing/long-content.ts'
import { SITE } from './testing/site.ts'

async function setPlain(content = anEditionContent()): Promise<string> {
  return (await renderEdition({ site: SITE, content })).text
}

it('breaks at 72 columns, addresses apart', async () => {
  for (const content of [anEditionContent(), aLongContent({ rows: 60, coverage: 40 })]) {
    const lines = (await setPlain(content)).split('\n')
    expect(lines.length).toBeGreaterThan(150)
    expect(lines.filter((line) => line.length > 72 && !/^(\[\d+\] )?https?:\/\/\S+$/.test(line))).toEqual([])
  }
})

it('puts the number of its record behind a figure, and the record once at the end of the section', async () => {
  const text = await setPlain()
  const insiders = text.slice(text.indexOf('\nINSIDER TRADES'), text.indexOf('\nCONGRESS\n'))
  const addresses = insiders.split('\n').flatMap((line) => /^\[\d+\] https.*/.exec(line)?.[0] ?? [])
  expect(addresses.length).toBeGreaterThan(4)
  expect(new Set(addresses).size).toBe(addresses.length)
  const [, number] = /Kettle Creek Bancorp \(KCB\): \$1\.24 million\[(\d+)\]/.exec(insiders) ?? []
  expect(addresses.find((line) => line.startsWith(`[${number}] `))).toContain(
    'https://www.sec.gov/Archives/edgar/data/104/',
  )
  for (const [, cited] of insiders.matchAll(/\S\[(\d+)\]/g)) {
    expect(addresses.filter((line) => line.startsWith(`[${cited}] `))).toHaveLength(1)
  }
})

it('gives one record the same number in all of the letter', async () => {
  const lines = (await setPlain()).split('\n').filter((line) => /^\[\d+\] /.test(line))
  const pairs = new Set(lines)
  expect(pairs.size).toBeGreaterThan(15)
  expect(new Set([...pairs].map((line) => line.split(' ')[0])).size).toBe(pairs.size)
  expect(new Set([...pairs].map((line) => line.split(' ')[1])).size).toBe(pairs.size)
})

it('says on top which way the first finding of each section went', async () => {
  const text = await setPlain()
  expect(text).toContain('* Insider trades: Maple Street Foods Corp. (MSF), $731,071 (Bought by\n  several)')
  expect(text).toContain('* Markets: S&P 500, −1.0% (Week to Jan 31, 2025: down)')
})

it('sets a table’s rows with the names of their columns', async () => {
  expect(await setPlain()).toMatch(/^\* NGS\n {2}Bought: 4\[(\d+)\]; Sold: 1\[\1\]$/m)
})

it('says what a finding is, what moved and how far', async () => {
  expect(await setPlain()).toMatch(
    /^Freddie Mac, week of Jan 30, 2025: down\n30-year mortgage rate: 6\.95%(\[\d+\])\nA year before it was 6\.63%\1\. The 15-year rate was 6\.12%\1\.$/m,
  )
})
