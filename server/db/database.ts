import type { Kysely, Transaction } from 'kysely'

import type { BounceTables } from '../sending/bounces/bounce-notes.queries.ts'
import type { MarketTables } from '../market/cache/tables.ts'
import type { DeskTables } from '../desk/sessions.ts'
import type { OperatorTables } from '../operator/tables.ts'
import type { RecordTables } from '../records/core/tables.ts'
import type { DeliveryTables } from '../sending/deliveries/tables.ts'
import type { EditionTables } from '../sending/editions/tables.ts'
import type { SubscriberTables } from '../subscribers/tables.ts'
import type { LookupTables } from '../visits/lookups.ts'
import type { VisitTables } from '../visits/visits.queries.ts'

/** Every table, each declared in the folder that owns it. */
export interface Tables
  extends
    SubscriberTables,
    EditionTables,
    DeliveryTables,
    RecordTables,
    VisitTables,
    LookupTables,
    MarketTables,
    BounceTables,
    OperatorTables,
    DeskTables {}

export type Database = Kysely<Tables>
/** First parameter of queries, so that they can run inside a transaction. */
export type DatabaseOrTransaction = Database | Transaction<Tables>
