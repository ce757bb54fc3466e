import { expect, it } from 'vitest'

import type { SectionContent, Sentence } from '../../../shared/edition-contract.ts'
import { anEditionContent } from '../testing/edition-content.ts'
import { listLengths } from './shorten-content.ts'
import { aLongContent } from './testing/long-content.ts'

function findSection(content: ReturnType<typeof anEditionContent>, name: SectionContent['name']) {
  const section = content.sections.find((one) => one.name === name)
  if (!section) throw new TypeError(`The edition has no section ${name}.`)
  return section
}

/** One section as the letter shows it. */
function shorten(change: Partial<SectionContent>, step = 0) {
  const content = anEditionContent()
  const section = { ...findSection(content, 'housing'), ...change }
  const [part] = listLengths({ ...content, sections: [section] })[step] ?? []
  if (!part) throw new TypeError('The letter has no section.')
  return part
}

/** A table without a row is none. */
const NO_TABLE = { table: { title: 'None', columns: [], rows: [] } }
const say = (...texts: string[]): Sentence[] => texts.map((text) => [{ text }])
const textsOf = (sentences: readonly Sentence[]) => sentences.flat().map(({ text }) => text)

it('shows the first of everything, then fewer links, and fewer rows', () => {
  const long = aLongContent({ rows: 90, links: 9, findings: 9, coverage: 9 })
  const congress = findSection(long, 'congress')
  const rows = (congress.table?.rows ?? []).map((row) =>
    row.map((cell) => cell.map(({ text }) => ({ text }))),
  )
  const table = { title: 'More of the week', columns: ['Who', 'Range'], rows }
  expect(rows).toHaveLength(90)
  const lengths = listLengths({ ...long, sections: [{ ...congress, table }] }).map(([part]) => {
    const { table: shown, findings } = part?.section ?? { findings: [] }
    return [shown?.rows.length, findings[0]?.links.length, findings.length].join(' ')
  })
  expect(lengths).toEqual(['3 3 3', '3 1 3', '1 1 3', ' 1 3'])
})

it('shows purchases and sales, where a section has both', () => {
  const { findings } = findSection(anEditionContent(), 'insiders')
  const tones = findings.map(({ tone }) => tone)
  expect(tones).toEqual(['rise', 'rise', 'rise', 'fall', 'fall'])
  const shown = shorten({ name: 'insiders', findings }).section.findings
  expect(shown.map(({ id }) => id)).toEqual([0, 1, 3].map((place) => findings[place]?.id))
  const bought = findings.slice(0, 3)
  expect(shorten({ name: 'insiders', findings: bought }).section.findings).toHaveLength(3)
})

it('tells what failed before everything else of the coverage', () => {
  const coverage = say(
    'These are trades of officers.',
    'The index lists many filings.',
    'We left some lines out.',
    'The Treasury gave no usable answer.',
  )
  expect(textsOf(shorten({ coverage }).section.coverage)).toEqual([
    'The Treasury gave no usable answer.',
    'We left some lines out.',
  ])
  expect(textsOf(shorten({ coverage }, 3).section.coverage)).toEqual(['The Treasury gave no usable answer.'])
})

it('shows more of what failed than of other coverage, and says so where it is more still', () => {
  const failures = ['one', 'two', 'three', 'four', 'five'].map((name) => `Source ${name} could not be read.`)
  const four = shorten({ coverage: say(...failures.slice(0, 4), 'All else was read.') })
  expect([textsOf(four.section.coverage), four.hidesFailures]).toEqual([failures.slice(0, 4), false])
  const five = shorten({ coverage: say(...failures) })
  expect([five.section.coverage.length, five.hidesFailures, five.isShortened]).toEqual([4, true, true])
})

it('does not repeat below the first sentence what a finding tells, and never cuts a model’s words', () => {
  const { findings } = findSection(anEditionContent(), 'housing')
  const told = findings.slice(0, 2).map(({ figure }): Sentence => [{ text: 'The value was ' }, figure])
  const [first = [], second = []] = told
  const other: Sentence = [{ text: 'Starts rose by 4%', factId: 'housing/starts/change' }]
  const summary = [first, second, other, [{ text: 'That is all.' }]]
  expect(shorten({ summary }).section.summary).toEqual([first, other, [{ text: 'That is all.' }]])
  expect(shorten({ summary, label: 'AI-written' }).section.summary).toEqual(summary)
})

it('keeps a sentence that the next one leans on', () => {
  const { findings } = findSection(anEditionContent(), 'housing')
  const [first, second] = findings.map(({ figure }): Sentence => [{ text: 'It was ' }, figure])
  const opening: Sentence = [{ text: 'A week of news.' }]
  const named: Sentence = [{ text: 'The rate was ' }, ...(first ?? []).slice(1)]
  const fell: Sentence = [{ text: 'It fell by ' }, { text: '4%', factId: 'housing/starts/change' }]
  expect(shorten({ summary: [opening, named, fell] }).section.summary).toEqual([opening, named, fell])
  expect(shorten({ summary: [opening, named, second ?? []] }).section.summary).toEqual([opening])
  expect(shorten({ summary: [fell, opening] }).section.summary).toEqual([fell, opening])
})

it('leaves a table that tells the findings once more to the page', () => {
  const { findings } = findSection(anEditionContent(), 'housing')
  const rowOf = (figure: Sentence[number]) => [[{ text: 'Rate' }], [figure]]
  const repeated = findings.slice(0, 1).map(({ figure }) => rowOf({ ...figure, text: 'to the digit' }))
  const others = [rowOf({ text: '4%', factId: 'housing/starts/change' })]
  const show = (rows: Sentence[][]) =>
    shorten({ table: { title: 'Rates', columns: ['What', 'Value'], rows } })
  expect(show([...repeated, ...others]).section.table).toBeUndefined()
  expect(show([...repeated, ...others]).isShortened).toBe(true)
  expect(show(others).section.table?.rows).toEqual(others)
})

it('keeps what the law asks for, at every length', () => {
  const content = aLongContent({ rows: 90, findings: 20, coverage: 100 })
  for (const parts of listLengths(content)) {
    expect(parts.map(({ section }) => section.notices)).toEqual(
      content.sections.map(({ notices }) => notices),
    )
  }
})

it('knows which sections it has shortened', () => {
  const { findings } = findSection(anEditionContent(), 'markets')
  const few = {
    findings: findings.slice(0, 1),
    summary: say('A quiet week.'),
    coverage: say('All was read.'),
  }
  expect(shorten({ ...few, ...NO_TABLE }).isShortened).toBe(false)
  expect(shorten({ ...few, findings: [...findings, ...findings] }).isShortened).toBe(true)
})
