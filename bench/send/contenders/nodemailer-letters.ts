import { createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'

import { createTransport, type SendMailOptions } from 'nodemailer'
import { type RawBuilder, sql } from 'kysely'

import { UNSUBSCRIBE_URL_SLOT } from '../../../server/sending/deliveries/recipient-mail.ts'
import type { Job } from '../contender.ts'
import { type Letter, readerLinks, SENDER } from '../letter.ts'
import type { Database } from '../../../server/db/database.ts'

export interface Reader {
  readonly subscriberId: string
  readonly email: string
}

export interface NodemailerLetters {
  /** Submits one reader's letter to the server.
   *  @throws Nodemailer's error if the server did not accept it */
  sendTo(reader: Reader): Promise<void>
  close(): void
}

/** Sends many mails as Nodemailer's documentation does: one pooled transport, and sendMail for each. The key is parsed
 *  once, unlike in the documentation. */
export async function openNodemailerLetters(job: Job, letter: Letter): Promise<NodemailerLetters> {
  const dkim =
    job.dkimKeyFile === undefined
      ? {}
      : {
          dkim: {
            domainName: SENDER.domain,
            keySelector: SENDER.dkimSelector,
            privateKey: createPrivateKey(await readFile(job.dkimKeyFile)),
          },
        }
  const transport = createTransport({
    pool: true,
    url: job.smtpUrl,
    maxConnections: job.connections,
    // No limit: by default a connection is closed after a hundred messages.
    maxMessages: Number.POSITIVE_INFINITY,
    ...dkim,
  })
  return {
    async sendTo(reader) {
      await transport.sendMail(composeFor(letter, reader))
    },
    close: () => transport.close(),
  }
}

function composeFor({ subject, html, text }: Letter, reader: Reader): SendMailOptions {
  const url = readerLinks.unsubscribeUrlFor(reader)
  const delivery = { editionId: '1', subscriberId: reader.subscriberId }
  return {
    messageId: `<1.${reader.subscriberId}@${SENDER.domain}>`,
    from: SENDER.from,
    to: reader.email,
    envelope: { from: readerLinks.bounceAddressFor(delivery), to: [reader.email] },
    subject,
    html: html.replaceAll(UNSUBSCRIBE_URL_SLOT, url.replaceAll('&', '&amp;')),
    text: text.replaceAll(UNSUBSCRIBE_URL_SLOT, url),
    headers: {
      'List-Id': `<weekly.${SENDER.domain}>`,
      'List-Unsubscribe': {
        prepared: true,
        value: `<${readerLinks.oneClickUrlFor(reader)}>, <mailto:${readerLinks.unsubscribeMailboxFor(delivery)}?subject=unsubscribe>`,
      },
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Feedback-ID': '2026-11-23:weekly:newsletter:lunchpail',
      Precedence: 'bulk',
    },
  }
}

const LOOK_MS = 50

/** Waits until a query that looks for open jobs finds none. */
export async function untilNothingIsLeft(db: Database, open: RawBuilder<unknown>): Promise<void> {
  while ((await open.execute(db)).rows.length > 0) await setTimeout(LOOK_MS)
}

const PAGE_SIZE = 1_000

/** All subscribers, by id, a page at a time. */
export async function* listReaderPages(db: Database): AsyncGenerator<Reader[]> {
  for (let last = '0'; ;) {
    const { rows } = await sql<{ id: string; email: string }>`
      select id, email from subscriber
      where id > ${last} and email is not null and confirmed_at is not null
      order by id limit ${PAGE_SIZE}`.execute(db)
    if (rows.length > 0) yield rows.map(({ id, email }) => ({ subscriberId: id, email }))
    if (rows.length < PAGE_SIZE) return
    last = rows.at(-1)?.id ?? last
  }
}

/** All subscribers in the same order, one by one. */
export async function* listReaders(db: Database): AsyncGenerator<Reader> {
  for await (const page of listReaderPages(db)) yield* page
}
