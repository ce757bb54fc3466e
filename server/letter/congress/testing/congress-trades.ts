import { readCongressKind } from '../../../records/names/trade-kinds.ts'
import type {
  CongressCoverage,
  CongressMember,
  CongressTrade,
} from '../../../records/congress/congress-trade.ts'

/** Jane Doe, a Democrat of California in the House, on no committee. */
export function createMember(parts: Partial<CongressMember> = {}): CongressMember {
  return {
    bioguideId: 'D000001',
    name: 'Jane Doe',
    party: 'Democrat',
    state: 'CA',
    committees: [],
    ...parts,
  }
}

/** A row: Jane Doe bought shares of Acme Corp. for $1,001 to $15,000 on 2025-01-06, public on 2025-01-28. */
export function createTrade(parts: Partial<CongressTrade> = {}): CongressTrade {
  const { chamber = 'house', reportId = '20000001' } = parts
  return {
    chamber,
    reportId,
    row: 1,
    filedOn: '2025-01-28',
    reportUrl: `https://${chamber}.example/${reportId}`,
    filer: 'Jane Doe',
    filerState: chamber === 'house' ? 'CA' : undefined,
    member: createMember(),
    owner: 'self',
    asset: 'Acme Corp. - Common Stock',
    assetDetail: undefined,
    ticker: 'ACME',
    assetType: 'ST',
    type: 'P',
    tradedOn: '2025-01-06',
    notifiedOn: undefined,
    low: 1001,
    high: 15_000,
    status: 'new',
    replacedBy: undefined,
    repeats: undefined,
    description: undefined,
    comments: undefined,
    retrievedAt: '2025-02-02T12:00:00.000Z',
    ...parts,
    kind:
      parts.kind ??
      readCongressKind({
        type: 'P',
        asset: '',
        low: 1001,
        high: 15_000,
        traded_on: parts.tradedOn ?? '2025-01-06',
        ...parts,
      }),
  }
}

/** The same trade by another filer, with the given name: 'Ann Roe'. */
export function createTradeOf(name: string, parts: Partial<CongressTrade> = {}): CongressTrade {
  const id = name.toLowerCase().replaceAll(/[^a-z]/g, '')
  return createTrade({
    reportId: `2000-${id}`,
    filer: name,
    member: createMember({ bioguideId: id, name }),
    ...parts,
  })
}

/** The coverage of a House list whose reports were all read. */
export function createCoverage(parts: Partial<CongressCoverage> = {}): CongressCoverage {
  return {
    chamber: 'house',
    listed: 1,
    read: 1,
    readReports: [],
    onPaper: [],
    unread: [],
    unknownFilers: [],
    ...parts,
  }
}
