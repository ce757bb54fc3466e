import { describe, expect, it } from 'vitest'
import {
  editionContentSchema,
  type LetterContent,
  type SectionContent,
  type SectionName,
} from '../../../shared/edition-contract.ts'
import { aLetter, anEditionContent } from '../testing/edition-content.ts'
import { composeEdition, composeUnavailable } from './compose-edition.ts'

const SLOT = { slotDate: '2025-02-03', week: { from: '2025-01-27', to: '2025-02-02' } }
const NAMES = ['insiders', 'congress', 'housing', 'economy', 'markets'] as const

function aSection(name: SectionName): SectionContent {
  const content = anEditionContent().sections.find((section) => section.name === name)
  if (!content) throw new Error(`no ${name} in the invented edition`)
  return content
}

/** @param lines  of these sections, in this order; a failed section's is left out of what a mailbox shows */
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
  it('has the letter’s headline as subject, and the lines of the other sections beside it', () => {
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

  it('begins the top findings with the lead’s section, one of each', () => {
    const topOf = (lead: LetterContent['lead']) =>
      composeEdition({ ...SLOT, letter: tell({}, { lead }), sections: NAMES.map(aSection) }).topFindings
    expect(topOf(LEAD).map(({ section }) => section)).toEqual(['economy', 'insiders', 'congress'])
    expect(topOf(null).map(({ section }) => section)).toEqual(['insiders', 'congress', 'housing'])
    const [top] = topOf(LEAD)
    const [first] = aSection('economy').findings
    expect([top?.kicker, top?.title, top?.figure, top?.sentence]).toEqual([
      first?.kicker,
      first?.title,
      first?.figure,
      first?.sentences[0],
    ])
    expect(top?.kicker).toBeTruthy()
  })

  it('has a line beside the subject where four sections are missing and the fifth is quiet', () => {
    const missing = Object.fromEntries(NAMES.map((name) => [name, 'Missing this week.']))
    const content = composeEdition({
      ...SLOT,
      letter: tell(missing, { failed: NAMES }),
      sections: [
        { ...aSection('insiders'), summary: [], findings: [] },
        ...NAMES.slice(1).map((name) => composeUnavailable(name, 'FRED')),
      ],
    })
    expect(content.subject).toBe('The week’s money news')
    expect(content.preheader).toBe(
      'Every figure links to its record. Where a source failed, the letter says so.',
    )
    expect(content.topFindings).toEqual([])
    expect(content.sections[0]?.summary).toEqual([
      [{ text: 'The records of this week hold nothing that we could tell here.' }],
    ])
  })

  it('keeps the line beside the subject below 140 characters, in whole sentences', () => {
    const lines = Object.fromEntries(
      NAMES.map((name, index) => [name, `${'abcde'.charAt(index).repeat(55)}.`]),
    )
    const lead = { ...LEAD, id: 'insiders/cluster' }
    const { preheader } = composeEdition({
      ...SLOT,
      letter: tell(lines, { lead }),
      sections: NAMES.map(aSection),
    })
    expect(preheader).toBe(`${'b'.repeat(55)}. ${'c'.repeat(55)}.`)
  })
})

describe('composeUnavailable', () => {
  const words = ({ summary }: SectionContent) => summary.flat().map(({ text }) => text)

  it('names the source and says why', () => {
    expect(words(composeUnavailable('housing', 'Freddie Mac', 'server-failed'))).toEqual([
      'Housing: Freddie Mac gave no usable answer this week, so this part is missing. Its server failed. It is not that nothing happened.',
    ])
  })

  it.each([
    ['no-answer', 'It did not answer in time.'],
    ['missing', 'It had no such record.'],
    ['slow-down', 'It asked us to slow down.'],
    ['refused', 'It refused to answer us.'],
    ['connection', 'The connection failed.'],
    ['incomplete', 'What it sent could not be read.'],
    ['unreadable', 'What it sent could not be read.'],
    ['stopped', ''],
    ['other', ''],
  ] as const)('tells %j as %j', (code, told) => {
    const [text = ''] = words(composeUnavailable('congress', 'The Senate', code))
    expect(text).toBe(
      `Congress: The Senate gave no usable answer this week, so this part is missing. ${told === '' ? '' : `${told} `}It is not that nothing happened.`,
    )
  })

  it.each([
    ['not-read', 'We have not read it yet.'],
    ['unfinished', 'We had not finished reading it.'],
    ['off', 'Nobody has agreed to its terms for this site.'],
  ] as const)('does not blame the source for what is %s', (code, told) => {
    expect(words(composeUnavailable('congress', 'The Senate', code))).toEqual([
      `Congress: We have nothing of The Senate for this week, so this part is missing. ${told} It is not that nothing happened.`,
    ])
  })
})
