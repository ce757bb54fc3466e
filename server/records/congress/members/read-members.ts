import { daysBetween, isCalendarDay } from '../../../lib/dates.ts'
import { z } from 'zod'
import { messageOf } from '../../../lib/errors.ts'
import { tidyText } from '../../../lib/text.ts'
import type { CommitteeSeat, MemberTerm } from '../congress-trade.ts'
import { mayBeSamePerson, type ListedMember } from '../match-member.ts'
import { isScalar, parseDocument, visit } from 'yaml'

/** There have never been fewer members since the House has had 435 seats: a shorter file is truncated. */
const LEAST_MEMBERS = 500
/** 541 seats, plus successors. */
const MOST_MEMBERS = 2_000

/** A member of Congress. */
export type ReadMember = Omit<ListedMember, 'committees'>

export interface ReadMembers {
  readonly members: readonly ReadMember[]
  /** Entries that could not be read. */
  readonly unread: readonly { readonly what: string; readonly reason: string }[]
}

const text = z.string().max(500).transform(tidyText).pipe(z.string().min(1))
const day = z.string().refine(isCalendarDay, 'is no day')
const bioguideId = z.string().regex(/^[A-Z]\d{6}$/)

/** A term of the House is two years, of the Senate six: a longer one is mistyped. */
const MOST_DAYS = { rep: 2 * 366, sen: 6 * 366 } as const

const termSchema = z
  .object({
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
  .refine(
    ({ type, start, end }) => start < end && daysBetween(start, end) <= MOST_DAYS[type],
    'has days that cannot be',
  )

const memberSchema = z.object({
  id: z.object({ bioguide: bioguideId }),
  name: z
    .object({
      first: text,
      last: text,
      middle: text.optional(),
      suffix: text.optional(),
      nickname: text.optional(),
      official_full: text.optional(),
    })
    // Otherwise the trades of one person would be attributed to another.
    .refine(
      ({ last, official_full: full }) => full === undefined || mayBeSamePerson(full, last),
      'has a full name of somebody else',
    ),
  terms: z.array(termSchema).min(1),
})

/** Parses legislators-current.yaml.
 *  @throws TypeError if it is incomplete */
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
      if (members.has(member.bioguideId)) throw new TypeError(`it has two entries for ${member.bioguideId}`)
      members.set(member.bioguideId, member)
      continue
    }
    const [issue] = parsed.error.issues
    const reason = `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'it cannot be read'}`
    // The last entry may be truncated.
    if (index === entries.length - 1) throw new TypeError(`it is cut off: in its last entry ${reason}`)
    unread.push({ what: `entry ${index + 1} of the list of members`, reason })
  }
  return { members: [...members.values()], unread }
}

function toMember({ id, name, terms }: z.output<typeof memberSchema>): ReadMember {
  const { first, last, middle, suffix, nickname, official_full: officialFull } = name
  const ordered = terms.toSorted((a, b) => (a.start < b.start ? -1 : 1)).flatMap(toTerms)
  if (ordered.length === 0) throw new TypeError(`${id.bioguide} has a term without a party`)
  return {
    bioguideId: id.bioguide,
    name: officialFull ?? [first, last, suffix].filter((part) => part !== undefined).join(' '),
    nameForms: { first, last, middle, suffix, nickname, officialFull },
    terms: ordered,
  }
}

function toTerms(term: z.output<typeof termSchema>): MemberTerm[] {
  const { state, district } = term
  const chamber: MemberTerm['chamber'] = term.type === 'rep' ? 'house' : 'senate'
  const parts = term.party_affiliations ?? [term]
  // Nobody has a seat outside the term, whatever the dates of a party are.
  return parts
    .map(({ start, end, party }) => ({
      chamber,
      start: start < term.start ? term.start : start,
      end: end > term.end ? term.end : end,
      state,
      district,
      party,
    }))
    .filter(({ start, end }) => start <= end)
}

const committeesSchema = z.array(
  z.object({
    name: text,
    thomas_id: text,
    subcommittees: z.array(z.object({ name: text, thomas_id: text })).optional(),
  }),
)

/** Parses committees-current.yaml.
 *  @returns committees by id: 'HSAG', or 'HSAG15' for a subcommittee
 *  @throws TypeError if it is incomplete */
export function readCommittees(bytes: Uint8Array): Map<string, CommitteeSeat> {
  const parsed = committeesSchema.safeParse(parseYaml(bytes))
  if (!parsed.success || parsed.data.length === 0) throw new TypeError('it is no whole list of committees')
  const committees = new Map<string, CommitteeSeat>()
  const add = (committee: CommitteeSeat) => {
    if (committees.has(committee.id)) throw new TypeError(`it names ${committee.id} twice`)
    committees.set(committee.id, committee)
  }
  for (const { name, thomas_id: id, subcommittees = [] } of parsed.data) {
    add({ id, name })
    for (const sub of subcommittees) {
      const subId = `${id}${sub.thomas_id}`
      add({ id: subId, name: sub.name, parent: name })
    }
  }
  return committees
}

const seatsSchema = z.record(z.string(), z.array(z.object({ bioguide: bioguideId })))

/** Parses committee-membership-current.yaml.
 *  @returns seats by bioguide id, in file order
 *  @throws TypeError if it is incomplete */
export function readSeats(
  bytes: Uint8Array,
  committees: ReadonlyMap<string, CommitteeSeat>,
): Map<string, CommitteeSeat[]> {
  const parsed = seatsSchema.safeParse(parseYaml(bytes))
  if (!parsed.success) throw new TypeError('it is no whole list of seats on committees')
  const main = [...committees.values()].filter(({ parent }) => parent === undefined)
  const missing = main.filter(({ id }) => parsed.data[id] === undefined)
  // The odd committee is empty after an election; if more are, the file was truncated at a line end.
  if (missing.length > main.length / 5) {
    throw new TypeError(`it has no members of ${missing.length} of ${main.length} committees`)
  }
  const seats = new Map<string, CommitteeSeat[]>()
  for (const [id, members] of Object.entries(parsed.data)) {
    const committee = committees.get(id) ?? { id, name: id }
    for (const { bioguide } of members) {
      const own = seats.get(bioguide) ?? []
      own.push(committee)
      seats.set(bioguide, own)
    }
  }
  return seats
}

const MAX_BYTES = 8_000_000

/** Parses YAML at about a megabyte a second, so call it in the reading process. Every scalar is text.
 *  @returns nested lists and objects of strings
 *  @throws TypeError if it is not complete YAML, is too large, or has aliases (which can expand to gigabytes) */
export function parseYaml(bytes: Uint8Array, { maxBytes = MAX_BYTES }: { maxBytes?: number } = {}): unknown {
  if (bytes.length > maxBytes) throw new TypeError(`it has more than ${maxBytes / 1_000_000} MB`)
  const text = new TextDecoder().decode(bytes)
  // A complete file ends with a newline; truncated YAML is often still valid YAML.
  if (!text.endsWith('\n')) throw new TypeError('it is cut off in the middle of a line')
  try {
    const document = parseDocument(text, {
      // Keeps everything as text: the state "NO" is not false, and '00172' is not 172.
      schema: 'failsafe',
      logLevel: 'error',
      prettyErrors: false,
      // The library compares every key with every other one.
      uniqueKeys: false,
    })
    const [problem] = document.errors
    if (problem) throw problem
    visit(document, {
      Map(_, { items }) {
        const keys = new Set(items.map(({ key }) => (isScalar(key) ? key.value : key)))
        if (keys.size < items.length) throw new TypeError('Map keys must be unique')
      },
    })
    return document.toJS({ maxAliasCount: 0 })
  } catch (error) {
    throw new TypeError(`it is no YAML that can be read: ${messageOf(error)}`, { cause: error })
  }
}
