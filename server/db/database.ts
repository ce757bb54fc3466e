import type { Kysely, Transaction } from 'kysely'

import type { DeliveryTables } from '../newsletter/deliver/tables.ts'
import type { EditionTables } from '../newsletter/tables.ts'
import type { SubscriberTables } from '../subscribers/tables.ts'
import type { VisitTables } from '../visits/tables.ts'

/** Every table, each declared by the folder that owns it. */
export interface Tables extends SubscriberTables, EditionTables, DeliveryTables, VisitTables {}

export type Database = Kysely<Tables>
/** Queries take this first, so that a transaction fits where a database does. */
export type DatabaseOrTransaction = Database | Transaction<Tables>
