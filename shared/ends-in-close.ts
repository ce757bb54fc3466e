import type { StockResponse } from './market-contract.ts'

/** Whether the newest price of a series is the last one of its day: not while that day's trade goes on, as it does with
 *  coins at any time. Where no hours are known, only a day before that of the answer is surely over. */
export function endsInClose({
  dates,
  meta,
}: Pick<StockResponse, 'dates'> & {
  meta: Pick<StockResponse['meta'], 'kind' | 'session' | 'retrievedAt'>
}): boolean {
  if (meta.kind === 'crypto' || meta.session === 'open') return false
  if (meta.session === 'closed') return true
  const lastDay = dates.at(-1)
  return lastDay !== undefined && lastDay < meta.retrievedAt.slice(0, 10)
}
