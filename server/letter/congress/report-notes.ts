import type { CongressTrade } from '../../records/congress/congress-trade.ts'
import type { CongressFinding, ReportNote } from './congress-section.ts'

const NOTES: readonly (readonly [ReportNote, RegExp])[] = [
  ['gift', /\b(gift|gifted|donat(ed|ion)|(charitable )?contribution (of|to))\b/i],
  ['capital call', /\bcapital call/i],
  ['reinvested', /\b(dividend reinvest|reinvest(ed|ment)|DRIP)\b/i],
  ['redemption', /\b(redemption|redeemed|matured|maturity|called bond)\b/i],
  ['option exercise', /\bexercis(e|ed|ing)\b/i],
]

/** What filers say beside their rows, as far as it is one of a few things: their own words are not passed on. What one row
 *  says is not said of all. */
export function listNotes(trades: readonly CongressTrade[]): Pick<CongressFinding, 'notes' | 'notesOfSome'> {
  const found = NOTES.map(([note, pattern]) => {
    const rows = trades.filter(
      ({ description, comments }) => pattern.test(description ?? '') || pattern.test(comments ?? ''),
    )
    return { note, rows: rows.length }
  }).filter(({ rows }) => rows > 0)
  return {
    notes: found.filter(({ rows }) => rows === trades.length).map(({ note }) => note),
    notesOfSome: found.filter(({ rows }) => rows < trades.length).map(({ note }) => note),
  }
}
