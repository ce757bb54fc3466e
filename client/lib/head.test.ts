import { describe, expect, it } from 'vitest'

import { listHeadTags, serializeForScript } from './head.ts'

const asText = (tags: ReturnType<typeof listHeadTags>) =>
  tags.map(
    ({ tag, attributes }) =>
      `${tag} ${Object.entries(attributes)
        .map(([name, value]) => `${name}=${value}`)
        .join(' ')}`,
  )

describe('listHeadTags', () => {
  it('gives a screen a canonical address and a picture, both absolute', () => {
    const head = {
      title: 'Acme',
      description: 'About Acme',
      canonicalPath: '/stocks/ACME',
      image: { path: '/share-image/stocks/ACME.png', alt: 'A line' },
    }
    expect(asText(listHeadTags(head, 'https://lunchpail.test', '/stocks/acme'))).toEqual([
      'meta name=description content=About Acme',
      'meta property=og:type content=website',
      'meta property=og:title content=Acme',
      'meta property=og:description content=About Acme',
      'link rel=canonical href=https://lunchpail.test/stocks/ACME',
      'meta property=og:url content=https://lunchpail.test/stocks/ACME',
      'meta property=og:image content=https://lunchpail.test/share-image/stocks/ACME.png',
      'meta property=og:image:type content=image/png',
      'meta property=og:image:width content=1200',
      'meta property=og:image:height content=630',
      'meta property=og:image:alt content=A line',
      'meta name=twitter:card content=summary_large_image',
    ])
  })

  it('falls back to the path and the picture of the site', () => {
    const tags = asText(
      listHeadTags({ title: 'T', description: 'D' }, 'https://lunchpail.test', '/disclaimers'),
    )
    expect(tags).toContain('link rel=canonical href=https://lunchpail.test/disclaimers')
    expect(tags).toContain('meta property=og:image content=https://lunchpail.test/share-image/site.png')
  })

  it('dates an article', () => {
    const article = { publishedAt: '2025-02-03T14:00:02.000Z', modifiedAt: '2025-02-04T20:00:00.000Z' }
    const tags = asText(
      listHeadTags({ title: 'T', description: 'D', article }, 'https://lunchpail.test', '/newsletter'),
    )
    expect(tags).toContain('meta property=og:type content=article')
    expect(tags).toContain('meta property=article:published_time content=2025-02-03T14:00:02.000Z')
    expect(tags).toContain('meta property=article:modified_time content=2025-02-04T20:00:00.000Z')
  })

  it('keeps search engines and previews away from hidden screens', () => {
    const hidden = { title: 'T', description: 'D', isHidden: true }
    expect(asText(listHeadTags(hidden, 'https://lunchpail.test', '/unsubscribe'))).toEqual([
      'meta name=description content=D',
      'meta name=robots content=noindex',
    ])
  })
})

describe('serializeForScript', () => {
  it('cannot end the element that contains it', () => {
    const json = serializeForScript([{ name: '</script><script>alert(1)//' }])
    expect(json).not.toContain('<')
    expect(JSON.parse(json)).toEqual([{ name: '</script><script>alert(1)//' }])
  })
})
