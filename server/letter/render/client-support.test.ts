import { caniemail } from 'caniemail'
import { HtmlValidate } from 'html-validate'
import { expect, it } from 'vitest'

import { anEditionContent, anEditionWithout, SITE } from '../testing/edition-content.ts'
import { renderEdition } from './render-edition.tsx'
import { aLongContent } from './testing/long-content.ts'

const INLINE = 'what must be seen stands in the elements: color, size, borders'
const DARK = 'asks for the dark rendering; where it is unknown the light one stands'

/** What some of these programs do not support, and why the letter may use it nevertheless. */
const ACCEPTED: Readonly<Record<string, string>> = {
  '<style> element': INLINE,
  'Type selector': INLINE,
  'Class selector': INLINE,
  'Descendant combinator': INLINE,
  'Attribute selector': `${DARK}; its rules are in a sheet of their own`,
  '@media': `${DARK}; and for narrow screens, whose programs know it`,
  'color-scheme CSS property': DARK,
  'color-scheme meta tag': DARK,
  '<picture> element': `${DARK}; its picture stands`,
  'srcset and sizes attributes': `${DARK}; its picture stands`,
  'text-underline-offset': 'the line stands closer to the words',
  'box-sizing': 'a picture is two pixels wider, by its frame',
  'system-ui, ui-serif, ui-sans-serif, ui-rounded, ui-monospace': 'the next font of the list stands',
  'aria-label attribute': 'the link is read out by its own words, as the others are',
  'role attribute': 'a table of the layout is read out as one',
  '<body> element': 'the ground stands in a table cell too',
  'height property': 'a picture keeps the height that stands beside its width',
  'display:none': 'the preheader is a line in the ground’s color, one pixel high',
}

it('uses nothing that major mail programs do not support, except what they can do without', async () => {
  const { html } = await renderEdition({ site: SITE, content: anEditionContent() })
  const { issues } = caniemail({ clients: ['gmail.*', 'apple-mail.*', 'outlook.*', 'yahoo.*'], html })
  const lacking = new Set([...issues.errors.values()].flat().map(({ title }) => title))
  expect([...lacking].toSorted()).toEqual(Object.keys(ACCEPTED).toSorted())
})

it('notices a feature that a mail program does not support', () => {
  const { issues } = caniemail({ clients: ['gmail.*'], html: '<div style="position:fixed">x</div>' })
  expect([...issues.errors.values()].flat().map(({ title }) => title)).toContain('position')
})

it('is one column of 600 px in Outlook too', async () => {
  const { html } = await renderEdition({ site: SITE, content: anEditionContent() })
  expect(html).toContain('<!--[if mso]><table role="presentation" width="600" align="center"')
  expect(html.match(/<!--\[if mso\]>/g)).toHaveLength(2)
  expect(html).not.toMatch(/data-mso|mso-styles/)
})

it.each([
  ['the example', anEditionContent()],
  ['without a source', anEditionWithout('housing', 'FRED')],
  ['a long letter', aLongContent()],
])('is valid HTML for mail programs: %s', async (_name, content) => {
  const { html } = await renderEdition({ site: SITE, content })
  const validator = new HtmlValidate({
    extends: ['html-validate:recommended'],
    rules: {
      // Mail programs need the older document type, inline styles, and tables with attributes.
      'doctype-style': 'off',
      'no-inline-style': 'off',
      'no-deprecated-attr': 'off',
      'attr-case': 'off',
      'void-style': 'off',
      'doctype-html': 'off',
      'no-conditional-comment': 'off',
      'presentation-role-style': 'off',
      // They drop an article element, but keep a role that says the same.
      'prefer-native-element': 'off',
      // Some no longer treat a list as one if its markers are removed.
      'no-redundant-role': 'off',
    },
  })
  const report = await validator.validateString(html)
  expect(
    report.results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)),
  ).toEqual([])
})
