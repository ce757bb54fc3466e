import { HtmlValidate } from 'html-validate'
import { describe, expect, it } from 'vitest'

import { addDays, listDays } from './business-days.ts'
import { analyseInsiders } from './analyse/insiders/analyse-insiders.ts'
import { closeKey } from './analyse/insiders/judge-trades.ts'
import { renderEdition } from './compose/render-edition.tsx'
import type { EditionInput } from './edition-input.ts'
import type { Fact } from './fact.ts'
import type { InsiderCollection, InsiderFiling } from './insider-filing.ts'
import type { InsiderSection } from './insider-section.ts'
import { UNSUBSCRIBE_URL_SLOT } from './recipient-slots.ts'
import { createCollection, createFiling, createTransaction } from './testing/insider-filings.ts'

const WEEK = { from: '2025-01-27', to: '2025-02-02' }
const SITE = {
  name: 'Lunchpail',
  url: 'https://lunchpail.example',
  contactEmail: 'hello@lunchpail.example',
  operatorName: 'Lunchpail Cooperative',
  postalAddress: 'PO Box, Springfield, USA',
  mailFrom: 'Lunchpail <monday@lunchpail.example>',
}
const accession = (number: number) => `0000000042-25-${String(number).padStart(6, '0')}`

function createInput(analysis: InsiderSection): EditionInput {
  return { slotDate: '2025-02-03', site: SITE, sections: [{ name: 'insiders', state: 'ready', analysis }] }
}

/** A week with something of everything: late, planned, suspect, unverified, corrected, repeated, unread, a cluster. */
function createBusyWeek(): InsiderSection {
  const filings: InsiderFiling[] = [1, 2, 3].map((number) =>
    createFiling({
      accession: accession(number),
      ownerCiks: [String(number)],
      transactions: [
        createTransaction({ shares: 12_345 * number, price: 9.87, ownedAfter: 500_000 * number }),
      ],
    }),
  )
  filings.push(
    createFiling({
      accession: accession(4),
      issuerCik: '43',
      issuerName: 'TESLA, INC.',
      ticker: 'TSLA',
      ownerCiks: ['9'],
      filedOn: '2025-01-31',
      transactions: [
        createTransaction({
          code: 'S',
          shares: 5_000_000,
          price: 250.125,
          isPlanned: true,
          tradedOn: '2025-01-21',
        }),
        createTransaction({ code: 'S', line: 2, shares: 17, price: 0.5512, tradedOn: '2025-01-22' }),
      ],
    }),
    createFiling({
      accession: accession(5),
      issuerCik: '44',
      issuerName: 'Suspect & Co',
      ticker: 'SUSP',
      transactions: [createTransaction({ price: 1234.5 })],
    }),
    createFiling({
      accession: accession(6),
      issuerCik: '45',
      ticker: undefined,
      transactions: [createTransaction({ shares: 2_000_000, price: 4321 })],
    }),
    createFiling({
      accession: accession(7),
      issuerCik: '46',
      ownerCiks: ['11', '12', '13'],
      transactions: [
        createTransaction({ price: undefined }),
        createTransaction({ line: 2, tradedOn: '2025-06-01' }),
        createTransaction({ line: 3, ownedAfter: 1000 }),
      ],
    }),
    createFiling({
      accession: accession(8),
      issuerCik: '46',
      ownerCiks: ['14'],
      form: '4/A',
      originalFiledOn: '2025-01-02',
    }),
  )
  const collection: InsiderCollection = createCollection(filings)
  return analyseInsiders(
    {
      ...collection,
      coverage: {
        ...collection.coverage,
        daysUnread: [{ day: '2025-01-30', reason: 'the SEC answered 503' }],
        listed: 13,
        unread: [1, 2, 3, 4, 5].map((number) => ({
          accession: accession(100 + number),
          pageUrl: 'https://www.sec.gov/',
          reason: number < 3 ? 'the SEC answered 503' : `its XML is broken: line ${number}`,
        })),
      },
    },
    new Map([
      [closeKey('SUSP', '2025-01-27'), { close: 12.25, adjustedClose: 12.25 }],
      [closeKey('TSLA', '2025-01-21'), { close: 249, adjustedClose: 249 }],
      [closeKey('TSLA', '2025-01-22'), { close: 0.6, adjustedClose: 249 }],
    ]),
    WEEK,
  )
}

/** Numerals of a text with what they claim: '$1.25 billion' -> 1.25e9 give or take half of its last digit. */
function listNumerals(text: string) {
  const prose = text
    .replaceAll(/https?:\/\/\S+/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/Form 4(\/A)?|Rule 10b5-1/g, '')
    // Days have a test of their own; links to several filings are named by the day alone.
    .replaceAll(/[A-Z][a-z]+ \d{1,2}(, \d{4})?/g, '')
  return [...prose.matchAll(/(\d[\d,]*(?:\.\d+)?)(%| million| billion)?/g)].map(
    ([whole, digits = '', unit = '']) => {
      const scale = { '%': 0.01, ' million': 1e6, ' billion': 1e9, '': 1 }[unit] ?? 1
      const decimals = digits.split('.')[1]?.length ?? 0
      const value = Number(digits.replaceAll(',', '')) * scale
      return { whole, value, tolerance: 0.5001 * 10 ** -decimals * scale }
    },
  )
}

function isBound(numeral: { value: number; tolerance: number }, facts: readonly Fact[]): boolean {
  return facts.some(
    ({ value }) => typeof value === 'number' && Math.abs(value - numeral.value) <= numeral.tolerance,
  )
}

const visible = (html: string) =>
  html
    .replaceAll(/<style>.*?<\/style>|<!--.*?-->/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')

describe('the letter', () => {
  it('holds no numeral that is not a fact, in subject, HTML and text', async () => {
    const analysis = createBusyWeek()
    const { subject, preheader, html, text } = await renderEdition(createInput(analysis))
    const numerals = [subject, preheader, visible(html), text].flatMap(listNumerals)
    expect(numerals.length).toBeGreaterThan(60)
    expect(numerals.filter((numeral) => !isBound(numeral, analysis.facts)).map(({ whole }) => whole)).toEqual(
      [],
    )
  })

  it('holds no day that is not in a fact', async () => {
    const analysis = createBusyWeek()
    const { html } = await renderEdition(createInput(analysis))
    const known = new Set(
      analysis.facts.flatMap(({ value, period, asOf }) => [String(value), period.from, period.to, asOf]),
    )
    const days = [...visible(html).matchAll(/[A-Z][a-z]+ \d{1,2}, \d{4}/g)].map(([day]) =>
      new Date(`${day} UTC`).toISOString().slice(0, 10),
    )
    expect(days.length).toBeGreaterThan(5)
    expect(days.filter((day) => !known.has(day) && day !== '2025-02-03')).toEqual([])
  })

  it('notices a planted figure', () => {
    const { facts } = createBusyWeek()
    expect(listNumerals('bought for $77.7 million').every((numeral) => isBound(numeral, facts))).toBe(false)
  })

  it('links every finding to its filing, and says what was left out and why', async () => {
    const analysis = createBusyWeek()
    const { html, text } = await renderEdition(createInput(analysis))
    for (const { filings } of [...analysis.buys, ...analysis.sales, ...analysis.clusters]) {
      for (const { pageUrl } of filings) {
        expect(html).toContain(`href="${pageUrl}"`)
        expect(text).toContain(pageUrl)
      }
    }
    const words = text.replaceAll(/\s+/g, ' ')
    for (const sentence of [
      'list 13 Form 4 filings of the week. We read 8 of them; 5 are unread (3: the document could not be read; 2: the SEC’s server failed).',
      'This week is incomplete: we read 8 of the 13 reports listed, and the list of some days is missing.',
      'No index could be read for Jan 30, 2025',
      'Left out: Suspect & Co (SUSP), bought for $1,234.50 a share by the form, with a close of $12.25.',
      'Left out: Acme Corp., bought for $8.64 billion by the form.',
      'In 1 case a trade was reported late',
      '1 corrected report (Form 4/A) belongs to a report of an earlier week',
      '3 insiders bought for $731,071 together, on Jan 27, 2025.',
      'on the open market or in private',
    ]) {
      expect(words).toContain(sentence)
    }
  })

  it('has what the law and the reader want of a letter, in both forms', async () => {
    const { html, text } = await renderEdition(createInput(createBusyWeek()))
    for (const body of [visible(html), text.replaceAll(/\s+/g, ' ')]) {
      for (const words of [
        'Automated summary',
        'no solicitation or recommendation to buy or sell any security',
        'do not guarantee future results',
        SITE.postalAddress,
        SITE.operatorName,
        'You get this letter because',
      ]) {
        expect(body).toContain(words)
      }
      expect(body).not.toMatch(/undefined|NaN|\[object|Infinity|null/)
    }
    expect(html).toContain(`href="${UNSUBSCRIBE_URL_SLOT}"`)
    expect(text).toContain(UNSUBSCRIBE_URL_SLOT)
  })

  it('keeps its subject below 60 characters and names the top fact', async () => {
    expect((await renderEdition(createInput(createBusyWeek()))).subject).toBe(
      '3 insiders bought $731,071 of Acme',
    )
    const long = createFiling({ issuerName: 'N'.repeat(70), ownerName: `${'O'.repeat(40)} Jane` })
    const { subject } = await renderEdition(
      createInput(analyseInsiders(createCollection([long]), new Map(), WEEK)),
    )
    expect(subject).toBe('An insider bought $10,000 of ACME')
  })

  it('says so where a week has no trade', async () => {
    const empty = analyseInsiders(createCollection([createFiling({ transactions: [] })]), new Map(), WEEK)
    const { subject, text } = await renderEdition(createInput(empty))
    expect(subject).toBe('A quiet week: no insider purchases or sales')
    expect(text.replaceAll('\n', ' ')).toContain(
      'No purchase or sale with a price stands in reports made public from Jan 27, 2025 to Feb 2, 2025, as far as we read them.',
    )
    expect(text).not.toContain('THE LARGEST')
  })

  it('says so where a section’s source failed', async () => {
    const input = createInput(createBusyWeek())
    const { html, text } = await renderEdition({
      ...input,
      sections: [...input.sections, { name: 'housing', state: 'unavailable', source: 'FRED' }],
    })
    for (const body of [visible(html), text.replaceAll(/\s+/g, ' ')]) {
      expect(body).toContain('Housing: FRED gave no usable answer this week')
    }
  })

  it('keeps what companies and people wrote as text', async () => {
    const hostile = '<script>alert(1)</script><a href="javascript:x">"&\'{{f1}}'
    const filing = createFiling({ issuerName: hostile, ownerName: hostile, ticker: 'EVIL' })
    const { html } = await renderEdition(
      createInput(analyseInsiders(createCollection([filing]), new Map(), WEEK)),
    )
    expect(html).toContain('&lt;script&gt;alert')
    expect(html).not.toMatch(/<script|href="javascript/i)
  })

  it('is one column of 600 px in Outlook too', async () => {
    const { html } = await renderEdition(createInput(createBusyWeek()))
    expect(html.match(/<!--\[if mso\]>/g)).toHaveLength(2)
    expect(html).not.toContain('data-mso')
  })

  it('wraps its plain text at 72 columns, addresses apart', async () => {
    const { text } = await renderEdition(createInput(createBusyWeek()))
    const long = text.split('\n').filter((line) => line.length > 72 && !/^\s*https?:\/\/\S+$/.test(line))
    expect(long).toEqual([])
  })

  it('is valid HTML for mail programs', async () => {
    const { html } = await renderEdition(createInput(createBusyWeek()))
    const validator = new HtmlValidate({
      extends: ['html-validate:recommended'],
      rules: {
        // Mail programs want the older document type, inline styles, and tables with their attributes.
        'doctype-style': 'off',
        'no-inline-style': 'off',
        'no-deprecated-attr': 'off',
        'attr-case': 'off',
        'void-style': 'off',
        'doctype-html': 'off',
        'no-conditional-comment': 'off',
        'presentation-role-style': 'off',
      },
    })
    const report = await validator.validateString(html)
    expect(
      report.results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message }) => `${ruleId}: ${message}`),
      ),
    ).toEqual([])
  })

  it('renders the same bytes from the same input, below 100 KB in the busiest week', async () => {
    const names = `${'Überlang & <Söhne> '.repeat(4)}Inc`
    const filings = Array.from({ length: 400 }, (_unused, number) => {
      const day = listDays(addDays(WEEK.from, -20), WEEK.from)[number % 20] ?? WEEK.from
      return createFiling({
        accession: accession(number),
        issuerCik: String(42 + (number % 12)),
        issuerName: names,
        ownerName: names,
        ownerCiks: [String(100 + (number % 12)), String(200 + (number % 12))],
        transactions: [
          createTransaction({ code: number % 24 < 12 ? 'P' : 'S', tradedOn: day, ownedAfter: number }),
        ],
      })
    })
    const input = createInput(analyseInsiders(createCollection(filings), new Map(), WEEK))
    const first = await renderEdition(input)
    expect(await renderEdition(input)).toEqual(first)
    expect(Buffer.byteLength(first.html)).toBeLessThan(100_000)
    expect(Buffer.byteLength(first.text)).toBeLessThan(100_000)
  })
})
