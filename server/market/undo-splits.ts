import type { PriceSeries } from './providers/provider.ts'

export interface CloseAsTraded {
  /** The exchange's local day, 'YYYY-MM-DD'. */
  readonly date: string
  /** What was paid that day, in the listing's currency: neither splits nor dividends are worked in. */
  readonly close: number
  /** Adjusted for splits and dividends. */
  readonly adjustedClose: number
}

/** Sources adjust closes for every split up to today; a filing of the day names the price before it.
 *  @param series  with the splits from its first day up to today */
export function undoSplits(series: Pick<PriceSeries, 'closes' | 'splits'>): CloseAsTraded[] {
  return series.closes.map(({ date, close, adjustedClose }) => {
    const later = series.splits.filter((split) => split.date > date)
    return { date, close: later.reduce((price, { factor }) => price * factor, close), adjustedClose }
  })
}
