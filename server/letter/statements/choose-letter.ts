import type { SectionName } from '../../../shared/edition-contract.ts'
import {
  bySalience,
  fillWords,
  isToldWithAnother,
  listJoined,
  listStatements,
  NO_WISHES,
  type Item,
  type LetterParts,
  type LetterPlan,
  type Outcome,
  type SectionPlan,
  type SectionToTell,
  type Wishes,
} from './letter-plan.ts'
import { Grants } from './grants.ts'
import { chooseStory, writeHeadline } from './choose-story.ts'
import { mainFigures } from './ledger.ts'
import { MAX_SUBJECT, MOST_LEADS, rankLeads, TRIFLE } from './rank-leads.ts'
import type { Statement } from './statement.ts'
import { countWords, fillTemplate, textOf } from './tell.ts'

const MAX_SMALLER = 3
/** Somebody who borrows may not rent, and somebody who drives may not shop. */
export const MAX_FOR_YOU = 2
/** Beside the letter, on the page: its tables have each trade. */
const MAX_MORE = 6
const IN_TABLES: ReadonlySet<Statement['kind']> = new Set(['trade', 'no-trade'])
const MAX_CONNECTIONS = 2
/** For two lines side by side. */
const MAX_LINE_WORDS = 26

/** Chooses what the letter tells, and in which order: an editor's wishes as far as they hold, and rules for the rest. No
 *  statement is told twice, and no figure; a section's most telling news is never left out. */
export function chooseLetter(
  parts: LetterParts,
  wishes: Wishes = NO_WISHES,
): { readonly plan: LetterPlan; readonly outcomes: readonly Outcome[] } {
  const chooser = new Chooser(parts, wishes)
  const plan = chooser.choose()
  return { plan, outcomes: chooser.outcomes }
}

/** So much more telling than what is new is what may be new, to go before it: beside the largest loss of jobs in years a figure
 *  that moved as it does every week is no news. What is known to have come out before the week goes last. */
const LESS_ASSUMED = 5
const worthOf = ({ salience, age }: Statement) => salience - (age === 'assumed' ? LESS_ASSUMED : 0)
const byAge = (a: Statement, b: Statement) =>
  Number(a.age === 'old') - Number(b.age === 'old') || worthOf(b) - worthOf(a) || bySalience(a, b)

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
    const { sections } = this.#parts
    const lead = this.#chooseLead()
    const { story, atHome } = lead
      ? chooseStory(this.#parts, this.#wishes, this.#grants, lead.statement)
      : { story: [], atHome: undefined }
    return {
      lead:
        lead && !lead.isHeadlineWish
          ? { ...lead, headline: writeHeadline(lead.statement, lead.headline, story) }
          : lead,
      story,
      atHome,
      lines: mapSections(sections, (section) => this.#chooseLine(section, lead?.statement)),
      sections: mapSections(sections, (section) => this.#chooseSection(section, lead?.statement)),
      connects: this.#chooseConnections(),
    }
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

  /** Its line may repeat what the section tells: it sums the section up. */
  #chooseLine(section: SectionToTell, lead: Statement | undefined): Item | undefined {
    const { name } = section.content
    const withLines = (listStatements(section) ?? [])
      .filter(({ lines }) => lines?.[0] !== undefined)
      .toSorted(byAge)
    const others = withLines.filter(({ id }) => id !== lead?.id)
    const wish = this.#wishes.lines.get(name)
    if (wish) {
      const refused = this.#grants.refuseLine(wish, name, others)
      this.#grants.note(wish.wish, refused)
      if (refused === undefined) return wish
    }
    // The story or the section tells of one; beside it stands what it is a part of.
    const sum = others.find(({ kind, salience }) => kind === 'total' && salience > TRIFLE)
    const total = lead?.section === name || others[0]?.kind === 'trade' ? sum : undefined
    // News goes before what came out earlier and what the story has told.
    const isUntold = (one: Statement) => !this.#grants.ledger.hasTold(one)
    const untold = others.filter(isUntold)
    const chosen =
      total ?? untold.find(({ age }) => age === undefined) ?? untold[0] ?? others[0] ?? withLines[0]
    return chosen && { statements: [chosen, ...this.#chooseBeside(chosen, others)] }
  }

  /** What most households pay for goes beside the most telling line. */
  #chooseBeside(chosen: Statement, others: readonly Statement[]): Statement[] {
    const { slotDate } = this.#parts
    const wordsOf = (one: Statement) =>
      countWords(textOf(fillTemplate(one, one.lines?.[0] ?? '', { slotDate })))
    const beside = others.find(
      (one) =>
        one.isEveryday &&
        one.topic !== chosen.topic &&
        one.age !== 'old' &&
        wordsOf(chosen) + wordsOf(one) <= MAX_LINE_WORDS,
    )
    return beside ? [beside] : []
  }

  #chooseSection(section: SectionToTell, lead: Statement | undefined): SectionPlan | undefined {
    const { name } = section.content
    const all = listStatements(section)
    if (!all || !section.statements) return undefined
    // First, so that what it comes to for a reader is not told as the big thing already.
    // Where the story told that, another sum for one household stands in.
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

  /** Trades stand in the tables of the page. */
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
      // Of what is unusual about a figure that another tells, one thing stands by itself.
      const { joins } = statement
      if (joins !== undefined && chosen.some(({ statements: [one] }) => one.joins === joins)) continue
      const joined = listJoined(statement, left).filter((one) => !this.#grants.ledger.hasTold(one))
      for (const one of [statement, ...joined]) this.#grants.ledger.mark(one)
      chosen.push({ statements: [statement, ...joined] })
    }
    const [big, ...smaller] = chosen
    return { big, smaller }
  }

  /** @returns undefined where no wish for the section holds */
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
      // The editor's next choice goes first, if rules would put it there too.
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

  /** What the sections told may stand here once more: beside another figure it says something new. */
  #chooseConnections(): Item[] {
    const { connections } = this.#parts
    const told: Item[] = []
    const figures = new Set<string>()
    const add = (item: Item) => {
      for (const one of item.statements) for (const id of mainFigures(one)) figures.add(id)
      told.push(item)
    }
    const isTold = (one: Statement) => mainFigures(one).some((id) => figures.has(id))
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
