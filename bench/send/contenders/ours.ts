import { sql } from 'kysely'

import { createLogger } from '../../../server/lib/logger.ts'
import { createMailer } from '../../../server/sending/mail/index.ts'
import { createHandOverLog } from '../../../server/sending/deliveries/hand-over-log.ts'
import { deliverEdition } from '../../../server/sending/deliveries/deliver-edition.ts'
import { freezeEdition } from '../../../server/sending/editions/freeze-edition.ts'
import { storeEdition } from '../../../server/sending/editions/editions.ts'
import { anEdition } from '../../../server/testing/edition-fixtures.ts'
import type { OpenContender } from '../contender.ts'
import { hashAddress } from '../../../server/sending/tokens.ts'
import { readerLinks, SENDER } from '../letter.ts'

const SLOT_DATE = '2026-11-23'
const SUPPRESSION_KEY = 'the-key-of-a-benchmark-and-of-nobody'

/** Our own sending: the edition is frozen for all subscribers, and delivered with its ledger in Postgres. */
export const open: OpenContender = async (job, { database: { db }, letter }) => {
  const logger = createLogger('silent')
  const mailer = createMailer({
    smtpUrl: job.smtpUrl,
    outboxDir: '/nonexistent',
    from: SENDER.from,
    connections: job.connections,
    dkim: {
      keys: job.dkimKeyFile === undefined ? [] : [{ selector: SENDER.dkimSelector, file: job.dkimKeyFile }],
      domain: SENDER.domain,
    },
    logger,
  })
  if (!job.isRestart) {
    await storeEdition(db, anEdition({ slotDate: SLOT_DATE, ...letter, facts: [], coverage: [] }))
  }
  return {
    async send() {
      await freezeEdition(db, SLOT_DATE, { by: 'hand' })
      const { state, counts } = await deliverEdition(
        {
          db,
          mailer,
          logger,
          links: readerLinks,
          handOvers: createHandOverLog({
            folder: job.dataDir,
            hashAddress: (email) => hashAddress(email, SUPPRESSION_KEY),
            logger,
          }),
          list: { domain: SENDER.domain, unsubscribeMailbox: 'leave@lunchpail.example' },
          suppressBounced: async (trx, subscriberId) => {
            await sql`update subscriber set email = null, withdrawn_at = lunchpail_now() where id = ${subscriberId}`.execute(
              trx,
            )
          },
          settings: {
            // The rate limit, and how soon a process rechecks what another has claimed, are not part of this measurement.
            sendPerSecond: 10_000,
            pollMs: 50,
            connections: job.connections,
            leaseSeconds: job.leaseSeconds,
          },
        },
        SLOT_DATE,
        { signal: new AbortController().signal },
      )
      if (state !== 'finished') throw new Error(`The edition ended as ${state}: ${JSON.stringify(counts)}`)
      return counts.submitted
    },
    close: () => mailer.close(),
  }
}
