import type { FindingContent } from '../../../shared/edition-contract.ts'
import { formatDayOfYear } from '../../../shared/format-date.ts'
import type { Fact } from '../facts/fact.ts'
import type { FilingLink, InsiderSection } from './insider-section.ts'

/** Beyond these the SEC's own list takes over. */
const MAX_FILINGS = 5

/** The page for people of what these filings say first. */
export function pageOf(filings: readonly FilingLink[]): string {
  return filings[0]?.pageUrl ?? 'https://www.sec.gov/edgar/search/'
}

/** Where the figures of a fact lead: to the page of its filing, which reads better than the record itself. */
export function listPages({ buys, sales, clusters, heldBack }: InsiderSection): (fact: Fact) => string {
  const pages = new Map<string, string>()
  for (const { facts, filings } of [...buys, ...sales, ...clusters]) {
    for (const fact of Object.values<Fact | undefined>(facts)) {
      if (fact) pages.set(fact.id, pageOf(filings))
    }
  }
  for (const { claimed, close, filings } of heldBack) {
    pages.set(claimed.id, pageOf(filings))
    if (close) pages.set(close.id, pageOf(filings))
  }
  return (fact) => pages.get(fact.id) ?? fact.sourceUrl
}

/** @param cik  of the owner or company whose list at the SEC has them all */
export function linkFilings(filings: readonly FilingLink[], cik: string): FindingContent['links'] {
  const [only, ...more] = filings
  if (only && more.length === 0) return [{ text: 'Read the filing', href: only.pageUrl }]
  const seen = new Map<string, number>()
  const links = filings.slice(0, MAX_FILINGS).map(({ pageUrl, filedOn }) => {
    const nth = seen.get(filedOn) ?? 0
    seen.set(filedOn, nth + 1)
    const isOnlyOne = filings.filter((filing) => filing.filedOn === filedOn).length === 1
    const mark = isOnlyOne ? '' : ` (${'abcde'.charAt(nth)})`
    return { text: `Filing of ${formatDayOfYear(filedOn)}${mark}`, href: pageUrl }
  })
  const all = `https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&CIK=${cik}&type=4&owner=include`
  return filings.length > MAX_FILINGS ? [...links, { text: 'All filings at the SEC', href: all }] : links
}
