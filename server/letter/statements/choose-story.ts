import type { Grants } from './grants.ts'
import {
  bySalience,
  isToldWithAnother,
  listStatements,
  ownWords,
  type Item,
  type LetterParts,
  type LetterPlan,
  type Wishes,
} from './letter-plan.ts'
import type { Statement } from './statement.ts'
import { MAX_SUBJECT, rankLeads, TRIFLE } from './rank-leads.ts'
import { chooseTelling, countWords, fillTemplate, textOf, type Mentions } from './tell.ts'

const STORY_WORDS = { least: 60, most: 90 }
/** Introduce what is closer to home; all have the same number of words. */
export const NEARER = ['Closer to home: ', 'Your own money: ', 'Now your week: '] as const
/** Introduce news that is not of the lead. */
const BESIDES = ['Also this week: ', 'In other news: ', 'Elsewhere: '] as const
/** What a section comes to for a reader, of which the story may tell one. */
const MOST_NEARER = 2
/** From here on a sum of a household is worth the second half of the headline. */
const LARGE_MONTHLY_USD = 50

/** The lead, what makes it unusual, what it is not, what fills it up, and what lies nearer to home. What it grants counts as
 *  told. */
export function chooseStory(
  parts: LetterParts,
  wishes: Wishes,
  grants: Grants,
  lead: Statement,
): Pick<LetterPlan, 'story' | 'atHome'> {
  const { sections, slotDate } = parts
  const carryOn = (statement: Statement): Item => tellAs(statement, statement.carry, slotDate)
  const all = new Map(
    sections.flatMap(({ statements }) => statements?.statements ?? []).map((one) => [one.id, one]),
  )
  const mentions: Mentions = new Set()
  const isOfLead = ({ statements }: Item) => statements.some(({ id }) => id === lead.id)
  const first = wishes.story.find(isOfLead)
  const isFirst = first !== undefined && grants.grant(first, 'story', { mentions, room: STORY_WORDS.most })
  const story: Item[] = [isFirst ? first : tellAs(lead, lead.opening, slotDate)]
  if (!isFirst) grants.ledger.mark(lead)
  const caveat: Item[] =
    isFirst || lead.caveat === undefined ? [] : [{ statements: [lead], words: ownWords(lead, lead.caveat) }]
  let room =
    STORY_WORDS.most -
    [...story, ...caveat].reduce((sum, one) => sum + grants.countWords(one, mentions, { isTold: true }), 0)
  const lengthOf = (statement: Statement) => grants.countWords(carryOn(statement), mentions)
  const fits = (statement: Statement | undefined, kept = 0): statement is Statement =>
    statement !== undefined && !grants.ledger.hasTold(statement) && lengthOf(statement) <= room - kept
  // Room is kept for it: of the sections on homes, prices and pay the first that fits, best beside what carries the story on.
  room -= countWords(NEARER[0])
  const others = sections.filter(({ content }) => content.name !== lead.section && content.name !== 'markets')
  const nearer = listNearer(
    lead,
    others.map(({ statements }) => statements?.forYou ?? []),
    slotDate,
  )
  const next = lead.follows?.map((id) => all.get(id)).find((one) => one?.age !== 'old' && fits(one))
  const kept = next ? lengthOf(next) : 0
  const atHome = nearer.find((one) => fits(one, kept)) ?? nearer.find((one) => fits(one))
  room += atHome ? -lengthOf(atHome) : countWords(NEARER[0])
  const add = (item: Item) => {
    room -= grants.countWords(item, mentions, { isTold: true })
    story.push(item)
  }
  for (const wish of wishes.story) {
    if (wish === first) continue
    if (grants.grant(wish, 'story', { mentions, room })) add(wish)
  }
  const isLongEnough = () =>
    story.some(({ wish }) => wish !== undefined) && STORY_WORDS.most - room >= STORY_WORDS.least
  for (const id of lead.follows ?? []) {
    const next = all.get(id)
    if (isLongEnough() || !fits(next) || next.age === 'old') continue
    grants.ledger.mark(next)
    add(carryOn(next))
  }
  story.push(...caveat)
  const besides = chooseTelling({ id: 'besides', tellings: BESIDES }, slotDate)
  let isIntroduced = false
  for (const next of listBesides(parts, lead, grants, atHome)) {
    if (STORY_WORDS.most - room >= STORY_WORDS.least) break
    const isOfLead = next.section === lead.section
    const before = isOfLead || isIntroduced ? '' : besides
    const own = ownWords(next, before + chooseTelling(next, slotDate))
    const item: Item = { statements: [next], words: own }
    if (grants.ledger.hasTold(next) || grants.countWords(item, mentions) > room) continue
    isIntroduced ||= !isOfLead
    grants.ledger.mark(next)
    add(item)
  }
  if (!atHome || grants.ledger.hasTold(atHome)) return { story, atHome: undefined }
  grants.ledger.mark(atHome)
  return { story, atHome }
}

/** What fills up a story that little follows: what its lead comes to for a reader, then other news, of sections that have more
 *  to tell. */
function listBesides(
  { sections, earlierLeads }: LetterParts,
  lead: Statement,
  { ledger }: Grants,
  atHome: Statement | undefined,
): Statement[] {
  const own = sections.filter(({ content }) => content.name === lead.section)
  const sums = own
    .flatMap(({ statements }) => statements?.forYou ?? [])
    .filter(({ topic, kind }) => topic === lead.topic && kind === 'worth')
  const hasMore = (news: Statement) =>
    sections.some((section) => {
      const all = listStatements(section) ?? []
      return (
        section.content.name === news.section &&
        all.some(
          (one) =>
            one.id !== news.id &&
            one.topic !== news.topic &&
            one.salience >= TRIFLE &&
            !isToldWithAnother(one, all) &&
            !ledger.hasTold(one),
        )
      )
    })
  const others = rankLeads(sections, earlierLeads)
    .map(({ statement }) => statement)
    .filter(
      (one) =>
        one.section !== lead.section && one.topic !== atHome?.topic && one.salience >= TRIFLE && hasMore(one),
    )
  return [...sums.slice(0, 1), ...others]
}

/** What may end the story: the large ones first, of which each has its week, and those that fit a headline beside the lead before
 *  the others; then what is made for it, then other sums.
 *  @param forYou  of each section */
function listNearer(
  lead: Statement,
  forYou: readonly (readonly Statement[])[],
  slotDate: string,
): Statement[] {
  const monthlyOf = ({ atHome }: Statement) => atHome?.monthlyUsd ?? 0
  const ready = forYou
    .flat()
    .filter(({ atHome }) => atHome !== undefined)
    .toSorted((a, b) => monthlyOf(b) - monthlyOf(a) || bySalience(a, b))
  const large = ready.filter(isLarge)
  const fitting = large.filter((one) => pairHeads(lead, one) !== undefined)
  const [first, ...more] = (fitting.length > 0 ? fitting : large).map(({ id }) => id)
  const ofWeek = first && chooseTelling({ id: 'nearer', tellings: [first, ...more] }, slotDate)
  const sums = forYou
    .flatMap((one) => one.slice(0, MOST_NEARER))
    .filter(({ kind }) => kind === 'worth')
    .toSorted(bySalience)
  return [...ready.filter(({ id }) => id === ofWeek), ...ready.filter(({ id }) => id !== ofWeek), ...sums]
}

const isLarge = ({ atHome }: Statement) => (atHome?.monthlyUsd ?? 0) >= LARGE_MONTHLY_USD

/** The lead, with what makes it easy to picture; else with what the week comes to for a household, where that is large.
 *  @returns the head alone, as it is, where neither fits beside it */
export function writeHeadline(
  lead: Statement,
  alone: string,
  { story, atHome }: Pick<LetterPlan, 'story' | 'atHome'>,
): string {
  const told = story.flatMap(({ statements }) => statements)
  const pictured = told.flatMap((one) =>
    one.headEnd === undefined ? [] : (joinHeads(lead, '', one, [one.headEnd]) ?? []),
  )
  return pictured[0] ?? (atHome && isLarge(atHome) ? pairHeads(lead, atHome) : undefined) ?? alone
}

const pairHeads = (lead: Statement, atHome: Statement) =>
  joinHeads(lead, '. ', atHome, atHome.atHome?.heads ?? [])

/** @param ends  what may stand behind the lead's head: of the other statement, the longest first
 *  @returns undefined where both do not fit a subject line */
function joinHeads(
  lead: Statement,
  between: string,
  other: Statement,
  ends: readonly string[],
): string | undefined {
  const fill = (statement: Statement, head: string) => textOf(fillTemplate(statement, head, { slotDate: '' }))
  // What a household reads about itself must be clear; rather, the lead gets fewer words.
  const pairs = ends.flatMap((end) =>
    (lead.heads ?? []).map((head) => `${fill(lead, head)}${between}${fill(other, end)}`),
  )
  return pairs.find((pair) => pair.length <= MAX_SUBJECT)
}

/** @param tellings  for its place in the story; undefined: its own */
export function tellAs(statement: Statement, tellings: Statement['opening'], slotDate: string): Item {
  if (!tellings) return { statements: [statement] }
  const telling = chooseTelling({ id: statement.id, tellings }, slotDate)
  return { statements: [statement], words: ownWords(statement, telling) }
}
