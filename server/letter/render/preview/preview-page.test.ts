import { expect, it } from 'vitest'

import { editionContentSchema } from '../../../../shared/edition-contract.ts'
import { renderEdition } from '../render-edition.tsx'
import { SITE } from '../testing/site.ts'
import { EXAMPLE_EDITION } from './example-edition.ts'
import { chooseRendering, drawErrorPage, drawPreviewPage, listSettings } from './preview-page.ts'

const input = { site: SITE, content: EXAMPLE_EDITION }

it('has an example of the shape that editions have', () => {
  expect(editionContentSchema.parse(EXAMPLE_EDITION)).toEqual(EXAMPLE_EDITION)
})

it('shows the requested rendering, whatever the browser prefers', async () => {
  const { html } = await renderEdition(input)
  expect(listSettings(new URLSearchParams('scheme=dark&pictures=x'))).toEqual({
    scheme: 'dark',
    pictures: 'on',
  })
  expect(chooseRendering(html, { scheme: 'dark', pictures: 'on' })).toContain('@media all{.ground')
  const bare = chooseRendering(html, { scheme: 'light', pictures: 'off' })
  expect(bare).toContain('@media not all{.ground')
  expect(bare.match(/src="[^"]*"/g)).toEqual(Array.from({ length: 3 }, () => 'src="/newsletter/no-picture"'))
})

it('says that the example is one, and keeps the letter’s words as text', async () => {
  const rendered = await renderEdition(input)
  const page = drawPreviewPage({
    content: { ...EXAMPLE_EDITION, subject: '<b>4 & more' },
    rendered,
    settings: { scheme: 'dark', pictures: 'on' },
  })
  expect(page).toContain('EXAMPLE: companies, people and figures are invented')
  expect(page).toContain('&lt;b&gt;4 &amp; more')
  expect(page.match(/<iframe [^>]*src="\/letter\?scheme=dark&amp;pictures=on" width="\d+"/g)).toHaveLength(3)
  expect(page).toContain('href="/?scheme=dark&amp;pictures=off"')
})

it('shows what went wrong', () => {
  expect(drawErrorPage(new TypeError('<x> is missing'))).toContain('TypeError: &lt;x&gt; is missing')
})
