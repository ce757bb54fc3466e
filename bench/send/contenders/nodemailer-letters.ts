import { createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'

import { createTransport, type SendMailOptions } from 'nodemailer'
import type { RawBuilder } from 'kysely'

import { UNSUBSCRIBE_URL_SLOT } from '../../../server/sending/deliveries/recipient-mail.ts'
import type { Job } from '../contender.ts'
import type { Letter } from '../letter.ts'
import { readerLinks, SENDER } from '../reader-links.ts'
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
