import type { Chamber, CongressTrade } from '../../records/congress/congress-trade.ts'
import type { ReportLink } from './congress-section.ts'
import type { EditionWeek } from '../../lib/edition-week.ts'
import { rowId } from '../../records/congress/apply-amendments.ts'
import { type Fact, latest, makeFact, type FactSource, type FactWords } from '../facts/fact.ts'
import { compareText } from '../../lib/text.ts'

/** USD, both ends included; no `high` if one of its rows has none. */
export interface Amount {
  readonly low: number
  readonly high: number | undefined
}

/** The id without 'congress/'. */
type Words = Pick<FactWords, 'id' | 'subject' | 'value' | 'unit' | 'formula' | 'inputs'>

export interface FactMaker {
  /** Makes a fact from one or several rows; the first report names the source. */
  ofTrades(words: Words, trades: readonly CongressTrade[]): Fact
  /** Makes a fact about the whole week.
   *  @param chamber  whose pages it is from; left out for both */
  ofWeek(words: Words, chamber?: Chamber): Fact
}

export const CHAMBER_NAMES: Readonly<Record<Chamber, string>> = { house: 'House', senate: 'Senate' }
const CHAMBER_PAGES: Readonly<Record<Chamber, { readonly name: string; readonly url: string }>> = {
  house: {
    name: 'House of Representatives, Office of the Clerk, periodic transaction reports',
    url: 'https://disclosures-clerk.house.gov/FinancialDisclosure',
  },
  senate: {
    name: 'Senate, Office of Public Records, periodic transaction reports',
    url: 'https://efdsearch.senate.gov/search/',
  },
}

/** @param retrievedAt  when the week was read, ISO 8601 in UTC */
export function createFactMaker(week: EditionWeek, retrievedAt: string): FactMaker {
  const finish = (words: Words, source: FactSource) =>
    makeFact('congress', { ...words, id: `congress/${words.id}` }, source)
  return {
    ofTrades(words, trades) {
      const days = trades.map(({ tradedOn }) => tradedOn).sort()
      const chambers = [...new Set(trades.map(({ chamber }) => chamber))].sort()
      return finish(words, {
        period: { from: days[0] ?? week.from, to: days.at(-1) ?? week.to },
        asOf: latest(trades.map(({ filedOn }) => filedOn)) || week.to,
        retrievedAt: latest(trades.map((trade) => trade.retrievedAt)) || retrievedAt,
        sourceName: chambers.map((chamber) => CHAMBER_PAGES[chamber].name).join('; '),
        sourceUrl: linksOf(trades)[0]?.url ?? CHAMBER_PAGES.house.url,
      })
    },
    ofWeek: (words, chamber) =>
      finish(words, {
        period: week,
        asOf: week.to,
        retrievedAt,
        sourceName: chamber
          ? CHAMBER_PAGES[chamber].name
          : `${CHAMBER_PAGES.house.name}; ${CHAMBER_PAGES.senate.name}`,
        sourceUrl: CHAMBER_PAGES[chamber ?? 'house'].url,
      }),
  }
}

/** Makes facts about the same trades, each from all of their rows.
 *  @returns a function whose `kind` ends the id of the fact */
export function factsOf(
  make: FactMaker,
  { id, subject, trades }: { id: string; subject: string; trades: readonly CongressTrade[] },
) {
  const inputs = trades.map(rowId)
  return (kind: string, value: Fact['value'], unit: Fact['unit'], formula: string): Fact =>
    make.ofTrades({ id: `${id}/${kind}`, subject, value, unit, formula, inputs }, trades)
}

/** The reports that the rows are from, oldest first, each once. */
export function linksOf(trades: readonly CongressTrade[]): ReportLink[] {
  const links = new Map(
    trades.map(({ chamber, reportId, reportUrl, filedOn }) => [
      `${filedOn} ${chamber} ${reportId}`,
      { reportId, url: reportUrl, filedOn },
    ]),
  )
  return [...links].sort(([a], [b]) => compareText(a, b)).map(([, link]) => link)
}

/** Ranges are added end by end; one without an upper end makes the sum open-ended. */
export function addAmounts(amounts: readonly Amount[]): Amount {
  return {
    low: addCents(amounts.map(({ low }) => low)),
    high: amounts.every(({ high }) => high !== undefined)
      ? addCents(amounts.map(({ low, high }) => high ?? low))
      : undefined,
  }
}

/** The formula of such a sum. */
export const RANGES_ADDED = 'the ranges of the rows, added low end by low end and high end by high end'

/** The value of an amount. A range stays a range. 'Over $50,000,000' has no upper end, so it stays words. One exact sum
 *  is one number. */
export function amountValue({ low, high }: Amount): Pick<Words, 'value' | 'unit'> {
  if (high === undefined) return { value: `more than $${DOLLARS.format(low)}`, unit: 'text' }
  return { value: low === high ? low : [low, high], unit: 'usd' }
}

/** Used only for ranking; never printed. */
export function midpointOf({ low, high = low }: Amount): number {
  return (low + high) / 2
}

const DOLLARS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** Adds in whole cents, so that the order of adding makes no difference. */
function addCents(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + Math.round(value * 100), 0) / 100
}
