import papaparse from 'papaparse'

import type { StockResponse } from '../../shared/market-contract.ts'
import { FORMULA_START } from '../lib/text.ts'

const HEADER = ['date', 'adjusted_close', 'currency', 'source']

/** The closes of an answer as CSV with a header, oldest first; each line names its currency and its source.
 *  @returns lines that end in CR LF (RFC 4180) */
export function closesToCsv({ dates, prices, meta }: StockResponse): string {
  const rows = dates.map((date, index) => [date, prices[index], meta.currency ?? '', meta.source.name])
  return `${papaparse.unparse([HEADER, ...rows], { newline: '\r\n', escapeFormulae: FORMULA_START })}\r\n`
}
