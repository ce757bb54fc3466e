import type { InsiderFiling } from '../../insider-filing.ts'
import type { FilingLink, InsiderFinding } from '../../insider-section.ts'
import type { FactMaker } from './fact-maker.ts'
import { lineId, type Trade } from './judge-trades.ts'
import { compareText } from './settle-filings.ts'

/** Filed later than the end of the second business day after the trade (17 CFR 240.16a-3(g)). */
const LATE_AFTER_BUSINESS_DAYS = 2

/** The trades of one owner, or owners who report together, in one issuer on one side, in a fixed order. */
export interface TradeGroup {
  readonly id: string
  readonly trades: readonly [Trade, ...Trade[]]
  readonly shares: number
  readonly value: number
}

/** @returns the groups, the largest value first; the same trades in any order give the same groups */
export function rollUp(trades: readonly Trade[]): TradeGroup[] {
  const ordered = [...trades].sort((a, b) => compareText(sortKeyOf(a), sortKeyOf(b)))
  const groups = Map.groupBy(
    ordered,
    (trade) => `${trade.side}/${trade.source.filing.issuer.cik}/${trade.ownersKey}`,
  )
  return [...groups]
    .flatMap(([key, [first, ...rest]]) => {
      if (!first) return []
      const all: [Trade, ...Trade[]] = [first, ...rest]
      const shares = all.reduce((sum, trade) => sum + trade.shares, 0)
      const value = all.reduce((sum, trade) => sum + trade.shares * trade.price, 0)
      return [{ id: `insiders/${key}`, trades: all, shares, value }]
    })
    .sort((a, b) => b.value - a.value || compareText(a.id, b.id))
}

function sortKeyOf({ line, source: { filing } }: Trade): string {
  return [line.tradedOn, filing.filedOn, filing.accession, String(line.line).padStart(4, '0')].join(' ')
}

/** Turns a group into a finding with its facts. */
export function describeGroup(group: TradeGroup, make: FactMaker): InsiderFinding {
  const { id, trades, shares, value } = group
  const filings = filingsOf(trades)
  // Names and titles as of the latest trade: both change over the years.
  const latest = trades.at(-1)?.source ?? trades[0].source
  const { issuer } = latest.filing
  const days = trades.map(({ line }) => line.tradedOn).sort()
  const from = days[0] ?? ''
  const to = days.at(-1) ?? ''
  const inputs = trades.map(({ source, line }) => lineId(source.filing.accession, line.line))
  const fact = (
    kind: string,
    figure: number | string,
    unit: 'usd' | 'usd-per-share' | 'shares' | 'date' | 'business-days' | 'fraction',
    formula: string,
  ) =>
    make.ofFilings(
      { id: `${id}/${kind}`, kind, subject: issuer.name, value: figure, unit, formula, inputs },
      filings,
      {
        from,
        to,
      },
    )
  const lag = Math.max(...trades.map(({ lagDays }) => lagDays))
  const side = trades[0].side
  const holding = side === 'buy' ? holdingBefore(trades, filings) : undefined
  const verb = side === 'buy' ? 'bought' : 'sold'
  return {
    id,
    side,
    issuer,
    owners: latest.owners,
    filings: linksOf(filings),
    plan: planOf(trades),
    isLate: lag > LATE_AFTER_BUSINESS_DAYS,
    isNewPosition: holding === 0,
    isPriceChecked: trades.every(({ isPriceChecked }) => isPriceChecked),
    facts: {
      value: fact('value', value, 'usd', `sum of shares ${verb} x price over the lines`),
      shares: fact('shares', shares, 'shares', `sum of shares ${verb} over the lines`),
      averagePrice: fact('average-price', value / shares, 'usd-per-share', 'value / shares'),
      firstTradedOn: fact('first-traded-on', from, 'date', 'earliest transaction date of the lines'),
      lastTradedOn: fact('last-traded-on', to, 'date', 'latest transaction date of the lines'),
      filedOn: fact(
        'filed-on',
        filings.at(-1)?.filedOn ?? '',
        'date',
        'latest day of the index that lists it',
      ),
      lag: fact('lag', lag, 'business-days', 'longest count of business days from trade to first report'),
      sizeAgainstHolding:
        holding !== undefined && holding > 0
          ? fact('size-against-holding', shares / holding, 'fraction', 'bought / (owned after - bought)')
          : undefined,
    },
  }
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

function planOf(trades: readonly Trade[]): InsiderFinding['plan'] {
  const answers = trades.map(({ line }) => line.isPlanned)
  if (answers.every((isPlanned) => isPlanned === true)) return 'all'
  if (answers.some((isPlanned) => isPlanned === true)) return 'some'
  return answers.every((isPlanned) => isPlanned === false) ? 'none' : 'unknown'
}

/** What the owners held of the same security before: over each way of holding it, held after less bought; and what the
 *  form lists of it without a trade.
 *  @returns undefined where a line does not tell, or the figures contradict each other */
function holdingBefore(trades: readonly Trade[], filings: readonly InsiderFiling[]): number | undefined {
  const pots = Map.groupBy(trades, ({ line }) => potOf(line))
  let before = 0
  for (const lines of pots.values()) {
    const after = lines.at(-1)?.line.ownedAfter
    const bought = lines.reduce((sum, { shares }) => sum + shares, 0)
    if (after === undefined || after < bought) return undefined
    before += after - bought
  }
  const securities = new Set(trades.map(({ line }) => line.security))
  const latest = filings.at(-1)
  for (const holding of latest?.holdings ?? []) {
    if (securities.has(holding.security) && !pots.has(potOf(holding))) before += holding.owned ?? 0
  }
  return before
}

function potOf(line: {
  security: string
  ownership: string | undefined
  ownershipNature: string | undefined
}): string {
  return [line.security, line.ownership, line.ownershipNature].join('|')
}
