import { CONGRESS_REPORT_DAYS } from '../../../shared/trade-rules.ts'
import type { CongressInput, CongressSection, HeldBackReport, NotTradedReport } from './congress-section.ts'
import type { CongressTrade } from '../../records/congress/congress-trade.ts'
import type { EditionWeek } from '../../lib/edition-week.ts'
import { type Fact, latest, nameKeptInputs } from '../facts/fact.ts'
import { cleanText } from '../../lib/text.ts'
import { createFactMaker, type FactMaker, linksOf } from './congress-facts.ts'
import { describeChambers, describeCoverage } from './describe-coverage.ts'
import { describeTickers, findHerds } from './find-herds.ts'
import { describeCounted, describeNoTrades, listCountedFacts } from './describe-counted.ts'
import { findSlowestToRead, orderForTelling, rankGroups } from './rank-findings.ts'
import { describeGroup, rollUp } from './roll-up.ts'
import { createOwnComparison } from './own-history.ts'
import { applyAmendments, rowId } from '../../records/congress/apply-amendments.ts'

/** How many findings the letter may use, and how many the tables list; the sums and the slowest are of all findings. */
const TOP = 20
const LISTED = 300

/** Analyses a week of reports to Congress. Pure: the same rows in any order give the same section, byte for byte.
 *  @param week  rows that became public outside it are left out of all sums */
export function analyseCongress(input: CongressInput, week: EditionWeek): CongressSection {
  const make = createFactMaker(week, readingTimeOf(input, week))
  const amended = applyAmendments(input.trades, week)
  const groups = rollUp(amended.effective)
  const herds = findHerds(groups, make)
  const inHerds = new Set(herds.flatMap(({ groupIds }) => [...groupIds]))
  const againstOwn = createOwnComparison(input.history, amended.rows, week, make)
  const all = rankGroups(groups, ({ id }) => inHerds.has(`congress/${id}`)).map((group) =>
    describeGroup(group, make, againstOwn(group)),
  )
  const slowest = findSlowestToRead(all)
  const chambers = describeChambers({ ...input, trades: amended.rows }, make)
  const coverage = describeCoverage(
    chambers,
    amended,
    {
      late: all.filter(({ isLate }) => isLate).map(({ id }) => id),
      overlaps: all.filter(({ overlap }) => overlap !== undefined).map(({ id }) => id),
    },
    make,
  )
  const ordered = orderForTelling(all)
  const section = {
    week: { from: week.from, to: week.to },
    findings: ordered.slice(0, TOP),
    others: ordered.slice(TOP).filter((one, index) => index < LISTED - TOP || one === slowest?.finding),
    herds: herds.map(({ herd }) => herd),
    noTrades: describeNoTrades(amended.notTraded, make),
    counted: describeCounted(groups, make),
    slowest,
    limit: describeLimit(make),
    hasExactSum: amended.rows.some(({ low, high }) => low === high),
    tickers: describeTickers(groups, make),
    heldBack: describeHeldBack(amended.impossible),
    notTraded: describeNotTraded(amended.notTraded),
    coverage,
    chambers,
  }
  const rowsOf = new Map(groups.map(({ id, trades }) => [`congress/${id}`, trades.map(rowId)]))
  return { ...section, facts: nameKeptInputs(listFacts(section), rowsOf) }
}

function describeLimit(make: FactMaker): Fact {
  return {
    ...make.ofWeek({
      id: 'law/days-allowed',
      subject: 'the days that the law allows',
      value: CONGRESS_REPORT_DAYS,
      unit: 'days',
      formula:
        'a report is due 30 days after the filer learns of a trade, and 45 days after the trade at the latest',
      inputs: [],
    }),
    sourceName: '5 U.S.C. 13105(l)',
    sourceUrl:
      'https://uscode.house.gov/view.xhtml?req=granuleid:USC-prelim-title5-section13105&num=0&edition=prelim',
  }
}

function describeHeldBack(rows: readonly CongressTrade[]): HeldBackReport[] {
  const filers = new Map(rows.map(({ reportUrl, member, filer }) => [reportUrl, member?.name ?? filer]))
  return linksOf(rows).map((link) => Object.assign(link, { filer: cleanText(filers.get(link.url) ?? '') }))
}

function describeNotTraded(rows: readonly CongressTrade[]): NotTradedReport[] {
  const kinds = ['gift', 'reinvestment', 'redemption', 'exchange', 'other', 'unread note'] as const
  return kinds.flatMap((kind) =>
    describeHeldBack(rows.filter((row) => row.kind === kind)).map((report) =>
      Object.assign(report, { kind }),
    ),
  )
}

/** When the week was read: the time of its records, otherwise of the newest run or the newest row. */
function readingTimeOf({ retrievedAt, runs = [], trades }: CongressInput, week: EditionWeek): string {
  if (retrievedAt !== undefined) return retrievedAt
  const started = latest(
    runs.filter(({ source }) => source === 'house' || source === 'senate').map(({ startedAt }) => startedAt),
  )
  // Without a run or a row the time is unknown, and the week's end is the earliest possible.
  return started || latest(trades.map(({ retrievedAt }) => retrievedAt)) || `${week.to}T00:00:00.000Z`
}

function listFacts(section: Omit<CongressSection, 'facts'>): Fact[] {
  return [
    ...section.herds.flatMap(({ facts }) => Object.values<Fact | undefined>(facts)),
    ...section.noTrades.flatMap(({ facts }) => Object.values<Fact | undefined>(facts)),
    ...listCountedFacts(section.counted),
    ...section.findings.flatMap(({ facts }) => Object.values(facts)),
    ...section.others.flatMap(({ isPartlyLate, facts: { amount, asset, lag, publicLag } }) => [
      amount,
      asset,
      publicLag,
      isPartlyLate ? lag : undefined,
    ]),
    section.limit,
    ...section.tickers.flatMap(({ buyers, sellers, bought, sold }) => [buyers, sellers, bought, sold]),
    ...Object.values(section.coverage),
    ...section.chambers.flatMap(({ listed, read, onPaper, unread, unknownFilers }) => [
      listed,
      read,
      onPaper,
      unread,
      unknownFilers,
    ]),
  ].filter((fact) => fact !== undefined)
}
