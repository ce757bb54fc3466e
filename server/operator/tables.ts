import type { Generated } from 'kysely'

export interface OperatorTables {
  deed: DeedTable
  raised_alarm: RaisedAlarmTable
}

/** What a person did, and what came of it. */
export interface DeedTable {
  id: Generated<string>
  begun_at: Date
  /** An operator's address at the desk, the system's user of a command. */
  who: string
  by: 'desk' | 'command' | 'link'
  /** Such as 'hold' or 'subscribers import'. */
  what: string
  /** The Monday of the edition; null where it is about none. */
  slot_date: string | null
  /** Such as a reason or a headline; never a reader's address. */
  detail: string | null
  /** Null while it is under way, or where its process ended first. */
  outcome: 'done' | 'refused' | null
  /** What came of it, for people. */
  words: string | null
  ended_at: Date | null
}

/** An alarm as it was told, once for each occasion. */
export interface RaisedAlarmTable {
  id: Generated<string>
  raised_at: Date
  kind: string
  subject: string
  detail: string
}
