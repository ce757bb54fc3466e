import { describe, expect, it } from 'vitest'
import {
  editionContentSchema,
  type LetterContent,
  type SectionContent,
  type SectionName,
} from '../../../shared/edition-contract.ts'
import { aLetter, anEditionContent } from '../testing/edition-content.ts'
import type { SectionStatements, Statement } from '../statements/statement.ts'
import { textOf } from '../statements/tell.ts'
import { aStatement } from '../testing/statements.ts'
import { composeEdition, composeUnavailable } from './compose-edition.ts'

const SLOT = { slotDate: '2025-02-03', week: { from: '2025-01-27', to: '2025-02-02' } }
const NAMES = ['insiders', 'congress', 'housing', 'economy', 'markets'] as const

function aSection(name: SectionName): SectionContent {
  const content = anEditionContent().sections.find((section) => section.name === name)
  if (!content) throw new Error(`no ${name} in the invented edition`)
  return content
}

/** Composes an edition from sections.
 *  @param lines  of these sections, in this order; subject and preheader leave out a failed section's line */
function tell(
  lines: Partial<Record<SectionName, string>>,
  { failed = [], ...changes }: Partial<LetterContent> & { failed?: readonly SectionName[] } = {},
): LetterContent {
  const names = NAMES.filter((name) => lines[name] !== undefined)
  return aLetter({
    lines: names.map((section) => ({ section, sentences: [[{ text: lines[section] ?? '' }]] })),
    sections: names.map((name) => ({
      name,
      title: aSection(name).title,
      state: failed.includes(name) ? 'unavailable' : 'ready',
      label: 'automated summary',
      big: [],
      smaller: [],
      forYou: [],
      coverage: [],
    })),
    ...changes,
  })
}

const LEAD = { id: 'economy/real-wage', kind: 'change', topic: 'economy/pay' }

describe('composeEdition', () => {
  it('takes the subject from the letter’s headline, and the preheader from the other sections’ lines', () => {
    const letter = tell(
      {
        insiders: 'Jane Doe bought $12.0 million of Acme.',
        housing: 'The mortgage rate fell to 6.95%.',
        economy: 'Pay after prices rose 1.0%.',
        markets: 'The S&P 500 fell 1.0%.',
      },
      { headline: 'An hour of work buys 1.0% more than a year ago', lead: LEAD },
    )
    const content = composeEdition({
      ...SLOT,
      statements: [],
      letter,
      sections: [aSection('markets'), aSection('economy'), aSection('housing'), aSection('insiders')],
    })
    expect(content.subject).toBe('An hour of work buys 1.0% more than a year ago')
    expect(content.preheader).toBe(
      'Jane Doe bought $12.0 million of Acme. The mortgage rate fell to 6.95%. The S&P 500 fell 1.0%.',
    )
    expect(content.letter).toEqual(letter)
    expect(content.sections.map(({ name }) => name)).toEqual(['insiders', 'housing', 'economy', 'markets'])
    expect(editionContentSchema.parse(content)).toEqual(content)
  })

  it('puts the lead first among the top findings, then the most salient news of other sections', () => {
    const told = (
      name: SectionName,
      salience: number,
      changes: Partial<Statement> = {},
    ): SectionStatements => ({
      section: name,
      statements: [
        aStatement(`${name}/quiet`, { salience: 1 }),
        aStatement(`${name}/loud`, { salience, ...changes }),
        aStatement(`${name}/old`, { salience: 99, isNews: false }),
      ],
      forYou: [],
      coverage: aStatement(`${name}/coverage`),
      facts: [],
    })
    const lead = { id: 'economy/loud', kind: 'change', topic: 'economy/pay' }
    const figure = { text: '1.0%', href: 'https://records.test/1', factId: 'economy/loud/value' }
    const story = [[{ text: 'Pay rose ' }, figure, { text: '.' }], [{ text: 'It had not for long.' }]]
    const { topFindings } = composeEdition({
      ...SLOT,
      letter: tell({}, { lead, story, headline: 'Pay rose 1.0%' }),
      sections: NAMES.map(aSection),
      statements: [
        told('insiders', 40, { heads: ['A head without a figure'], lines: ['A line of {value}.'] }),
        told('congress', 60),
        told('housing', 70, { heads: [], lines: [] }),
        told('economy', 50),
        told('markets', 30),
      ],
    })
    expect(topFindings.map(({ section, title }) => [section, title])).toEqual([
      ['economy', 'Pay rose 1.0%'],
      ['congress', 'Head of congress/loud: $1.2 million'],
      ['insiders', 'A line of $1.2 million'],
    ])
    expect(topFindings[0]).toMatchObject({ figure, sentence: story[0] })
    expect(topFindings[1]?.figure).toEqual({
      text: '$1.2 million',
      href: 'https://records.test/congress/loud/value',
      factId: 'congress/loud/value',
    })
    expect(textOf([topFindings[1]?.sentence ?? []])).toBe('Of congress/loud it was $1.2 million.')
  })

  it('writes a preheader even if four sections are missing and nothing happened in the fifth', () => {
    const missing = Object.fromEntries(NAMES.map((name) => [name, 'Missing this week.']))
    const content = composeEdition({
      ...SLOT,
      statements: [],
      letter: tell(missing, { failed: NAMES }),
      sections: [aSection('insiders'), ...NAMES.slice(1).map((name) => composeUnavailable(name, 'FRED'))],
    })
    expect(content.subject).toBe('The week’s money news')
    expect(content.preheader).toBe(
      'Every figure links to its record. Where a source failed, the letter says so.',
    )
    expect(content.topFindings).toEqual([])
  })

  it('keeps the preheader below 140 characters and its sentences whole', () => {
    const lines = Object.fromEntries(
      NAMES.map((name, index) => [name, `${'abcde'.charAt(index).repeat(55)}.`]),
    )
    const lead = { ...LEAD, id: 'insiders/cluster' }
    const { preheader } = composeEdition({
      ...SLOT,
      statements: [],
      letter: tell(lines, { lead }),
      sections: NAMES.map(aSection),
    })
    expect(preheader).toBe(`${'b'.repeat(55)}. ${'c'.repeat(55)}.`)
  })
})

it('never puts a line’s second sentence into the preheader without the first', () => {
  const lines = [
    {
      section: 'insiders',
      sentences: [
        [{ text: `We counted $1.2 billion of ordinary sales by ${'insiders '.repeat(7)}in all.` }],
        [{ text: 'The purchases we counted come to far less.' }],
      ],
    },
    { section: 'housing', sentences: [[{ text: 'The mortgage rate is 6.95%.' }]] },
  ] as const
  const { preheader } = composeEdition({
    ...SLOT,
    statements: [],
    letter: tell(
      { insiders: '', housing: '' },
      {
        lead: LEAD,
        also: [[{ text: 'Also: a home loan that beats last year’s, but not last week’s.' }]],
        lines,
      },
    ),
    sections: NAMES.map(aSection),
  })
  expect(preheader).toBe(
    'Also: a home loan that beats last year’s, but not last week’s. The mortgage rate is 6.95%.',
  )
})

describe('composeUnavailable', () => {
  const words = ({ coverage }: SectionContent) => coverage.flat().map(({ text }) => text)

  it('names the source and says why the section is missing', () => {
    expect(words(composeUnavailable('housing', 'Freddie Mac', 'server-failed'))).toEqual([
      'Freddie Mac gave no usable answer this week, so this part is missing.',
      'Their server failed. That does not mean nothing happened.',
    ])
  })

  it.each([
    ['no-answer', 'They did not answer in time.'],
    ['missing', 'They had no such record.'],
    ['slow-down', 'They asked us to slow down.'],
    ['refused', 'They refused to answer us.'],
    ['connection', 'The connection failed.'],
    ['incomplete', 'What they sent could not be read.'],
    ['unreadable', 'What they sent could not be read.'],
    ['stopped', ''],
    ['other', ''],
  ] as const)('explains the code %j as %j', (code, told) => {
    expect(words(composeUnavailable('congress', 'The Senate', code))).toEqual([
      'The Senate gave no usable answer this week, so this part is missing.',
      `${told === '' ? '' : `${told} `}That does not mean nothing happened.`,
    ])
  })

  it.each([
    ['not-read', 'We have not read it yet.'],
    ['unfinished', 'We had not finished reading it.'],
    ['off', 'Nobody has agreed to their terms for this site.'],
  ] as const)('does not blame the source for %s', (code, told) => {
    expect(words(composeUnavailable('congress', 'The Senate', code))).toEqual([
      'We have nothing of The Senate for this week, so this part is missing.',
      `${told} That does not mean nothing happened.`,
    ])
  })
})
