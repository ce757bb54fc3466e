import type { SectionName } from '../../../shared/edition-contract.ts'
import { WISH_WORDS } from '../statements/grants.ts'
import { MAX_SUBJECT } from '../statements/rank-leads.ts'
import { fillWords, type Item, type OwnWords, type Wishes } from '../statements/letter-plan.ts'
import type { Slot, Statement } from '../statements/statement.ts'
import { countWords, textOf } from '../statements/tell.ts'
import type { Told, Judges } from './judge.ts'
import type { LetterSheet } from './letter-sheet.ts'
import type { Plan, PlanItem } from './plan.ts'

/** One piece of a plan and its outcome; stored with the edition. */
export interface PieceAudit {
  /** Its position in the plan: 'insiders smaller 2'. */
  readonly at: string
  /** The numbers that it names. */
  readonly of: readonly number[]
  /** Why its choice was rejected; undefined if it was not. */
  refused: string | undefined
  /** Its own words, if the model gave any. */
  words?: {
    readonly say: string
    /** As readers would see them. */
    readonly text: string
    /** What rejected them: 'telling', 'meaning' or 'room'; undefined if they were accepted. */
    refused:
      | {
          readonly by: 'telling' | 'meaning' | 'room' | 'no check'
          readonly code: string
          readonly detail: string
        }
      | undefined
    /** What the checking model answered. */
    answer?: string
  }
}

/** Words that passed the first layer, for the second. */
export interface Candidate {
  readonly piece: PieceAudit
  readonly told: Told
  readonly text: string
}

export interface ReadWishes {
  readonly wishes: Wishes
  readonly pieces: readonly PieceAudit[]
  /** By the position in the plan. */
  readonly candidates: ReadonlyMap<string, Candidate>
}

/** Turns a plan's numbers into statements, and checks its words against the first layer.
 *  @param checkTelling  if undefined, none of its own words are used */
export function readWishes(
  plan: Plan,
  { statements }: LetterSheet,
  checkTelling: Judges['checkTelling'] | undefined,
): ReadWishes {
  const pieces: PieceAudit[] = []
  const candidates = new Map<string, Candidate>()

  const judge = (piece: PieceAudit, say: string, place: Told['place']): OwnWords | undefined => {
    const slots = listSlots(statements, piece.of)
    const told: Told = { statements, of: piece.of, say, place }
    const text = printWords({ template: say, slots })
    const refused = refuseWords(text, told, checkTelling)
    piece.words = { say, text: text ?? '', refused }
    if (refused || text === undefined) return undefined
    candidates.set(piece.at, { piece, told, text })
    return { template: say, slots }
  }

  const readItem = (item: PlanItem | undefined, at: string, place: Told['place']): Item | undefined => {
    if (!item) return undefined
    const { of, say } = item
    const unknown = of.find((number) => !statements.has(number))
    const piece: PieceAudit = {
      at,
      of,
      refused: unknown === undefined ? undefined : `there is no statement ${unknown}`,
    }
    pieces.push(piece)
    const [first, ...others] = of.flatMap((number) => statements.get(number) ?? [])
    if (piece.refused !== undefined || !first) return undefined
    return {
      statements: [first, ...others],
      words: say === undefined ? undefined : judge(piece, say, place),
      wish: at,
    }
  }
  const readItems = (items: readonly PlanItem[], at: string, place: Told['place']): Item[] =>
    items.flatMap((item, index) => readItem(item, `${at} ${index + 1}`, place) ?? [])

  const readLead = (): Wishes['lead'] => {
    if (!plan.lead) return undefined
    const { of, headline } = plan.lead
    const statement = statements.get(of)
    pieces.push({ at: 'lead', of: [of], refused: statement ? undefined : `there is no statement ${of}` })
    if (!statement) return undefined
    if (headline === undefined) return { statement, words: undefined }
    const piece: PieceAudit = { at: 'headline', of: [of], refused: undefined }
    pieces.push(piece)
    return { statement, words: judge(piece, headline, 'headline') }
  }

  const wishes: Wishes = {
    lead: readLead(),
    story: readItems(plan.story, 'story', 'story'),
    lines: new Map(
      [...plan.lines].flatMap(([name, item]): [SectionName, Item][] => {
        const read = readItem(item, `${name} line`, 'line')
        return read ? [[name, read]] : []
      }),
    ),
    sections: new Map(
      [...plan.sections].map(([name, { big, smaller }]) => [
        name,
        {
          big: readItem(big, `${name} big`, 'big'),
          smaller: readItems(smaller, `${name} smaller`, 'smaller'),
        },
      ]),
    ),
    connects: readItems(plan.connects, 'connects', 'connects'),
  }
  return { wishes, pieces, candidates }
}

type Refused = NonNullable<PieceAudit['words']>['refused']

function refuseWords(
  text: string | undefined,
  told: Told,
  checkTelling: Judges['checkTelling'] | undefined,
): Refused {
  if (!checkTelling) return { by: 'no check', code: 'no-checking-model', detail: 'none is set' }
  if (text === undefined) return { by: 'telling', code: 'slots', detail: 'a slot that there is not' }
  const verdict = checkTelling(told)
  if (!verdict.accepted) return { by: 'telling', code: verdict.code, detail: verdict.detail }
  if (told.place === 'headline') {
    return text.length > MAX_SUBJECT
      ? { by: 'room', code: 'too-long', detail: `${text.length} characters` }
      : undefined
  }
  const words = countWords(text)
  return words > WISH_WORDS[told.place]
    ? { by: 'room', code: 'too-long', detail: `${words} words` }
    : undefined
}

/** @returns undefined if the words have a slot that does not exist */
function printWords(words: OwnWords): string | undefined {
  try {
    return textOf(fillWords(words, { slotDate: '', mentions: new Set() }))
  } catch {
    return undefined
  }
}

function listSlots(
  statements: ReadonlyMap<number, Statement>,
  of: readonly number[],
): Readonly<Record<string, Slot>> {
  return Object.fromEntries(
    of.flatMap((number) =>
      Object.entries(statements.get(number)?.slots ?? {}).map(([role, slot]) => [`${number}.${role}`, slot]),
    ),
  )
}

/** The wishes, with only those words that were accepted. */
export function keepWords(wishes: Wishes, mayStand: (at: string) => boolean): Wishes {
  const keep = (item: Item): Item => (mayStand(item.wish ?? '') ? item : { ...item, words: undefined })
  return {
    lead: wishes.lead && { ...wishes.lead, words: mayStand('headline') ? wishes.lead.words : undefined },
    story: wishes.story.map(keep),
    lines: new Map([...wishes.lines].map(([name, item]) => [name, keep(item)])),
    sections: new Map(
      [...wishes.sections].map(([name, { big, smaller }]) => [
        name,
        { big: big && keep(big), smaller: smaller.map(keep) },
      ]),
    ),
    connects: wishes.connects.map(keep),
  }
}
