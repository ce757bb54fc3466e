import { describe, expect, it } from 'vitest'

import { sectionContentSchema, type SectionContent, type Sentence } from '../../../shared/edition-contract.ts'
import { createFiling, createTransaction } from '../testing/insider-filings.ts'
import { composeInsiders } from './insider-words.ts'
import { BY_RULES, createBusyWeek, createWeek } from '../testing/busy-week.ts'

const words = (sentence: Sentence = []) => sentence.map(({ text }) => text).join('')

function listSentences({ summary, findings, coverage }: SectionContent): string[] {
  return [...summary, ...findings.flatMap(({ sentences }) => sentences), ...coverage].map(words)
}

describe('composeInsiders', () => {
  it('puts a busy week into words, and says what was left out and why', () => {
    const content = composeInsiders(createBusyWeek(), BY_RULES)
    expect(sectionContentSchema.parse(content)).toEqual(content)
    expect(content).toMatchObject({
      name: 'insiders',
      title: 'Insider trades',
      state: 'ready',
      label: 'automated summary',
      meaning: ['A sale says little by itself.'],
      notices: ['Source: SEC EDGAR, public domain.'],
    })
    expect(content.summary.map(words)).toEqual([
      'This week is incomplete: we read 9 of the 14 reports listed, and the list of some days is missing.',
      'Take this week’s sums with care: 5 of the 7 trades in them, for $1.0 million in all, could not be checked against a closing price.',
      'Company insiders reported purchases for $1.0 million in 3 companies and sales for $1.25 billion in 1 company, in reports made public from Jan 27, 2025 to Feb 2, 2025.',
    ])
    const sentences = listSentences(content)
    for (const sentence of [
      'The SEC’s daily indexes list 14 Form 4 filings of the week. We read 9 of them; 5 are unread (3: the document could not be read; 2: the SEC’s server failed).',
      'No index could be read for Jan 30, 2025: what was filed that day is missing here.',
      'Left out: Suspect & Co (SUSP), bought for $1,234.50 a share by the form, with a close of $12.25.',
      'Left out: Acme Corp., bought for $8.64 billion in all.',
      '2 trades were reported late: more than two business days after they were made.',
      '1 corrected report (Form 4/A) belongs to a report that is not among this week’s: its trades are not counted.',
      '3 insiders bought for $731,071 together, on Jan 27, 2025.',
      'Jane Doe (director) sold 5,000,017 shares at an average of $250.12, from Jan 21, 2025 to Jan 22, 2025.',
      'Reported late: up to 8 business days after the trade, where two are allowed.',
    ]) {
      expect(sentences).toContain(sentence)
    }
    expect(sentences[3]).toContain('3 insiders')
    expect(sentences.join(' ')).toContain('on the open market or in private')
  })

  it('shows the cluster first, then at most three purchases and three sales', () => {
    const trades = (code: 'P' | 'S') =>
      [1, 2, 3, 4, 5].map((number) =>
        createFiling({
          accession: `0000000042-25-00${code === 'P' ? 1 : 2}${String(number).padStart(3, '0')}`,
          issuerCik: code === 'P' ? '42' : String(50 + number),
          ownerCiks: [`${number}${code === 'P' ? 1 : 2}`],
          transactions: [createTransaction({ code, shares: number * 100 })],
        }),
      )
    const content = composeInsiders(createWeek(...trades('P'), ...trades('S')), BY_RULES)
    expect(content.findings.map(({ kicker }) => kicker)).toEqual([
      '+ Bought by several',
      ...Array.from({ length: 3 }, () => '+ Bought, price not checked'),
      ...Array.from({ length: 3 }, () => '− Sold, price not checked'),
    ])
    expect(content.findings.map(({ tone }) => tone).slice(3, 5)).toEqual(['rise', 'fall'])
  })

  it('leads each figure of a finding to the page of its filing, and keeps the fact', () => {
    const section = createWeek(createFiling())
    const content = composeInsiders(section, BY_RULES)
    const [page] = section.buys[0]!.filings
    const [finding] = content.findings
    expect(finding).toEqual({
      id: 'insiders/buy/42/77',
      tone: 'rise',
      kicker: '+ Bought, price not checked',
      title: 'Acme Corp. (ACME)',
      figure: { text: '$10,000', href: page?.pageUrl, factId: 'insiders/buy/42/77/value' },
      sentences: [
        [
          { text: 'Jane Doe (director) bought ' },
          { text: '1,000 shares', href: page?.pageUrl, factId: 'insiders/buy/42/77/shares' },
          { text: ' at ' },
          { text: '$10.00', href: page?.pageUrl, factId: 'insiders/buy/42/77/average-price' },
          { text: ', on Jan 27, 2025.' },
        ],
        [
          { text: 'That adds ' },
          { text: '200%', href: page?.pageUrl, factId: 'insiders/buy/42/77/size-against-holding' },
          { text: ' to the holding that the form names.' },
        ],
        [{ text: 'We know no closing price to check it against.' }],
      ],
      links: [{ text: 'Read the filing', href: page?.pageUrl }],
    })
    expect(content.table).toEqual({
      title: 'Trades, to the dollar',
      columns: ['Who and what', 'Value', 'Shares and price'],
      rows: [
        [
          [{ text: 'Jane Doe bought ACME' }],
          [{ text: '$10,000', href: page?.pageUrl, factId: 'insiders/buy/42/77/value' }],
          [
            { text: '1,000', href: page?.pageUrl, factId: 'insiders/buy/42/77/shares' },
            { text: ' at ' },
            { text: '$10.00', href: page?.pageUrl, factId: 'insiders/buy/42/77/average-price' },
            { text: ', not checked' },
          ],
        ],
      ],
    })
  })

  it('tells the filings of one day apart, and hands over to the SEC where they are many', () => {
    const filings = [1, 2, 3, 4, 5, 6].map((number) =>
      createFiling({
        accession: `0000000042-25-00000${number}`,
        filedOn: number < 3 ? '2025-01-28' : `2025-01-${27 + Math.min(number, 4)}`,
        transactions: [createTransaction({ shares: number })],
      }),
    )
    const content = composeInsiders(createWeek(...filings), BY_RULES)
    expect(content.findings[0]?.links.map(({ text }) => text)).toEqual([
      'Filing of Jan 28 (a)',
      'Filing of Jan 28 (b)',
      'Filing of Jan 30',
      'Filing of Jan 31 (a)',
      'Filing of Jan 31 (b)',
      'All filings at the SEC',
    ])
  })

  it('keeps the warning of an incomplete week before a model’s words', () => {
    const section = createBusyWeek()
    const { id, sourceUrl } = section.totals.buyValue
    const content = composeInsiders(section, {
      ...BY_RULES,
      label: 'AI-written',
      model: 'a-model',
      sentences: [[{ text: 'Insiders bought for ' }, { text: '$1.0 million', factId: id }, { text: '.' }]],
    })
    expect(content).toMatchObject({ label: 'AI-written', model: 'a-model' })
    expect(content.summary.map(words)).toEqual([
      'This week is incomplete: we read 9 of the 14 reports listed, and the list of some days is missing.',
      'Take this week’s sums with care: 5 of the 7 trades in them, for $1.0 million in all, could not be checked against a closing price.',
      'Insiders bought for $1.0 million.',
    ])
    expect(content.summary[2]?.[1]).toEqual({ text: '$1.0 million', factId: id, href: sourceUrl })
  })

  it('leads a model’s figure of a trade to the page of its filing', () => {
    const section = createWeek(createFiling())
    const [buy] = section.buys
    const content = composeInsiders(section, {
      ...BY_RULES,
      label: 'AI-written',
      sentences: [[{ text: '$10,000', factId: buy!.facts.value.id }]],
    })
    expect(content.summary.at(-1)?.[0]?.href).toBe(buy!.filings[0]!.pageUrl)
  })

  it('says so where a week has no trade', () => {
    const content = composeInsiders(createWeek(createFiling({ transactions: [] })), BY_RULES)
    expect(content.summary.map(words)).toEqual([
      'No purchase or sale with a price stands in reports made public from Jan 27, 2025 to Feb 2, 2025, as far as we read them.',
    ])
    expect(content.findings).toEqual([])
    expect(content.table).toBeUndefined()
  })

  it('says at its head that most of its trades are not of the week, and doubts a gap of years', () => {
    const late = createFiling({ transactions: [createTransaction({ tradedOn: '2022-01-27' })] })
    const content = composeInsiders(createWeek(late), BY_RULES)
    expect(content.summary.map(words).slice(0, 2)).toEqual([
      'Take this week’s sums with care: 1 of the 1 trade in them, for $10,000 in all, could not be checked against a closing price.',
      'The 1 trade was reported late, more than two business days after it was made.',
    ])
    expect(listSentences(content)).toContain('A gap of years may also be a slip in the report.')
    const some = composeInsiders(createBusyWeek(), BY_RULES)
    expect(listSentences(some).join()).not.toMatch(/gap of years/)
  })

  it('names no owner, role or ticker with a number in it: no fact bears it out', () => {
    const filing = createFiling({
      issuerName: '2seventy bio, Inc.',
      ticker: 'TSV7',
      ownerName: '667, L.P.',
    })
    const section = createWeek({
      ...filing,
      owners: [{ ...filing.owners[0]!, officerTitle: 'President of Unit 9' }],
    })
    const content = composeInsiders(section, BY_RULES)
    const [finding] = content.findings
    expect(finding?.title).toBe('2seventy bio, Inc.')
    expect(words(finding?.sentences[0])).toBe(
      'An insider (officer) bought 1,000 shares at $10.00, on Jan 27, 2025.',
    )
    expect(listSentences(content).join()).not.toMatch(/667|TSV7/)
  })
})
