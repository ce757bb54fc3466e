import { isCalendarDay } from '../../../lib/dates.ts'
import { z } from 'zod'
import { tidyText } from '../../../lib/text.ts'
import type { CommitteeSeat, MemberTerm } from '../congress-trade.ts'
import type { MemberNameForms } from '../../core/trade-tables.ts'
import { parse } from 'yaml'

/** Fewer have never served at a time since there are 435 seats in the House: then the file is not whole. */
const LEAST_MEMBERS = 500
/** 541 seats, and those who follow one another in them. */
const MOST_MEMBERS = 2_000

/** One who serves in Congress. */
export interface ReadMember {
  readonly bioguideId: string
  readonly name: string
  readonly nameForms: MemberNameForms
  /** Oldest first; one under several parties in parts. */
  readonly terms: readonly [MemberTerm, ...MemberTerm[]]
}

export interface ReadMembers {
  readonly members: readonly ReadMember[]
  /** Entries that cannot be read. */
  readonly unread: readonly { readonly what: string; readonly reason: string }[]
}

const text = z.string().max(500).transform(tidyText).pipe(z.string().min(1))
const day = z.string().refine(isCalendarDay, 'is no day')
const bioguideId = z.string().regex(/^[A-Z]\d{6}$/)

const termSchema = z.object({
  type: z.enum(['rep', 'sen']),
  start: day,
  end: day,
  state: z.string().regex(/^[A-Z]{2}$/),
  district: z
    .string()
    .regex(/^-?\d{1,2}$/)
    .transform(Number)
    .optional(),
  party: text,
  party_affiliations: z.array(z.object({ start: day, end: day, party: text })).optional(),
})

const memberSchema = z.object({
  id: z.object({ bioguide: bioguideId }),
  name: z.object({
    first: text,
    last: text,
    middle: text.optional(),
    suffix: text.optional(),
    nickname: text.optional(),
    official_full: text.optional(),
  }),
  terms: z.array(termSchema).min(1),
})

/** Reads legislators-current.yaml.
 *  @throws TypeError when it is not whole */
export function readMembers(bytes: Uint8Array): ReadMembers {
  const entries = parseYaml(bytes)
  if (!Array.isArray(entries)) throw new TypeError('it is no list of members')
  if (entries.length < LEAST_MEMBERS) throw new TypeError(`it names only ${entries.length} members`)
  if (entries.length > MOST_MEMBERS) throw new TypeError(`it names ${entries.length} members`)
  const members = new Map<string, ReadMember>()
  const unread: { what: string; reason: string }[] = []
  for (const [index, entry] of entries.entries()) {
    const parsed = memberSchema.safeParse(entry)
    if (parsed.success) {
      const member = toMember(parsed.data)
      members.set(member.bioguideId, member)
      continue
    }
    const [issue] = parsed.error.issues
    const reason = `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'it cannot be read'}`
    // The last one may only be half there.
    if (index === entries.length - 1) throw new TypeError(`it is cut off: in its last entry ${reason}`)
    unread.push({ what: `entry ${index + 1} of the list of members`, reason })
  }
  return { members: [...members.values()], unread }
}

function toMember({ id, name, terms }: z.output<typeof memberSchema>): ReadMember {
  const { first, last, middle, suffix, nickname, official_full: officialFull } = name
  const [oldest, ...later] = terms.toSorted((a, b) => (a.start < b.start ? -1 : 1)).flatMap(toTerms)
  if (!oldest) throw new TypeError(`${id.bioguide} has a term without a party`)
  return {
    bioguideId: id.bioguide,
    name: officialFull ?? [first, last, suffix].filter((part) => part !== undefined).join(' '),
    nameForms: { first, last, middle, suffix, nickname, officialFull },
    terms: [oldest, ...later],
  }
}

function toTerms(term: z.output<typeof termSchema>): MemberTerm[] {
  const { state, district } = term
  const chamber = term.type === 'rep' ? 'house' : 'senate'
  const parts = term.party_affiliations ?? [term]
  return parts.map(({ start, end, party }) => ({ chamber, start, end, state, district, party }))
}

const committeesSchema = z.array(
  z.object({
    name: text,
    thomas_id: text,
    subcommittees: z.array(z.object({ name: text, thomas_id: text })).optional(),
  }),
)

/** A committee or subcommittee. */
export interface Committee {
  readonly id: string
  readonly name: string
  readonly parent?: string | undefined
}

/** Reads committees-current.yaml.
 *  @returns by id, 'HSAG' and of a subcommittee 'HSAG15'
 *  @throws TypeError when it is not whole */
export function readCommittees(bytes: Uint8Array): Map<string, Committee> {
  const parsed = committeesSchema.safeParse(parseYaml(bytes))
  if (!parsed.success || parsed.data.length === 0) throw new TypeError('it is no whole list of committees')
  const committees = new Map<string, Committee>()
  for (const { name, thomas_id: id, subcommittees = [] } of parsed.data) {
    committees.set(id, { id, name })
    for (const sub of subcommittees) {
      const subId = `${id}${sub.thomas_id}`
      committees.set(subId, { id: subId, name: sub.name, parent: name })
    }
  }
  return committees
}

const seatsSchema = z.record(z.string(), z.array(z.object({ bioguide: bioguideId, title: text.optional() })))

/** Reads committee-membership-current.yaml.
 *  @returns seats by bioguide id, in the order of the file
 *  @throws TypeError when it is not whole */
export function readSeats(
  bytes: Uint8Array,
  committees: ReadonlyMap<string, Committee>,
): Map<string, CommitteeSeat[]> {
  const parsed = seatsSchema.safeParse(parseYaml(bytes))
  if (!parsed.success) throw new TypeError('it is no whole list of seats on committees')
  const main = [...committees.values()].filter(({ parent }) => parent === undefined)
  const missing = main.filter(({ id }) => parsed.data[id] === undefined)
  // The odd committee stands empty after an election; more, and the file has been cut off at the end of a line.
  if (missing.length > main.length / 5) {
    throw new TypeError(`it has no members of ${missing.length} of ${main.length} committees`)
  }
  const seats = new Map<string, CommitteeSeat[]>()
  for (const [id, members] of Object.entries(parsed.data)) {
    const committee = committees.get(id) ?? { id, name: id }
    for (const { bioguide, title } of members) {
      const own = seats.get(bioguide) ?? []
      own.push({ ...committee, ...(title === undefined ? {} : { title }) })
      seats.set(bioguide, own)
    }
  }
  return seats
}

const MAX_BYTES = 8_000_000

/** Parses YAML, a megabyte a second: in the process that reads documents. Every scalar is text.
 *  @returns lists, texts, and objects of them
 *  @throws TypeError when it is no whole YAML, is too large, or has aliases (which can stand for gigabytes) */
export function parseYaml(bytes: Uint8Array, { maxBytes = MAX_BYTES }: { maxBytes?: number } = {}): unknown {
  if (bytes.length > maxBytes) throw new TypeError(`it has more than ${maxBytes / 1_000_000} MB`)
  const text = new TextDecoder().decode(bytes)
  // A whole file ends with a line end; YAML that is cut off is often YAML still.
  if (!text.endsWith('\n')) throw new TypeError('it is cut off in the middle of a line')
  try {
    return parse(text, {
      // Everything stays text: a state that reads "NO" is no falsehood, a number '00172' no 172.
      schema: 'failsafe',
      maxAliasCount: 0,
      logLevel: 'error',
      prettyErrors: false,
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new TypeError(`it is no YAML that can be read: ${reason}`, { cause: error })
  }
}
