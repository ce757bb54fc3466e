import { formatDay, formatDayOfYear } from '../../../shared/format-date.ts'
import type { ClusterFinding, FilingLink, InsiderFinding, InsiderSection } from '../insider-section.ts'
import { formatCount, formatExactMoney, formatMoney, formatPercent, formatPrice, numberOf } from './format.ts'
import { putCoverageIntoWords } from './coverage-words.ts'
import { presentCompany, presentIssuer, presentOwner, presentRole } from './present-names.ts'
import { ofWeek, pageOf, plain, plural, type Sentence, type Span } from './spans.ts'

export interface FindingWords {
  readonly id: string
  /** 'bought', 'sold' or, for several buyers, 'bought by several'. */
  readonly kind: 'bought' | 'sold' | 'cluster'
  readonly company: string
  readonly value: Span
  readonly sentences: readonly Sentence[]
  /** Each with its address; the text is all that a link says. */
  readonly filings: readonly Required<Span>[]
}

export interface TableRow {
  readonly id: string
  readonly company: string
  readonly owner: string
  readonly side: 'bought' | 'sold'
  readonly value: Span
  readonly detail: Sentence
}

/** The insider section in words: HTML and plain text are both set from it. */
export interface InsiderWords {
  readonly lead: readonly Sentence[]
  readonly findings: readonly FindingWords[]
  readonly table: readonly TableRow[]
  readonly coverage: readonly Sentence[]
}

const MAX_CLUSTERS = 1
const MAX_EACH_SIDE = 3
const MAX_TABLE_EACH_SIDE = 5
/** From this share of unread filings on, the letter says so at its head. */
const PARTIAL_FROM = 0.05
/** Beyond these the owner's own list at the SEC takes over. */
const MAX_FILINGS = 10

/** Puts a section's facts into sentences. Chooses nothing by itself but how many of the ranked findings are shown. */
export function putInsidersIntoWords(section: InsiderSection): InsiderWords {
  return {
    lead: lead(section),
    findings: [
      ...section.clusters.slice(0, MAX_CLUSTERS).map(clusterWords),
      ...section.buys.slice(0, MAX_EACH_SIDE).map(findingWords),
      ...section.sales.slice(0, MAX_EACH_SIDE).map(findingWords),
    ],
    table: [
      ...section.buys.slice(0, MAX_TABLE_EACH_SIDE),
      ...section.sales.slice(0, MAX_TABLE_EACH_SIDE),
    ].map(tableRow),
    coverage: putCoverageIntoWords(section),
  }
}

/** Where a good part of the week is missing, that comes first: the sums are those of what was read. */
function lead(section: InsiderSection): Sentence[] {
  const { listed, read, unread } = section.coverage
  const isPartial = numberOf(unread) > numberOf(listed) * PARTIAL_FROM || section.daysUnread.length > 0
  const warning: Sentence = [
    plain('This week is incomplete: we read '),
    ofWeek(formatCount, read),
    plain(' of the '),
    ofWeek(formatCount, listed),
    plain(' reports listed'),
    plain(section.daysUnread.length > 0 ? ', and the list of some days is missing.' : '.'),
  ]
  return isPartial ? [warning, ...sums(section)] : sums(section)
}

function sums({ totals, week }: InsiderSection): Sentence[] {
  const days = `in reports made public from ${formatDay(week.from)} to ${formatDay(week.to)}`
  const hasBuys = numberOf(totals.buyFindings) > 0
  const hasSales = numberOf(totals.saleFindings) > 0
  if (!hasBuys && !hasSales) {
    return [[plain(`No purchase or sale with a price stands ${days}, as far as we read them.`)]]
  }
  const side = (name: 'buy' | 'sale'): Span[] => [
    ofWeek(formatMoney, totals[`${name}Value`]),
    plain(' in '),
    ofWeek(formatCount, totals[`${name}Issuers`]),
    plain(plural(totals[`${name}Issuers`], ' company', ' companies')),
  ]
  return [
    [
      plain('Company insiders '),
      ...(hasBuys ? [plain('bought shares for '), ...side('buy')] : [plain('bought nothing')]),
      plain(' and '),
      ...(hasSales ? [plain('sold shares for '), ...side('sale')] : [plain('sold nothing')]),
      plain(`, ${days}.`),
    ],
  ]
}

function findingWords(finding: InsiderFinding): FindingWords {
  const { facts, owners, issuer, side } = finding
  const link = pageOf(finding.filings)
  const figure = (text: string): Span => ({ text, href: link })
  const [first] = owners
  const role = first ? presentRole(first) : ''
  const who = ownersText(finding)
  return {
    id: finding.id,
    kind: side === 'buy' ? 'bought' : 'sold',
    company: presentIssuer(issuer),
    value: figure(formatMoney(facts.value)),
    sentences: [
      [
        plain(
          `${who}${role === '' || owners.length > 1 ? '' : ` (${role})`} ${side === 'buy' ? 'bought' : 'sold'} `,
        ),
        figure(`${formatCount(facts.shares)} ${plural(facts.shares, 'share', 'shares')}`),
        plain(' at '),
        plain(finding.facts.firstTradedOn.value === facts.lastTradedOn.value ? '' : 'an average of '),
        figure(formatPrice(facts.averagePrice)),
        plain(`, ${tradedOn(facts)}.`),
      ].filter(({ text }) => text !== ''),
      ...remarks(finding, figure),
    ],
    filings: filingLinks(finding.filings, first?.cik),
  }
}

/** What else the form says, at most two more short sentences, and whether we could check it. */
function remarks(finding: InsiderFinding, figure: (text: string) => Span): Sentence[] {
  const { facts, isNewPosition, isLate, plan } = finding
  const all: Sentence[] = []
  if (isLate) {
    const isOneDay = facts.firstTradedOn.value === facts.lastTradedOn.value
    all.push([
      plain(isOneDay ? 'Reported late: ' : 'Reported late: up to '),
      figure(`${formatCount(facts.lag)} business days`),
      plain(' after the trade, where two are allowed.'),
    ])
  }
  if (isNewPosition) all.push([plain('By the form’s own figures, a new position.')])
  else if (facts.sizeAgainstHolding) {
    const percent = formatPercent(facts.sizeAgainstHolding)
    all.push([plain('That adds '), figure(percent), plain(' to the holding that the form names.')])
  }
  if (plan === 'all') all.push([plain('Set up ahead under a trading plan (Rule 10b5-1).')])
  if (plan === 'some') all.push([plain('Part of it was set up ahead under a trading plan (Rule 10b5-1).')])
  const unchecked: Sentence[] = finding.isPriceChecked
    ? []
    : [[plain('We know no closing price to check it against.')]]
  return [...all.slice(0, 2), ...unchecked]
}

function clusterWords(cluster: ClusterFinding): FindingWords {
  const link = pageOf(cluster.filings)
  const figure = (text: string): Span => ({ text, href: link })
  const { facts, issuer } = cluster
  return {
    id: cluster.id,
    kind: 'cluster',
    company: presentIssuer(issuer),
    value: figure(formatMoney(facts.value)),
    sentences: [
      [
        figure(`${formatCount(facts.buyers)} insiders`),
        plain(' bought for '),
        figure(formatMoney(facts.value)),
        plain(` together, ${tradedOn(facts)}.`),
      ],
      [
        plain(
          'We name it when three or more insiders, those who file together counted once, buy within thirty days.',
        ),
      ],
    ],
    filings: filingLinks(cluster.filings, issuer.cik),
  }
}

function tableRow(finding: InsiderFinding): TableRow {
  const link = pageOf(finding.filings)
  const { facts } = finding
  return {
    id: finding.id,
    company: finding.issuer.ticker ?? presentCompany(finding.issuer.name),
    owner: ownersText(finding),
    side: finding.side === 'buy' ? 'bought' : 'sold',
    value: { text: formatExactMoney(facts.value), href: link },
    detail: [
      { text: formatCount(facts.shares), href: link },
      plain(' at '),
      { text: formatPrice(facts.averagePrice), href: link },
    ],
  }
}

function ownersText({ owners }: Pick<InsiderFinding, 'owners'>): string {
  const [first, second, ...more] = owners
  if (!first) return 'An insider'
  if (!second) return presentOwner(first)
  return more.length === 0
    ? `${presentOwner(first)}, together with ${presentOwner(second)},`
    : `${presentOwner(first)}, together with others,`
}

function tradedOn(facts: Pick<InsiderFinding['facts'], 'firstTradedOn' | 'lastTradedOn'>): string {
  const from = String(facts.firstTradedOn.value)
  const to = String(facts.lastTradedOn.value)
  return from === to ? `on ${formatDay(from)}` : `from ${formatDay(from)} to ${formatDay(to)}`
}

function filingLinks(filings: readonly FilingLink[], cik = ''): Required<Span>[] {
  if (filings.length === 1) return filings.map(({ pageUrl }) => ({ text: 'Read the filing', href: pageUrl }))
  const links = filings
    .slice(0, MAX_FILINGS)
    .map(({ pageUrl, filedOn }) => ({ text: formatDayOfYear(filedOn), href: pageUrl }))
  const all = `https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&CIK=${cik}&type=4&owner=include`
  return filings.length > MAX_FILINGS ? [...links, { text: 'All filings at the SEC', href: all }] : links
}
