import type { Grants } from './grants.ts'
import {
  bySalience,
  isToldWithAnother,
  listStatements,
  ownWords,
  TRIFLE,
  type Item,
  type LetterParts,
  type LetterPlan,
  type Wishes,
} from './letter-plan.ts'
import type { Statement } from './statement.ts'
import { MAX_SUBJECT, rankLeads } from './rank-leads.ts'
import { chooseTelling, countWords, fillTemplate, textOf, type Mentions } from './tell.ts'

const STORY_WORDS = { least: 60, most: 100 }
/** Introductions to what is closer to home; all have the same word count. */
export const NEARER = ['Closer to home: ', 'Back to you: ', 'Now your week: '] as const
/** Introductions to news that is not about the lead. */
const BESIDES = ['Also this week: ', 'In other news: ', 'Elsewhere: '] as const
/** How many of a section's sums for readers are considered; the story tells at most one. */
const MOST_NEARER = 2
/** Sums for a household above this count as equally large, and take turns from week to week. */
const LARGE_MONTHLY_USD = 50

/** Chooses the lead, what makes it unusual, what it is not, what extends the story, and what is closer to home. If
 *  something measures the lead by what a reader knows, it goes right before a sum at home that takes it up. What is
 *  granted counts as told. */
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
  // Keeps room for the sum at home: the first that fits from the sections on homes, prices and pay, ideally one that
  // continues the story.
  room -= countWords(NEARER[0])
  const others = sections.filter(({ content }) => content.name !== lead.section && content.name !== 'markets')
  const follows = (lead.follows ?? []).flatMap((id) => all.get(id) ?? [])
  const nearer = listNearer(
    follows.find(({ thread }) => thread)?.thread,
    others.map(({ statements }) => statements?.forYou ?? []),
    slotDate,
  )
  const next = follows.find((one) => one.age !== 'old' && fits(one))
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
  const threaded: Item[] = []
  for (const next of follows) {
    if (isLongEnough() || !fits(next) || next.age === 'old') continue
    grants.ledger.mark(next)
    add(carryOn(next))
    if (next.thread) threaded.push(...story.splice(-1))
  }
  story.push(...caveat, ...threaded)
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

/** What extends a story with little to follow its lead: first what the lead comes to for a reader, then other news, from
 *  sections that have more to tell. */
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

/** What may end the story, in this order: what continues the thread, the large sum whose week it is, other sums made for
 *  this place, and the remaining sums.
 *  @param forYou  of each section */
function listNearer(
  thread: Statement['thread'],
  forYou: readonly (readonly Statement[])[],
  slotDate: string,
): Statement[] {
  const monthlyOf = ({ atHome }: Statement) => atHome?.monthlyUsd ?? 0
  const ready = forYou
    .flat()
    .filter(({ atHome }) => atHome !== undefined)
    .toSorted((a, b) => monthlyOf(b) - monthlyOf(a) || bySalience(a, b))
  const [first, ...more] = ready.filter((one) => monthlyOf(one) >= LARGE_MONTHLY_USD).map(({ id }) => id)
  const ofWeek = first && chooseTelling({ id: 'nearer', tellings: [first, ...more] }, slotDate)
  const rank = (one: Statement) => (thread && one.thread === thread ? 0 : one.id === ofWeek ? 1 : 2)
  const sums = forYou
    .flatMap((one) => one.slice(0, MOST_NEARER))
    .filter(({ kind }) => kind === 'worth')
    .toSorted(bySalience)
  return [...ready.toSorted((a, b) => rank(a) - rank(b)), ...sums]
}

/** The lead's headline, followed by what makes it easy to picture if the story tells that and both fit a subject line.
 *  @returns the given headline alone if they do not */
export function writeHeadline(lead: Statement, alone: string, story: readonly Item[]): string {
  const fill = (statement: Statement, head: string) => textOf(fillTemplate(statement, head, { slotDate: '' }))
  const pictured = story
    .flatMap(({ statements }) => statements)
    .flatMap((one) => {
      const { headEnd } = one
      // What makes it easy to picture stays whole; if space is short, a shorter headline of the lead is used.
      return headEnd === undefined
        ? []
        : (lead.heads ?? []).map((head) => `${fill(lead, head)}${fill(one, headEnd)}`)
    })
  return pictured.find((headline) => headline.length <= MAX_SUBJECT) ?? alone
}

/** @param tellings  the wordings for this place in the story; if undefined, the statement's own */
export function tellAs(statement: Statement, tellings: Statement['opening'], slotDate: string): Item {
  if (!tellings) return { statements: [statement] }
  const telling = chooseTelling({ id: statement.id, tellings }, slotDate)
  return { statements: [statement], words: ownWords(statement, telling) }
}
