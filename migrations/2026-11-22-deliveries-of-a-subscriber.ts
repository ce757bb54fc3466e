import { type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Deleting a subscriber checks the foreign key, which without this index scans the deliveries of 13 months.
  await db.schema.createIndex('delivery_of_subscriber').on('delivery').column('subscriber_id').execute()
}
