import type { SectionContent, TableContent } from '../../../shared/edition-contract.ts'
import { formatDay } from '../../../shared/format-date.ts'
import type { InsiderFinding, InsiderSection } from './insider-section.ts'
import type { SectionText } from '../facts/section-words.ts'
import {
  formatCount,
  formatExactMoney,
  formatPrice,
  numberOf,
  bindSentences,
  figure,
  plain,
  plural,
  type Sentence,
  type Span,
} from '../facts/format-fact.ts'
import { putCoverageIntoWords } from './coverage-words.ts'
import {
  insiderText,
  listPages,
  pageOf,
  ownersText,
  priceWords,
  putFindingsIntoWords,
} from './insider-words-findings.ts'
import { presentCompany, presentTicker } from '../../records/names/present-names.ts'

const MAX_TABLE_EACH_SIDE = 5
/** From this share of unread filings on, the letter says so at its head. */
const PARTIAL_FROM = 0.05
/** From this share of trades on, too, that were not checked or were reported late. */
const MOST = 0.5

/** Puts the insider section into words. Chooses nothing by itself but how many of the ranked findings are shown.
 *  @throws TypeError where the text names a fact that is none of the section's */
export function composeInsiders(section: InsiderSection, text: SectionText): SectionContent {
  const isByModel = text.label === 'AI-written'
  const summary = isByModel ? bindSentences(text.sentences, section.facts, listPages(section)) : sums(section)
  const table = largestTrades(section)
  return {
    name: 'insiders',
    title: insiderText.title,
    state: 'ready',
    label: text.label,
    ...(isByModel && text.model !== undefined ? { model: text.model } : {}),
    summary: [...warnings(section), ...summary],
    findings: putFindingsIntoWords(section),
    ...(table ? { table } : {}),
    meaning: text.meaning,
    coverage: [[plain(insiderText.what)], ...putCoverageIntoWords(section)],
    notices: [insiderText.source],
  }
}

/** What a reader must know before any sum: prices that nobody could check, a week of which much is missing, or is not of it. */
function warnings({ coverage, daysUnread, totals, completeness }: InsiderSection): Sentence[] {
  const { listed, read, unread, trades, lateTrades, uncheckedTrades, uncheckedValue } = coverage
  const isPartial =
    completeness === 'below half' ||
    numberOf(unread) > numberOf(listed) * PARTIAL_FROM ||
    daysUnread.length > 0
  const days = daysUnread.length > 0 ? ', and the list of some days is missing' : ''
  const few = completeness === 'below half' ? '. That is too little to add up' : ''
  const partial: Sentence = [
    plain('This week is incomplete: we read '),
    figure(read),
    plain(' of the '),
    figure(listed),
    plain(` reports listed${days}${few}.`),
  ]
  const value = numberOf(totals.buyValue) + numberOf(totals.saleValue)
  const isUnchecked =
    numberOf(uncheckedTrades) > numberOf(trades) * MOST || numberOf(uncheckedValue) > value * MOST
  const withCare: Sentence = [
    plain('Take this week’s sums with care: '),
    figure(uncheckedTrades),
    plain(' of the '),
    figure(trades),
    plain(plural(trades, ' trade in them, for ', ' trades in them, for ')),
    figure(uncheckedValue),
    plain(' in all, could not be checked against a closing price.'),
  ]
  const isLate = numberOf(lateTrades) > numberOf(trades) * MOST
  const areAllLate = numberOf(lateTrades) === numberOf(trades)
  const late: Sentence = [
    ...(areAllLate ? [plain(plural(trades, 'The ', 'All '))] : [figure(lateTrades), plain(' of the ')]),
    figure(trades),
    plain(
      plural(
        trades,
        ' trade was reported late, more than two business days after it was made.',
        ' trades were reported late, more than two business days after they were made.',
      ),
    ),
  ]
  return [
    ...pricesFailedWords(coverage),
    ...(isPartial ? [partial] : []),
    ...(isUnchecked && completeness !== 'below half' ? [withCare] : []),
    ...(isLate ? [late] : []),
  ]
}

function pricesFailedWords({ pricesFailed, failedSizes }: InsiderSection['coverage']): Sentence[] {
  if (numberOf(pricesFailed) === 0) return []
  const failed: Span[] = [
    plain('The source of closing prices failed: we could not check what was reported of '),
    figure(pricesFailed),
    plain(plural(pricesFailed, ' company', ' companies')),
  ]
  if (numberOf(failedSizes) === 0) return [[...failed, plain('.')]]
  return [
    [
      ...failed,
      plain(', and left '),
      figure(failedSizes),
      plain(plural(failedSizes, ' trade', ' trades')),
      plain(' of insiders with over ten million dollars out of every sum.'),
    ],
  ]
}

/** What was bought and sold in all. That there was nothing is said only of a week that was read whole, and with nothing left
 *  out; below half of it nothing is added up. */
function sums({ totals, week, coverage, completeness }: InsiderSection): Sentence[] {
  const days = `in reports made public from ${formatDay(week.from)} to ${formatDay(week.to)}`
  const hasBuys = numberOf(totals.buyFindings) > 0
  const hasSales = numberOf(totals.saleFindings) > 0
  const missing = hasBuys ? 'sale' : hasSales ? 'purchase' : 'purchase or sale'
  const isAllOfIt =
    completeness === 'whole' &&
    [
      coverage.suspectPrices,
      coverage.unverifiedSizes,
      coverage.failedSizes,
      coverage.impossibleTrades,
      coverage.unpricedLines,
      coverage.correctionsLeftOut,
    ].every((fact) => numberOf(fact) === 0)
  const nothing: Sentence[] =
    hasBuys && hasSales
      ? []
      : [
          [
            plain('Among the '),
            figure(coverage.read),
            plain(plural(coverage.read, ' filing', ' filings')),
            plain(` we read there is no ${missing}${isAllOfIt ? ' with a price' : ' that we could add up'}.`),
          ],
        ]
  if (completeness === 'below half') return nothing
  if (!hasBuys && !hasSales) {
    return isAllOfIt
      ? [[plain(`No purchase or sale with a price stands ${days}, as far as we read them.`)]]
      : nothing
  }
  const side = (name: 'buy' | 'sale', word: string): Span[] => [
    plain(word),
    figure(totals[`${name}Value`]),
    plain(' in '),
    figure(totals[`${name}Issuers`]),
    plain(plural(totals[`${name}Issuers`], ' company', ' companies')),
  ]
  const all: Sentence = [
    plain('Company insiders reported '),
    ...(hasBuys ? side('buy', 'purchases for ') : []),
    ...(hasBuys && hasSales ? [plain(' and ')] : []),
    ...(hasSales ? side('sale', 'sales for ') : []),
    ...(isAllOfIt && !(hasBuys && hasSales) ? [plain(` and no ${missing}`)] : []),
    plain(`, ${days}.`),
  ]
  return [all, ...(isAllOfIt ? [] : nothing)]
}

/** @returns undefined where the week has no trade */
function largestTrades({ buys, sales }: InsiderSection): TableContent | undefined {
  const shown = [...buys.slice(0, MAX_TABLE_EACH_SIDE), ...sales.slice(0, MAX_TABLE_EACH_SIDE)]
  if (shown.length === 0) return undefined
  return { title: insiderText.tableTitle, columns: [...insiderText.tableColumns], rows: shown.map(tableRow) }
}

function tableRow(finding: InsiderFinding): Sentence[] {
  const { facts, filings, issuer, owners, side, ownership, priceCheck } = finding
  const { averagePrice, lowestPrice, highestPrice } = facts
  const page = pageOf(filings)
  const company = presentTicker(issuer) ?? presentCompany(issuer.name)
  const verb = side === 'buy' ? 'bought' : 'sold'
  const held = { direct: '', indirect: ', held indirectly', 'partly indirect': ', partly held indirectly' }
  const who =
    ownership === 'direct'
      ? `${ownersText(owners)} ${verb} ${company}`
      : `${ownersText(owners)} reported ${company} ${verb}${held[ownership]}`
  const check = { all: [], some: [plain(', partly checked')], none: [plain(', not checked')] }
  const prices: Span[] = averagePrice
    ? [plain(priceWords(averagePrice)), figure(averagePrice, formatPrice(averagePrice), page)]
    : lowestPrice && highestPrice
      ? [
          plain(' at '),
          figure(lowestPrice, formatPrice(lowestPrice), page),
          plain(' to '),
          figure(highestPrice, formatPrice(highestPrice), page),
        ]
      : []
  return [
    [plain(who)],
    [figure(facts.value, formatExactMoney(facts.value), page)],
    [figure(facts.shares, formatCount(facts.shares), page), ...prices, ...check[priceCheck]],
  ]
}
