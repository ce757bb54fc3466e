import { addDays } from '../../lib/dates.ts'
import type { InsiderFiling } from '../../records/insiders/insider-filing.ts'
import type { FilingLink, InsiderFinding, PartOfTrades } from './insider-section.ts'
import type { FactMaker } from './analyse-insiders.ts'
import {
  isLate,
  isPreferred,
  isYearOff,
  lineId,
  ownershipOf,
  planOf,
  type Trade,
  valueOfTrades,
} from '../../records/insiders/judge-trades.ts'
import { areFarApart } from './join-trades.ts'
import { describePartOfHolding, heldThrough, holdingBefore, isOfOneHolding } from './holdings.ts'
import type { Fact } from '../facts/fact.ts'
import { compareText } from '../../lib/text.ts'

/** About a year: older trades are not news of the week. */
const OLD_AFTER_BUSINESS_DAYS = 250
/** Two years of business days. A report this late may have the year wrong. */
const SLIP_AFTER_BUSINESS_DAYS = 500
const YEAR_DAYS = 365

/** The trades of one owner, or owners who report together, in one issuer on one side, in a fixed order. */
export interface TradeGroup {
  readonly id: string
  readonly trades: readonly [Trade, ...Trade[]]
  readonly shares: number
  readonly value: number
}

/** @returns the groups, largest value first, whatever order the trades come in */
export function rollUp(trades: readonly Trade[]): TradeGroup[] {
  const ordered = [...trades].sort((a, b) => compareText(sortKeyOf(a), sortKeyOf(b)))
  const groups = Map.groupBy(ordered, ({ side, source, ownersKey, via }) =>
    [side, source.filing.issuer.cik, ownersKey, ...(via === undefined ? [] : [via.replace(' ', '-')])].join(
      '/',
    ),
  )
  return [...groups]
    .flatMap(([key, [first, ...rest]]) => {
      if (!first) return []
      const all: [Trade, ...Trade[]] = [first, ...rest]
      const shares = all.reduce((sum, trade) => sum + trade.shares, 0)
      return [{ id: `insiders/${key}`, trades: all, shares, value: valueOfTrades(all) }]
    })
    .sort((a, b) => b.value - a.value || compareText(a.id, b.id))
}

function sortKeyOf({ line, source: { filing } }: Trade): string {
  return [line.tradedOn, filing.filedOn, filing.accession, String(line.line).padStart(4, '0')].join(' ')
}

/** The facts that compare a finding with the time before it. */
export type Before = Pick<
  InsiderFinding['facts'],
  'monthsWithoutPurchase' | 'monthsWithout' | 'mostBefore' | 'weeksBefore' | 'sumBefore'
>

/** Turns a group into a finding with its facts. */
export function describeGroup(group: TradeGroup, make: FactMaker, before: Before): InsiderFinding {
  const { id, trades, shares, value } = group
  const filings = filingsOf(trades)
  // Use the names and titles of the latest trade: both change over the years.
  const latest = trades.at(-1)?.source ?? trades[0].source
  const { issuer } = latest.filing
  const days = trades.map(({ line }) => line.tradedOn).sort()
  const from = days[0] ?? ''
  const to = days.at(-1) ?? ''
  const inputs = listLineIds(trades)
  const fact = (
    kind: string,
    figure: number | string,
    unit: 'usd' | 'usd-per-share' | 'shares' | 'date' | 'business-days' | 'fraction' | 'count',
    formula: string,
  ) =>
    make.ofFilings(
      { id: `${id}/${kind}`, kind, subject: issuer.name, value: figure, unit, formula, inputs },
      filings,
      { from, to },
    )
  const isOverYears = to > addDays(from, YEAR_DAYS)
  const hasNoAverage = isOverYears || areFarApart(trades)
  const prices = trades.map(({ price }) => price)
  // Without a range, this is the price of one trade.
  const ranges = trades.flatMap(({ price, line }) => line.priceRange ?? [price])
  const isRange = !isOverYears && trades.some(({ line }) => line.priceRange !== undefined)
  const priceOf = (kind: string, price: number, how: string) => fact(kind, price, 'usd-per-share', how)
  const late = trades.filter(isLate)
  const isMaybeSlip = lagOf(trades) > SLIP_AFTER_BUSINESS_DAYS || trades.some(isYearOff)
  const isOfLate = late.length > 0 && !isMaybeSlip
  const side = trades[0].side
  const holding = side === 'buy' ? holdingBefore(trades, filings) : undefined
  const isOneHolding = !isOverYears && isOfOneHolding(trades, filings)
  const priceCheck = priceCheckOf(trades)
  const isOld = isMaybeSlip || trades.some(isOldTrade)
  const verb = side === 'buy' ? 'bought' : 'sold'
  const partOfValue = (kind: string, part: readonly Trade[], which: string): Fact | undefined =>
    part.length > 0 && part.length < trades.length
      ? make.ofFilings(
          {
            id: `${id}/${kind}`,
            subject: issuer.name,
            value: valueOfTrades(part),
            unit: 'usd',
            formula: `sum of shares ${verb} x price over the lines ${which}`,
            inputs: listLineIds(part),
          },
          filingsOf(part),
          { from, to },
        )
      : undefined
  return {
    id,
    side,
    issuer,
    owners: latest.owners,
    filings: linksOf(filings),
    plan: planOf(trades),
    isUnasked: partOf(trades, ({ line }) => line.isUnasked),
    isPreferred: partOf(trades, ({ line }) => isPreferred(line)),
    isLate: late.length > 0,
    isPartlyLate: late.length > 0 && late.length < trades.length,
    isNewPosition: holding === 0,
    via: trades[0].via,
    reason: reasonOf(trades),
    isRestWithoutReason:
      planOf(trades) === 'some' &&
      trades.every(({ line }) => line.isPlanned === true || line.reason === undefined),
    ownership: ownershipOf(trades),
    heldThrough: heldThrough(trades),
    isBesideConversion: side === 'buy' && trades.some(isBesideConversion),
    isOneDeal: from === to && new Set(prices).size === 1,
    priceCheck,
    areFarApart: areFarApart(trades),
    isOld,
    isMaybeSlip,
    facts: {
      value: fact('value', value, 'usd', `sum of shares ${verb} x price over the lines`),
      shares: fact('shares', shares, 'shares', `sum of shares ${verb} over the lines`),
      averagePrice: isOverYears ? undefined : priceOf('average-price', value / shares, 'value / shares'),
      lowestPrice: hasNoAverage
        ? priceOf('lowest-price', Math.min(...prices), 'lowest price of the lines, as typed')
        : undefined,
      highestPrice: hasNoAverage
        ? priceOf('highest-price', Math.max(...prices), 'highest price of the lines, as typed')
        : undefined,
      rangeLow: isRange
        ? priceOf(
            'range-low',
            Math.min(...ranges),
            'lowest price of the lines and of the ranges in their notes',
          )
        : undefined,
      rangeHigh: isRange
        ? priceOf(
            'range-high',
            Math.max(...ranges),
            'highest price of the lines and of the ranges in their notes',
          )
        : undefined,
      firstTradedOn: fact('first-traded-on', from, 'date', 'earliest transaction date of the lines'),
      lastTradedOn: fact('last-traded-on', to, 'date', 'latest transaction date of the lines'),
      filedOn: fact(
        'filed-on',
        filings.at(-1)?.filedOn ?? '',
        'date',
        'latest day of the index that lists it',
      ),
      lag: fact(
        'lag',
        lagOf(isOfLate ? late : trades),
        'business-days',
        `longest count of business days from trade to first report${isOfLate ? ', of the lines reported late' : ''}`,
      ),
      sizeAgainstHolding:
        isOneHolding && holding !== undefined && holding > 0
          ? fact('size-against-holding', shares / holding, 'fraction', 'bought / (owned after - bought)')
          : undefined,
      partOfHolding:
        side === 'sale' && !isOverYears
          ? describePartOfHolding(trades, filings, (part, formula) =>
              fact('part-of-holding', part, 'fraction', formula),
            )
          : undefined,
      planValue: partOfValue(
        'plan-value',
        trades.filter(({ line }) => line.isPlanned === true),
        'under a Rule 10b5-1 plan, by the form’s box or its notes',
      ),
      planAdoptedOn: describeAdoption(trades, fact),
      ...before,
      indirectValue: partOfValue(
        'indirect-value',
        trades.filter(({ line }) => line.ownership === 'indirect'),
        'of what is held indirectly, by the form',
      ),
    },
  }
}

/** In business days. */
const lagOf = (trades: readonly Trade[]) => Math.max(...trades.map(({ lagDays }) => lagDays))

function partOf(trades: readonly Trade[], isSo: (trade: Trade) => boolean): PartOfTrades {
  if (trades.every(isSo)) return 'all'
  return trades.some(isSo) ? 'some' : 'none'
}

/** The one reason that all lines give, or otherwise the one given for the most dollars. */
function reasonOf(trades: readonly Trade[]): InsiderFinding['reason'] {
  const [first, ...more] = [...Map.groupBy(trades, ({ line }) => line.reason)]
    .map(([code, some]) => ({ code, value: valueOfTrades(some) }))
    .filter(({ code }) => code !== undefined)
    .sort((a, b) => b.value - a.value || compareText(a.code ?? '', b.code ?? ''))
  if (first?.code === undefined) return undefined
  return {
    code: first.code,
    isOfAll: more.length === 0 && trades.every(({ line }) => line.reason !== undefined),
  }
}

function describeAdoption(
  trades: readonly Trade[],
  fact: (kind: string, figure: string, unit: 'date', formula: string) => Fact,
): Fact | undefined {
  const days = new Set(trades.map(({ line }) => line.planAdoptedOn))
  const [day] = days
  return day === undefined || days.size > 1
    ? undefined
    : fact('plan-adopted-on', day, 'date', 'day on which the plan was adopted, by the notes of the lines')
}

/** Ranks checked recent trades first, then partly checked, unchecked, those in an offering, a placement or for taxes, old ones,
 *  and ones so old that the report may have the year wrong; within each group, the largest first. */
export function rankFindings(findings: readonly InsiderFinding[]): InsiderFinding[] {
  const rankOf = ({ isOld, isMaybeSlip, priceCheck, via }: InsiderFinding) =>
    isMaybeSlip ? 5 : isOld ? 4 : via !== undefined ? 3 : ['all', 'some', 'none'].indexOf(priceCheck)
  return [...findings].sort(
    (a, b) =>
      rankOf(a) - rankOf(b) ||
      Number(b.facts.value.value) - Number(a.facts.value.value) ||
      compareText(a.id, b.id),
  )
}

export const priceCheckOf = (trades: readonly Trade[]): InsiderFinding['priceCheck'] =>
  partOf(trades, ({ isPriceChecked }) => isPriceChecked)

export function isOldTrade(trade: Trade): boolean {
  return trade.lagDays > OLD_AFTER_BUSINESS_DAYS || isYearOff(trade)
}

export function filingsOf(trades: readonly Trade[]): InsiderFiling[] {
  const filings = new Map(trades.map(({ source }) => [source.filing.accession, source.filing]))
  return [...filings.values()].sort((a, b) =>
    compareText(`${a.filedOn} ${a.accession}`, `${b.filedOn} ${b.accession}`),
  )
}

export function linksOf(filings: readonly InsiderFiling[]): FilingLink[] {
  return filings.map(({ accession, pageUrl, filedOn }) => ({ accession, pageUrl, filedOn }))
}

export function listLineIds(trades: readonly Trade[]): string[] {
  return trades.map(({ source, line }) => lineId(source.filing.accession, line.line))
}

function isBesideConversion({ line, source }: Trade): boolean {
  return source.filing.transactions.some(
    ({ code, direction, tradedOn }) => code === 'C' && direction !== 'disposed' && tradedOn === line.tradedOn,
  )
}
