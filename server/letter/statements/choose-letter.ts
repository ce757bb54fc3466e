import type { SectionName } from '../../../shared/edition-contract.ts'
import {
  byAge,
  fillWords,
  isToldWithAnother,
  listJoined,
  listLines,
  listStatements,
  NO_WISHES,
  TRIFLE,
  type Item,
  type LetterParts,
  type LetterPlan,
  type Outcome,
  type SectionPlan,
  type SectionToTell,
  type Wishes,
} from './letter-plan.ts'
import { Grants } from './grants.ts'
import { chooseLine, listWithLines } from './choose-line.ts'
import { chooseStory, writeHeadline } from './choose-story.ts'
import { mainFigures } from './ledger.ts'
import { MAX_SUBJECT, MOST_LEADS, rankLeads } from './rank-leads.ts'
import type { Statement } from './statement.ts'
import { figuresOf, textOf } from './tell.ts'

const MAX_SMALLER = 3
/** Two, since somebody who borrows may not rent, and somebody who drives may not shop. */
export const MAX_FOR_YOU = 2
/** Statements that only the page has, in addition to its tables, which list each trade. */
const MAX_MORE = 6
const IN_TABLES: ReadonlySet<Statement['kind']> = new Set(['trade', 'no-trade'])
const MAX_CONNECTIONS = 2

/** Chooses what the letter tells, and in which order: by an editor's wishes where they can be granted, and by rules for
 *  the rest. No statement or figure is told twice, and a section's most salient news is never left out. */
export function chooseLetter(
  parts: LetterParts,
  wishes: Wishes = NO_WISHES,
): { readonly plan: LetterPlan; readonly outcomes: readonly Outcome[] } {
  const chooser = new Chooser(parts, wishes)
  const plan = chooser.choose()
  return { plan, outcomes: chooser.outcomes }
}

class Chooser {
  readonly #parts: LetterParts
  readonly #wishes: Wishes
  readonly #grants: Grants

  constructor(parts: LetterParts, wishes: Wishes) {
    this.#parts = parts
    this.#wishes = wishes
    this.#grants = new Grants(parts)
  }

  get outcomes(): readonly Outcome[] {
    return this.#grants.outcomes
  }

  choose(): LetterPlan {
    const { sections, slotDate } = this.#parts
    const lead = this.#chooseLead()
    const { story, atHome } = lead
      ? chooseStory(this.#parts, this.#wishes, this.#grants, lead.statement)
      : { story: [], atHome: undefined }
    const ofRules = mapSections(sections, (section) => {
      const line = chooseLine(section, { lead: lead?.statement, grants: this.#grants, slotDate })
      return line && { line, figures: this.#listLineFigures(section, line) }
    })
    // The line keeps these figures for itself, unless the section's big item has them.
    for (const { figures } of ofRules.values()) this.#grants.ledger.keepFigures(figures)
    const chosen = mapSections(sections, (section) => this.#chooseSection(section, lead?.statement))
    const connects = this.#chooseConnections()
    return {
      lead:
        lead && !lead.isHeadlineWish
          ? { ...lead, headline: writeHeadline(lead.statement, lead.headline, story) }
          : lead,
      story,
      atHome,
      lines: mapSections(
        sections,
        (section) => this.#grantLine(section, lead?.statement) ?? ofRules.get(section.content.name)?.line,
      ),
      sections: chosen,
      connects,
    }
  }

  /** The figures of a section's line that its big item does not need, and no trade either, since a trade says whose sum
   *  it is. What a figure comes to for a reader can do without them. */
  #listLineFigures(section: SectionToTell, { statements }: Item): string[] {
    const left = (listStatements(section) ?? [])
      .filter((one) => !this.#grants.ledger.hasTold(one))
      .toSorted(byAge)
    const wish = this.#wishes.sections.get(section.content.name)?.big
    const first = left.find((one) => one.kind !== 'worth' && !isToldWithAnother(one, left))
    const big = wish?.statements ?? (first ? [first, ...listJoined(first, left)] : [])
    const trades = left.filter(({ kind }) => kind === 'trade')
    const needed = new Set([...big, ...trades].flatMap((one) => mainFigures(one)))
    return statements.flatMap((one) =>
      (listLines(one, needed) ?? []).flatMap((line) => figuresOf(line, one.slots)),
    )
  }

  /** An editor's line, if it can be granted. */
  #grantLine(section: SectionToTell, lead: Statement | undefined): Item | undefined {
    const { name } = section.content
    const wish = this.#wishes.lines.get(name)
    if (!wish) return undefined
    const others = listWithLines(section).filter(({ id }) => id !== lead?.id)
    const refused = this.#grants.refuseLine(wish, name, others)
    this.#grants.note(wish.wish, refused)
    return refused === undefined ? wish : undefined
  }

  #chooseLead(): LetterPlan['lead'] {
    const leads = rankLeads(this.#parts.sections, this.#parts.earlierLeads)
    const wish = this.#wishes.lead
    const wished = leads.slice(0, MOST_LEADS).find(({ statement }) => statement.id === wish?.statement.id)
    if (wish) this.#grants.note('lead', wished ? undefined : 'may not lead')
    if (wish?.words && !wished) this.#grants.note('headline', 'of what may not lead')
    const lead = wished ?? leads[0]
    if (!lead) return undefined
    const words = wished && wish?.words
    const own = words && textOf(fillWords(words, { slotDate: '', mentions: new Set() }))
    const fits = own !== undefined && own.length <= MAX_SUBJECT
    if (own !== undefined)
      this.#grants.note('headline', fits ? undefined : `longer than ${MAX_SUBJECT} characters`)
    return {
      statement: lead.statement,
      headline: fits ? own : lead.headline,
      isWish: wished !== undefined,
      isHeadlineWish: fits,
    }
  }

  #chooseSection(section: SectionToTell, lead: Statement | undefined): SectionPlan | undefined {
    const { name } = section.content
    const all = listStatements(section)
    if (!all || !section.statements) return undefined
    // Chosen first, so that what a figure comes to for a reader is not already told as the big item. If the story told
    // it, another sum for one household replaces it.
    const sums = all.filter(({ kind }) => kind === 'worth')
    const forYou: Statement[] = []
    for (const one of [...section.statements.forYou, ...sums]) {
      if (forYou.length === MAX_FOR_YOU) break
      const isOther =
        forYou.length === 0 ||
        (one.lines?.[0] !== undefined && forYou.every(({ topic }) => topic !== one.topic))
      if (!isOther || this.#grants.ledger.hasTold(one)) continue
      this.#grants.ledger.mark(one)
      forYou.push(one)
    }
    const left = all.filter((one) => !this.#grants.ledger.hasTold(one)).toSorted(byAge)
    const wishes = this.#wishes.sections.get(name)
    const granted = wishes && this.#grantSection(name, wishes, left)
    const chosen = granted ?? this.#chooseByRules(left, lead?.section === name)
    return { name, forYou, ...chosen, more: this.#chooseMore(left) }
  }

  /** Leaves out trades, which the page's tables list. */
  #chooseMore(left: readonly Statement[]): Statement[] {
    const more: Statement[] = []
    for (const one of left) {
      if (more.length === MAX_MORE || IN_TABLES.has(one.kind) || this.#grants.ledger.hasTold(one)) continue
      const host = left.find(({ id }) => id === one.joins)
      if (host && !this.#grants.ledger.hasTold(host)) continue
      this.#grants.ledger.mark(one)
      more.push(one)
    }
    return more
  }

  #chooseByRules(left: readonly Statement[], isOfLead: boolean): Pick<SectionPlan, 'big' | 'smaller'> {
    const chosen: Item[] = []
    const news = left.find(({ isNews }) => isNews)
    const tellsNews = (one: Statement) => one === news || (news && listJoined(one, left).includes(news))
    for (const statement of left) {
      // The last place is for news, however slight.
      const isLast = chosen.length === MAX_SMALLER
      if (isLast && news && !this.#grants.ledger.hasTold(news) && !tellsNews(statement)) continue
      // If the story has told a section's big thing, something hardly worth telling does not replace it.
      if (isOfLead && !statement.isNews && statement.salience < TRIFLE) continue
      if (chosen.length > MAX_SMALLER) break
      if (this.#grants.ledger.hasTold(statement) || isToldWithAnother(statement, left)) continue
      if (chosen.length > 0 && statement.salience < TRIFLE && !statement.isNews) continue
      // If several statements say what is unusual about a figure told elsewhere, only one of them is told by itself.
      const { joins } = statement
      if (joins !== undefined && chosen.some(({ statements: [one] }) => one.joins === joins)) continue
      const joined = listJoined(statement, left).filter((one) => !this.#grants.ledger.hasTold(one))
      for (const one of [statement, ...joined]) this.#grants.ledger.mark(one)
      chosen.push({ statements: [statement, ...joined] })
    }
    const [big, ...smaller] = chosen
    return { big, smaller }
  }

  /** @returns undefined if no wish for the section can be granted */
  #grantSection(
    name: SectionName,
    wishes: NonNullable<ReturnType<Wishes['sections']['get']>>,
    left: readonly Statement[],
  ): Pick<SectionPlan, 'big' | 'smaller'> | undefined {
    const isNewLeft = left.some(({ age }) => age !== 'old')
    const allowed = { sections: [name], mentions: new Set<string>() }
    const required = left.find(({ isNews }) => isNews)
    const needs = (one: Statement | undefined): one is Statement =>
      one !== undefined && !this.#grants.ledger.hasTold(one)
    const smallerWishes = [...wishes.smaller]
    let big =
      wishes.big && this.#grants.grant(wishes.big, 'big', { ...allowed, isOldRefused: isNewLeft })
        ? wishes.big
        : undefined
    if (!big) {
      // The editor's next choice goes first if rules would put it there too.
      const next = smallerWishes.find(({ statements }) => statements.some(({ id }) => id === left[0]?.id))
      if (next && this.#grants.grant(next, 'big', { ...allowed, isOldRefused: isNewLeft })) {
        big = next
        smallerWishes.splice(smallerWishes.indexOf(next), 1)
      }
    }
    const isPlanned = (one: Statement) =>
      smallerWishes.some(({ statements }) => statements.some(({ id }) => id === one.id))
    const smaller: Item[] = []
    const require = (one: Statement | undefined) => {
      if (!needs(one)) return
      this.#grants.ledger.mark(one)
      smaller.push({ statements: [one] })
    }
    if (big && required && !isPlanned(required)) require(required)
    for (const wish of smallerWishes) {
      const isFull = smaller.length === MAX_SMALLER
      if (isFull) this.#grants.note(wish.wish, 'no room in its section')
      else if (this.#grants.grant(wish, 'smaller', allowed)) smaller.push(wish)
    }
    if (big) {
      if (smaller.length < MAX_SMALLER) require(required)
      return { big, smaller }
    }
    if (smaller.length === 0) return undefined
    const first = needs(required) ? required : left.find((one) => !this.#grants.ledger.hasTold(one))
    if (first) this.#grants.ledger.mark(first)
    else big = smaller.shift()
    return { big: first ? { statements: [first] } : big, smaller }
  }

  #chooseConnections(): Item[] {
    const { connections } = this.#parts
    const told: Item[] = []
    const figures = new Set<string>()
    const add = (item: Item) => {
      for (const one of item.statements) for (const id of mainFigures(one)) figures.add(id)
      told.push(item)
    }
    const isTold = (one: Statement) =>
      mainFigures(one).some((id) => figures.has(id)) || this.#grants.ledger.hasFigure(mainFigures(one))
    for (const wish of this.#wishes.connects) {
      const { statements, words } = wish
      const isConnection = statements.every(({ id }) => connections.some((one) => one.id === id))
      const areApart = new Set(statements.map(({ section }) => section)).size > 1
      const refused =
        told.length === MAX_CONNECTIONS
          ? 'no room'
          : !isConnection && !(words && areApart)
            ? 'connects nothing'
            : statements.some(isTold)
              ? 'told already'
              : this.#grants.refuseLength(wish, 'connects', new Set())
      this.#grants.note(wish.wish, refused)
      if (refused === undefined) add(wish)
    }
    if (told.length > 0) return told
    for (const one of connections) {
      if (told.length === MAX_CONNECTIONS || isTold(one)) continue
      add({ statements: [one] })
    }
    return told
  }
}

function mapSections<T>(
  sections: readonly SectionToTell[],
  choose: (section: SectionToTell) => T | undefined,
): ReadonlyMap<SectionName, T> {
  return new Map(
    sections.flatMap((section): [SectionName, T][] => {
      const chosen = choose(section)
      return chosen === undefined ? [] : [[section.content.name, chosen]]
    }),
  )
}
