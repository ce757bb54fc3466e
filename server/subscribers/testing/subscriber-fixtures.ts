import { sql } from 'kysely'

import type { Database } from '../../db/database.ts'
import type { Keys } from '../../config/local-keys.ts'
import { createLogger } from '../../lib/logger.ts'
import type { Mailer, OutgoingMail, Submission } from '../../sending/mail/index.ts'
import { createSigner } from '../../sending/tokens.ts'
import { createSubscribers } from '../index.ts'
import { submitDueNotices } from '../submit-notices.ts'

export const keys: Keys = { secretKey: 's'.repeat(40), suppressionKey: 'h'.repeat(40) }
export const signer = createSigner(keys.secretKey)
export const ADA = 'ada@mail.example'

const site = {
  siteName: 'Lunchpail',
  siteUrl: 'https://lunchpail.test',
  mailFrom: 'Lunchpail <monday@lunchpail.test>',
  operatorName: 'Pail & Sons',
  postalAddress: '1 Mill Lane',
  contactEmail: 'hello@lunchpail.test',
}
const logger = createLogger('silent')
const addresses = {
  bounceAddressFor: () => undefined,
  unsubscribeMailboxFor: () => undefined,
  markFor: (_consent: unknown, name: string) => ({ messageId: `${name}@lunchpail.test` }),
}

/** Creates the subscribers of a test database, with a clock and an inbox controlled by the test. */
export function createFixture(
  db: Database,
  options: { subscribeConfirm?: boolean; welcomeMail?: boolean } = {},
) {
  const inbox: OutgoingMail[] = []
  const time = { now: new Date('2026-11-23T14:00:00Z') }
  const clock = { now: () => time.now }
  const subscribers = createSubscribers({
    db,
    keys,
    clock,
    config: {
      subscribeConfirm: options.subscribeConfirm ?? false,
      welcomeMail: options.welcomeMail ?? false,
    },
  })
  const noticeDepsWith = (mailer: Mailer) => ({ db, mailer, keys, clock, config: site, logger, addresses })
  /** Sends what is due; `answer` is the mail server's reply to each mail. */
  const sendNotices = async (answer: Submission = { status: 'submitted', reply: '250 ok' }) => {
    const mailer: Mailer = {
      submit: (mail) => {
        inbox.push(mail)
        return Promise.resolve(answer)
      },
      close: () => Promise.resolve(),
    }
    await submitDueNotices(noticeDepsWith(mailer), new Set())
  }
  return { subscribers, inbox, time, clock, sendNotices, noticeDepsWith }
}

/** @returns the token of the confirmation link in a mail */
export function readConfirmationToken(mail: OutgoingMail | undefined): string {
  const token = /\/confirm\?token=(\S+)/.exec(mail?.text ?? '')?.[1]
  if (token === undefined) throw new Error('the mail has no confirmation link')
  return token
}

/** Makes every notice, allowance and consent look older. */
export async function age(db: Database, by: string): Promise<void> {
  await db
    .updateTable('notice')
    .set((eb) => ({
      created_at: sql`${eb.ref('created_at')} - ${by}::interval`,
      next_at: sql`${eb.ref('next_at')} - ${by}::interval`,
    }))
    .execute()
  await db
    .updateTable('mailbox_allowance')
    .set((eb) => ({ ends_at: sql`${eb.ref('ends_at')} - ${by}::interval` }))
    .execute()
  await db
    .updateTable('subscriber')
    .set((eb) => ({
      consented_at: sql`${eb.ref('consented_at')} - ${by}::interval`,
      recorded_at: sql`${eb.ref('recorded_at')} - ${by}::interval`,
    }))
    .execute()
}

export async function clear(db: Database): Promise<void> {
  await db.deleteFrom('delivery').execute()
  await db.deleteFrom('edition').execute()
  await db.deleteFrom('notice').execute()
  await db.deleteFrom('mailbox_allowance').execute()
  await db.deleteFrom('suppression').execute()
  await db.deleteFrom('subscriber').execute()
  await sql`delete from rate_limit`.execute(db)
}

/** Returns everything in the database as text: what a thief of a backup could read. */
export async function dump(db: Database): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(db)
  const contents = await Promise.all(
    tables.map(({ name }) =>
      sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(db),
    ),
  )
  return contents.flatMap(({ rows }) => rows.map(({ row }) => row)).join('\n')
}

export const listSubscribers = (db: Database) => db.selectFrom('subscriber').selectAll().execute()

export async function findSubscriberId(db: Database, email: string): Promise<string> {
  const row = await db
    .selectFrom('subscriber')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return row.id
}
