import type { EditionWeek } from '../../edition-week.ts'
import type { Fact } from '../../fact.ts'
import type { InsiderCollection } from '../../insider-filing.ts'
import type {
  HeldBackTrade,
  InsiderCoverageKind,
  InsiderFinding,
  InsiderSection,
} from '../../insider-section.ts'
import { createFactMaker, type FactMaker } from './fact-maker.ts'
import { describeNets, findClusters } from './find-clusters.ts'
import { judgeTrades, lineId, type DailyCloses, type DoubtfulTrade } from './judge-trades.ts'
import { describeGroup, filingsOf, linksOf, rollUp, type TradeGroup } from './roll-up.ts'
import { compareText, settleFilings, type Settlement } from './settle-filings.ts'

/** A finding above this whose price nothing confirms is held back: one mistyped price has made a trade of $258.8 billion. */
const UNVERIFIED_LIMIT_USD = 1_000_000_000
/** So many findings of each side are kept with their facts; the sums are over all of them. */
const TOP = 10

/** Reads a week of insider filings. Pure: the same filings in any order give the same section, byte for byte.
 *  @param closes  those closes of the trades' days that are known */
export function analyseInsiders(
  collection: InsiderCollection,
  closes: DailyCloses,
  week: EditionWeek,
): InsiderSection {
  const make = createFactMaker(week, collection.retrievedAt)
  const settlement = settleFilings(collection.filings)
  const { trades, doubtful, unpricedLines } = judgeTrades(settlement.settled, closes)
  const groups = Map.groupBy(rollUp(trades), (group) => (isBelievable(group) ? 'counted' : 'held back'))
  const counted = groups.get('counted') ?? []
  const tooLarge = groups.get('held back') ?? []
  const findings = counted.map((group) => describeGroup(group, make))
  const buys = findings.filter(({ side }) => side === 'buy')
  const sales = findings.filter(({ side }) => side === 'sale')
  const believed = counted.flatMap((group) => group.trades)
  const clusters = findClusters(believed, make)
  const heldBack = [
    ...tooLarge.map((group) => holdBackGroup(group, make)),
    ...doubtful.map((trade) => holdBackTrade(trade, make)),
  ]
  const totals = describeTotals(counted, make)
  const coverage = describeCoverage(
    collection,
    settlement,
    {
      lateFindings: findings.filter(({ isLate }) => isLate).map(({ id }) => id),
      suspectPrices: heldBack.filter(({ reason }) => reason === 'suspect-price').map(({ id }) => id),
      unverifiedSizes: tooLarge.map(({ id }) => id),
      impossibleTrades: heldBack
        .filter(({ reason }) => reason === 'impossible-date' || reason === 'contradictory')
        .map(({ id }) => id),
      unpricedLines: [...unpricedLines].sort(),
      uncheckedFindings: findings.filter(({ isPriceChecked }) => !isPriceChecked).map(({ id }) => id),
    },
    make,
  )
  const unreadReasons = describeUnread(collection, make)
  const daysUnread = collection.coverage.daysUnread.map(({ day, reason }) =>
    make.ofWeek({
      id: `insiders/coverage/day-unread/${day}`,
      kind: 'day-unread',
      subject: 'SEC daily index',
      value: day,
      unit: 'date',
      formula: `business day without a readable index: ${reason}`,
      inputs: [],
    }),
  )
  const shown = {
    buys: buys.slice(0, TOP),
    sales: sales.slice(0, TOP),
    clusters,
    heldBack: selectHeldBack(heldBack),
  }
  const issuerCiks = new Set([...shown.buys, ...shown.sales].map(({ issuer }) => issuer.cik))
  const nets = describeNets(believed, [...issuerCiks], make)
  return {
    week,
    ...shown,
    nets,
    totals,
    coverage,
    unreadReasons,
    daysUnread,
    facts: [
      ...[...shown.clusters, ...shown.buys, ...shown.sales].flatMap(({ facts }) => factsOf(facts)),
      ...nets,
      ...shown.heldBack.flatMap(({ claimed, close }) => (close ? [claimed, close] : [claimed])),
      ...factsOf(totals),
      ...factsOf(coverage),
      ...unreadReasons.map(({ filings }) => filings),
      ...daysUnread,
    ],
  }
}

/** Sizes first, and of each filing one line for each reason: sixty mistyped lines are one story. */
function selectHeldBack(heldBack: readonly HeldBackTrade[]): HeldBackTrade[] {
  const isSize = ({ reason }: HeldBackTrade) => Number(reason === 'unverified-size')
  const ordered = [...heldBack].sort((a, b) => isSize(b) - isSize(a) || compareText(a.id, b.id))
  const firsts = Map.groupBy(ordered, ({ reason, filings }) => `${reason} ${filings[0]?.accession}`)
  return [...firsts.values()].flatMap((lines) => lines.slice(0, 1)).slice(0, TOP)
}

function isBelievable({ trades }: TradeGroup): boolean {
  const unchecked = trades.filter(({ isPriceChecked }) => !isPriceChecked)
  return unchecked.reduce((sum, { shares, price }) => sum + shares * price, 0) <= UNVERIFIED_LIMIT_USD
}

function factsOf(facts: InsiderFinding['facts'] | Readonly<Record<string, Fact>>): Fact[] {
  return Object.values(facts).filter((fact): fact is Fact => fact !== undefined)
}

function holdBackGroup(group: TradeGroup, make: FactMaker): HeldBackTrade {
  const finding = describeGroup(group, make)
  const { id, side, issuer, owners, filings } = finding
  return {
    id,
    reason: 'unverified-size',
    side,
    issuer,
    owners,
    filings,
    claimed: finding.facts.value,
    close: undefined,
  }
}

function holdBackTrade(trade: DoubtfulTrade, make: FactMaker): HeldBackTrade {
  const { filing, owners } = trade.source
  const line = lineId(filing.accession, trade.line.line)
  const id = `insiders/held-back/${line}`
  const period = { from: trade.line.tradedOn, to: trade.line.tradedOn }
  const shared = { subject: filing.issuer.name, unit: 'usd-per-share', inputs: [line] } as const
  const filings = filingsOf([trade])
  return {
    id,
    reason: trade.reason,
    side: trade.side,
    issuer: filing.issuer,
    owners,
    filings: linksOf(filings),
    claimed: make.ofFilings(
      {
        ...shared,
        id: `${id}/price`,
        kind: 'price',
        value: trade.price,
        formula: 'price as typed on the line',
      },
      filings,
      period,
    ),
    close:
      trade.close === undefined
        ? undefined
        : {
            ...make.ofFilings(
              { ...shared, id: `${id}/close`, kind: 'close', value: trade.close, formula: "the day's close" },
              filings,
              period,
            ),
            sourceName: 'market data, daily closes',
          },
  }
}

function describeTotals(counted: readonly TradeGroup[], make: FactMaker): InsiderSection['totals'] {
  const total = (side: 'buy' | 'sale', kind: 'value' | 'findings' | 'issuers'): Fact => {
    const groups = counted.filter(({ trades }) => trades[0].side === side)
    const issuers = new Set(groups.map(({ trades }) => trades[0].source.filing.issuer.cik))
    const [value, formula] = {
      value: [
        groups.reduce((sum, group) => sum + group.value, 0),
        'sum of the values of all findings',
      ] as const,
      findings: [groups.length, 'owners, or groups of them, by issuer'] as const,
      issuers: [issuers.size, 'distinct issuers'] as const,
    }[kind]
    return make.ofWeek({
      id: `insiders/total/${side}-${kind}`,
      kind: `${side}-${kind}`,
      subject: side === 'buy' ? 'all purchases of the week' : 'all sales of the week',
      value,
      unit: kind === 'value' ? 'usd' : 'count',
      formula: `${formula}; code ${side === 'buy' ? 'P' : 'S'}, non-derivative, price > 0; held-back trades left out`,
      inputs: groups.map(({ id }) => id).sort(),
    })
  }
  return {
    buyValue: total('buy', 'value'),
    saleValue: total('sale', 'value'),
    buyFindings: total('buy', 'findings'),
    saleFindings: total('sale', 'findings'),
    buyIssuers: total('buy', 'issuers'),
    saleIssuers: total('sale', 'issuers'),
  }
}

const COVERAGE_FORMULAS: Readonly<Record<InsiderCoverageKind, string>> = {
  listed: 'Forms 4 and 4/A in the daily indexes, each accession once',
  read: 'listed filings whose document was read',
  unread: 'listed - read',
  daysUnread: 'business days without a readable index',
  lateFindings: 'findings with a trade reported more than 2 business days after it',
  suspectPrices:
    "lines priced more than 10 x or less than 0.1 x that day's close, raw and adjusted; in no sum",
  unverifiedSizes: 'findings above 1,000,000,000 USD whose close is not known; in no sum',
  impossibleTrades: 'lines dated after their own report, or with a code against their direction; in no sum',
  unpricedLines: 'lines with code P or S whose price is zero, absent or only in a footnote; in no sum',
  uncheckedFindings: 'findings with a trade whose close is not known',
  correctionsApplied: '4/A in the place of an original of the week',
  correctionsLeftOut: '4/A whose original was filed before the week, or cannot be told; in no sum',
  repeatsLeftOut: 'filings that report the trades of another once more; counted once',
}

function describeCoverage(
  collection: InsiderCollection,
  settlement: Settlement,
  found: Readonly<
    Record<
      | 'lateFindings'
      | 'suspectPrices'
      | 'unverifiedSizes'
      | 'impossibleTrades'
      | 'unpricedLines'
      | 'uncheckedFindings',
      readonly string[]
    >
  >,
  make: FactMaker,
): InsiderSection['coverage'] {
  const { coverage } = collection
  const fact = (kind: InsiderCoverageKind, inputs: readonly string[], value = inputs.length) =>
    make.ofWeek({
      id: `insiders/coverage/${kind}`,
      kind,
      subject: 'the week’s Form 4 filings',
      value,
      unit: 'count',
      formula: COVERAGE_FORMULAS[kind],
      inputs: [...inputs].sort(),
    })
  return {
    listed: fact('listed', coverage.daysRead, coverage.listed),
    read: fact('read', [], coverage.read),
    unread: fact(
      'unread',
      coverage.unread.map(({ accession }) => accession),
    ),
    daysUnread: fact(
      'daysUnread',
      coverage.daysUnread.map(({ day }) => day),
    ),
    lateFindings: fact('lateFindings', found.lateFindings),
    suspectPrices: fact('suspectPrices', found.suspectPrices),
    unverifiedSizes: fact('unverifiedSizes', found.unverifiedSizes),
    impossibleTrades: fact('impossibleTrades', found.impossibleTrades),
    unpricedLines: fact('unpricedLines', found.unpricedLines),
    uncheckedFindings: fact('uncheckedFindings', found.uncheckedFindings),
    correctionsApplied: fact('correctionsApplied', settlement.correctionsApplied),
    correctionsLeftOut: fact('correctionsLeftOut', settlement.correctionsLeftOut),
    repeatsLeftOut: fact('repeatsLeftOut', settlement.repeatsLeftOut),
  }
}

function describeUnread(collection: InsiderCollection, make: FactMaker): InsiderSection['unreadReasons'] {
  return [...Map.groupBy(collection.coverage.unread, ({ reason }) => sortReason(reason))]
    .sort(([a, listA], [b, listB]) => listB.length - listA.length || compareText(a, b))
    .map(([reason, unread], index) => ({
      reason,
      filings: make.ofWeek({
        id: `insiders/coverage/unread-reason/${index + 1}`,
        kind: 'unread-reason',
        subject: reason,
        value: unread.length,
        unit: 'count',
        formula: 'unread filings with this reason',
        inputs: unread.map(({ accession }) => accession).sort(),
      }),
    }))
}

/** Reasons come from the network and from documents: known kinds in words, none of their particulars. */
function sortReason(reason: string): string {
  if (/answered 40[34]/.test(reason)) return 'the SEC had no such document'
  if (/answered 429/.test(reason)) return 'the SEC asked us to slow down'
  if (/answered 5/.test(reason)) return 'the SEC’s server failed'
  if (/in time|within/.test(reason)) return 'no answer in time'
  if (/stopped answering/.test(reason)) return 'the SEC had stopped answering'
  if (/HTML|cut off|head is missing/.test(reason)) return 'something else came instead, or only part of it'
  if (/connection/.test(reason)) return 'the connection failed'
  return 'the document could not be read'
}
