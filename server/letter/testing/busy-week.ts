import { analyseInsiders } from '../insiders/analyse-insiders.ts'
import { closeKey } from '../../records/insiders/judge-trades.ts'
import type { InsiderFiling } from '../../records/insiders/insider-filing.ts'
import type { InsiderSection } from '../insiders/insider-section.ts'
import { accessionOf, createCollection, createFiling, createTransaction } from './insider-filings.ts'

export const WEEK = { from: '2025-01-27', to: '2025-02-02' }

/** A week with something of everything: late, planned, suspect, unverified, corrected, repeated, unread, a cluster, and
 *  names with numbers in them. */
export function createBusyWeek(): InsiderSection {
  const cluster: InsiderFiling[] = [1, 2, 3].map((number) =>
    createFiling({
      accession: accessionOf(number),
      ownerCiks: [String(number)],
      transactions: [
        createTransaction({ shares: 12_345 * number, price: 9.87, ownedAfter: 500_000 * number }),
      ],
    }),
  )
  const filings = [
    ...cluster,
    createFiling({
      accession: accessionOf(4),
      issuerCik: '43',
      issuerName: 'TESLA, INC.',
      ticker: 'TSLA',
      ownerCiks: ['9'],
      filedOn: '2025-01-31',
      transactions: [
        createTransaction({
          code: 'S',
          shares: 5_000_000,
          price: 250.125,
          isPlanned: true,
          tradedOn: '2025-01-21',
        }),
        createTransaction({ code: 'S', line: 2, shares: 17, price: 0.5512, tradedOn: '2025-01-22' }),
      ],
    }),
    createFiling({
      accession: accessionOf(5),
      issuerCik: '44',
      issuerName: 'Suspect & Co',
      ticker: 'SUSP',
      transactions: [createTransaction({ price: 1234.5 })],
    }),
    createFiling({
      accession: accessionOf(6),
      issuerCik: '45',
      ticker: undefined,
      transactions: [createTransaction({ shares: 20_000_000, price: 432.1 })],
    }),
    createFiling({
      accession: accessionOf(7),
      issuerCik: '46',
      ownerCiks: ['11', '12', '13'],
      transactions: [
        createTransaction({ price: undefined }),
        createTransaction({ line: 2, tradedOn: '2025-06-01' }),
        createTransaction({ line: 3, ownedAfter: 1000 }),
      ],
    }),
    createFiling({
      accession: accessionOf(8),
      issuerCik: '46',
      ownerCiks: ['14'],
      form: '4/A',
      originalFiledOn: '2025-01-02',
    }),
    createFiling({
      accession: accessionOf(9),
      issuerCik: '47',
      issuerName: '2seventy bio, Inc.',
      ticker: 'TSV7',
      ownerCiks: ['15'],
      ownerName: '667, L.P.',
      transactions: [createTransaction({ shares: 90_000, price: 3.1, ownedAfter: 90_000 })],
    }),
  ]
  const collection = createCollection(filings)
  return analyseInsiders(
    {
      ...collection,
      coverage: {
        ...collection.coverage,
        daysUnread: [{ day: '2025-01-30', code: 'server-failed', reason: 'the SEC answered 503' }],
        listed: 14,
        unread: [1, 2, 3, 4, 5].map((number) => ({
          accession: accessionOf(100 + number),
          pageUrl: 'https://www.sec.gov/',
          code: number < 3 ? 'server-failed' : 'unreadable',
          reason: number < 3 ? 'the SEC answered 503' : `its XML is broken: line ${number}`,
        })),
      },
    },
    new Map([
      [closeKey('SUSP', '2025-01-27'), { close: 12.25, adjustedClose: 12.25 }],
      [closeKey('TSLA', '2025-01-21'), { close: 249, adjustedClose: 249 }],
      [closeKey('TSLA', '2025-01-22'), { close: 0.6, adjustedClose: 249 }],
    ]),
    WEEK,
  )
}

/** A week with the given filings, without a known close. */
export function createWeek(...filings: readonly InsiderFiling[]): InsiderSection {
  return analyseInsiders(createCollection(filings), new Map(), WEEK)
}
