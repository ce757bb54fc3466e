import { describe, expect, it } from 'vitest'

import { createEdition } from '../../testing/edition-answers.ts'
import { createSite } from '../../testing/render.tsx'
import { archiveHead, editionHead, figuresHead } from './edition-head.ts'

const site = createSite()

describe('the head of a letter', () => {
  it('names it, its day and its canonical address', () => {
    expect(editionHead({ date: '2025-02-03', edition: createEdition() }, site)).toMatchObject({
      title: 'A director bought $412,300 of Ironwood Freight · Lunchpail',
      description: 'Monday, February 3, 2025. And the mortgage rate.',
      canonicalPath: '/newsletter/archive/2025-02-03',
      article: { publishedAt: '2025-02-03T14:00:02.000Z', modifiedAt: '2025-02-03T14:00:02.000Z' },
    })
  })

  it('tells search engines that it is news, and when it was sent and corrected', () => {
    const edition = createEdition({ correctedAt: '2025-02-04T20:00:00.000Z' })
    const [article, steps] = editionHead({ date: '2025-02-03', edition }, site).structuredData ?? []
    expect(article).toMatchObject({
      '@type': 'NewsArticle',
      headline: 'A director bought $412,300 of Ironwood Freight',
      url: 'https://lunchpail.test/newsletter/archive/2025-02-03',
      datePublished: '2025-02-03T14:00:02.000Z',
      dateModified: '2025-02-04T20:00:00.000Z',
      isAccessibleForFree: true,
      publisher: { name: 'Lunchpail' },
    })
    expect(steps).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, item: 'https://lunchpail.test/' },
        { position: 2, item: 'https://lunchpail.test/newsletter/archive' },
        { position: 3, name: 'Monday, February 3, 2025' },
      ],
    })
  })

  it('is short enough to be shown in full', () => {
    const edition = createEdition({ preheader: 'Rates. '.repeat(60) })
    const { description } = editionHead({ date: '2025-02-03', edition }, site)
    expect(description.length).toBeLessThanOrEqual(160)
    expect(description.endsWith('…')).toBe(true)
  })

  it('keeps search engines away from a missing letter', () => {
    expect(editionHead({ date: '2025-01-27', edition: undefined }, site).isHidden).toBe(true)
    expect(figuresHead({ date: '2025-01-27', figures: undefined }, site).isHidden).toBe(true)
  })
})

it('each page of the archive has its own canonical address', () => {
  expect(archiveHead({ before: undefined }, site).canonicalPath).toBe('/newsletter/archive')
  expect(archiveHead({ before: '2025-02-03' }, site).canonicalPath).toBe(
    '/newsletter/archive?before=2025-02-03',
  )
})
