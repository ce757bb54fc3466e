import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_ATTEMPTS } from '../testing/statements.ts'
import type { EditionContent, SectionContent, Span } from '../../../shared/edition-contract.ts'
import {
  BUSY,
  buyValue,
  CHANGE,
  FACTS,
  FELL,
  LETTER,
  LEVEL,
  RANGE,
  SLOT_DATE,
  TOLD,
} from '../testing/busy-letter.ts'
import { createWeek, WEEK } from '../testing/busy-week.ts'
import { accessionOf, createFiling, createTransaction } from '../testing/insider-filings.ts'
import { aLetter } from '../testing/edition-content.ts'
import { checkEditionBound } from './check-bound.ts'
import { composeEdition, composeUnavailable } from './compose-edition.ts'
import { listFormats } from './fact-formats.ts'
import { stateInsiders } from '../insiders/insider-statements.ts'
import { composeInsiders } from '../insiders/insider-tables.ts'
import { figure, plain } from './format-fact.ts'

function createContent(changes: Partial<SectionContent> = {}): EditionContent {
  const composed = composeInsiders(BUSY, SLOT_DATE, NO_ATTEMPTS)
  const content: SectionContent = {
    ...composed,
    chart: {
      title: 'The 30-year mortgage rate',
      alt: [plain('From Feb 1, 2024 to Jan 30, 2025, when it was '), figure(LEVEL), plain('.')],
      unit: 'percent',
      points: [
        ['2024-02-01', 6.6],
        ['2025-01-30', 6.95],
      ],
      credit: 'Freddie Mac',
    },
    ...changes,
  }
  const edition = composeEdition({
    slotDate: '2025-02-03',
    week: WEEK,
    letter: LETTER,
    sections: [content, composeUnavailable('housing', 'Freddie Mac', 'server-failed')],
    statements: [TOLD],
  })
  return { ...edition, preheader: `${edition.preheader} A report of $1,001 to $15,000. A rate of 6.95%.` }
}

const CLEAN = createContent()
const inTable = (spans: readonly Span[]): Pick<SectionContent, 'tables'> => ({
  tables: [{ title: 'Bought', columns: ['Who'], rows: [{ head: spans, about: [], cells: [] }] }],
})
const withRow = (...spans: Span[]) => createContent(inTable(spans))
const reasons = (content: EditionContent) => checkEditionBound(content, FACTS).map(({ reason }) => reason)

describe('an edition whose figures are bound', () => {
  it('passes the check', () => {
    expect(checkEditionBound(CLEAN, FACTS)).toEqual([])
  })

  it.each([
    ['a sign that agrees', [plain('The change was '), figure(CHANGE, '−0.25 percentage points')]],
    ['a word for the sign before it', [plain('It fell by '), figure(CHANGE, '0.25 percentage points')]],
    [
      'a word for the sign after it',
      [figure(CHANGE, '0.25 percentage points'), plain(' lower than before.')],
    ],
    [
      'a fact for the sign anywhere in its sentence',
      [
        plain('A change of '),
        figure(CHANGE, '0.25 percentage points'),
        plain(' shows that it '),
        figure(FELL),
      ],
    ],
    ['a capital at its beginning', [figure(FELL, 'Fell'), plain(', it did.')]],
    ['a unit that is somewhere else in the sentence', [plain('Down by '), figure(CHANGE, '0.25')]],
    ['a whole range', [plain('It is '), figure(RANGE), plain('.')]],
    ['a known month', [plain('In January 2025.')]],
    ['a name with a number', [plain('The 30-year mortgage rate, and 2seventy bio, Inc. too.')]],
    ['fixed words', [plain('Form 4/A and Rule 10b5-1, under 5 U.S.C. 13107, like the S&P 500.')]],
    ['the edition’s own day', [plain('Monday, February 3, 2025')]],
  ])('may have %s', (_what, spans) => {
    expect(checkEditionBound(withRow(...spans), FACTS)).toEqual([])
  })

  it('may name in its coverage a day that is too old for the letter', () => {
    const coverage = [[plain('Last published Oct 1, 2023: too old.')]]
    expect(checkEditionBound(createContent({ coverage }), FACTS)).toEqual([])
    expect(reasons(createContent({ coverage: [[plain('Last published Oct 1, 2026.')]] }))).toHaveLength(1)
  })

  it('results from any week of insiders’ trades', () => {
    const trade = fc.record({
      code: fc.constantFrom('P' as const, 'S' as const),
      shares: fc.integer({ min: 1, max: 20_000_000 }),
      price: fc.double({ min: 0.0001, max: 5000, noNaN: true }),
      ownedAfter: fc.option(fc.integer({ min: 0, max: 100_000_000 }), { nil: undefined }),
      isPlanned: fc.option(fc.boolean(), { nil: undefined }),
      tradedOn: fc.constantFrom('2025-01-02', '2025-01-21', '2025-01-27', '2025-02-01'),
    })
    const cheap = { code: 'P', shares: 1, price: 0.0001, tradedOn: '2025-01-02' } as const
    const filing = fc.record({
      issuerCik: fc.constantFrom('42', '43', '44'),
      issuerName: fc.constantFrom(
        '3M CO',
        'Acme Corp.',
        'TWO HARBORS INVESTMENT CORP.',
        '1-800-FLOWERS COM INC',
        '',
      ),
      ticker: fc.constantFrom('ACME', 'TWO', 'MMM3', undefined),
      ownerName: fc.constantFrom('Doe Jane', '667, L.P.', 'One Equity Partners', 'Smith 3rd John', ''),
      ownerCiks: fc.subarray(['1', '2', '3', '4'], { minLength: 1 }),
      transactions: fc
        .array(trade, { minLength: 1, maxLength: 3 })
        .map((lines) => lines.map((line, index) => createTransaction({ ...line, line: index + 1 }))),
    })
    fc.assert(
      fc.property(fc.array(filing, { maxLength: 12 }), (filings) => {
        const section = createWeek(
          ...filings.map((parts, index) => createFiling({ ...parts, accession: accessionOf(index) })),
        )
        const told = stateInsiders(section)
        const composed = composeInsiders(section, SLOT_DATE, NO_ATTEMPTS)
        const content = composeEdition({
          slotDate: '2025-02-03',
          week: WEEK,
          letter: aLetter(),
          sections: [composed],
          statements: [told],
        })
        expect(checkEditionBound(content, [...section.facts, ...told.facts])).toEqual([])
      }),
      {
        numRuns: 40, // So cheap that its value rounds to zero.
        examples: [
          [
            [
              {
                issuerCik: '42',
                issuerName: '3M CO',
                ticker: 'ACME',
                ownerName: 'Doe Jane',
                ownerCiks: ['4'],
                transactions: [createTransaction({ ...cheap, isPlanned: true }), createTransaction(cheap)],
              },
            ],
          ],
        ],
      },
    )
  })
})

describe('a figure that no fact supports', () => {
  const [first] = BUSY.buys
  const [sale] = BUSY.sales
  const page = (one = first) => one!.filings[0]!.pageUrl

  it.each<[string, Span[], string]>([
    ['a wrong digit', [figure(buyValue, '$1.1 million')], 'is not its fact’s value'],
    ['a wrong unit', [figure(buyValue, '$1.0 billion')], 'is not its fact’s value'],
    ['another fact’s value', [figure(buyValue, '$1.25 billion')], 'is not its fact’s value'],
    ['one end of a range', [figure(RANGE, '$15,000')], 'is not its fact’s value'],
    ['the middle of a range', [figure(RANGE, '$8,001')], 'is not its fact’s value'],
    ['a lost sign', [figure(CHANGE, '0.25 percentage points')], 'is without its sign'],
    ['a reversed sign', [figure(CHANGE, '+0.25 percentage points')], 'is without its sign'],
    ['a sign that the fact does not have', [figure(LEVEL, '−6.95%')], 'has another sign than its fact'],
    ['more words than the value', [figure(buyValue, '$1.0 million a week')], 'is not its fact’s value'],
    [
      'the record of another fact',
      [figure(first!.facts.value, undefined, page(sale))],
      'does not lead to its fact’s record',
    ],
    [
      'a record on another site',
      [figure(buyValue, undefined, 'https://evil.test/')],
      'does not lead to its fact’s record',
    ],
    ['no record', [{ text: '$1.0 million', factId: buyValue.id }], 'does not lead to its fact’s record'],
    ['further digits after the figure', [figure(LEVEL), plain('5')], 'runs on into other words'],
    ['a longer word after its unit', [figure(LEVEL, '6.95%'), plain('k')], 'runs on into other words'],
    ['digits before it', [plain('$'), figure(BUSY.coverage.read)], 'runs on into other words'],
    ['digits in words', [plain('It rose by 5%.')], 'is bound to no fact'],
    ['digits of another script', [plain('It rose by ٥.')], 'is bound to no fact'],
    ['a part of a longer name', [plain('A third of them sold.')], 'is bound to no fact'],
    ['a number word', [plain('Twelve insiders bought.')], 'is bound to no fact'],
    ['a hidden number word', [plain('They sold thirty-two million.')], 'is bound to no fact'],
    ['an unknown day', [plain('On Mar 3, 2025.')], 'is bound to no fact'],
    ['an unknown month', [plain('In May 2025.')], 'is bound to no fact'],
    ['a year', [plain('Since 2019.')], 'is bound to no fact'],
    ['a name that continues', [plain('The S&P 5000.')], 'is bound to no fact'],
    [
      'a link that leads to no ticker’s page',
      [{ text: 'Read', href: '/stocks' }],
      'is no address of a record',
    ],
    [
      'a link that runs a script',
      [{ text: 'Read', href: 'javascript:alert()' }],
      'is no address of a record',
    ],
  ])('is found in a table: %s', (_what, spans, reason) => {
    expect(reasons(withRow(...spans))).toContain(reason)
  })

  it('is found in a section that does not have the fact', () => {
    const housing = composeUnavailable('housing', 'Freddie Mac')
    const content: EditionContent = {
      ...CLEAN,
      sections: [{ ...housing, state: 'ready', ...inTable([figure(buyValue)]) }],
      topFindings: [],
    }
    expect(reasons(content)).toContain(`names ${buyValue.id}, which is no fact of housing`)
  })

  it.each([
    '4 insiders bought $731,071 of Acme',
    '3 insiders bought $731,072 of Acme',
    'An insider sold $1.25 million of Tesla',
    'An insider sold up to $15,000 of Tesla',
    'An insider sold $1.26 billion of Tesla',
    'Five insiders bought',
    'A rate of -6.95%',
    'A rate of 6.95 points',
    'A change of 0.25 percentage points',
    'The rate rose by 0.25 percentage points',
    // The number of its day is that of a count.
    'Insiders bought $1.0 million of Acme on Mar 3',
  ])('is found in the subject and the preheader: %s', (text) => {
    for (const line of ['subject', 'preheader']) {
      expect(reasons({ ...CLEAN, [line]: text })).toContain('is the value of no fact')
    }
  })

  it.each([
    'billion',
    'billion of Tesla',
    'of Tesla, Inc. (3 billion)',
    '25 billion',
    '1-800-FLOWERS COM INC',
  ])('is not seen in a true one because a company is called %j, nor overlooked in a false one', (subject) => {
    const odd = { ...buyValue, id: 'insiders/odd', value: 1.26, subject }
    const facts = [...FACTS, odd, { ...odd, id: 'insiders/one', value: 1, subject: 'million' }]
    const faultsOf = (line: string) =>
      checkEditionBound({ ...CLEAN, subject: line }, facts).filter(({ where }) => where === 'subject')
    expect(faultsOf('An insider sold $1.25 billion of Tesla')).toEqual([])
    expect(faultsOf(`An insider bought $1.0 million of ${subject}`)).toEqual([])
    expect(faultsOf('An insider sold $1.26 billion of Tesla')).not.toEqual([])
    expect(faultsOf('An insider sold $1.25 million of Tesla')).not.toEqual([])
  })

  it('is found in a finding whose section the edition does not have', () => {
    const [top] = CLEAN.topFindings
    expect(reasons({ ...CLEAN, topFindings: [{ ...top!, section: 'housing' }] })).toEqual([
      'is of a section that the edition does not have',
    ])
  })

  it('is found wherever it appears and whatever kind it is', () => {
    const texts = listPlaces(CLEAN, (value, path) => typeof value === 'string' && isRead(path))
    const figures = listPlaces(
      CLEAN,
      (value) => typeof value === 'object' && value !== null && 'factId' in value,
    )
    expect(texts.length).toBeGreaterThan(150)
    expect(figures.length).toBeGreaterThan(40)
    const numbers = ['61 ', '99% ', '$3.2 million ', 'Eleven ', 'Mar 9, 2027 ', 'half ', '½ ', 'two hundred ']
    const inText = fc.record({ path: fc.constantFrom(...texts), number: fc.constantFrom(...numbers) })
    const inFigure = fc.record({
      path: fc.constantFrom(...figures),
      spoiler: fc.constantFrom(...Object.keys(SPOILERS)),
      seed: fc.nat(1000),
    })
    fc.assert(
      fc.property(fc.oneof(inText, inFigure), (fault) => {
        const content = plant(CLEAN, fault.path, (value) =>
          'number' in fault
            ? `${fault.number}${String(value)}`
            : SPOILERS[fault.spoiler]!(value as Required<Span>, fault.seed),
        )
        expect(checkEditionBound(content, FACTS)).not.toEqual([])
      }),
      { numRuns: 150 },
    )
  })
})

/** Each spoils one figure, for instance with another digit, another fact or another record. */
const SPOILERS: Record<string, (span: Required<Span>, seed: number) => Span> = {
  digit: (span, seed) => {
    const digits = [...span.text.matchAll(/\d/g)]
    const { index } = digits[seed % digits.length]!
    const other = (Number(span.text[index]) + 1 + (seed % 8)) % 10
    return { ...span, text: `${span.text.slice(0, index)}${other}${span.text.slice(index + 1)}` }
  },
  fact: (span, seed) => {
    const others = FACTS.filter((fact) => !listFormats(fact).includes(span.text))
    return { ...span, factId: others[seed % others.length]!.id }
  },
  unknown: (span) => ({ ...span, factId: `${span.factId}/none` }),
  record: (span) => ({
    ...span,
    href: 'https://www.sec.gov/Archives/edgar/data/9/0000000009-25-000009-index.htm',
  }),
  // A known day needs no fact, so a number is added to it.
  unbound: ({ text, href }) => ({ text: /^\w{3} \d/.test(text) ? `${text} 7` : text, href }),
  more: (span) => ({ ...span, text: `${span.text} million` }),
  sign: (span) => ({ ...span, text: `−${span.text}` }),
}

type Path = readonly (string | number)[]

function isRead(path: Path): boolean {
  const last = path.at(-1)
  const isWords =
    typeof last === 'number' ||
    ['text', 'title', 'credit', 'subject', 'preheader', 'headline'].includes(last ?? '')
  return isWords && !path.includes('points')
}

function listPlaces(
  value: unknown,
  isWanted: (value: unknown, path: Path) => boolean,
  path: Path = [],
): Path[] {
  const inside =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, part]) =>
          listPlaces(part, isWanted, [...path, Array.isArray(value) ? Number(key) : key]),
        )
      : []
  return isWanted(value, path) ? [path, ...inside] : inside
}

function plant<T>(content: T, path: Path, change: (value: unknown) => unknown): T {
  const copy = structuredClone(content)
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((at, key) => (at as Record<string | number, unknown>)[key], copy)
  const record = parent as Record<string | number, unknown>
  const key = path.at(-1)!
  record[key] = change(record[key])
  return copy
}
