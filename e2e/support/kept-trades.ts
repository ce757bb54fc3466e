import type { Database } from '../../server/db/database.ts'
import { createFiling, createTransaction } from '../../server/letter/testing/insider-filings.ts'
import {
  aCongressRow,
  keepCongressReport,
  keepInsiderDay,
  keepInsiderFiling,
  keepMember,
  keepRun,
} from '../../server/letter/testing/kept-trades.ts'

/** RISE: a director bought and sold, a member of the House bought and reported late; there is nothing for other tickers. */
export async function keepTrades(db: Database): Promise<void> {
  await keepMember(db)
  for (const day of ['2025-01-27', '2025-01-28', '2025-01-29']) await keepInsiderDay(db, day)
  await keepInsiderFiling(
    db,
    createFiling({
      ticker: 'RISE',
      issuerCik: '1',
      transactions: [createTransaction(), createTransaction({ line: 2, code: 'S', isPlanned: true })],
    }),
  )
  await keepCongressReport(db, {
    reportId: '1',
    filedOn: '2025-01-20',
    rows: [
      aCongressRow({ ticker: 'RISE', asset: 'Riser Corporation', traded_on: '2024-11-20', owner: 'JT' }),
    ],
  })
  await keepRun(db, { source: 'insiders', asOf: '2025-01-29', listed: 1 })
  await keepRun(db, { source: 'house', asOf: '2025-01-29', listed: 1 })
  await keepRun(db, { source: 'senate', asOf: '2025-01-29', outcome: 'off' })
}
