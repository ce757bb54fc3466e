import { listWords } from '../../lib/text.ts'
import type { LetterContent, LetterSection, Sentence } from '../../../shared/edition-contract.ts'
import { NEARER, tellAs } from './choose-story.ts'
import type { Item, LetterParts, LetterPlan, SectionToTell } from './letter-plan.ts'
import { cutTo, type ToldItem, type ToldSection } from './cut-letter.ts'
import type { Statement } from './statement.ts'
import { findAsking, linkTickersOnce, nameMissing, teaseOthers } from './tell-across.ts'
import { chooseTelling, countWords, textOf, type Mentions } from './tell.ts'
import { listFigures, Teller } from './teller.ts'

/** Without the legal notices at the end and the titles, which are some 30 words more: less than four minutes' reading. */
const MAX_WORDS = 800
const OLDER = 'Not new this week: '
const ANY_WEEK = 'The week’s money news'
const MISSING = 'Missing this week.'
const NOTHING_NEW = 'Nothing new that we could count.'
const NOTHING_TOLD = 'What we could read this week has nothing new to tell here.'
const TOLD_ON_TOP = 'What we could use of it stands at the top of this letter.'
const BY_RULES = 'automated summary'
const BY_EDITOR = 'AI-edited'

/** Whoever else, besides the rules, chose or worded parts of a letter. */
export interface Editor {
  /** Its name as readers see it. */
  readonly model: string
}

/** Puts the chosen plan into words; every word is a statement's own or an editor's checked one.
 *  @param editor  whoever made the wishes that the plan contains */
export function composeLetter(
  { slotDate, sections, corrections, ahead }: LetterParts,
  plan: LetterPlan,
  editor?: Editor,
): LetterContent {
  const teller = new Teller(slotDate)
  const { lead } = plan
  const mentions: Mentions = new Set()
  const story = tellStory(plan, teller, mentions)
  // The sections use short names for people whom the story named in full.
  const noted = new Set<string>()
  const told = sections.map((section) => tellSection(section, plan, teller, new Set(mentions), noted))
  const connects = plan.connects.flatMap((item) => teller.tell(item))
  const asking = findAsking(plan)
  const missing = nameMissing(sections.map(({ statements }) => statements?.coverage.missing ?? []))
  const next = [
    ...(asking ? teller.tell(tellAs(asking, asking.asks, slotDate)) : []),
    ...(ahead ? teller.tell({ statements: [ahead] }) : []),
  ]
  const teased = teaseOthers(plan, slotDate)
  const revised = new Map(sections.flatMap(({ statements }) => [...(statements?.revised ?? [])]))
  const asLetter = (cut: readonly ToldSection[]): LetterContent => {
    const finished = cut.map((section, index) => finishSection(section, told[index], editor))
    const figures = listFigures([
      story,
      teased,
      ...finished.flatMap(({ big, smaller, forYou, coverage }) => [big, ...smaller, forYou, coverage]),
      connects,
      next,
    ])
    const lines = sections.map(({ content }) => ({
      section: content.name,
      sentences: tellLine(content, plan, teller, figures),
    }))
    const named = new Set<string>()
    const withNote = (told: readonly Sentence[], ...parts: readonly (readonly Sentence[])[]) => [
      ...told,
      ...noteRevised(listFigures([told, ...parts]), revised, named),
    ]
    const noteSection = (section: LetterSection, line: readonly Sentence[] = []): LetterSection => {
      const { coverage, big, smaller, forYou } = section
      return { ...section, coverage: withNote(coverage, big, ...smaller, forYou, line) }
    }
    // First, so that what a section tells is named there, even if other parts tell it too.
    const noted = finished.map((section, index) => noteSection(section, lines[index]?.sentences))
    return {
      headline: lead?.headline ?? ANY_WEEK,
      lead: lead ? { id: lead.statement.id, kind: lead.statement.kind, topic: lead.statement.topic } : null,
      ...(editor && isFrontEdited(plan) ? { label: BY_EDITOR, ...editor } : {}),
      corrections,
      story: withNote(story),
      ...(teased.length > 0 ? { also: teased } : {}),
      lines,
      sections: noted,
      connects: withNote(connects),
      ...(next.length > 0 ? { ahead: withNote(next) } : {}),
      ...(missing.length > 0 ? { missing } : {}),
      notices: listCredits(
        sections,
        new Set([...figures, ...listFigures(lines.map(({ sentences }) => sentences))]),
      ),
    }
  }
  return linkTickersOnce(asLetter(cutTo(told, (cut) => countLetter(asLetter(cut)) <= MAX_WORDS)))
}

/** Any more would be a list; the page has them all. */
const MOST_REVISED = 2

/** Says so if a part of the letter tells values that were first read after the week.
 *  @param revised  their subjects, by the figure's id
 *  @param named  the subjects that other parts name; grows */
function noteRevised(
  told: ReadonlySet<string>,
  revised: ReadonlyMap<string, string>,
  named: Set<string>,
): Sentence[] {
  const ofPart = new Set([...told].flatMap((id) => revised.get(id) ?? []))
  const subjects = [...ofPart].filter((subject) => !named.has(subject))
  if (subjects.length === 0) return []
  for (const subject of subjects) named.add(subject)
  const few = subjects.slice(0, MOST_REVISED)
  const text = [...told].every((id) => revised.has(id))
    ? 'These figures include any later revisions.'
    : `With any later revisions: ${listWords(subjects.length > few.length ? [...few, 'more'] : few)}.`
  return [[{ text }]]
}

/** The sum at home directly follows what it takes up; otherwise it is introduced at the end. */
function tellStory({ story, atHome: home }: LetterPlan, teller: Teller, mentions: Mentions): Sentence[] {
  const { slotDate } = teller
  const tell = (items: readonly Item[]) => items.flatMap((item) => teller.tell(item, mentions))
  if (!home) return tell(story)
  const { thread, atHome, carry } = home
  const takenUp = story.findLastIndex(
    ({ statements }) => thread !== undefined && statements.some((one) => one.thread === thread),
  )
  if (atHome?.takesUp && takenUp >= 0) {
    const own = tellAs(home, atHome.takesUp, slotDate)
    return tell([...story.slice(0, takenUp + 1), own, ...story.slice(takenUp + 1)])
  }
  const nearer = chooseTelling({ id: 'nearer', tellings: NEARER }, slotDate)
  return [...tell(story), ...introduce(nearer, tell([tellAs(home, carry, slotDate)]))]
}

/** Whether an editor's choice appears outside the sections. */
function isFrontEdited({ lead, story, lines, connects }: LetterPlan): boolean {
  return (lead?.isWish ?? false) || [...story, ...lines.values(), ...connects].some(isWish)
}

const isWish = ({ wish }: Item) => wish !== undefined

/** Lists each credit once; a section's credits only for what the letter tells, including its picture. */
function listCredits(sections: readonly SectionToTell[], told: ReadonlySet<string>): string[] {
  const credits = sections.flatMap(({ content, credit }) => {
    const drawn = content.chart?.alt.flatMap(({ factId }) => factId ?? []) ?? []
    return credit ? credit(new Set([...told, ...drawn])) : content.notices
  })
  return [...new Set(credits)]
}

function introduce(words: string, [first = [], ...others]: readonly Sentence[]): Sentence[] {
  return [[{ text: words }, ...first], ...others]
}

function tellLine(
  { name, state }: SectionToTell['content'],
  { lines, sections }: LetterPlan,
  teller: Teller,
  told: ReadonlySet<string>,
): Sentence[] {
  if (state === 'unavailable' || !sections.has(name)) return [[{ text: MISSING }]]
  const line = lines.get(name)
  return line ? teller.tellLine(line, told) : [[{ text: NOTHING_NEW }]]
}

function tellSection(
  { content, statements, notes }: SectionToTell,
  plan: LetterPlan,
  teller: Teller,
  mentions: Mentions,
  noted: Set<string>,
): ToldSection {
  const { name, title, state } = content
  const chosen = plan.sections.get(name)
  const head = { name, title, state, label: BY_RULES } as const
  if (!chosen || !statements) {
    return {
      section: { ...head, big: content.coverage, smaller: [], forYou: [], coverage: [] },
      big: undefined,
      smaller: [],
      more: [],
    }
  }
  const { forYou, big } = chosen
  const isOld = ({ statements: [one] }: Item) => one.age === 'old'
  const tellAlone = (item: Item) => {
    const sentences = teller.tell(item, mentions)
    return isOld(item) ? introduce(OLDER, sentences) : sentences
  }
  const toReader = forYou.flatMap((one, index) => {
    const item: Item = { statements: [one] }
    return index === 0 ? teller.tell(item) : teller.tellLine(item)
  })
  const isOnTop = plan.story.some(({ statements: some }) => some.some((one) => one.section === name))
  const nothing = isOnTop ? TOLD_ON_TOP : NOTHING_TOLD
  const [kicker, rest] = big ? teller.splitKicker(big) : []
  const bigWords = kicker && rest ? [...kicker, ...tellAlone(rest)] : [[{ text: nothing }]]
  const isEdited = chosen.smaller.some(isWish)
  const smaller: ToldItem[] = []
  for (const item of chosen.smaller) {
    // Old items go together, so that their age is said once.
    const before = smaller.at(-1)
    if (before && isOld(item) && isOld(before.item)) before.sentences.push(...teller.tell(item, mentions))
    else {
      const index = smaller.length
      const own = Math.max(...item.statements.map((one) => one.salience))
      // If an editor ordered them, later ones are cut first, since they may use the short name of somebody named earlier.
      const salience = isEdited ? Math.min(own, before?.salience ?? own) : own
      smaller.push({ item, sentences: tellAlone(item), index, salience })
    }
  }
  return {
    section: {
      ...head,
      big: bigWords,
      smaller: [],
      forYou: toReader,
      coverage: [...chooseNotes(notes, statements.coverage, noted), ...teller.fill(statements.coverage)],
    },
    big,
    smaller,
    more: chosen.more.map((one) => {
      const sentences = teller.tellAside(one)
      return one.age === 'old' ? introduce(OLDER, sentences) : sentences
    }),
  }
}

/** Says once in the letter what a source failed to give, or that an older reading stands in; the page says why.
 *  @param noted  notes of earlier sections; grows by the beginning of each of these notes, up to its figure */
function chooseNotes(
  notes: SectionToTell['notes'],
  { missing = [] }: Statement,
  noted: Set<string>,
): readonly Sentence[] {
  const hasFigure = (note: Sentence) => note.some(({ factId }) => factId !== undefined)
  const chosen = notes.filter(
    (note) => !noted.has(note[0]?.text ?? '') && (hasFigure(note) || missing.length === 0),
  )
  for (const [first] of chosen) if (first) noted.add(first.text)
  return chosen
}

const listTold = ({ big, smaller }: ToldSection): Item[] => [
  ...(big ? [big] : []),
  ...smaller.map(({ item }) => item),
]

/** @param whole  the section before it was cut, since the page has what the mail lost */
function finishSection(
  { section, big, smaller, more }: ToldSection,
  whole: ToldSection | undefined,
  editor: Editor | undefined,
): LetterSection {
  const lost = (whole?.smaller ?? []).filter((one) => !smaller.includes(one))
  const aside = [...lost.map(({ sentences }) => sentences), ...more]
  const isByEditor = listTold({ section, big, smaller, more }).some(isWish)
  return {
    ...section,
    ...(editor && isByEditor ? { label: BY_EDITOR, ...editor } : {}),
    smaller: smaller.map(({ sentences }) => sentences),
    ...(aside.length > 0 ? { more: aside } : {}),
  }
}

/** Counts the words of a letter that a reader reads, without titles and the legal notices at the end. */
export function countLetter({
  headline,
  story,
  also = [],
  lines,
  sections,
  connects,
  ahead = [],
  missing = [],
}: LetterContent): number {
  const parts = [
    story,
    also,
    ahead,
    missing,
    connects,
    ...lines.map(({ sentences }) => sentences),
    ...sections.flatMap(({ big, smaller, forYou, coverage }) => [big, ...smaller, forYou, coverage]),
  ]
  return countWords([headline, ...parts.map(textOf)].join(' '))
}
