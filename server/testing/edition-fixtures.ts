import { sql } from 'kysely'

import type { Database, DatabaseOrTransaction } from '../db/database.ts'
import { createLogger } from '../lib/logger.ts'
import { aLetter } from '../letter/testing/edition-content.ts'
import type { Mailer } from '../sending/mail/mailer.ts'
import { createSmtpMailer } from '../sending/mail/smtp-mailer.ts'
import { storeEdition, type BuiltEdition } from '../sending/editions/editions.ts'
import { freezeEdition } from '../sending/editions/freeze-edition.ts'
import type { DeliveryDeps, DeliverySettings } from '../sending/deliveries/deliver-edition.ts'
import { UNSUBSCRIBE_URL_SLOT } from '../sending/deliveries/recipient-mail.ts'
import { suppressSubscriber } from '../subscribers/index.ts'
import { emptyTables } from './test-database.ts'

/** An edition, by default of Monday 23 November 2026. */
export function anEdition(changes: Partial<BuiltEdition> = {}): BuiltEdition {
  return {
    slotDate: '2026-11-23',
    subject: 'What insiders bought',
    preheader: 'Three purchases above a million',
    html: `<p>Hello <a href="${UNSUBSCRIBE_URL_SLOT}">Unsubscribe</a></p>`,
    text: `Hello\n\nUnsubscribe: ${UNSUBSCRIBE_URL_SLOT}\n`,
    facts: [{ id: 'F1', value: 12 }],
    coverage: [{ section: 'insider-trades', status: 'complete' }],
    content: {
      slotDate: changes.slotDate ?? '2026-11-23',
      week: { from: '2026-11-16', to: '2026-11-22' },
      subject: 'What insiders bought',
      preheader: 'Three purchases above a million',
      letter: aLetter({ headline: 'What insiders bought' }),
      sections: [],
      topFindings: [],
    },
    edits: [],
    audits: [],
    ...changes,
  }
}

/** Adds confirmed subscribers, with hashes 'hash of ADDRESS'. */
export async function addSubscribers(db: DatabaseOrTransaction, emails: readonly string[]): Promise<void> {
  await sql`
    insert into subscriber (email, email_hash, consented_at, confirmed_at)
    select email, 'hash of ' || email, lunchpail_now(), lunchpail_now()
    from unnest(${emails}::text[]) with ordinality as given (email, position)
    order by position`.execute(db)
}

/** Adds subscribers who have just signed up on the site and followed no link. */
export async function addNewcomers(db: DatabaseOrTransaction, emails: readonly string[]): Promise<void> {
  await addSubscribers(db, emails)
  await sql`
    update subscriber set consent_source = 'site', recorded_at = confirmed_at where email = any(${emails})`.execute(
    db,
  )
}

/** @returns reader1@mail.example and so on */
export function readers(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `reader${index + 1}@mail.example`)
}

/** Stores the edition of Monday 23 November 2026 and freezes it for these readers. */
export async function freezeFor(db: Database, emails: readonly string[]): Promise<void> {
  await addSubscribers(db, emails)
  await storeEdition(db, anEdition())
  await freezeEdition(db, anEdition().slotDate, { by: 'hand' })
}

/** Submits letters to a mail server that accepts them all.
 *  @param mailed  receives the address of each */
export function acceptInto(mailed: string[]): Mailer['submit'] {
  return ({ to }) => {
    mailed.push(to)
    return Promise.resolve({ status: 'submitted', reply: '250 ok' })
  }
}

/** The dependencies for delivering at test speed, over SMTP to `smtpUrl`, through `mailer`, or by `submit` alone.
 *  The mailer waits two minutes for an answer, which a test never takes (see Silence in smtp-test-server.ts). */
export function deliveryDeps(
  db: Database,
  transport: { smtpUrl: string } | { mailer: Mailer } | { submit: Mailer['submit'] },
  settings: Partial<DeliverySettings> = {},
): DeliveryDeps {
  return {
    db,
    mailer: openMailer(transport),
    logger: createLogger('silent'),
    links: {
      unsubscribeUrlFor: ({ subscriberId }) => `https://lunchpail.example/unsubscribe?token=t${subscriberId}`,
      oneClickUrlFor: ({ subscriberId }) =>
        `https://lunchpail.example/api/unsubscribe/one-click?token=t${subscriberId}`,
    },
    list: { domain: 'lunchpail.example', unsubscribeMailbox: 'hello@lunchpail.example' },
    suppressBounced: (trx, subscriberId) => suppressSubscriber(trx, subscriberId, 'bounced'),
    settings: {
      sendPerSecond: 10_000,
      connections: 3,
      pollMs: 20,
      circuitPauseMs: 20,
      circuitMaxPauseMs: 40,
      ...settings,
    },
  }
}

function openMailer(transport: Parameters<typeof deliveryDeps>[1]): Mailer {
  if ('mailer' in transport) return transport.mailer
  if ('submit' in transport) return { submit: transport.submit, close: () => Promise.resolve() }
  return createSmtpMailer({
    url: transport.smtpUrl,
    from: 'Lunchpail <monday@lunchpail.example>',
    connections: 3,
    timeouts: { idleMs: 120_000 },
  })
}

/** Orders deliveries by subscriber id, for tests that need an order: a freeze shuffles them. */
export async function takeTurnsById(db: Database): Promise<void> {
  await sql`update delivery set position = subscriber_id`.execute(db)
}

/** Sets the current time of the database, on every connection of this test's database.
 *  @param now  an instant, '2026-11-23T14:00:00Z', or a shift of the real time, '+6 minutes' */
export async function setDatabaseClock(db: Database, now: string): Promise<void> {
  const body = now.startsWith('+')
    ? `select now() + interval '${now.slice(1)}'`
    : `select timestamptz '${now}'`
  await sql`create or replace function lunchpail_now() returns timestamptz language sql stable as ${sql.lit(body)}`.execute(
    db,
  )
}

const EDITION_TABLES = [
  'delivery',
  'edition',
  'subscriber',
  'suppression',
  'mailbox_allowance',
  'job_lease',
  'finished_job',
  'mail_gate',
  'mail_day',
  'database_identity',
]

/** Empties the tables of editions and subscribers, restarts ids from 1, and resets the database clock. */
export async function resetTables(db: Database): Promise<void> {
  await emptyTables(db, EDITION_TABLES)
  await setDatabaseClock(db, '+0 minutes')
}

/** Resets the database to 8:00 on Monday 23 November 2026 in Chicago: an edition is built, and none of it has gone out.
 *  @param count  the number of readers */
export async function beginMonday(db: Database, count: number): Promise<void> {
  await resetTables(db)
  await setDatabaseClock(db, '2026-11-23T14:00:00Z')
  await addSubscribers(db, readers(count))
  await storeEdition(db, anEdition())
}
