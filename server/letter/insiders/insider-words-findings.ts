import type { FindingContent } from '../../../shared/edition-contract.ts'
import { formatDay, formatDayOfYear } from '../../../shared/format-date.ts'
import { isOfSeveralTrades, SECTION_TITLES, type Fact } from '../facts/fact.ts'
import type { ClusterFinding, InsiderFinding, InsiderSection, FilingLink } from './insider-section.ts'
import type { TradeVia } from '../../records/names/trade-kinds.ts'
import { hasNumeral, presentIssuer, presentOwner, presentRole } from '../../records/names/present-names.ts'
import { figure, plain, type Sentence, type Span } from '../facts/format-fact.ts'

const MAX_CLUSTERS = 1
const MAX_EACH_SIDE = 3

/** The section's standing words. */
export const insiderText = {
  title: SECTION_TITLES.insiders,
  what: 'These are trades that officers, directors and large holders reported to the SEC on Form 4: purchases and sales, on the open market or in private, of shares in their own companies. Grants, options, gifts and reinvested dividends are not among them.',
  clusterRule:
    'We name it when three or more insiders, those who file together counted once, buy within thirty days, offerings and private placements left out.',
  slip: 'A gap of years may also be a slip in the report.',
  unchecked: 'We know no closing price to check it against.',
  partlyChecked: 'We could check only part of it against closing prices.',
  tableTitle: 'Trades, to the dollar',
  tableColumns: ['Who and what', 'Value', 'Shares and price'],
  source: 'Source: SEC EDGAR, public domain.',
} as const

/** A cluster, then purchases, then sales. A cluster that is old or unchecked does not stand before a purchase that is neither. */
export function putFindingsIntoWords({ clusters, buys, sales }: InsiderSection): FindingContent[] {
  const several = clusters.slice(0, MAX_CLUSTERS)
  const settledBuys = buys.some(({ isSettled }) => isSettled)
  const isFirst = (cluster: ClusterFinding) =>
    !settledBuys || (!cluster.isOld && cluster.priceCheck !== 'none')
  const shown = [...buys.slice(0, MAX_EACH_SIDE), ...sales.slice(0, MAX_EACH_SIDE)]
  const words = shown.map((finding) => findingWords(finding, listNotes(finding, shown)))
  const bought = shown.filter(({ side }) => side === 'buy').length
  return [
    ...several.filter(isFirst).map(clusterWords),
    ...words.slice(0, bought),
    ...several.filter((cluster) => !isFirst(cluster)).map(clusterWords),
    ...words.slice(bought),
  ]
}

function findingWords(finding: InsiderFinding, notes: readonly Sentence[]): FindingContent {
  const { facts, owners, issuer, side, filings } = finding
  const page = pageOf(filings)
  return {
    id: finding.id,
    tone: side === 'buy' ? 'rise' : 'fall',
    kicker: kickerOf(finding),
    title: presentIssuer(issuer),
    figure: figure(facts.value, undefined, page),
    sentences: [whatSentence(finding, page), ...remarks(finding, page), ...notes],
    links: linkFilings(filings, owners[0]?.cik ?? issuer.cik),
  }
}

function kickerOf(finding: InsiderFinding): string {
  const { side, via, ownership, isLate, isPartlyLate, priceCheck } = finding
  return [
    `${side === 'buy' ? '+ Bought' : '− Sold'}${via === undefined ? '' : ` ${viaWords(via, finding)}`}`,
    ...(ownership === 'indirect' ? ['held indirectly'] : []),
    ...(ownership === 'partly indirect' ? ['partly held indirectly'] : []),
    ...(isLate ? [`${isPartlyLate ? 'partly ' : ''}reported late`] : []),
    ...(priceCheck === 'none' ? ['price not checked'] : []),
    ...(priceCheck === 'some' ? ['price partly checked'] : []),
  ].join(', ')
}

function viaWords(via: TradeVia, { isOneDeal }: InsiderFinding): string {
  if (via === 'taxes') return 'only to cover taxes'
  if (via === 'offering') return isOneDeal ? 'in an offering' : 'in offerings'
  return isOneDeal ? 'in a private placement' : 'in private placements'
}

/** Whoever reports what others hold did not buy it: the sentence says what is reported, and how it is held. */
function whatSentence(finding: InsiderFinding, page: string): Sentence {
  const { facts, owners, side, via, ownership, heldThrough } = finding
  const who = `${ownersText(owners)}${roleText(owners)}`
  const shares = figure(facts.shares, undefined, page)
  const prices: Span[] = facts.averagePrice
    ? [plain(priceWords(facts.averagePrice)), figure(facts.averagePrice, undefined, page)]
    : facts.lowestPrice && facts.highestPrice
      ? [
          plain(' at prices from '),
          figure(facts.lowestPrice, undefined, page),
          plain(' to '),
          figure(facts.highestPrice, undefined, page),
        ]
      : []
  const where = via === undefined ? '' : `, ${viaWords(via, finding)} by the form’s own note`
  const days = plain(`${where}, ${tradedOn(facts)}.`)
  if (ownership === 'direct') {
    return [plain(`${who} ${side === 'buy' ? 'bought' : 'sold'} `), shares, ...prices, days]
  }
  const through = heldThrough === undefined ? '' : ` (${THROUGH_WORDS[heldThrough]})`
  const held = `${ownership === 'indirect' ? 'held indirectly' : 'partly held indirectly'}${through}`
  return [
    plain(`${who} reported ${side === 'buy' ? 'purchases' : 'sales'} of `),
    shares,
    plain(` ${held},`),
    ...prices,
    days,
  ]
}

/** What stands before a price: of several trades it is their average. */
export function priceWords(price: Fact): string {
  return isOfSeveralTrades(price) ? ' at an average of ' : ' at '
}

const THROUGH_WORDS: Readonly<Record<NonNullable<InsiderFinding['heldThrough']>, string>> = {
  trust: 'by trust',
  spouse: 'by a spouse',
  children: 'by children',
  fund: 'by a fund',
  'fund or company': 'by a fund or company',
}

/** What else the form and our records say, at most three more short sentences. */
function remarks(
  { facts, filings, isNewPosition, isLate, isPartlyLate, plan, ownership }: InsiderFinding,
  page: string,
): Sentence[] {
  const all: Sentence[] = []
  if (isLate) {
    const isOne = facts.firstTradedOn.value === facts.lastTradedOn.value && filings.length === 1
    all.push([
      plain(`Reported late${isPartlyLate ? ' in part' : ''}: ${isOne ? '' : 'up to '}`),
      figure(facts.lag, undefined, page),
      plain(' after the trade, where two are allowed.'),
    ])
  }
  if (isNewPosition) all.push([plain('By the form’s own figures, a new position.')])
  else if (facts.sizeAgainstHolding) {
    const percent = figure(facts.sizeAgainstHolding, undefined, page)
    const holding = ownership === 'direct' ? ' to the holding' : ' to the indirect holding'
    all.push([plain('That adds '), percent, plain(`${holding} that the form names.`)])
  }
  if (facts.monthsWithoutPurchase) {
    all.push([
      plain('The first purchase in '),
      figure(facts.monthsWithoutPurchase, undefined, page),
      plain(' months or more, as far as our records go.'),
    ])
  }
  if (plan === 'all') all.push([plain('Set up ahead under a trading plan (Rule 10b5-1).')])
  if (plan === 'some') all.push([plain('Part of it was set up ahead under a trading plan (Rule 10b5-1).')])
  return all.slice(0, 3)
}

/** What is true of several findings is explained at the first of them; the line above each title has it in short. */
function listNotes(finding: InsiderFinding, shown: readonly InsiderFinding[]): Sentence[] {
  const notes: readonly (readonly [(one: InsiderFinding) => boolean, string])[] = [
    [({ isMaybeSlip }) => isMaybeSlip, insiderText.slip],
    [({ priceCheck }) => priceCheck === 'none', insiderText.unchecked],
    [({ priceCheck }) => priceCheck === 'some', insiderText.partlyChecked],
  ]
  return notes.flatMap(([applies, words]) => (shown.find(applies) === finding ? [[plain(words)]] : []))
}

function clusterWords({ id, facts, issuer, filings, ownership }: ClusterFinding): FindingContent {
  const page = pageOf(filings)
  const held = ownership === 'indirect' ? 'held indirectly, ' : 'partly held indirectly, '
  return {
    id,
    tone: 'rise',
    kicker: '+ Bought by several',
    title: presentIssuer(issuer),
    figure: figure(facts.value, undefined, page),
    sentences: [
      [
        figure(facts.buyers, undefined, page),
        plain(ownership === 'direct' ? ' insiders bought for ' : ' insiders reported purchases for '),
        figure(facts.value, undefined, page),
        plain(` together, ${ownership === 'direct' ? '' : held}${tradedOn(facts)}.`),
      ],
      [plain(insiderText.clusterRule)],
    ],
    links: linkFilings(filings, issuer.cik),
  }
}

/** A name with a number in it is in no fact, and nothing would bear it out: the owner is named by the filing alone. Of several
 *  a person is named beside the first. */
export function ownersText([first, ...more]: InsiderFinding['owners']): string {
  const nameOf = (owner: InsiderFinding['owners'][number]) => {
    const name = presentOwner(owner)
    return name === '' || hasNumeral(name) ? undefined : name
  }
  const name = (first && nameOf(first)) ?? 'An insider'
  if (more.length === 0) return name
  const named = more.filter((owner) => nameOf(owner) !== undefined)
  // A person's name is turned round from the form's "Last First".
  const partner = named.find((owner) => presentOwner(owner) !== owner.name) ?? named[0]
  const others = more.length > 1 ? 'others' : 'another'
  if (!partner) return `${name}, together with ${others},`
  return `${name}, together with ${nameOf(partner) ?? others}${more.length > 1 ? ' and others' : ''},`
}

function roleText(owners: InsiderFinding['owners']): string {
  const [first, ...more] = owners
  const role = first && more.length === 0 ? presentRole(first) : ''
  return role === '' ? '' : ` (${role})`
}

function tradedOn(facts: Pick<InsiderFinding['facts'], 'firstTradedOn' | 'lastTradedOn'>): string {
  const from = String(facts.firstTradedOn.value)
  const to = String(facts.lastTradedOn.value)
  return from === to ? `on ${formatDay(from)}` : `from ${formatDay(from)} to ${formatDay(to)}`
}

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
function linkFilings(filings: readonly FilingLink[], cik: string): FindingContent['links'] {
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
