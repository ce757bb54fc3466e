import type { Generated } from 'kysely'

export interface OperatorTables {
  deed: DeedTable
  raised_alarm: RaisedAlarmTable
}

/** What a person did, and the outcome. */
export interface DeedTable {
  id: Generated<string>
  begun_at: Date
  /** The address of an operator at the desk, the system user of a command. */
  who: string
  by: 'desk' | 'command' | 'link'
  /** Such as 'hold' or 'subscribers import'. */
  what: string
  /** The Monday of the edition; null if it is about none. */
  slot_date: string | null
  /** Such as a reason or a headline; never a reader's address. */
  detail: string | null
  /** Null while it is under way, or if its process ended first; `words` then says so once that is noticed. */
  outcome: 'done' | 'refused' | null
  /** The outcome, for people. */
  words: string | null
  ended_at: Date | null
}

/** An alarm as it was raised, once per occasion. */
export interface RaisedAlarmTable {
  id: Generated<string>
  raised_at: Date
  kind: string
  subject: string
  detail: string
}
