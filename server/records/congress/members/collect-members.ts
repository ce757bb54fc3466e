import { sql } from 'kysely'

import type { DatabaseOrTransaction } from '../../../db/database.ts'
import type { CommitteeSeat } from '../congress-trade.ts'
import { keepDocument } from '../../core/documents.ts'
import type { Coverage, RecordSource, SourceContext, UnreadRecord } from '../../core/record-source.ts'
import { readApart } from '../../core/reading/read-apart.ts'
import { toUnread } from '../../core/unread-reason.ts'
import type { ReadMember } from './read-members.ts'

const FOLDER = 'https://unitedstates.github.io/congress-legislators'
const COMMITTEES = 'committees-current.yaml'
const SEATS = 'committee-membership-current.yaml'

/** Members of Congress with party, state and committees. Each member counts as a record, and so does each of the two
 *  committee files. */
export const membersSource: RecordSource = {
  id: 'members',
  name: 'congress-legislators',
  licence: 'CC0 1.0.',
  republishable: true,
  limits: { requestsPerSecond: 1, timeoutMs: 30_000, maxBytes: 8_000_000 },
  collect: collectMembers,
}

async function collectMembers(context: SourceContext): Promise<Coverage> {
  const { db, client, onProgress } = context
  const url = `${FOLDER}/legislators-current.yaml`
  const answer = await client.read(url, (yaml) => readApart('members', yaml))
  const { value } = answer
  await db.transaction().execute(async (trx) => {
    const documentId = await keepDocument(trx, membersSource, { ...answer, url })
    await keepMembers(trx, value.members, documentId)
  })
  const unread: UnreadRecord[] = value.unread.map((entry) => ({ ...entry, code: 'unreadable' }))
  const listed = value.members.length + value.unread.length + 2
  const seats = await readSeatFiles(context)
  if ('unread' in seats) unread.push(...seats.unread)
  else {
    await db.transaction().execute(async (trx) => {
      await keepDocument(trx, membersSource, { ...seats.committees, url: `${FOLDER}/${COMMITTEES}` })
      const documentId = await keepDocument(trx, membersSource, { ...seats.seats, url: `${FOLDER}/${SEATS}` })
      await keepSeats(trx, seats.seats.value, documentId)
    })
  }
  onProgress({ done: listed, listed, unread: unread.length })
  return { listed, read: listed - unread.length, unread }
}

/** Reads both committee files or neither: one is useless without the other. */
async function readSeatFiles({ client }: SourceContext) {
  let file = COMMITTEES
  try {
    const committees = await client.read(`${FOLDER}/${COMMITTEES}`, (yaml) => readApart('committees', yaml))
    file = SEATS
    const seats = await client.read(`${FOLDER}/${SEATS}`, (yaml) =>
      readApart('seats', yaml, { committees: committees.value }),
    )
    return { committees, seats }
  } catch (error) {
    const { code, reason } = toUnread(error)
    return {
      unread: [COMMITTEES, SEATS].map((what) => ({
        what,
        code,
        reason: what === file ? reason : `not used: ${file} could not be read`,
      })),
    }
  }
}

/** Writes new and changed members only. Members no longer listed stay, marked as not serving. */
async function keepMembers(
  trx: DatabaseOrTransaction,
  members: readonly ReadMember[],
  documentId: string,
): Promise<void> {
  await trx
    .insertInto('member')
    .values(
      members.map(({ bioguideId, name, nameForms, terms }) => ({
        bioguide_id: bioguideId,
        name,
        name_forms: JSON.stringify(nameForms),
        terms: JSON.stringify(terms),
        is_serving: true,
        document_id: documentId,
        committees_document_id: null,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('bioguide_id')
        .doUpdateSet((eb) => ({
          name: eb.ref('excluded.name'),
          name_forms: eb.ref('excluded.name_forms'),
          terms: eb.ref('excluded.terms'),
          is_serving: true,
          document_id: eb.ref('excluded.document_id'),
        }))
        .where(
          sql<boolean>`(member.name, member.name_forms, member.terms, member.is_serving)
            is distinct from (excluded.name, excluded.name_forms, excluded.terms, true)`,
        ),
    )
    .execute()
  await trx
    .updateTable('member')
    .set({ is_serving: false })
    .where('is_serving', '=', true)
    .where('bioguide_id', '!=', sql<string>`all(${members.map(({ bioguideId }) => bioguideId)}::text[])`)
    .execute()
}

/** Writes the committee seats of serving members; former members keep their last ones. */
async function keepSeats(
  trx: DatabaseOrTransaction,
  byMember: ReadonlyMap<string, readonly CommitteeSeat[]>,
  documentId: string,
): Promise<void> {
  const serving = await trx
    .selectFrom('member')
    .select('bioguide_id')
    .where('is_serving', '=', true)
    .execute()
  await sql`
    update member set committees = new.committees, committees_document_id = ${documentId}::bigint
    from unnest(
      ${serving.map(({ bioguide_id }) => bioguide_id)}::text[],
      ${serving.map(({ bioguide_id }) => JSON.stringify(byMember.get(bioguide_id) ?? []))}::jsonb[]
    ) as new (bioguide_id, committees)
    where member.bioguide_id = new.bioguide_id
      and (member.committees is distinct from new.committees or member.committees_document_id is null)
  `.execute(trx)
}
