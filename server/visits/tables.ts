import type { Generated } from 'kysely'

export interface VisitTables {
  visit: VisitTable
}

/** One page seen by a visitor who consented; kept 13 months. */
export interface VisitTable {
  id: Generated<string>
  visitor_id: string
  path: string
  started_at: Date
  seconds: number
  country: string | null
  /** IPv4 /24 or IPv6 /48. */
  network: string | null
  referring_domain: string | null
  browser: string | null
  operating_system: string | null
}
