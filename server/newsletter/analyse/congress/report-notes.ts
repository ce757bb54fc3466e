import type { CongressTrade } from '../../congress-trade.ts'
import type { ReportNote } from '../../congress-section.ts'

const NOTES: readonly (readonly [ReportNote, RegExp])[] = [
  ['gift', /\b(gift|gifted|donat(ed|ion)|(charitable )?contribution (of|to))\b/i],
  ['capital call', /\bcapital call/i],
  ['reinvested', /\b(dividend reinvest|reinvest(ed|ment)|DRIP)\b/i],
  ['redemption', /\b(redemption|redeemed|matured|maturity|called bond)\b/i],
  ['option exercise', /\bexercis(e|ed|ing)\b/i],
]

/** What filers say beside their rows, as far as it is one of a few things: their own words are not passed on. */
export function listNotes(trades: readonly CongressTrade[]): ReportNote[] {
  const texts = trades.flatMap(({ description, comments }) => [description ?? '', comments ?? ''])
  return NOTES.filter(([, pattern]) => texts.some((text) => pattern.test(text))).map(([note]) => note)
}
