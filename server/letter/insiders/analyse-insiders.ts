import type { EditionWeek } from '../../lib/edition-week.ts'
import { type Fact, latest, makeFact, nameKeptInputs, type FactWords } from '../facts/fact.ts'
import type {
  InsiderCollection,
  PurchaseHistory,
  InsiderFiling,
} from '../../records/insiders/insider-filing.ts'
import type { InsiderFinding, InsiderSection } from './insider-section.ts'
import { dayUnreadId, describeCoverage, describeUnread } from './describe-coverage.ts'
import { findClusters } from './find-clusters.ts'
import { describeTotals, describeUsualLag } from './describe-totals.ts'
import { applyAmendments } from '../../records/insiders/amended-filings.ts'
import {
  isLate,
  judgeTrades,
  valueOfTrades,
  type DailyCloses,
  type NoTrade,
} from '../../records/insiders/judge-trades.ts'
import { describeGroup, listLineIds as listLines, rankFindings, rollUp, type TradeGroup } from './roll-up.ts'
import type { OwnHistories } from '../../records/insiders/own-histories.ts'
import { groupDoubtful, holdBackGroup, holdBackTrades, selectHeldBack } from './hold-back.ts'
import { describeBefore, NOTHING_BEFORE } from './own-history.ts'

/** A larger finding whose price nothing confirms is held back: one mistyped price has made a trade look like $258.8 billion. */
const UNVERIFIED_LIMIT_USD = 100_000_000
/** The same limit for weeks when the source of closing prices failed, so that no slip could be noticed. */
const UNCHECKABLE_LIMIT_USD = 10_000_000
/** How many findings of each side the letter may use, and how many the tables list. The sums cover all findings. */
const TOP = 10
const LISTED = 100

/** Analyses a week of insider filings. Pure: the same filings in any order give the same section, byte for byte.
 *  @param closes  the known closes of the trades' days
 *  @param pricesFailedFor  tickers whose closes are missing because their source failed
 *  @param purchases  who bought before the week, as far back as we keep records
 *  @param histories  what the owners with the largest trades reported before the week */
export function analyseInsiders(
  collection: InsiderCollection,
  closes: DailyCloses,
  week: EditionWeek,
  pricesFailedFor: ReadonlySet<string> = new Set(),
  purchases?: PurchaseHistory,
  histories: OwnHistories = new Map(),
): InsiderSection {
  const make = createFactMaker(week, collection.retrievedAt)
  const amended = applyAmendments(collection.filings)
  const { trades, doubtful, unpricedLines, noTrades } = judgeTrades(amended.effective, closes)
  const known = { purchases, histories, ofWeek: [...trades, ...doubtful] }
  const groups = Map.groupBy(rollUp(trades), (group) => judgeSize(group, pricesFailedFor))
  const counted = groups.get('counted') ?? []
  const tooLarge = groups.get('unverified-size') ?? []
  const uncheckable = groups.get('prices-failed') ?? []
  const unread = groups.get('unread-note') ?? []
  const findings = rankFindings(
    counted.map((group) => describeGroup(group, make, describeBefore(group, known, week, make))),
  )
  const buys = findings.filter(({ side }) => side === 'buy')
  const sales = findings.filter(({ side }) => side === 'sale')
  const unreadNotes = unread.map((group) => describeGroup(group, make, NOTHING_BEFORE))
  const believed = tradesOf(counted)
  const unchecked = believed.filter(({ isPriceChecked }) => !isPriceChecked)
  const clusters = findClusters(believed, make)
  const heldBack = [
    ...tooLarge.map((group) => holdBackGroup(group, 'unverified-size', make)),
    ...uncheckable.map((group) => holdBackGroup(group, 'prices-failed', make)),
    ...groupDoubtful(doubtful).map((some) => holdBackTrades(some, make)),
  ]
  const totals = describeTotals(counted, findings, make)
  const usualLag = describeUsualLag(believed, make)
  const noTradesOf = (via: NoTrade['via']) =>
    noTrades.filter((one) => one.via === via).map(({ lineId }) => lineId)
  const suspect = doubtful.filter(({ reason }) => reason === 'suspect-price')
  const coverage = describeCoverage(
    collection,
    amended,
    {
      trades: listLines(believed),
      lateTrades: listLines(believed.filter(isLate)),
      suspectPrices: listLines(suspect),
      unverifiedSizes: listLines(tradesOf(tooLarge)),
      pricesFailed: listLines(
        trades.filter(({ source }) => pricesFailedFor.has(source.filing.issuer.ticker ?? '')),
      ),
      failedSizes: listLines(tradesOf(uncheckable)),
      impossibleTrades: listLines(doubtful.filter(({ reason }) => reason !== 'suspect-price')),
      giftLines: noTradesOf('gift'),
      transferLines: noTradesOf('transfer'),
      reinvestedLines: noTradesOf('reinvestment'),
      planLines: noTradesOf('employee plan'),
      otherSecurityLines: noTradesOf('other security'),
      offerTrades: listLines(believed.filter(({ via }) => via === 'offering' || via === 'placement')),
      unpricedLines,
      uncheckedTrades: listLines(unchecked),
      unreadNotes: listLines(tradesOf(unread)),
    },
    {
      pricesFailed: pricesFailedFor.size,
      uncheckedValue: valueOfTrades(unchecked),
      unreadNoteValue: valueOfTrades(tradesOf(unread)),
      unverifiedSizeValue: valueOfTrades(tradesOf(tooLarge)),
      failedSizeValue: valueOfTrades(tradesOf(uncheckable)),
    },
    make,
  )
  const unreadReasons = describeUnread(collection, make)
  const daysUnread = collection.coverage.daysUnread.map(({ day, reason }) =>
    make.ofWeek({
      id: dayUnreadId(day),
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
    others: [...buys.slice(TOP, LISTED), ...sales.slice(TOP, LISTED), ...unreadNotes.slice(0, LISTED)],
    clusters,
    heldBack: selectHeldBack(heldBack),
  }
  return {
    completeness: judgeCompleteness(collection),
    ...shown,
    counted: findings,
    totals,
    usualLag,
    coverage,
    unreadReasons,
    daysUnread,
    facts: nameKeptInputs(
      [
        ...[...shown.clusters, ...shown.buys, ...shown.sales].flatMap(({ facts }) => factsOf(facts)),
        ...shown.others.flatMap(({ facts }) => factsOf(chooseListed(facts))),
        ...shown.heldBack.flatMap(({ price, value, close }) =>
          [price, value, close].filter((fact) => fact !== undefined),
        ),
        ...factsOf(totals),
        ...(usualLag ? [usualLag] : []),
        ...factsOf(coverage),
        ...unreadReasons.map(({ filings }) => filings),
        ...daysUnread,
      ],
      new Map(
        counted.flatMap(({ id, trades: own }) => [id, `${id}/value`].map((key) => [key, listLines(own)])),
      ),
    ),
  }
}

const tradesOf = (groups: readonly TradeGroup[]) => groups.flatMap(({ trades }) => trades)

/** Whether an owner's trades in an issuer are counted: not if too much of their value rests on prices that could not be
 *  checked, or if a note of theirs could not be read. */
function judgeSize(
  { trades }: TradeGroup,
  pricesFailedFor: ReadonlySet<string>,
): 'counted' | 'unverified-size' | 'prices-failed' | 'unread-note' {
  const unchecked = trades.filter(({ isPriceChecked }) => !isPriceChecked)
  const failed = unchecked.filter(({ source }) => pricesFailedFor.has(source.filing.issuer.ticker ?? ''))
  if (valueOfTrades(failed) > UNCHECKABLE_LIMIT_USD) return 'prices-failed'
  if (valueOfTrades(unchecked) > UNVERIFIED_LIMIT_USD) return 'unverified-size'
  return trades[0].via === 'unread note' ? 'unread-note' : 'counted'
}

function judgeCompleteness({ coverage }: InsiderCollection): InsiderSection['completeness'] {
  const { listed, read, daysRead, daysUnread } = coverage
  if (read < listed / 2 || daysRead.length < daysUnread.length) return 'below half'
  return read < listed || daysUnread.length > 0 ? 'part' : 'whole'
}

function factsOf(facts: Partial<InsiderFinding['facts']> | Readonly<Record<string, Fact>>): Fact[] {
  return Object.values(facts).filter((fact): fact is Fact => fact !== undefined)
}

/** The facts that a table row shows. */
function chooseListed(facts: InsiderFinding['facts']): Partial<InsiderFinding['facts']> {
  const { value, shares, averagePrice, lowestPrice, highestPrice, rangeLow, rangeHigh } = facts
  const { planValue, indirectValue, lag } = facts
  const prices = { averagePrice, lowestPrice, highestPrice, rangeLow, rangeHigh }
  return { value, shares, ...prices, planValue, indirectValue, lag }
}

/** Makes the section's facts: the same source, the week's days and the time of reading in each. */
export interface FactMaker {
  /** Makes a fact from one or several filings; the first names the source. */
  ofFilings(words: FactWords, filings: readonly InsiderFiling[], period?: Fact['period']): Fact
  /** Makes a fact about the whole week; the SEC's daily index names the source. */
  ofWeek(words: FactWords): Fact
}

function createFactMaker(week: EditionWeek, retrievedAt: string): FactMaker {
  const quarter = Math.ceil(Number(week.to.slice(5, 7)) / 3)
  const weekUrl = `https://www.sec.gov/Archives/edgar/daily-index/${week.to.slice(0, 4)}/QTR${quarter}/`
  return {
    ofFilings(words, filings, period = week) {
      const [first] = filings
      return makeFact('insiders', words, {
        period,
        asOf: latest(filings.map(({ filedOn }) => filedOn)),
        retrievedAt: first?.retrievedAt ?? retrievedAt,
        sourceName: `SEC EDGAR, Form ${first?.form ?? '4'}`,
        sourceUrl: first?.recordUrl ?? weekUrl,
      })
    },
    ofWeek: (words) =>
      makeFact('insiders', words, {
        period: week,
        asOf: week.to,
        retrievedAt,
        sourceName: 'SEC EDGAR, daily index and Form 4 filings',
        sourceUrl: weekUrl,
      }),
  }
}
