import type { Element } from 'happy-dom'
import { describe, expect, it } from 'vitest'

import type { EditionContent } from '../../../shared/edition-contract.ts'
import { anEditionContent, anEditionWithout, SITE } from '../testing/edition-content.ts'
import { renderEdition } from './render-edition.tsx'
import { aLongContent } from './testing/long-content.ts'
import { readLetter } from './testing/read-letter.ts'
import { light, listStyleSheets } from './theme.ts'

// The rules of the Email Markup Consortium that a program can check (https://emailmarkup.org/en/reports/accessibility/).

const EXAMPLE = anEditionContent()
const LETTERS = [
  ['the example', EXAMPLE],
  ['without a source', anEditionWithout('housing', 'FRED')],
  ['a long letter', aLongContent()],
] as const

const letters = new Map<EditionContent, Promise<string>>()
/** Rendered once: most tests read the same three letters. */
function set(content: EditionContent): Promise<string> {
  const letter = letters.get(content) ?? renderEdition({ site: SITE, content }).then(({ html }) => html)
  letters.set(content, letter)
  return letter
}

describe.each(LETTERS)('the letter is accessible: %s', (_name, content) => {
  it('names its language and direction where mail programs keep them', async () => {
    const { body } = readLetter(await set(content))
    const [root, ...others] = body.children
    expect(others).toEqual([])
    expect(['lang', 'dir'].map((name) => root?.getAttribute(name))).toEqual(['en', 'ltr'])
    expect(root?.getAttribute('aria-label')).toBe(content.subject)
  })

  it('has no table that screen readers announce as one, including those for Outlook', async () => {
    const tables = (await set(content)).match(/<table[^>]*>/g) ?? []
    expect(tables.length).toBeGreaterThan(10)
    expect(tables.filter((tag) => !tag.includes(' role="presentation"'))).toEqual([])
  })

  it('describes each picture in words', async () => {
    const { body } = readLetter(await set(content))
    const alts = [...body.querySelectorAll('img')].map((img) => img.getAttribute('alt') ?? '')
    expect(alts.length).toBeGreaterThan(1)
    expect(alts.filter((alt) => alt.trim().length < 20)).toEqual([])
    expect(new Set(alts).size).toBe(alts.length)
  })

  it('has one title, and skips no level of heading', async () => {
    const { body } = readLetter(await set(content))
    const levels = [...body.querySelectorAll('h1,h2,h3,h4,h5,h6')].map(({ tagName }) =>
      Number(tagName.slice(1)),
    )
    expect(levels.filter((level) => level === 1)).toHaveLength(1)
    expect(levels[0]).toBe(1)
    for (const [index, level] of levels.entries())
      expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1)
    const empty = [...body.querySelectorAll('h1,h2,h3')].filter(
      ({ textContent }) => textContent.trim() === '',
    )
    expect(empty).toEqual([])
  })

  it('has links whose names say where they lead, even out of context', async () => {
    const { body } = readLetter(await set(content))
    const links = [...body.querySelectorAll('a')].map((link) => ({
      seen: link.textContent.trim(),
      name: link.getAttribute('aria-label') ?? link.textContent.trim(),
      href: link.getAttribute('href') ?? '',
    }))
    expect(links.length).toBeGreaterThan(25)
    for (const { seen, name, href } of links) {
      expect(href).not.toBe('')
      expect(name).toMatch(/\p{L}\p{L}|\p{N}/u)
      expect(name).not.toMatch(/^(click )?(here|more|read more|link|this|https?:.*)$/i)
      // People who control the screen by voice say what they see.
      expect(name.startsWith(seen)).toBe(true)
    }
  })
})

it('has no two links with the same name that lead to different places', async () => {
  const { body } = readLetter(await set(EXAMPLE))
  const targets = new Map<string, Set<string>>()
  for (const link of body.querySelectorAll('a')) {
    const name = link.getAttribute('aria-label') ?? link.textContent.trim()
    targets.set(name, (targets.get(name) ?? new Set()).add(link.getAttribute('href') ?? ''))
  }
  expect([...targets].filter(([, hrefs]) => hrefs.size > 1)).toEqual([])
})

/** WCAG 2.2, 1.4.3: text below 24 px. */
const ENOUGH = 4.5

describe.each(['light', 'dark'] as const)('the colors in a program in %s mode', (scheme) => {
  it.each(LETTERS)(
    'have enough contrast between each text and its background: %s',
    async (_name, content) => {
      const pairs = listPairs(await set(content), scheme)
      const weak = [...pairs].filter(([, ratio]) => ratio < ENOUGH)
      expect(weak).toEqual([])
      // Text, quiet text and links, both on the background and on a panel.
      expect(pairs.size).toBeGreaterThanOrEqual(4)
    },
  )

  it('fail this check if a text has too little contrast', async () => {
    const gray = scheme === 'light' ? '#8b8b8b' : '#6b6b6b'
    const html = (await set(EXAMPLE)).replace(
      'What connects',
      `<span style="color:${gray}">What connects</span>`,
    )
    const weak = [...listPairs(html, scheme)].filter(([, ratio]) => ratio < ENOUGH)
    expect(weak.map(([pair]) => pair.split(' ')[0])).toEqual([gray])
  })
})

it('has dark colors for programs that say they are dark, in the standard way or in Outlook’s', () => {
  const [, , dark = '', outlook = ''] = listStyleSheets()
  const [, rules = ''] = /^@media \(prefers-color-scheme:dark\)\{(.*)\}$/.exec(dark) ?? []
  expect(rules.match(/\{/g)?.length).toBeGreaterThan(5)
  expect(outlook.replaceAll('[data-ogsc] ', '')).toBe(rules)
  const selectors = listRules(outlook).flatMap(([list]) => list.split(','))
  expect(selectors.filter((one) => !one.startsWith('[data-ogsc] '))).toEqual([])
})

it('has a dark color for everything that has a light one', async () => {
  const { body } = readLetter(await set(EXAMPLE))
  const colored = [...body.querySelectorAll('*')].flatMap((element) =>
    (['color', 'background-color'] as const)
      .filter((name) => findInline(element, name) !== '')
      .map((name) => ({ of: element.outerHTML.slice(0, 80), name, dark: findInSheet(element, name) })),
  )
  expect(colored.length).toBeGreaterThan(30)
  expect(colored.filter(({ dark }) => dark === undefined)).toEqual([])
})

it('has a dark border for everything that has a light one, including its pictures', async () => {
  const { body } = readLetter(await set(EXAMPLE))
  const lined = [...body.querySelectorAll('[style*=border]')].filter((element) =>
    // Its red is visible on both backgrounds.
    [...(element.getAttribute('style') ?? '').matchAll(/border[^:;]*:[^;]*(#[\da-f]{6})/g)].some(
      ([, color]) => color !== light.bar,
    ),
  )
  expect(lined.filter(({ tagName }) => tagName === 'IMG').length).toBeGreaterThan(1)
  const bright = lined.filter((element) => findInSheet(element, 'border-color') === undefined)
  expect(bright.map(({ outerHTML }) => outerHTML.slice(0, 80))).toEqual([])
})

type Property = 'color' | 'background-color' | 'border-color'

/** The contrast of each pair of a text's color and its background. */
function listPairs(html: string, scheme: 'light' | 'dark'): Map<string, number> {
  const { body } = readLetter(html)
  const pairs = new Map<string, number>()
  for (const element of body.querySelectorAll('*')) {
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === 3 && /[^\s\u00A0]/.test(node.textContent),
    )
    if (!hasText && element.tagName !== 'IMG') continue
    const color = findColor(element, 'color', scheme)
    const ground = findColor(element, 'background-color', scheme)
    pairs.set(`${color} on ${ground}`, contrast(color, ground))
  }
  return pairs
}

/** The element's own color, or that of the nearest element around it that has one. */
function findColor(element: Element, name: Property, scheme: 'light' | 'dark'): string {
  const own = (scheme === 'dark' ? findInSheet(element, name) : undefined) ?? findInline(element, name)
  if (own !== '') return own
  if (!element.parentElement) throw new TypeError(`nothing around it has a ${name}`)
  return findColor(element.parentElement, name, scheme)
}

/** @returns '' for an element without a value of its own */
function findInline(element: Element, name: Property): string {
  const styles = (element.getAttribute('style') ?? '').split(';').map((style) => style.split(':'))
  return styles.find(([property]) => property === name)?.[1] ?? ''
}

/** The rules of a style sheet whose rules have one declaration each: 'a,.text{color:#ffffff!important}'. */
function listRules(sheet: string): [selectors: string, style: string][] {
  return sheet
    .split('}')
    .filter(Boolean)
    .map((rule) => {
      const [selectors = '', style = ''] = rule.split('{')
      return [selectors, style]
    })
}

/** The value in dark mode, where the sheet's rules override the inline styles. A class counts more than a tag. */
function findInSheet(element: Element, name: Property): string | undefined {
  return listRules(listStyleSheets()[3] ?? '')
    .filter(([, style]) => style.startsWith(`${name}:`))
    .flatMap(([selectors, style]) =>
      selectors.split(',').map((selector) => ({
        selector: selector.replace('[data-ogsc] ', ''),
        value: /#[\da-f]{6}/.exec(style)?.[0],
      })),
    )
    .filter(({ selector }) => element.matches(selector))
    .toSorted((a, b) => Number(a.selector.startsWith('.')) - Number(b.selector.startsWith('.')))
    .at(-1)?.value
}

/** The WCAG contrast ratio of two colors '#rrggbb'. */
function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

function luminance(color: string): number {
  const channels = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/.exec(color)?.slice(1)
  if (!channels) throw new TypeError(`'${color}' is no color that can be told`)
  const [red = 0, green = 0, blue = 0] = channels.map((hex) => {
    const share = Number.parseInt(hex, 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
