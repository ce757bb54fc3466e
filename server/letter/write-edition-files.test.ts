import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

import { chartPath } from '../../shared/edition-address.ts'
import { UNSUBSCRIBE_URL_SLOT } from '../sending/deliveries/recipient-mail.ts'
import { setUpFolder } from '../testing/set-up-folder.ts'
import { chartVersion } from './edition-input.ts'
import { anEditionContent } from './testing/edition-content.ts'
import { writeEditionFiles } from './write-edition-files.ts'

const SITE_URL = 'https://lunchpail.test'
const values = { unsubscribeUrl: `${SITE_URL}/unsubscribe?email=a&token=b` }

const folder = setUpFolder()

const content = anEditionContent()
const drawn = content.sections.filter(({ chart }) => chart)
const files = drawn.flatMap(({ name }) => [name, `${name}-dark`])
const pictures = drawn.flatMap(({ name, chart }) =>
  (['light', 'dark'] as const).map((scheme) => {
    const version = chart ? chartVersion(chart) : ''
    return `<img src="${SITE_URL}${chartPath('2025-02-03', name, { version, scheme })}">`
  }),
)
const edition = {
  slotDate: '2025-02-03',
  html: `<p><a href="${UNSUBSCRIBE_URL_SLOT}">Leave</a></p>${pictures.join('')}`,
  text: `Leave: ${UNSUBSCRIBE_URL_SLOT}`,
  facts: [],
  content,
  audits: [],
}

const write = (changes: Partial<typeof edition> = {}) =>
  writeEditionFiles(
    {
      drawChart: ({ title }, scheme) => Promise.resolve(Buffer.from(`${title} ${scheme}`)),
      siteUrl: SITE_URL,
    },
    { ...edition, ...changes },
    { folder: path.join(folder, 'out'), values },
  )

describe('writeEditionFiles', () => {
  it('writes the letter, its facts, its audit and its pictures, and says where', async () => {
    expect(drawn.length).toBeGreaterThan(0)
    expect((await write()).map((file) => path.relative(folder, file))).toEqual([
      'out/edition.html',
      'out/edition.txt',
      'out/facts.json',
      'out/audit.json',
      ...files.map((name) => `out/charts/${name}.png`),
    ])
    expect(await readFile(path.join(folder, 'out/facts.json'), 'utf8')).toBe('[]\n')
    for (const { name, chart } of drawn) {
      const [light, dark] = ['', '-dark'].map((of) => path.join(folder, `out/charts/${name}${of}.png`))
      expect(await readFile(light ?? '', 'utf8')).toBe(`${chart?.title} light`)
      expect(await readFile(dark ?? '', 'utf8')).toBe(`${chart?.title} dark`)
    }
  })

  it('places the pictures next to the letter, and fills in one reader’s own links', async () => {
    await write()
    const html = await readFile(path.join(folder, 'out/edition.html'), 'utf8')
    for (const name of files) expect(html).toContain(`<img src="charts/${name}.png">`)
    expect(html).not.toContain(`${SITE_URL}/newsletter/charts`)
    expect(html).toContain(`href="${SITE_URL}/unsubscribe?email=a&amp;token=b"`)
    expect(await readFile(path.join(folder, 'out/edition.txt'), 'utf8')).toBe(
      `Leave: ${values.unsubscribeUrl}`,
    )
  })

  it('needs no pictures', async () => {
    const plain = {
      ...content,
      sections: content.sections.filter(({ chart }) => chart === undefined),
    }
    expect(await write({ content: plain })).toHaveLength(4)
  })
})
