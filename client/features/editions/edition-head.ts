import {
  ARCHIVE_PATH,
  CORRECTIONS_PATH,
  editionImagePath,
  editionPath,
  figuresPath,
  HOW_WE_KNOW_PATH,
} from '../../../shared/edition-address.ts'
import { formatLongDay } from '../../../shared/format-date.ts'
import type { Site } from '../../lib/api-client.ts'
import { describePlace, type Head } from '../../lib/head.ts'
import type { ArchiveData, EditionData, FiguresData, ShownEdition } from './load-editions.ts'

/** How much search engines show of a description. */
const MAX_DESCRIPTION = 160

export function archiveHead(loaderData: unknown, site: Site): Head {
  const { before } = loaderData as ArchiveData
  return {
    title: `Archive · ${site.name}`,
    description: `Every weekly letter of ${site.name} that went out, with its top findings.`,
    canonicalPath: before === undefined ? ARCHIVE_PATH : `${ARCHIVE_PATH}?before=${before}`,
  }
}

export function editionHead(loaderData: unknown, site: Site): Head {
  const { date, edition } = loaderData as EditionData
  if (edition === undefined) return notFound(site)
  const title = `${edition.subject} · ${site.name}`
  const description = cut(`${formatLongDay(date)}. ${edition.preheader}`)
  const path = editionPath(date)
  return {
    title,
    description,
    canonicalPath: path,
    image: { path: editionImagePath(date), alt: `${edition.subject}. ${formatLongDay(date)}` },
    article: { publishedAt: edition.publishedAt, modifiedAt: edition.correctedAt ?? edition.publishedAt },
    structuredData: describeEdition(edition, { site, description, path }),
  }
}

export function figuresHead(loaderData: unknown, site: Site): Head {
  const { date, figures } = loaderData as FiguresData
  if (figures === undefined) return notFound(site)
  return {
    title: `Figures of ${formatLongDay(date)} · ${site.name}`,
    description: `Where each figure of the letter of ${formatLongDay(date)} comes from, and how it was worked out.`,
    canonicalPath: figuresPath(date),
  }
}

export const howWeKnowHead = (_data: unknown, site: Site): Head => ({
  title: `How we know · ${site.name}`,
  description: `Where the figures of ${site.name} come from, how they are checked, and what a language model may and may not do.`,
  canonicalPath: HOW_WE_KNOW_PATH,
})

export const correctionsHead = (_data: unknown, site: Site): Head => ({
  title: `Corrections · ${site.name}`,
  description: `What was wrong in a letter of ${site.name} that went out, and what is right.`,
  canonicalPath: CORRECTIONS_PATH,
})

const notFound = (site: Site): Head => ({
  title: `No such letter · ${site.name}`,
  description: 'No letter of that date went out.',
  isHidden: true,
})

function cut(text: string): string {
  return text.length <= MAX_DESCRIPTION ? text : `${text.slice(0, MAX_DESCRIPTION - 1).trimEnd()}…`
}

/** An edition in schema.org's terms: the article, and its place in the site.
 *  @returns objects of a graph */
function describeEdition(
  { subject, date, publishedAt, correctedAt }: ShownEdition,
  { site, description, path }: { site: Site; description: string; path: string },
): object[] {
  const url = `${site.url}${path}`
  const publisher = {
    '@id': `${site.url}/#organization`,
    '@type': 'Organization',
    name: site.name,
    url: `${site.url}/`,
  }
  return [
    {
      '@type': 'NewsArticle',
      '@id': url,
      url,
      mainEntityOfPage: url,
      headline: subject,
      description,
      datePublished: publishedAt,
      dateModified: correctedAt ?? publishedAt,
      inLanguage: 'en',
      isAccessibleForFree: true,
      image: `${site.url}${editionImagePath(date)}`,
      author: publisher,
      publisher,
      publishingPrinciples: `${site.url}${HOW_WE_KNOW_PATH}`,
      correctionsPolicy: `${site.url}${CORRECTIONS_PATH}`,
      breadcrumb: { '@id': `${url}#breadcrumb` },
    },
    describePlace(site, [
      { name: 'Archive', path: ARCHIVE_PATH },
      { name: formatLongDay(date), path },
    ]),
  ]
}
