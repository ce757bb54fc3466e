import { sql } from 'kysely'

import type { DatabaseOrTransaction } from '../../db/database.ts'
import type { SlotTimes } from './edition-slots.ts'
import type { EditionState } from './tables.ts'

/** When an edition waits for a person before it goes out. */
export interface ReviewRules {
  /** An edition goes out only after a person has released it. */
  readonly requireRelease: boolean
  /** An edition with fewer of its five sections than this waits. */
  readonly minSections: number
  /** Somebody gets a preview by mail, and has an hour to look at it before anything goes out. */
  readonly hasPreview: boolean
}

/** Matches an edition that nobody has held or released since it was built. */
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

/** When an edition that nobody holds goes out by itself. */
export interface Departure {
  /** Undefined if it never does. */
  readonly at?: Date
  /** Whether that time has come. */
  readonly isNow: boolean
  /** slot: at its time · preview: an hour after a preview that came late · too-late: that hour ends after its day · rewritten: its
   *  week was not over when it was built, so it is written again first · over: its day is over · begun: its sending has begun, or
   *  it was cancelled. */
  readonly why: 'slot' | 'preview' | 'too-late' | 'rewritten' | 'over' | 'begun'
  /** Whether a rule holds it until a person releases it. */
  readonly needsRelease: boolean
}

const PREVIEW_MS = 3_600_000

/** When an edition goes out; a held one is judged as if it were released now. */
export function findDeparture(
  {
    state,
    builtAt,
    previewSubmittedAt,
    isHeld,
    isReleased,
  }: {
    readonly state: EditionState
    readonly builtAt: Date
    readonly previewSubmittedAt: Date | undefined
    readonly isHeld: boolean
    readonly isReleased: boolean
  },
  { askedAt, writeAt, sendAt, cutoffAt, phase }: SlotTimes,
  rules: ReviewRules | undefined,
): Departure {
  const isUndecided = !isHeld && !isReleased
  const departure = { isNow: false, needsRelease: isUndecided && rules?.requireRelease === true }
  if (state !== 'built' && state !== 'missed') return { ...departure, why: 'begun' }
  if (phase === 'over' || state === 'missed') return { ...departure, why: 'over' }
  if (builtAt < writeAt) return { ...departure, why: 'rewritten', at: sendAt }
  // If no mail server accepts the preview, the hour begins when the edition was written.
  const seenAt = new Date((previewSubmittedAt ?? builtAt).getTime() + PREVIEW_MS)
  if (rules?.hasPreview !== true || !isUndecided || seenAt <= sendAt) {
    return { ...departure, why: 'slot', at: sendAt, isNow: phase === 'due' }
  }
  if (seenAt >= cutoffAt) return { ...departure, why: 'too-late', at: seenAt }
  return { ...departure, why: 'preview', at: seenAt, isNow: askedAt >= seenAt }
}
