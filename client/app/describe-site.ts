import type { Site } from '../lib/api-client.ts'

/** The site and its operator in schema.org's terms, with its search.
 *  @returns the objects of a graph */
export function describeSite(site: Site): object[] {
  const organizationId = `${site.url}/#organization`
  return [
    {
      '@type': 'Organization',
      '@id': organizationId,
      name: site.name,
      url: `${site.url}/`,
      email: site.contactEmail,
      ...(site.socialLinks.length > 0 ? { sameAs: site.socialLinks } : {}),
    },
    {
      '@type': 'WebSite',
      '@id': `${site.url}/#website`,
      name: site.name,
      url: `${site.url}/`,
      inLanguage: 'en',
      publisher: { '@id': organizationId },
      potentialAction: {
        '@type': 'SearchAction',
        target: {
          '@type': 'EntryPoint',
          urlTemplate: `${site.url}/stocks?ticker={search_term_string}`,
        },
        'query-input': 'required name=search_term_string',
      },
    },
  ]
}
