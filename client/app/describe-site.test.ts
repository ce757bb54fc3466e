import { expect, it } from 'vitest'

import { createSite } from '../testing/render.tsx'
import { describeSite } from './describe-site.ts'

it('describes the site, its operator and its search', () => {
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
