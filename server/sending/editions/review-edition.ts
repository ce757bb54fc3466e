import { sql } from 'kysely'
import { z } from 'zod'

import { SECTION_NAMES, letterSectionSchema } from '../../../shared/edition-contract.ts'
import type { DatabaseOrTransaction } from '../../db/database.ts'
import { findDeparture, type Departure, type ReviewRules } from './await-person.ts'
import type { EditionState } from './tables.ts'
import { listEdits, type EditionEdit } from './edition-edits.ts'
import { getSlotTimes, type SlotTimes } from './edition-slots.ts'
import { asHold, findEdition, type Edition, type EditionAudit, type Hold } from './editions.ts'

const sectionStateSchema = letterSectionSchema.pick({
  name: true,
  title: true,
  state: true,
  label: true,
  model: true,
  big: true,
  smaller: true,
  more: true,
  coverage: true,
})
const contentSchema = z.object({ letter: z.object({ sections: z.array(sectionStateSchema) }) })

/** Whether a section of the letter is available, who wrote its summary, its items, and what was read for it. */
export type SectionReview = z.infer<typeof sectionStateSchema>

const unwrittenSchema = z.object({ unwritten: z.array(z.object({ id: z.string(), kind: z.string() })) })

/** A stored edition as its operator sees it. */
export interface EditionReview {
  /** 'YYYY-MM-DD' */
  readonly date: string
  readonly state: EditionState
  readonly subject: string
  readonly builtAt: Date
  readonly held: Hold | undefined
  readonly previewSubmittedAt: Date | undefined
  /** In the order of the letter; undefined if its content is not stored, or not in today's format. */
  readonly sections: readonly SectionReview[] | undefined
  /** Statements left out because they could not be put into words. */
  readonly unwritten: readonly { readonly id: string; readonly kind: string }[]
  /** In the order of the letter; empty if none are stored. */
  readonly audits: readonly EditionAudit[]
  /** What a person changed, oldest first. */
  readonly edits: readonly EditionEdit[]
  readonly correctionCount: number
  /** When its recipients were written down, or when a person says it went out; undefined before. */
  readonly sentAt: Date | undefined
  /** Set for an edition that went out on a person's word rather than from here. */
  readonly marked:
    | { readonly at: Date; readonly sentAt: Date; readonly count: number | undefined }
    | undefined
  readonly times: SlotTimes
  readonly departure: Departure
  /** It is held or paused because the database, a restored backup, may not know everyone who has it. */
  readonly isRestored: boolean
}

/** @param rules  when an edition waits for a person; never if left out
 *  @returns undefined when there is no edition of that date */
export async function reviewEdition(
  db: DatabaseOrTransaction,
  slotDate: string,
  rules?: ReviewRules,
): Promise<EditionReview | undefined> {
  const row = await db
    .selectFrom('edition')
    .select([
      'id',
      'state',
      'subject',
      'content',
      'coverage',
      'built_at',
      'held_at',
      'held_kind',
      'held_reason',
      'preview_submitted_at',
      'released_at',
      'pause_kind',
      'frozen_at',
      'marked_sent_at',
      'marked_sent_count',
      sql<number>`(select count(*)::integer from edition_correction where edition_id = edition.id and withdrawn_at is null)`.as(
        'correction_count',
      ),
    ])
    .where('slot_date', '=', slotDate)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const held = asHold(row)
  const previewSubmittedAt = row.preview_submitted_at ?? undefined
  const times = await getSlotTimes(db, slotDate)
  return {
    date: slotDate,
    state: row.state,
    subject: row.subject,
    builtAt: row.built_at,
    held,
    previewSubmittedAt,
    sections: contentSchema.safeParse(row.content).data?.letter.sections,
    unwritten: unwrittenSchema.safeParse(row.coverage).data?.unwritten ?? [],
    audits: await listAudits(db, row.id),
    edits: await listEdits(db, slotDate),
    correctionCount: row.correction_count,
    sentAt: row.frozen_at ?? undefined,
    marked:
      row.marked_sent_at === null || row.frozen_at === null
        ? undefined
        : { at: row.marked_sent_at, sentAt: row.frozen_at, count: row.marked_sent_count ?? undefined },
    times,
    departure: findDeparture(
      {
        state: row.state,
        builtAt: row.built_at,
        previewSubmittedAt,
        isHeld: held !== undefined,
        isReleased: row.released_at !== null,
      },
      times,
      rules,
    ),
    isRestored: held?.kind === 'restored' || row.pause_kind === 'restored',
  }
}

/** An edition and its review, read at one moment. */
export interface PreviewedEdition {
  readonly edition: Edition
  readonly review: EditionReview
}

/** @param trx  a 'repeatable read' transaction: the edition may be rebuilt meanwhile
 *  @returns undefined when there is no edition of that date */
export async function findPreviewedEdition(
  trx: DatabaseOrTransaction,
  slotDate: string,
  rules?: ReviewRules,
): Promise<PreviewedEdition | undefined> {
  const edition = await findEdition(trx, slotDate)
  const review = await reviewEdition(trx, slotDate, rules)
  return edition && review && { edition, review }
}

/** Notes that a preview of an edition was submitted, unless the edition has been rebuilt meanwhile.
 *  @param builtAt  of the edition that was previewed; a Date has milliseconds, the column more digits */
export async function markPreviewed(
  db: DatabaseOrTransaction,
  { slotDate, builtAt }: Pick<Edition, 'slotDate' | 'builtAt'>,
): Promise<void> {
  await sql`
    update edition set preview_submitted_at = lunchpail_now()
    where slot_date = ${slotDate} and preview_submitted_at is null
      and date_trunc('milliseconds', built_at) = ${builtAt}::timestamptz`.execute(db)
}

async function listAudits(db: DatabaseOrTransaction, editionId: string): Promise<EditionAudit[]> {
  const rows = await db
    .selectFrom('edition_audit')
    .select(['section', 'facts_hash', 'outcome', 'reason', 'model', 'retries', 'record'])
    .where('edition_id', '=', editionId)
    .execute()
  const audits = rows.map((row) => ({
    section: row.section as EditionAudit['section'],
    factsHash: row.facts_hash,
    outcome: row.outcome,
    reason: row.reason ?? undefined,
    model: row.model ?? undefined,
    retries: row.retries,
    record: row.record,
  }))
  const places: readonly string[] = SECTION_NAMES
  const placeOf = ({ section }: EditionAudit) => places.indexOf(section)
  return audits.toSorted((one, other) => placeOf(one) - placeOf(other))
}
