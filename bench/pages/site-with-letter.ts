import { setTimeout } from 'node:timers/promises'

import { startUpstream } from '../../e2e/support/upstream.ts'
import { openDatabase } from '../../server/db/open-database.ts'
import { anEditionContent } from '../../server/letter/testing/edition-content.ts'
import { publishEdition } from '../../server/testing/published-edition.ts'
import { startSite, type AttackedSite } from '../attacks/site.ts'

/** The letter's Monday. */
export const EDITION = '2025-01-13'

/** Starts the built site of a folder with sources of market data on this machine. If its database is on the server of
 *  TEST_DATABASE_URL, and so can be reached from here, the site has a letter that was sent. */
export async function startSiteWithLetter(folder: string): Promise<AttackedSite> {
  const upstream = await startUpstream()
  const site = await startSite(folder, {
    UPSTREAM_BASE_URL: upstream.url,
    SECRET_KEY: 's'.repeat(40),
    SUPPRESSION_KEY: 'h'.repeat(40),
    MARKET_DATA: 'live',
  })
  if (site.databaseUrl !== undefined) await publish(site.databaseUrl)
  return site
}

async function publish(url: string): Promise<void> {
  const database = await openDatabase({ url }, (error) => {
    throw error
  })
  await publishEdition(database.db, { content: anEditionContent({ slotDate: EDITION }) })
  await database.close()
  await letArchiveBeRead()
}

/** Waits until the site no longer relies on what it last read from the archive. */
export const letArchiveBeRead = (): Promise<void> => setTimeout(3_000)
