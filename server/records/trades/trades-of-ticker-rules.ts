import type { DatabaseOrTransaction } from '../../db/database.ts'
import type { CongressTrade } from '../congress/congress-trade.ts'
import type { InsiderFiling, InsiderOwner, InsiderTransaction } from '../insiders/insider-filing.ts'
import type { OfferVia } from '../core/trade-kinds.ts'

/** A filing as it counts: a correction in its original's place, a repeat once. */
export interface CountedFiling {
  readonly filing: InsiderFiling
  readonly reportedOn: string
  readonly owners: readonly InsiderOwner[]
}

/** A line that is a purchase or a sale with a price. */
export interface CountedLine {
  readonly side: 'buy' | 'sale'
  readonly line: InsiderTransaction
  readonly via: OfferVia | undefined
  readonly shares: number
  readonly price: number
  readonly lagDays: number
  readonly source: CountedFiling
}

/** The letter's own rules, which the ticker's screen follows too. They are the work of other steps. */
export interface TradeRules {
  settleFilings(filings: readonly InsiderFiling[]): {
    readonly settled: readonly CountedFiling[]
    readonly correctionsLeftOut: readonly string[]
  }
  judgeTrades(
    filings: readonly CountedFiling[],
    closes: ReadonlyMap<string, { readonly close: number; readonly adjustedClose: number }>,
  ): {
    readonly trades: readonly CountedLine[]
    readonly doubtful: readonly CountedLine[]
    readonly unpricedLines: readonly string[]
    readonly noTrades: readonly unknown[]
  }
  listCongressTrades(
    db: DatabaseOrTransaction,
    wanted: { readonly filedFrom: string; readonly filedTo: string; readonly tickers: readonly string[] },
  ): Promise<CongressTrade[]>
  settleTrades(
    trades: readonly CongressTrade[],
    days: { readonly from: string; readonly to: string },
  ): {
    readonly settled: readonly { readonly trade: CongressTrade; readonly lagDays: number | undefined }[]
    readonly notTraded: readonly CongressTrade[]
    readonly impossible: readonly CongressTrade[]
    readonly correctionsLeftOut: readonly CongressTrade[]
  }
  presentOwner(owner: Pick<InsiderOwner, 'name'>): string
  presentRole(owner: InsiderOwner): string
  readAsset(trade: CongressTrade): { readonly name: string; readonly shareTicker: string | undefined }
}
