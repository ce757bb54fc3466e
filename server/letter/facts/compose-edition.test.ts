import { describe, expect, it } from 'vitest'
import {
  editionContentSchema,
  type SectionContent,
  type SectionName,
} from '../../../shared/edition-contract.ts'
import type { ComposedSection, Headline } from './section-words.ts'
import { anEditionContent } from '../testing/edition-content.ts'
import { composeEdition, composeUnavailable } from './compose-edition.ts'

const SLOT = { slotDate: '2025-02-03', week: { from: '2025-01-27', to: '2025-02-02' } }

function aSection(name: SectionName, headlines: readonly Headline[] = []): ComposedSection {
  const content = anEditionContent().sections.find((section) => section.name === name)
  if (!content) throw new Error(`no ${name} in the invented edition`)
  return { content, headlines }
}

function anUnavailable(name: SectionName): ComposedSection {
  return { content: composeUnavailable(name, 'FRED'), headlines: [] }
}

const NAMES = ['insiders', 'congress', 'housing', 'economy', 'markets'] as const

describe('composeEdition', () => {
  it('takes the weightiest headline as subject, and those of other sections beside it', () => {
    const content = composeEdition({
      ...SLOT,
      sections: [
        aSection('markets', [{ weight: 30, texts: ['The S&P 500 fell by 1.0%'] }]),
        aSection('economy', [
          { weight: 80, texts: ['Pay after prices rose by 1.0%'] },
          { weight: 70, texts: ['Prices rose by 2.9% over the year'] },
        ]),
        aSection('housing', [{ weight: 50, texts: ['The mortgage rate fell to 6.95%'] }]),
        aSection('insiders', [{ weight: 55, texts: ['Jane Doe bought $12.0 million of Acme'] }]),
      ],
    })
    expect(content.subject).toBe('Pay after prices rose by 1.0%')
    expect(content.preheader).toBe(
      'Jane Doe bought $12.0 million of Acme. The mortgage rate fell to 6.95%. The S&P 500 fell by 1.0%.',
    )
    expect(content.sections.map(({ name }) => name)).toEqual(['insiders', 'housing', 'economy', 'markets'])
    expect(content.topFindings.map(({ section }) => section)).toEqual(['economy', 'insiders', 'housing'])
    const [lead] = content.topFindings
    const economy = content.sections.find(({ name }) => name === 'economy')
    expect([lead?.kicker, lead?.title]).toEqual([economy?.findings[0]?.kicker, economy?.findings[0]?.title])
    expect(lead?.kicker).toBeTruthy()
    expect(editionContentSchema.parse(content)).toEqual(content)
  })

  it('takes the longest wording below 60 characters', () => {
    const texts = ['x'.repeat(60), 'y'.repeat(59), 'z']
    const { subject } = composeEdition({ ...SLOT, sections: [aSection('housing', [{ weight: 1, texts }])] })
    expect(subject).toBe('y'.repeat(59))
  })

  it('has a subject and a line beside it where four sections are missing and the fifth is quiet', () => {
    const quiet: ComposedSection = {
      content: { ...aSection('insiders').content, summary: [], findings: [] },
      headlines: [{ weight: 1, texts: ['A quiet week: no insider purchases or sales'] }],
    }
    const content = composeEdition({
      ...SLOT,
      sections: [quiet, ...NAMES.slice(1).map((name) => anUnavailable(name))],
    })
    expect(content.subject).toBe('A quiet week: no insider purchases or sales')
    expect(content.preheader).toBe(
      'Every figure links to its record. Where a source failed, the letter says so.',
    )
    expect(content.topFindings).toEqual([])
    expect(content.sections[0]?.summary).toEqual([
      [{ text: 'The records of this week hold nothing that we could tell here.' }],
    ])
  })

  it('has a subject where no headline fits', () => {
    const content = composeEdition({
      ...SLOT,
      sections: [aSection('markets', [{ weight: 30, texts: ['x'.repeat(80), ''] }])],
    })
    expect(content.subject).toBe('The week’s money news')
  })

  it('keeps the line beside the subject below 140 characters, in whole sentences', () => {
    const headlines = (letter: string) => [{ weight: 20, texts: [letter.repeat(55)] }]
    const { preheader } = composeEdition({
      ...SLOT,
      sections: NAMES.map((name, index) => aSection(name, headlines('abcde'.charAt(index)))),
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
