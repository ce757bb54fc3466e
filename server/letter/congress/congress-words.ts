import type { SectionContent, TableContent } from '../../../shared/edition-contract.ts'
import { formatDay } from '../../../shared/format-date.ts'
import type { CongressFinding, CongressSection, NetOfTrades } from './congress-section.ts'
import { type Fact, SECTION_TITLES } from '../facts/fact.ts'
import { numberOf, bindSentences, figure, plain, type Sentence, type Span } from '../facts/format-fact.ts'
import type { SectionText } from '../facts/section-words.ts'
import { putCongressCoverageIntoWords } from './congress-words-coverage.ts'
import {
  filerWords,
  findingWords,
  herdWords,
  lateWords,
  verbInTable,
  CHAMBER_NAMES,
  congressText,
} from './congress-words-findings.ts'

const MAX_FINDINGS = 7
const MAX_HERDS = 2
const MAX_ROWS = 8
/** From this share of rows that cannot be right on, the letter says so at its head. */
const DOUBTFUL_FROM = 0.5

/** Puts the section on Congress into words. Chooses nothing by itself but how many of the ranked findings are shown.
 *  @throws TypeError where the text names a fact that is none of the section's */
export function composeCongress(section: CongressSection, text: SectionText): SectionContent {
  const isByModel = text.label === 'AI-written'
  const isDark =
    section.chambers.every(({ state }) => state === 'off' || state === 'failed') && !hasReports(section)
  const written = bindSentences(text.sentences, section.facts)
  const herds = section.herds.slice(0, MAX_HERDS)
  const findings = section.findings.slice(0, MAX_FINDINGS - herds.length)
  const table = tableOf(section, findings)
  const head = [...warnings(section), ...(isByModel ? [] : lead(section))]
  return {
    name: 'congress',
    title: SECTION_TITLES.congress,
    state: isDark ? 'unavailable' : 'ready',
    label: text.label,
    ...(isByModel && text.model !== undefined ? { model: text.model } : {}),
    summary: isDark ? [[plain(congressText.dark)]] : [...head, ...written],
    findings: [
      ...herds.map((herd) => herdWords(herd, section.herdRule)),
      ...findings.map((finding) =>
        finding.id === section.latest?.finding.id
          ? lateWords(finding, section.latest.limit, section.coverage.lateFindings)
          : findingWords(finding, section.latest?.limit),
      ),
    ],
    ...(table ? { table } : {}),
    meaning: isDark ? [] : text.meaning,
    coverage: isDark ? [] : putCongressCoverageIntoWords(section),
    notices: isDark ? [] : listNotices(herds.length > 0, findings),
  }
}

/** What is missing or cannot be right, before anything else. */
function warnings({ chambers, coverage }: CongressSection): Sentence[] {
  const failed = chambers
    .filter(({ state }) => state === 'failed')
    .map(({ chamber, listed }): Sentence => {
      const before = numberOf(listed) > 0 ? congressText.failedLater : congressText.failed
      return [plain(`The ${CHAMBER_NAMES[chamber]}’s ${before}`)]
    })
  const isDoubtful = numberOf(coverage.impossibleDays) > numberOf(coverage.rows) * DOUBTFUL_FROM
  const doubtful: Sentence = [
    plain('Take this week with care: of '),
    figure(coverage.rows),
    plain(' rows in its reports, '),
    figure(coverage.impossibleDays),
    plain(' date a trade after the report itself became public. We left those out.'),
  ]
  const unread: Sentence = [
    plain('Of '),
    figure(coverage.listed),
    plain(numberOf(coverage.listed) === 1 ? ' report of the week, ' : ' reports of the week, '),
    figure(coverage.unread),
    plain(' could not be read whole, so trades may be missing here.'),
  ]
  return [...failed, ...(numberOf(coverage.unread) > 0 ? [unread] : []), ...(isDoubtful ? [doubtful] : [])]
}

function lead(section: CongressSection): Sentence[] {
  const { totals, parties, week, coverage } = section
  const days = `from ${formatDay(week.from)} to ${formatDay(week.to)}`
  if (numberOf(totals.filers) === 0) {
    if (!hasReports(section))
      return [[plain(`By the lists that we read, no report of a trade was made public ${days}.`)]]
    const hasRows = numberOf(coverage.rows) > 0
    return [
      [plain(`Reports were made public ${days}, ${hasRows ? congressText.noTrade : congressText.noRow}`)],
    ]
  }
  const sales = totals.buySum ? ' and sales of ' : 'sales of '
  const isOne = numberOf(totals.filers) === 1
  return [
    [
      plain('Reports of '),
      figure(totals.filers),
      plain(` ${isOne ? 'filer' : 'filers'} in ${placeOf(section)}, made public ${days}, name `),
      ...(totals.buySum ? [plain('purchases of '), figure(totals.buySum)] : []),
      ...(totals.saleSum ? [plain(sales), figure(totals.saleSum)] : []),
      plain(', as sums of the ranges that they give.'),
    ],
    ...(parties.length > 0 ? [partySentence(parties, section.withoutParty)] : []),
  ]
}

/** Where only a chamber was read, it is named. */
function placeOf({ chambers }: CongressSection): string {
  const [only, ...more] = chambers.filter(({ listed }) => numberOf(listed) > 0)
  return only && more.length === 0 ? `the ${CHAMBER_NAMES[only.chamber]}` : 'Congress'
}

/** 'Among Democrats, 2 bought and 1 sold; among Republicans, 1 both bought and sold.' */
function partySentence(parties: readonly NetOfTrades[], withoutParty: Fact): Sentence {
  const spans = parties.flatMap((party, index): Span[] => [
    plain(`${index === 0 ? 'Among' : '; among'} ${party.buyers.subject}, `),
    ...countSides(party),
  ])
  const unknown = numberOf(withoutParty)
  if (unknown === 0) return [...spans, plain('.')]
  return [
    ...spans,
    plain('. Of '),
    figure(withoutParty),
    plain(unknown === 1 ? ' more filer we know no party.' : ' more filers we know no party.'),
  ]
}

/** Who did both is one person. */
function countSides({ buyers, sellers, both }: NetOfTrades): Span[] {
  const several = numberOf(both)
  if (several > 0 && several === numberOf(buyers) && several === numberOf(sellers)) {
    return [figure(both), plain(' both bought and sold')]
  }
  const sides = [countOf(buyers), plain(' bought and '), countOf(sellers), plain(' sold')]
  return several === 0 ? sides : [...sides, plain(' ('), figure(both), plain(' of them did both)')]
}

function countOf(filers: Fact): Span {
  return numberOf(filers) === 0 ? plain('nobody') : figure(filers)
}

/** Shares that several traded; else what the findings have no room for. */
function tableOf(
  { tickers, findings }: CongressSection,
  shown: readonly CongressFinding[],
): TableContent | undefined {
  if (tickers.length > 0) {
    return {
      title: congressText.tickersTitle,
      columns: [...congressText.tickersColumns],
      rows: tickers
        .slice(0, MAX_ROWS)
        .map(({ buyers, sellers, bought, sold, net }) => [
          [plain(net.subject)],
          sideCell(buyers, bought),
          sideCell(sellers, sold),
        ]),
    }
  }
  const rest = findings.filter((finding) => !shown.includes(finding)).slice(0, MAX_ROWS)
  if (rest.length === 0) return undefined
  return {
    title: congressText.restTitle,
    columns: [...congressText.restColumns],
    rows: rest.map((finding) => [
      [plain(`${filerWords(finding.filer)} ${verbInTable(finding)} `), figure(finding.facts.asset)],
      [figure(finding.facts.amount)],
      tradedOn(finding),
    ]),
  }
}

function tradedOn({ facts: { firstTradedOn, lastTradedOn } }: CongressFinding): Sentence {
  return firstTradedOn.value === lastTradedOn.value
    ? [figure(lastTradedOn)]
    : [figure(firstTradedOn), plain(' to '), figure(lastTradedOn)]
}

function sideCell(filers: Fact, sum: Fact | undefined): Sentence {
  if (!sum) return [plain('nobody')]
  return [figure(filers), plain(numberOf(filers) === 1 ? ' filer, ' : ' filers, '), figure(sum)]
}

function listNotices(hasHerd: boolean, shown: readonly CongressFinding[]): string[] {
  return [
    congressText.law,
    congressText.source,
    ...(hasHerd ? [congressText.herdNote] : []),
    ...(shown.some(({ overlap }) => overlap) ? [congressText.overlapNote] : []),
  ]
}

function hasReports({ coverage }: CongressSection): boolean {
  return numberOf(coverage.listed) > 0
}
