import { describe, expect, it } from 'vitest'

import type { Sentence } from '../../../shared/edition-contract.ts'
import { analyseCongress } from './analyse-congress.ts'
import { createCoverage, createMember, createTrade, createTradeOf } from './testing/congress-trades.ts'
import type { CongressInput } from './congress-section.ts'
import type { CongressTrade } from '../../records/congress/congress-trade.ts'
import type { SectionText } from '../facts/section-words.ts'
import { composeCongressWeek, CONGRESS_WEEK, createRuns } from '../testing/compose-congress-week.ts'
import { composeCongress } from './congress-words.ts'

/** Each word of a week held against the facts. */
async function compose(trades: readonly CongressTrade[], parts: Partial<CongressInput> = {}) {
  const { unbound, unwritten, ...composed } = await composeCongressWeek(trades, parts)
  expect([unbound, unwritten]).toEqual([[], []])
  return composed
}

const wordsOf = (sentences: readonly Sentence[]) =>
  sentences.map((sentence) => sentence.map(({ text }) => text).join(''))

const ofThree = (parts: Partial<CongressTrade> = {}) =>
  ['Ann Roe', 'Bo Roe', 'Cy Roe'].map((name) => createTradeOf(name, parts))

describe('a finding in words', () => {
  it('says who, what, when, whose and where to read it', async () => {
    const { content } = await compose([createTrade({ owner: 'SP' })])
    const [finding] = content.findings
    expect(finding).toMatchObject({
      id: 'congress/buy/house-20000001-1',
      tone: 'rise',
      kicker: '+ Bought',
      title: 'Jane Doe (D-CA)',
      figure: {
        text: '$1,001 to $15,000',
        href: 'https://house.example/20000001',
        factId: 'congress/buy/house-20000001-1/amount',
      },
      links: [{ text: 'Read the report', href: 'https://house.example/20000001' }],
    })
    expect(wordsOf(finding!.sentences)).toEqual([
      'Bought Acme Corp. (ACME) on Jan 6, 2025, for what the report marks as the spouse’s.',
      'Reported on Jan 28, 2025, 22 days after the trade.',
    ])
  })

  it('adds up rows and accounts, and links each report', async () => {
    const { content } = await compose([
      createTrade({ type: 'S (partial)' }),
      createTrade({ type: 'S', reportId: '3', owner: 'DC', tradedOn: '2025-01-10', filedOn: '2025-01-30' }),
    ])
    const [finding] = content.findings
    expect(finding).toMatchObject({ tone: 'fall', kicker: '− Sold', figure: { text: '$2,002 to $30,000' } })
    expect(wordsOf(finding!.sentences)).toEqual([
      'Sold Acme Corp. (ACME) between Jan 6, 2025 and Jan 10, 2025, from the filer’s own account and what the report marks as a dependent child’s.',
      'Reported by Jan 30, 2025, up to 22 days after the trade.',
      'The range adds up 2 rows.',
    ])
    expect(finding!.links.map(({ text }) => text)).toEqual(['Report of Jan 28', 'Report of Jan 30'])
  })

  it('does not say of all rows what is true of some', async () => {
    const { content } = await compose([
      createTrade({ tradedOn: '2024-11-01', description: 'Capital call' }),
      createTrade({ row: 2, assetType: 'EF' }),
    ])
    const [finding] = content.findings
    expect(finding?.kicker).toBe('+ Bought, partly reported late')
    expect(wordsOf(finding!.sentences)).toEqual([
      'Bought Acme Corp. (ACME) between Nov 1, 2024 and Jan 6, 2025, for the filer’s own account.',
      'Reported late in part: on Jan 28, 2025, up to 88 days after the trade, where the law allows 45 days.',
      'The range adds up 2 rows.',
      'Of part of it, the report’s own note speaks of a capital call: money that was promised to the fund before.',
    ])
    expect(wordsOf(content.summary).filter((words) => words.includes('88 days'))).toEqual([
      'Jane Doe reported purchases of Acme Corp. (ACME) up to 88 days after the trade.',
    ])
  })

  it('says of a late one what the law allows, and of a gap of years that it may be a slip', async () => {
    const { content } = await compose([
      createTrade({ tradedOn: '2020-01-06' }),
      createTradeOf('Ann Roe', { tradedOn: '2024-11-01' }),
    ])
    const [first, second] = content.findings
    expect([first, second].map((one) => one?.kicker)).toEqual(['+ Bought', '+ Bought, reported late'])
    expect(wordsOf(first!.sentences)[1]).toBe(
      'Reported late: on Jan 28, 2025, 88 days after the trade, where the law allows 45 days.',
    )
    expect(wordsOf(second!.sentences).slice(1)).toEqual([
      'Reported late: on Jan 28, 2025, 1,849 days after the trade, where the law allows 45 days.',
      'A gap of years may also be a slip in the report.',
      'In 2 cases of this week a report came later than the law allows; this is the longest.',
    ])
  })

  it('names nobody’s party where the filer fits no member', async () => {
    const { content } = await compose([createTrade({ member: undefined, chamber: 'senate' })])
    expect(content.findings[0]?.title).toBe('Jane Doe (Senate report)')
  })

  it('names the state that a report gives of a filer who fits no member, and of no other text', async () => {
    const titleOf = async (filerState: string) =>
      (await compose([createTrade({ member: undefined, filerState })])).content.findings[0]?.title
    expect(await titleOf('NC')).toBe('Jane Doe (House, NC)')
    expect(await titleOf('<1')).toBe('Jane Doe (House report)')
  })

  it('says what the report lists the asset as, and what is a capital call', async () => {
    const { content } = await compose([
      createTrade({
        assetType: 'HN',
        ticker: undefined,
        asset: 'Roe Partners',
        description: 'Capital call, $3,500',
      }),
    ])
    expect(content.findings[0]?.kicker).toBe('+ Bought, capital call')
    expect(wordsOf(content.findings[0]!.sentences)).toContain(
      'The report lists it as a hedge fund or a private equity fund.',
    )
  })

  it('gives the days of several rows in a table, too', async () => {
    const others = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((letter) =>
      createTradeOf(`Roe ${letter}`, {
        asset: `Large ${letter}`,
        ticker: undefined,
        low: 50_001,
        high: 100_000,
      }),
    )
    const { content } = await compose([
      ...others,
      createTradeOf('Bo Roe', { asset: 'Bo Fund', ticker: undefined }),
      createTradeOf('Bo Roe', { asset: 'Bo Fund', ticker: undefined, row: 2, tradedOn: '2025-01-09' }),
      createTradeOf('Cy Roe', { asset: 'Cy Fund', ticker: undefined }),
    ])
    expect(content.table?.rows.map((cells) => wordsOf(cells)[2])).toEqual([
      'Jan 6, 2025 to Jan 9, 2025',
      'Jan 6, 2025',
    ])
  })

  it('says in a table, too, what was sold in part and what is a capital call', async () => {
    const others = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((letter) =>
      createTradeOf(`Roe ${letter}`, {
        asset: `Large ${letter}`,
        ticker: undefined,
        low: 50_001,
        high: 100_000,
      }),
    )
    const { content } = await compose([
      ...others,
      createTradeOf('Bo Roe', { asset: 'Bo Fund', ticker: undefined, type: 'S (partial)' }),
      createTradeOf('Cy Roe', { asset: 'Cy Fund', ticker: undefined, comments: 'capital call' }),
    ])
    expect(content.table?.rows.map(([first]) => wordsOf([first!])[0])).toEqual([
      'Cy Roe (D-CA) bought (capital call) Cy Fund',
      'Bo Roe (D-CA) sold part of Bo Fund',
    ])
  })

  it('tells a link to a committee as a heuristic, and only then has its notice', async () => {
    const committees = [{ id: 'HSBA', name: 'House Committee on Financial Services' }]
    const member = createMember({ committees })
    const { content } = await compose([createTrade({ member, asset: 'First Bank' })])
    expect(wordsOf(content.findings[0]!.sentences)).toContain(
      'By today’s list the filer sits on the House Committee on Financial Services, and a word of the asset’s name points to banking. A heuristic, not proof of access or intent.',
    )
    const isNote = (notice: string) => notice.includes('not proof of access or intent')
    expect(content.notices.filter(isNote)).toHaveLength(1)
    expect((await compose([createTrade()])).content.notices.filter(isNote)).toEqual([])
  })

  it('has numbers in names only where a fact bears them out', async () => {
    const asset = '3M Twenty-Four 7.5% 2031 Series B'
    const { content } = await compose([
      createTrade({ asset, ticker: undefined, member: undefined, filer: '8220 Unknown' }),
    ])
    expect(wordsOf(content.findings[0]!.sentences)[0]).toContain(asset)
  })
})

describe('a herd in words', () => {
  it('says how many, which way and when, by which rule, and what it is not', async () => {
    const { content } = await compose(ofThree())
    const [herd, ...others] = content.findings
    expect(herd).toMatchObject({
      kicker: '+ Bought by several',
      title: 'Acme Corp. (ACME)',
      figure: { text: '$3,003 to $45,000' },
    })
    expect(wordsOf(herd!.sentences)).toEqual([
      '3 filers in Congress bought these shares, on Jan 6, 2025, by reports of this week.',
      'We name it when 3 or more trade the same shares in the same direction within 30 days. It is not a claim of coordination.',
    ])
    expect(others).toHaveLength(3)
    expect(content.notices.some((notice) => notice.includes('not a claim of coordination'))).toBe(true)
    expect(content.table).toMatchObject({ title: 'Traded by several filers' })
    expect(wordsOf(content.table!.rows[0]!)).toEqual([
      'Acme Corp. (ACME)',
      '3 filers, $3,003 to $45,000',
      'nobody',
    ])
  })

  it('stands before at most six others', async () => {
    const more = Array.from({ length: 12 }, (_, index) =>
      createTradeOf(`Roe ${'abcdefghijkl'.charAt(index)}`, { asset: `Other ${index}`, ticker: undefined }),
    )
    const { content } = await compose([...ofThree(), ...more])
    expect(content.findings).toHaveLength(7)
  })
})

describe('the summary', () => {
  it('adds up ranges, counts by party, and carries what is required', async () => {
    const { content } = await compose([
      createTrade(),
      createTradeOf('Bo Roe', { type: 'S', ticker: 'BO', asset: 'Bo Inc.' }),
    ])
    expect(wordsOf(content.summary)).toEqual([
      'Reports of 2 filers in the House, made public from Jan 27, 2025 to Feb 2, 2025, name purchases of $1,001 to $15,000 and sales of $1,001 to $15,000, as sums of the ranges that they give.',
      'Among Democrats, 1 bought and 1 sold.',
      'Jane Doe reported a purchase of Acme Corp. (ACME) worth $1,001 to $15,000.',
      'Bo Roe reported a sale of Bo Inc. (BO) worth $1,001 to $15,000.',
      'Of the week’s reports from Congress, 1 were listed and 1 were read.',
    ])
  })

  it.each([
    ['Among Democrats, 1 both bought and sold.', ['P', 'S'], []],
    ['Among Democrats, 2 bought and 1 sold (1 of them did both).', ['P', 'S'], ['P']],
    ['Among Democrats, 1 bought and 1 sold.', ['P'], ['S']],
  ] as const)('counts a person who did both as one: %s', async (expected, ofJane, ofBo) => {
    const { content } = await compose([
      ...ofJane.map((type, index) => createTrade({ type, row: index + 1 })),
      ...ofBo.map((type) => createTradeOf('Bo Roe', { type, ticker: 'BO', asset: 'Bo Inc.' })),
    ])
    expect(wordsOf(content.summary)[1]).toBe(expected)
  })

  it('says of how many filers no party is known', async () => {
    const { content } = await compose([createTrade(), createTradeOf('Kay Roe', { member: undefined })])
    expect(wordsOf(content.summary)[1]).toBe(
      'Among Democrats, 1 bought and nobody sold. Of 1 more filer we know no party.',
    )
  })

  it('says before anything else how many reports were not read', async () => {
    const unread = [
      {
        reportId: '9',
        filer: 'Cy Roe',
        url: 'https://house.example/9',
        code: 'server-failed' as const,
        reason: 'answered 503',
      },
    ]
    const coverage = [createCoverage({ listed: 3, read: 2, unread })]
    const { content } = await compose([createTrade()], { coverage })
    expect(wordsOf(content.summary)[0]).toBe(
      'Of 3 reports of the week, 1 could not be read whole, so trades may be missing here.',
    )
  })

  it('is the model’s where one wrote it, behind what must come first', () => {
    const section = analyseCongress(
      { trades: [createTrade()], coverage: [createCoverage()], runs: createRuns('complete', 'failed') },
      CONGRESS_WEEK,
    )
    const text: SectionText = {
      section: 'congress',
      sentences: [
        [
          { text: 'Jane Doe', isFilled: true },
          { text: ' bought ' },
          { text: '$1,001 to $15,000', factId: 'congress/buy/house-20000001-1/amount' },
          { text: '.' },
        ],
      ],
      meaning: ['A report shows what was traded.'],
      label: 'AI-written',
      model: 'small-1',
    }
    const content = composeCongress(section, text)
    expect(content).toMatchObject({ label: 'AI-written', model: 'small-1', meaning: text.meaning })
    expect(wordsOf(content.summary)).toEqual([
      'The Senate’s site gave no usable answer this week, so its reports are missing. It is not that nobody traded.',
      'Jane Doe bought $1,001 to $15,000.',
    ])
    const wrong = { ...text, sentences: [[{ text: '$1', factId: 'congress/none' }]] }
    expect(() => composeCongress(section, wrong)).toThrow(TypeError)
  })

  it('warns first where most rows cannot be right', async () => {
    const { content } = await compose([
      createTrade(),
      createTrade({ row: 2, tradedOn: '2025-03-01' }),
      createTrade({ row: 3, tradedOn: '2025-03-01' }),
    ])
    expect(wordsOf(content.summary)[0]).toBe(
      'Take this week with care: of 3 rows in its reports, 2 date a trade after the report itself became public. We left those out.',
    )
    expect(wordsOf(content.coverage)).toContain(
      'We left 2 rows out that date a trade after their report became public. Either the reports or our reading of them have wrong days: Report of Jan 28.',
    )
  })
})
