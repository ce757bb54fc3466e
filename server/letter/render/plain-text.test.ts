import { expect, it } from 'vitest'

import { anEditionContent, anEditionWithout, SITE } from '../testing/edition-content.ts'
import { renderEdition } from './render-edition.tsx'
import { aLongContent } from './testing/long-content.ts'
import { listLetterFigures } from './testing/read-letter.ts'

async function setPlain(content = anEditionContent()): Promise<string> {
  return (await renderEdition({ site: SITE, content })).text
}

const listRecords = (text: string) =>
  text.split('\n').flatMap((line) => {
    const [, number = '', address = ''] = /^\[(\d+)\] (\S+)$/.exec(line) ?? []
    return address === '' ? [] : [{ number, address }]
  })

it('breaks lines at 72 columns, except addresses', async () => {
  for (const content of [anEditionContent(), aLongContent()]) {
    const lines = (await setPlain(content)).split('\n')
    expect(lines.length).toBeGreaterThan(120)
    expect(lines.filter((line) => line.length > 72 && !/^(\[\d+\] )?https?:\/\/\S+$/.test(line))).toEqual([])
  }
})

it('lists each record once at the end, under its number', async () => {
  const text = await setPlain()
  const records = listRecords(text)
  expect(records.map(({ number }) => number)).toEqual(records.map((_unused, index) => `${index + 1}`))
  expect(new Set(records.map(({ address }) => address)).size).toBe(records.length)
  const end = text.indexOf('\nRECORDS\n')
  expect(end).toBeGreaterThan(text.indexOf('\nWHAT CONNECTS\n'))
  expect(text.slice(0, end)).not.toMatch(/^\[\d+\] /m)
  for (const { address } of records) expect(address).toMatch(/^https:\/\/\S+$/)
})

it.each([
  ['the example', anEditionContent()],
  ['a long letter', aLongContent()],
])('leads from every figure to its record: %s', async (_name, content) => {
  const text = await setPlain(content)
  const end = text.indexOf('\nRECORDS\n')
  const addresses = new Map(listRecords(text).map(({ number, address }) => [number, address]))
  // A figure without its own number shares that of the next one in its sentence.
  const words = text.slice(0, end).replaceAll(/\s+/g, ' ')
  const figures = listLetterFigures(content)
  expect(figures.length).toBeGreaterThan(15)
  // The headline has no links.
  let at = words.indexOf(' ', words.indexOf('==='))
  for (const { text: figure, href } of figures) {
    at = words.indexOf(figure, at)
    expect({ figure, isFound: at >= 0 }).toEqual({ figure, isFound: true })
    const [, number = ''] = /\[(\d+)\]/.exec(words.slice(at)) ?? []
    expect({ figure, leadsTo: addresses.get(number) }).toEqual({ figure, leadsTo: href })
    at += figure.length
  }
})

it('puts no number after a company, since the page of its ticker is not a record', async () => {
  const { letter, ...content } = anEditionContent()
  const story = [[{ text: 'Tesla', href: '/stocks/TSLA' }, { text: ' fell.' }]]
  const { html, text } = await renderEdition({
    site: SITE,
    content: { ...content, letter: { ...letter, story } },
  })
  expect(html).toContain('href="https://lunchpail.example/stocks/TSLA"')
  expect(text).toContain('Good morning. Tesla fell.\n')
  expect(text).not.toContain('/stocks/')
})

it('says which page of the site shows what it sums up', async () => {
  expect(listRecords(await setPlain()).map(({ address }) => address)).toContain(
    'https://lunchpail.example/newsletter/archive/2025-02-03/figures#insiders/buy-value',
  )
})

it('prints the week in one line per section, under its title', async () => {
  const text = await setPlain(anEditionWithout('housing', 'FRED'))
  const lines = text.slice(text.indexOf('THE WEEK IN FIVE LINES'), text.indexOf('\nINSIDER TRADES\n'))
  expect(lines.match(/^\* [^:]+:/gm)).toEqual([
    '* Insider trades:',
    '* Congress:',
    '* Housing:',
    '* The economy:',
    '* Markets:',
  ])
  expect(lines).toContain('* Housing: Missing this week.\n')
})

it('prints a section as one big item, smaller ones, what it means and what was read', async () => {
  const text = (await setPlain()).replaceAll(/\[\d+\]/g, '')
  const markets = text.slice(text.indexOf('\nMARKETS\n'), text.indexOf('\nWHAT CONNECTS\n'))
  expect(markets).toBe(
    [
      '',
      'MARKETS',
      '=======',
      '',
      'The S&P 500 fell 1.0% in the week.',
      '',
      '* The 10-year Treasury yield is 4.58%.',
      '',
      'For you: $1,000 at that rate earns $3.82 a month, before tax.',
      '',
      'We read the S&P 500, Bitcoin and Treasury yields.',
      '',
      'All the details and records:',
      'https://lunchpail.example/newsletter/archive/2025-02-03#markets',
      '',
    ].join('\n'),
  )
})

it('has no heading for records if nothing has one', async () => {
  const { letter, ...content } = anEditionContent()
  const bare = letter && {
    ...letter,
    story: [],
    lines: [],
    sections: [],
    connects: [],
  }
  expect(await setPlain({ ...content, letter: bare })).not.toMatch(/RECORDS|WHAT CONNECTS/)
})
