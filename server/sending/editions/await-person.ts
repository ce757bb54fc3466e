import { sql } from 'kysely'

import type { DatabaseOrTransaction } from '../../db/database.ts'
import { cutoffOf, sendTimeOf } from './edition-slots.ts'

/** When an edition waits for a person before it goes out. */
export interface ReviewRules {
  /** No edition goes out that nobody released. */
  readonly requireRelease: boolean
  /** An edition with fewer of its five sections than this waits. */
  readonly minSections: number
  /** Somebody is mailed a preview, and has an hour to look at it before anything goes out. */
  readonly hasPreview: boolean
}

/** For an edition that nobody has held or released since it was built. */
const isUndecided = sql`state in ('built', 'missed') and held_at is null and released_at is null`
const sections = sql`case when jsonb_typeof(content -> 'letter' -> 'sections') = 'array'
  then content -> 'letter' -> 'sections' else '[]'::jsonb end`

/** Holds an edition that the rules keep for a person; idempotent, and never again once that person has released it as it is.
 *  @param by  a person who sends by hand has looked at it, so few sections are no reason to hold it */
export async function holdForReview(
  db: DatabaseOrTransaction,
  slotDate: string,
  { rules, by }: { rules: ReviewRules | undefined; by: 'timetable' | 'hand' },
): Promise<void> {
  if (rules === undefined) return
  const hold = sql`held_at = lunchpail_now(), held_reason = null`
  if (rules.requireRelease) {
    await sql`
      update edition set ${hold}, held_kind = 'release-required'
      where slot_date = ${slotDate} and ${isUndecided}`.execute(db)
  } else if (by === 'timetable' && rules.minSections > 0) {
    await sql`
      update edition set ${hold}, held_kind = 'few-sections'
      where slot_date = ${slotDate} and ${isUndecided} and jsonb_array_length(${sections}) > 0
        and (
          select count(*) from jsonb_array_elements(${sections}) as section
          where section ->> 'state' <> 'unavailable'
        ) < ${rules.minSections}::integer`.execute(db)
  }
}

/** An edition whose preview came less than an hour before it is due. */
export interface ShortNotice {
  /** When that hour is over and it goes out. */
  readonly until: Date
  readonly isOver: boolean
}

/** @returns undefined if there is time enough, or it is held, released or sent */
export async function findShortNotice(
  db: DatabaseOrTransaction,
  slotDate: string,
  rules: ReviewRules | undefined,
): Promise<ShortNotice | undefined> {
  if (rules?.hasPreview !== true) return undefined
  // If no mail server accepts the preview, the hour begins when the edition was written.
  const until = sql`coalesce(preview_submitted_at, built_at) + interval '1 hour'`
  const { rows } = await sql<ShortNotice>`
    select ${until} as until, lunchpail_now() >= ${until} as "isOver" from edition
    where slot_date = ${slotDate} and state = 'built' and held_at is null and released_at is null
      and ${until} > ${sendTimeOf(sql`slot_date`)} and lunchpail_now() < ${cutoffOf(sql`slot_date`)}`.execute(
    db,
  )
  return rows[0]
}
