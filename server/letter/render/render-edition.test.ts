import { Window } from 'happy-dom'
import { HtmlValidate } from 'html-validate'
import { describe, expect, it } from 'vitest'

import type { EditionContent, SectionContent, Span } from '../../../shared/edition-contract.ts'
import { UNSUBSCRIBE_URL_SLOT } from '../../sending/deliveries/recipient-mail.ts'
import { anEditionContent, anEditionWithout } from '../testing/edition-content.ts'
import { renderEdition } from './render-edition.tsx'
import { listLengths } from './shorten-content.ts'
import { aLongContent } from './testing/long-content.ts'
import { SITE } from './testing/site.ts'

const ARCHIVE = 'https://lunchpail.example/newsletter/archive/2025-02-03'

async function set(content: EditionContent) {
  const { html, text } = await renderEdition({ site: SITE, content })
  const { document } = new Window()
  document.write(html)
  for (const unseen of document.querySelectorAll('style, [style*="display:none"]')) unseen.remove()
  return { html, body: document.body, words: flat(document.body.textContent), plain: flat(text) }
}

const flat = (text: string) => text.replaceAll(/\s+/g, ' ')

/** The edition with its first section changed. */
function withFirst(change: Partial<SectionContent>): EditionContent {
  const content = anEditionContent()
  const [first, ...others] = content.sections
  if (!first) throw new TypeError('The edition has no section.')
  return { ...content, sections: [{ ...first, ...change }, ...others] }
}

const DAYS = /(\b\w+day, )?[A-Z][a-z]+ (\d{1,2}, )?\d{4}/g
const FIXED = /Form 4|Rule 10b5-1|S&P 500|(15|30)-year|5 U\.S\.C\. 13107/g

/** Figures that lead nowhere. */
async function listLooseFigures(content: EditionContent): Promise<string[]> {
  const { body } = await set(content)
  for (const link of body.querySelectorAll('a')) link.remove()
  return flat(body.textContent)
    .replaceAll(DAYS, '')
    .replaceAll(FIXED, '')
    .split(/\s+/)
    .filter((word) => /\d/.test(word))
}

/** Every figure of the sections, and the links of their findings. */
function listRecords(sections: readonly SectionContent[]): Span[] {
  return sections
    .flatMap(({ summary, findings, table, coverage }) => [
      ...[...summary, ...coverage, ...(table?.rows.flat() ?? [])].flat(),
      ...findings.flatMap(({ figure, sentences, links }) => [figure, ...sentences.flat(), ...links]),
    ])
    .filter(({ href }) => href !== undefined)
}

describe('the figures', () => {
  it('all lead to a record', async () => {
    expect(await listLooseFigures(anEditionContent())).toEqual([])
    expect(
      await listLooseFigures(withFirst({ summary: [[{ text: 'They bought for $77.7 million.' }]] })),
    ).toEqual(['$77.7'])
  })

  it('lead to the record that the content names, each of them', async () => {
    const content = anEditionContent()
    const { body } = await set(content)
    const links = [...body.querySelectorAll('a')].map((link) => ({
      text: link.textContent,
      href: link.getAttribute('href'),
    }))
    const [parts = []] = listLengths(content)
    const records = listRecords(parts.map(({ section }) => section))
    expect(records.length).toBeGreaterThan(60)
    // The link of a short number takes its noun with it.
    const isLink = (record: Span) =>
      links.some(({ text, href }) => href === record.href && `${text} `.startsWith(`${record.text} `))
    expect(records.filter((record) => !isLink(record))).toEqual([])
    const isRecord = (link: (typeof links)[number]) =>
      listRecords(content.sections).some(
        ({ text, href }) => href === link.href && `${link.text} `.startsWith(`${text} `),
      )
    expect(links.filter((link) => /^\S*\d/.test(link.text) && !isRecord(link))).toEqual([])
  })

  it('have names that say where they lead, read out alone', async () => {
    const { body } = await set(anEditionContent())
    const actions = [...body.querySelectorAll('a.action')].map(
      (link) => link.getAttribute('aria-label') ?? link.textContent,
    )
    expect(actions.length).toBeGreaterThan(20)
    const doubles = actions.filter((name, index) => actions.indexOf(name) !== index)
    expect(doubles).toEqual([])
    for (const link of body.querySelectorAll('a[aria-label]')) {
      expect(link.getAttribute('aria-label')?.startsWith(link.textContent)).toBe(true)
    }
  })

  it('stand one large in each finding, under the way that it went', async () => {
    const { body } = await set(anEditionContent())
    const large = [...body.querySelectorAll('.figure a')].map((link) => link.textContent)
    expect(large).toHaveLength(15)
    expect(large.slice(0, 2)).toEqual(['$731,071', '$1.24 million'])
    const kickers = [...body.querySelectorAll('p.rise, p.fall')].map(({ textContent }) => textContent)
    expect(kickers.slice(0, 3)).toEqual(['+ Bought by several', '+ Bought', '− Sold'])
    expect(kickers).toContain('Freddie Mac, week of Jan 30, 2025: down')
    expect(kickers).toContain('Census Bureau, Dec 2024: up')
  })
})

describe('the sections', () => {
  it('stand in short at the head, each with what comes first in it', async () => {
    const { body } = await set(anEditionWithout('housing', 'FRED'))
    const lines = [...body.querySelectorAll('td.topic')].slice(0, 5).map(({ textContent }) => textContent)
    expect(lines).toEqual([
      'Insider tradesMaple Street Foods Corp. (MSF)+ Bought by several',
      'CongressRep. Joan Ellery: Northgate Semiconductor (NGS)+ Bought',
      'HousingMissing this week',
      'The economyPay after pricesBureau of Labor Statistics, Dec 2024: up',
      'MarketsS&P 500Week to Jan 31, 2025: down',
    ])
  })

  it('say who wrote the summary', async () => {
    const { body } = await set(anEditionContent())
    const labels = [...body.querySelectorAll('h2 + div p')].map(({ textContent }) => textContent)
    expect(labels.slice(0, 5)).toEqual([
      'Automated summary',
      'Automated summary',
      'Automated summary',
      'AI-written summary, checked against the records',
      'Automated summary',
    ])
  })

  it('say so where their source failed', async () => {
    const { words, plain } = await set(anEditionWithout('housing', 'FRED'))
    for (const body of [words, plain]) {
      expect(body).toContain('Housing: FRED gave no usable answer this week')
      expect(body).not.toContain('Homes begun')
    }
  })

  it('say so where a week gave nothing to single out', async () => {
    const { words, plain } = await set(
      withFirst({
        findings: [],
        summary: [[{ text: 'A quiet week.' }]],
        table: { title: 'The largest, to the dollar', columns: ['Who'], rows: [] },
      }),
    )
    for (const body of [words, plain]) {
      expect(body).toContain('No single figure to name: the section says why')
      expect(body).toContain('A quiet week.')
      expect(body.toLowerCase()).not.toContain('to the dollar')
    }
  })

  it('show a chart as a picture whose words stand in for it', async () => {
    const { body } = await set(anEditionContent())
    const pictures = [...body.querySelectorAll('img')].map((img) =>
      ['src', 'width', 'alt'].map((name) => img.getAttribute(name)),
    )
    expect(pictures).toHaveLength(3)
    expect(pictures[0]).toEqual([
      'https://lunchpail.example/newsletter/charts/2025-02-03/housing.png',
      '536',
      'Line: the 30-year mortgage rate since Oct 2024, to 6.95% in the week of Jan 30, 2025.',
    ])
  })
})

describe('the letter', () => {
  it('has what the law and the reader want of it, in both forms', async () => {
    const { html, words, plain } = await set(anEditionContent())
    for (const body of [words, plain]) {
      for (const wanted of [
        'Monday, February 3, 2025',
        'from Jan 27, 2025 to Feb 2, 2025',
        'no solicitation or recommendation to buy or sell any security',
        'do not guarantee future results',
        '5 U.S.C. 13107',
        SITE.postalAddress,
        SITE.operatorName,
        'You get this letter because',
      ]) {
        expect(body).toContain(wanted)
      }
      expect(body).not.toMatch(/undefined|NaN|\[object|Infinity|null/)
    }
    for (const address of [
      UNSUBSCRIBE_URL_SLOT,
      ARCHIVE,
      `${ARCHIVE}/figures`,
      'https://lunchpail.example/newsletter/corrections',
      'https://lunchpail.example/privacy-policy',
    ]) {
      expect(html).toContain(`href="${address}"`)
      expect(plain).toContain(address)
    }
  })

  it('keeps what companies and people wrote as text', async () => {
    const hostile = '<script>alert(1)</script><a href="javascript:x">"&\'<div data-mso="column"></div>'
    const [finding] = anEditionContent().sections[0]?.findings ?? []
    const { html } = await set(
      withFirst({ title: hostile, findings: finding ? [{ ...finding, title: hostile }] : [] }),
    )
    expect(html).toContain('&lt;script&gt;alert')
    expect(html).not.toMatch(/<script|href="javascript/i)
    expect(html.match(/<!--\[if mso\]>/g)).toHaveLength(3)
  })

  it('is one column of 600 px in Outlook too', async () => {
    const { html } = await set(anEditionContent())
    expect(html).toContain('<!--[if mso]><table role="presentation" width="600" align="center"')
    expect(html.match(/<!--\[if mso\]>/g)).toHaveLength(3)
    expect(html).not.toMatch(/data-mso|mso-styles/)
  })

  it('is valid HTML for mail programs', async () => {
    const { html } = await set(anEditionContent())
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
})

describe('the length', () => {
  it('of a week like others is below 60 KB, and the same bytes each time', async () => {
    const input = { site: SITE, content: anEditionContent() }
    const first = await renderEdition(input)
    expect(await renderEdition(input)).toEqual(first)
    expect(Buffer.byteLength(first.html)).toBeLessThan(60_000)
  })

  it('is the first of everything; the page has the rest', async () => {
    const { body, words, plain } = await set(aLongContent({ rows: 400, findings: 9, coverage: 40 }))
    expect(body.querySelectorAll('.figure')).toHaveLength(15)
    for (const table of body.querySelectorAll('table:not([role])')) {
      expect(table.querySelectorAll('tbody tr').length).toBeLessThanOrEqual(3)
    }
    const more = [...body.querySelectorAll('a')].filter(
      ({ textContent }) => textContent === 'More on the page',
    )
    expect(more.map((link) => link.getAttribute('href'))).toEqual(
      ['insiders', 'congress', 'housing', 'economy', 'markets'].map((name) => `${ARCHIVE}#${name}`),
    )
    expect(plain).toContain(`More on the page: ${ARCHIVE}#congress`)
    expect(words.split(' ').length).toBeLessThan(1600)
  })

  it('hides no failure: where there is no room for all of them, it says that there are more', async () => {
    const coverage = ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => [
      { text: `Source ${name} gave no usable answer.` },
    ])
    for (const [shown, says] of [
      [coverage.slice(0, 4), false],
      [coverage, true],
    ] as const) {
      const { words, plain } = await set(withFirst({ coverage: [[{ text: 'All else.' }], ...shown] }))
      for (const body of [words, plain]) {
        expect(body).toContain('Source one gave no usable answer.')
        expect(body).toContain('Source four gave no usable answer.')
        expect(body.includes('More could not be read than is told here')).toBe(says)
      }
    }
  })

  it('stays below 100,000 bytes whatever the week was, with three findings of each section', async () => {
    const { html, body } = await set(aLongContent({ rows: 200, findings: 20, links: 20, coverage: 100 }))
    expect(Buffer.byteLength(html)).toBeLessThan(100_000)
    expect(body.querySelectorAll('.figure')).toHaveLength(15)
    expect(html.match(/>More on the page</g)).toHaveLength(5)
    expect(html).toContain(UNSUBSCRIBE_URL_SLOT)
  })

  it('is refused where even the least is too long', async () => {
    const content = withFirst({ notices: ['A very long notice. '.repeat(6000)] })
    await expect(renderEdition({ site: SITE, content })).rejects.toThrow(
      /2025-02-03 is too long: 1\d{5} bytes/,
    )
  })
})
