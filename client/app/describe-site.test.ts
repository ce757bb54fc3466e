import { expect, it } from 'vitest'

import { createSite } from '../testing/render.tsx'
import { describeSite } from './describe-site.ts'

it('names the site, who it is, and how it is searched', () => {
  expect(describeSite(createSite({ socialLinks: ['https://social.example/lunchpail'] }))).toEqual([
    {
      '@type': 'Organization',
      '@id': 'https://lunchpail.test/#organization',
      name: 'Lunchpail',
      url: 'https://lunchpail.test/',
      email: 'hello@lunchpail.test',
      sameAs: ['https://social.example/lunchpail'],
    },
    {
      '@type': 'WebSite',
      '@id': 'https://lunchpail.test/#website',
      name: 'Lunchpail',
      url: 'https://lunchpail.test/',
      inLanguage: 'en',
      publisher: { '@id': 'https://lunchpail.test/#organization' },
      potentialAction: {
        '@type': 'SearchAction',
        target: {
          '@type': 'EntryPoint',
          urlTemplate: 'https://lunchpail.test/stocks?ticker={search_term_string}',
        },
        'query-input': 'required name=search_term_string',
      },
    },
  ])
})
