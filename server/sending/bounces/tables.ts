export interface BounceTables {
  bounce: BounceTable
}

/** That a delivery came back, or was complained of: once of each kind. Deleted with the delivery. */
export interface BounceTable {
  edition_id: string
  subscriber_id: string
  /** 'policy' is about us or the letter and says nothing of the address. */
  kind: 'permanent' | 'transient' | 'policy' | 'complaint'
  /** The enhanced code of RFC 3463, such as '5.1.1'; null where none came. */
  status: string | null
  received_at: Date
}
