import { describe, expect, it } from 'vitest'

import {
  type EditionContent,
  editionContentSchema,
  type LetterContent,
  type LetterSection,
} from '../../../shared/edition-contract.ts'
import { UNSUBSCRIBE_URL_SLOT } from '../../sending/deliveries/recipient-mail.ts'
import { countLetter } from '../statements/compose-letter.ts'
import { aLetter, anEditionContent, anEditionWithout, SITE } from '../testing/edition-content.ts'
import { renderEdition } from './render-edition.tsx'
import { aLongContent } from './testing/long-content.ts'
import { flat, listLetterFigures, readLetter } from './testing/read-letter.ts'

const ARCHIVE = 'https://lunchpail.example/newsletter/archive/2025-02-03'

async function set(content: EditionContent) {
  const { html, text } = await renderEdition({ site: SITE, content })
  return { html, plain: flat(text), ...readLetter(html) }
}

/** The edition with changes to its letter. */
function withLetter(change: Partial<LetterContent>): EditionContent {
  const content = anEditionContent()
  return { ...content, letter: { ...(content.letter ?? aLetter()), ...change } }
}

/** The edition with changes to one section of its letter. */
function withSection(name: string, change: Partial<LetterSection>): EditionContent {
  const { sections } = anEditionContent().letter ?? aLetter()
  const at = sections.findIndex((section) => section.name === name)
  const section = sections[at]
  if (!section) throw new TypeError(`The example has no ${name}.`)
  return withLetter({ sections: sections.with(at, { ...section, ...change }) })
}

const DAYS = /(\b\w+day, )?[A-Z][a-z]+ (\d{1,2}, )?\d{4}/g
const FIXED = /\$300,000 loan|\$1,000 at that rate|S&P 500|(10|30)-year|5 U\.S\.C\. 13107/g

/** Figures that have no link. A headline has no links, since its story repeats it. */
async function listLooseFigures(content: EditionContent): Promise<string[]> {
  const { body } = await set(content)
  for (const aside of body.querySelectorAll('a, h1')) aside.remove()
  return flat(body.textContent)
    .replaceAll(DAYS, '')
    .replaceAll(FIXED, '')
    .split(/\s+/)
    .filter((word) => /\d/.test(word))
}

it('has an example of the shape that editions have', () => {
  expect(editionContentSchema.parse(anEditionContent())).toEqual(anEditionContent())
})

describe('the figures of a letter', () => {
  it.each(['story', 'lines', 'big', 'smaller', 'forYou', 'coverage', 'connects'] as const)(
    'all link to a record, and this test would notice one that does not: %s',
    async (part) => {
      const loose = [[{ text: 'They bought for $77.7 million.' }]]
      const content = {
        story: () => withLetter({ story: loose }),
        connects: () => withLetter({ connects: loose }),
        lines: () => withLetter({ lines: [{ section: 'markets' as const, sentences: loose }] }),
        smaller: () => withSection('markets', { smaller: [loose] }),
        big: () => withSection('markets', { big: loose }),
        forYou: () => withSection('markets', { forYou: loose }),
        coverage: () => withSection('markets', { coverage: loose }),
      }[part]()
      expect(await listLooseFigures(anEditionContent())).toEqual([])
      expect(await listLooseFigures(content)).toEqual(['$77.7'])
    },
  )

  it.each([
    ['the example', anEditionContent()],
    ['a long letter', aLongContent()],
  ])(
    'link to the record that the content names, and no other link has a number: %s',
    async (_name, content) => {
      const { body } = await set(content)
      const links = [...body.querySelectorAll('a')]
        .map((link) => ({ text: link.textContent, href: link.getAttribute('href') ?? '' }))
        .filter(({ text }) => /\d/.test(text))
      const figures = listLetterFigures(content)
      expect(figures.length).toBeGreaterThan(15)
      expect(links).toEqual(figures)
    },
  )

  it('that are sums link to the page of the edition’s figures', async () => {
    const { body } = await set(anEditionContent())
    const link = [...body.querySelectorAll('a')].find(({ textContent }) => textContent === '$14.2 million')
    expect(link?.getAttribute('href')).toBe(`${ARCHIVE}/figures#insiders/buy-value`)
  })
})

describe('the rendered letter', () => {
  it('begins with its headline and its story, then the week in one line per section', async () => {
    const { body } = await set(anEditionContent())
    const headings = [...body.querySelectorAll('h1, h2')].map(({ tagName, textContent }) => [
      tagName,
      textContent,
    ])
    expect(headings).toEqual([
      ['H1', '4 insiders bought $731,071 of Maple Street Foods'],
      ['H2', 'The week in five lines'],
      ['H2', 'Insider trades'],
      ['H2', 'Congress'],
      ['H2', 'Housing'],
      ['H2', 'The economy'],
      ['H2', 'Markets'],
      ['H2', 'What connects'],
      ['H2', 'Next Monday'],
      ['H2', 'Know someone who works for their pay?'],
      ['H2', 'How we know'],
      ['H2', 'Please note'],
    ])
    expect(flat(body.querySelector('h1')?.parentElement?.textContent ?? '')).toMatch(
      /Also: what a new mortgage costs this week\.Good morning\. Four people who run Maple Street Foods bought its shares .* \$1,986 a month\.$/,
    )
    const lines = [...body.querySelectorAll('li.cell')].map(({ textContent }) => textContent)
    expect(lines).toHaveLength(5)
    expect(lines[2]).toBe('Housing: The mortgage rate is 6.95%.')
  })

  it('puts one item of each section first, and links to all of them on the page', async () => {
    const { body } = await set(anEditionContent())
    const firsts = [...body.querySelectorAll('p > strong:first-child')].map(({ textContent }) => textContent)
    expect(firsts).toContain('The S&P 500 fell 1.0% in the week.')
    expect([...body.querySelectorAll('li:not(.cell)')].map(({ textContent }) => textContent)).toEqual([
      'Insiders bought $14.2 million in all.',
      'Priya Raman sold Harbor & Main Software under a plan set up ahead.',
      'The 10-year Treasury yield is 4.58%.',
    ])
    const more = [...body.querySelectorAll('a.action')].filter(
      ({ textContent }) => textContent === 'All the details and records',
    )
    expect(more.map((link) => [link.getAttribute('href'), link.getAttribute('aria-label')])).toEqual([
      [`${ARCHIVE}#insiders`, 'All the details and records: Insider trades'],
      [`${ARCHIVE}#congress`, 'All the details and records: Congress'],
      [`${ARCHIVE}#housing`, 'All the details and records: Housing'],
      [`${ARCHIVE}#economy`, 'All the details and records: The economy'],
      [`${ARCHIVE}#markets`, 'All the details and records: Markets'],
    ])
  })

  it('says which words are by a model, in HTML and plain text', async () => {
    const { body, plain } = await set(anEditionContent())
    const labelOf = (title: string) =>
      [...body.querySelectorAll('h2')].find(({ textContent }) => textContent === title)?.nextElementSibling
        ?.textContent
    const label = 'AI-edited, each sentence checked against its records'
    expect(labelOf('The economy')).toBe(`${label}: example-model`)
    expect(labelOf('Markets')).not.toContain('AI')
    expect(plain).toContain(`THE ECONOMY =========== ${label}: example-model Prices rose`)
    expect(plain.split(label)).toHaveLength(2)
    const unnamed = await set(withSection('economy', { model: undefined }))
    expect(unnamed.plain).toContain(`${label} Prices rose`)
  })

  it('names what else it has below the headline, and ends with what is ahead, in HTML and plain text', async () => {
    const content = anEditionContent()
    const letter = {
      ...content.letter,
      also: [[{ text: 'Also: a “sale” that was a gift.' }]],
      ahead: [[{ text: 'The next rate is due by Thursday.' }]],
    }
    const told = await set({ ...content, letter })
    for (const form of [told.words, told.plain]) {
      const places = [
        'Also: a “sale” that was a gift.',
        'Good morning.',
        'What connects',
        'Next Monday',
        'The next rate is due by Thursday. See you on Monday.',
        'Automated summary of public records',
      ].map((words) => form.toLowerCase().indexOf(words.toLowerCase()))
      expect(places).toEqual(places.toSorted((a, b) => a - b))
      expect(places).not.toContain(-1)
    }
    const { also: _also, ahead: _ahead, ...less } = content.letter
    const without = await set({ ...content, letter: less })
    expect(without.plain.toLowerCase()).not.toMatch(/also:|next monday/)
  })

  it('says if a model edited what comes before the sections, in HTML and plain text', async () => {
    const content = anEditionContent()
    const letter = { ...content.letter, label: 'AI-edited', model: 'example-model' } as const
    const edited = await set({ ...content, letter })
    const label = 'AI-edited, each sentence checked against its records: example-model.'
    for (const form of [edited.words, edited.plain]) {
      expect(form).toContain(label)
      expect(form.indexOf(label)).toBeLessThan(form.indexOf('Good morning.'))
      expect(form).toContain('Made from public records, Jan 27, 2025 to Feb 2, 2025.')
    }
    const byRules = await set(content)
    for (const form of [byRules.words, byRules.plain]) {
      const foot = form.indexOf('Automated summary of public records, Jan 27, 2025 to Feb 2, 2025.')
      expect(foot).toBeGreaterThan(form.toLowerCase().indexOf('what connects'))
    }
  })

  it('says which words a person wrote, in HTML and plain text', async () => {
    const { letter } = anEditionContent()
    const byPerson = { headline: true, note: { text: 'We <were> away.', by: 'Pat Doe' }, dropped: 1 }
    const content = anEditionContent({ letter: { ...letter, byPerson } })
    const { html, text } = await renderEdition({ site: SITE, content })
    for (const words of [
      'A note from Pat Doe',
      'We &lt;were&gt; away.',
      'Written by a person, not by our programs.',
    ]) {
      expect(html).toContain(words)
    }
    expect(html).toContain('A person wrote the headline. A person left out one finding.')
    expect(text).toContain(
      'A NOTE FROM PAT DOE\n-------------------\n\nWe <were> away.\nWritten by a person, not by our programs.',
    )
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      'A person wrote the headline. A person left out one finding.',
    )
  })

  it('says if a source failed, in HTML and plain text', async () => {
    const { body, words, plain } = await set(anEditionWithout('housing', 'FRED'))
    for (const form of [words, plain]) {
      expect(form).toContain('FRED gave no usable answer this week, so this part is missing.')
      expect(form).not.toContain('Housing: FRED')
      expect(form).toContain('Housing: Missing this week.')
      expect(form).not.toMatch(/6\.63%|We could not get rents/)
      expect(form).not.toContain(`${ARCHIVE}#housing`)
    }
    const title = [...body.querySelectorAll('h2')].find(({ textContent }) => textContent === 'Housing')
    // The title says which part, and the line above says that it is missing: only the reason stands out.
    expect(title?.nextElementSibling?.querySelector('strong')?.textContent).toMatch(
      /^FRED gave no usable answer/,
    )
    const pictures = [...body.querySelectorAll('img')].map((img) => img.getAttribute('src'))
    expect(pictures).toHaveLength(2)
    expect(pictures.join(' ')).not.toContain('housing')
  })

  it('leaves out parts that it does not have', async () => {
    const { words, plain } = await set(withLetter({ story: [], connects: [] }))
    for (const form of [words, plain]) expect(form).not.toMatch(/what connects/i)
    const bare = await set(withSection('markets', { smaller: [], forYou: [], coverage: [] }))
    expect(bare.words).not.toContain('before tax')
    expect(bare.body.querySelectorAll('ul:not([role])')).toHaveLength(1)
  })

  it('shows a chart as a picture with words that can replace it', async () => {
    const { body } = await set(anEditionContent())
    const pictures = [...body.querySelectorAll('img')].map((img) =>
      ['src', 'width', 'alt'].map((name) => img.getAttribute(name)),
    )
    expect(pictures).toHaveLength(3)
    expect(pictures[0]).toEqual([
      'https://lunchpail.example/newsletter/charts/2025-02-03/housing.png?v=OETkNfT6Xa',
      '552',
      'Line: the 30-year mortgage rate since Oct 2024, to 6.95% in the week of Jan 30, 2025.',
    ])
  })

  it('has everything that the law and readers require, in HTML and plain text', async () => {
    const { html, words, plain } = await set(anEditionContent())
    for (const form of [words, plain]) {
      for (const wanted of [
        'Monday, February 3, 2025',
        'public records, Jan 27, 2025 to Feb 2, 2025',
        'no solicitation or recommendation to buy or sell any security',
        'do not guarantee future results',
        '5 U.S.C. 13107',
        SITE.postalAddress,
        SITE.operatorName,
        'You get this letter because',
        'Was it forwarded to you? Get your own, free, every Monday.',
      ]) {
        expect(form).toContain(wanted)
      }
      expect(form).not.toMatch(/undefined|NaN|\[object|Infinity|null/)
    }
    for (const address of [
      UNSUBSCRIBE_URL_SLOT,
      ARCHIVE,
      `${ARCHIVE}/figures`,
      'https://lunchpail.example/newsletter/corrections',
      'https://lunchpail.example/privacy-policy',
      'https://lunchpail.example/',
    ]) {
      expect(html).toContain(`href="${address}"`)
      expect(plain).toContain(address)
    }
  })

  it('keeps what companies and people wrote as text', async () => {
    const hostile = '<script>alert(1)</script><a href="javascript:x">"&\'<div data-mso="column"></div>'
    const { html } = await set({
      ...withSection('insiders', {
        title: hostile,
        big: [[{ text: hostile }]],
        model: hostile,
        label: 'AI-written',
      }),
      subject: hostile,
      preheader: hostile,
    })
    expect(html.match(/&lt;script&gt;alert/g)?.length).toBeGreaterThan(4)
    expect(html).not.toMatch(/<script|href="javascript/i)
    expect(html.match(/<!--\[if mso\]>/g)).toHaveLength(2)
  })
})

describe('the size of a letter', () => {
  it('is below 60,000 bytes for an ordinary week, and the bytes are the same each time', async () => {
    const input = { site: SITE, content: anEditionContent() }
    const first = await renderEdition(input)
    expect(await renderEdition(input)).toEqual(first)
    expect(Buffer.byteLength(first.html)).toBeLessThan(60_000)
  })

  it('is below 60,000 bytes even with the most words and a record for each sentence', async () => {
    const content = aLongContent()
    expect(countLetter(content.letter ?? aLetter())).toBeGreaterThan(850)
    const { html, text } = await renderEdition({ site: SITE, content })
    expect(Math.max(Buffer.byteLength(html), Buffer.byteLength(text))).toBeLessThan(60_000)
    expect(html).toContain(UNSUBSCRIBE_URL_SLOT)
  })

  it('is refused if it is beyond that', async () => {
    const [first, ...others] = anEditionContent().sections
    if (!first) throw new TypeError('The edition has no section.')
    const sections = [{ ...first, notices: ['A very long notice. '.repeat(6000)] }, ...others]
    const rendered = renderEdition({ site: SITE, content: anEditionContent({ sections }) })
    await expect(rendered).rejects.toThrow(RangeError)
    await expect(rendered).rejects.toThrow(/2025-02-03 is too long: 1\d{5} bytes, and 60000 are allowed/)
  })
})
