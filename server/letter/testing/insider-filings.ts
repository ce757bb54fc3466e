import type {
  InsiderCollection,
  InsiderFiling,
  InsiderTransaction,
} from '../../records/insiders/insider-filing.ts'

/** The accession number of the nth filing. */
export const accessionOf = (number: number): string => `0000000042-25-${String(number).padStart(6, '0')}`

/** One line: 1,000 shares bought at $10 on 2025-01-27, after which the owner holds half as many again. */
export function createTransaction(parts: Partial<InsiderTransaction> = {}): InsiderTransaction {
  return {
    line: 1,
    security: 'Common Stock',
    tradedOn: '2025-01-27',
    deemedExecutedOn: undefined,
    code: 'P',
    direction: parts.code === 'S' ? 'disposed' : 'acquired',
    shares: 1000,
    price: 10,
    ownedAfter: 1.5 * (parts.shares ?? 1000),
    ownership: 'direct',
    ownershipNature: undefined,
    isPlanned: undefined,
    isUnasked: false,
    isMoreHeld: false,
    via: undefined,
    reason: undefined,
    planAdoptedOn: undefined,
    priceRange: undefined,
    ...parts,
  }
}

export type FilingParts = Partial<Omit<InsiderFiling, 'owners' | 'issuer'>> & {
  readonly ownerCiks?: readonly string[]
  readonly issuerCik?: string
  readonly issuerName?: string
  readonly ownerName?: string
  readonly ticker?: string | undefined
}

/** One Form 4 of Acme Corp. by one director, filed 2025-01-28. */
export function createFiling(parts: FilingParts = {}): InsiderFiling {
  const {
    ownerCiks = ['77'],
    issuerCik = '42',
    issuerName = 'Acme Corp.',
    ownerName = 'Doe Jane',
    ...rest
  } = parts
  const accession = rest.accession ?? accessionOf(1)
  const folder = `https://www.sec.gov/Archives/edgar/data/${issuerCik}`
  return {
    accession,
    form: '4',
    filedOn: '2025-01-28',
    pageUrl: `${folder}/${accession.replaceAll('-', '')}/${accession}-index.htm`,
    recordUrl: `${folder}/${accession}.txt`,
    retrievedAt: '2025-02-02T12:00:00.000Z',
    issuer: { cik: issuerCik, name: issuerName, ticker: 'ticker' in parts ? parts.ticker : 'ACME' },
    owners: ownerCiks.map((cik) => ({
      cik,
      name: ownerName,
      isDirector: true,
      isOfficer: false,
      isTenPercentOwner: false,
      officerTitle: undefined,
    })),
    periodOfReport: undefined,
    originalFiledOn: undefined,
    withdraws: false,
    transactions: [createTransaction()],
    holdings: [],
    ...rest,
  }
}

/** A week's collection in which everything listed was read. */
export function createCollection(filings: readonly InsiderFiling[]): InsiderCollection {
  return {
    filings,
    retrievedAt: '2025-02-02T12:00:00.000Z',
    coverage: {
      daysRead: ['2025-01-27', '2025-01-28', '2025-01-29', '2025-01-30', '2025-01-31'],
      daysUnread: [],
      listed: filings.length,
      read: filings.length,
      unread: [],
    },
  }
}
