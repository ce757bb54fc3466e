import { z } from 'zod'

import { SECTION_NAMES, sectionNameSchema, type SectionName } from '../../../shared/edition-contract.ts'

/** The most that one answer may contain; anything beyond is not read. */
const MOST_ITEMS = 8
const MOST_OF = 3
const MOST_CHARACTERS = 600

const numberSchema = z.int()
const itemSchema = z.object({
  /** The numbers of the statements that it tells, in order. */
  of: z.array(numberSchema),
  /** The words, with slots: '{7.who} sold {7.value} of {7.company}'. If empty, the statements' own words are used. */
  say: z.string(),
})

/** What the model is asked for: choices by number, and words with slots. Everything is required and nothing has a length
 *  limit here, since strict servers demand the former, and small ones struggle with large limits. readPlan applies the
 *  limits. */
export const planSchema = z.object({
  lead: z.object({ of: numberSchema, headline: z.string() }),
  story: z.array(itemSchema),
  lines: z.array(itemSchema.extend({ section: sectionNameSchema })),
  sections: z.array(z.object({ section: sectionNameSchema, big: itemSchema, smaller: z.array(itemSchema) })),
  connects: z.array(itemSchema),
})

/** One item as the model wants it. */
export interface PlanItem {
  readonly of: readonly number[]
  /** If undefined, the statements' own words are used. */
  readonly say: string | undefined
}

/** An answer as far as it can be read. */
export interface Plan {
  readonly lead: { readonly of: number; readonly headline: string | undefined } | undefined
  readonly story: readonly PlanItem[]
  readonly lines: ReadonlyMap<SectionName, PlanItem>
  readonly sections: ReadonlyMap<
    SectionName,
    { readonly big: PlanItem | undefined; readonly smaller: readonly PlanItem[] }
  >
  readonly connects: readonly PlanItem[]
  /** The places that could not be read. */
  readonly unread: readonly string[]
}

const itemAsGiven = z.object({
  of: z.union([numberSchema.transform((one) => [one]), z.array(numberSchema).min(1).max(MOST_OF)]),
  say: z.string().max(MOST_CHARACTERS).nullish(),
})
const recordSchema = z.record(z.string(), z.unknown())

/** Reads an answer piece by piece: whatever is not a valid piece is left out, and reported.
 *  @returns undefined if nothing in it can be read */
export function readPlan(given: unknown): Plan | undefined {
  const answer = recordSchema.safeParse(given)
  if (!answer.success) return undefined
  const unread: string[] = []
  const { lead, story, lines, sections, connects } = answer.data
  const item = (value: unknown, place: string): PlanItem | undefined => {
    if (value === undefined || value === null) return undefined
    const read = itemAsGiven.safeParse(value)
    if (!read.success) {
      unread.push(place)
      return undefined
    }
    const { of, say } = read.data
    return { of: [...new Set(of)], say: say?.trim() || undefined }
  }
  const list = (value: unknown, place: string): unknown[] => {
    if (value === undefined || value === null) return []
    if (!Array.isArray(value)) unread.push(place)
    else if (value.length > MOST_ITEMS) unread.push(`${place} beyond ${MOST_ITEMS}`)
    return Array.isArray(value) ? (value as unknown[]).slice(0, MOST_ITEMS) : []
  }
  const items = (value: unknown, place: string): PlanItem[] =>
    list(value, place).flatMap((one, index) => item(one, `${place} ${index + 1}`) ?? [])
  const bySection = <T>(
    value: unknown,
    place: string,
    read: (one: Record<string, unknown>, name: SectionName) => T,
  ) =>
    new Map(
      list(value, place).flatMap((one, index): [SectionName, T][] => {
        const part = recordSchema.safeParse(one)
        const name = SECTION_NAMES.find((known) => known === part.data?.['section'])
        if (!part.success || !name) {
          unread.push(`${place} ${index + 1}`)
          return []
        }
        return [[name, read(part.data, name)]]
      }),
    )
  const leadRead = z
    .object({
      of: z.union([numberSchema, z.tuple([numberSchema]).transform(([one]) => one)]),
      headline: z.string().max(MOST_CHARACTERS).nullish(),
    })
    .safeParse(lead)
  if (!leadRead.success && lead !== undefined && lead !== null) unread.push('lead')
  const plan: Plan = {
    lead: leadRead.success
      ? { of: leadRead.data.of, headline: leadRead.data.headline?.trim() || undefined }
      : undefined,
    story: items(story, 'story'),
    lines: new Map(
      [...bySection(lines, 'lines', (one, name) => item(one, `lines ${name}`))].flatMap(([name, one]) =>
        one ? [[name, one] as const] : [],
      ),
    ),
    sections: bySection(sections, 'sections', (one, name) => ({
      big: item(one['big'], `${name} big`),
      smaller: items(one['smaller'], `${name} smaller`),
    })),
    connects: items(connects, 'connects'),
    unread,
  }
  const isEmpty =
    !plan.lead && plan.story.length + plan.lines.size + plan.sections.size + plan.connects.length === 0
  return isEmpty ? undefined : plan
}
