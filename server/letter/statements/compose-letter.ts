import type {
  LetterContent,
  LetterSection,
  SectionContent,
  SectionName,
  Sentence,
} from '../../../shared/edition-contract.ts'
import type { SectionText } from '../facts/section-words.ts'
import type { SectionStatements, Statement } from './statement.ts'
import { countWords, textOf, type Mentions } from './tell.ts'
import { mainFigures, Teller } from './teller.ts'

/** Without the legal foot: four minutes. */
const MAX_WORDS = 900
const MOST_STORY_WORDS = 90
const NEARER = 'Closer to home: '
const OLDER = 'Older figures, not new this week: '
const MAX_SMALLER = 3
const MAX_SUBJECT = 59
const ANY_WEEK = 'The week’s money news'
const MISSING = 'Missing this week.'

/** How many earlier letters are looked at, and what a story that they led with loses. */
export const REMEMBERED_LETTERS = 8
const SAME_TOPIC = 30
/** A topic that led long ago loses less. */
const TOPIC_FADES_BY = 3
const SAME_KIND = 12
/** The same kind of lead never stands three weeks in a row. */
const KIND_IN_A_ROW = 2

/** A section to be told: its statements, or why it is missing. */
export interface SectionToTell {
  /** Put into words for the page; its title and label, and what it says where its source failed, are the letter's too. */
  readonly content: SectionContent
  /** Undefined where the section is missing. */
  readonly statements: SectionStatements | undefined
  /** What readers must know of its sources, before what else it says of its coverage. */
  readonly notes: readonly Sentence[]
  /** Whose some of its facts are; left out where the notices of its content stand beside all of them.
   *  @param factIds  of any section */
  readonly credit?: ((factIds: ReadonlySet<string>) => readonly string[]) | undefined
  /** A model's words stand in the place of the one thing that the section tells first. */
  readonly written?: Pick<SectionText, 'label' | 'model'> & { readonly sentences: readonly Sentence[] }
}

export interface LetterParts {
  /** The Monday. */
  readonly slotDate: string
  readonly sections: readonly SectionToTell[]
  readonly connections: readonly Statement[]
  /** Noted since the last letter, in a person's words. */
  readonly corrections: LetterContent['corrections']
  /** What the letters before led with, the newest first. */
  readonly earlierLeads: readonly NonNullable<LetterContent['lead']>[]
}

/** Tells the week in one letter: chooses, orders and cuts; every word is a statement's own. */
export function composeLetter({
  slotDate,
  sections,
  connections,
  corrections,
  earlierLeads,
}: LetterParts): LetterContent {
  const teller = new Teller(slotDate)
  const lead = chooseLead(sections, earlierLeads, teller)
  const story = lead ? tellStory(lead.statement, sections, teller) : []
  const lines = sections.map((section) => ({
    section: section.content.name,
    sentences: tellLine(section, lead?.statement, teller),
  }))
  const told = sections.map((section) => tellSection(section, teller))
  const connects = tellConnections(connections, teller)
  const letter: LetterContent = {
    headline: lead?.headline ?? ANY_WEEK,
    lead: lead ? { id: lead.statement.id, kind: lead.statement.kind, topic: lead.statement.topic } : null,
    corrections,
    story,
    lines,
    sections: told.map(({ section }) => section),
    connects,
    notices: listCredits(sections, teller.shown),
  }
  return cutTo(
    MAX_WORDS,
    letter,
    told.flatMap(({ smaller }) => smaller),
  )
}

/** Each once; a section's credits only for what the letter tells, its picture included. */
function listCredits(sections: readonly SectionToTell[], told: ReadonlySet<string>): string[] {
  const credits = sections.flatMap(({ content, credit }) => {
    const drawn = content.chart?.alt.flatMap(({ factId }) => factId ?? []) ?? []
    return credit ? credit(new Set([...told, ...drawn])) : content.notices
  })
  return [...new Set(credits)]
}

interface Lead {
  readonly statement: Statement
  readonly headline: string
}

/** The most telling statement of the week that the letters before have not led with. */
function chooseLead(
  sections: readonly SectionToTell[],
  earlier: readonly NonNullable<LetterContent['lead']>[],
  teller: Teller,
): Lead | undefined {
  const [first, ...others] = earlier.slice(0, KIND_IN_A_ROW).map(({ kind }) => kind)
  const worn =
    others.length === KIND_IN_A_ROW - 1 && others.every((kind) => kind === first) ? first : undefined
  const worth = (statement: Statement): number => {
    const topicAt = earlier.findIndex(({ topic }) => topic === statement.topic)
    const ofTopic = topicAt === -1 ? 0 : SAME_TOPIC - TOPIC_FADES_BY * topicAt
    return statement.salience - ofTopic - (earlier[0]?.kind === statement.kind ? SAME_KIND : 0)
  }
  return sections
    .flatMap(({ statements }) => statements?.statements ?? [])
    .filter(({ isNews, kind }) => isNews && kind !== worn)
    .flatMap((statement): Lead[] => {
      const headline = writeHead(statement, teller)
      return headline === undefined ? [] : [{ statement, headline }]
    })
    .sort((a, b) => worth(b.statement) - worth(a.statement) || (a.statement.id < b.statement.id ? -1 : 1))
    .at(0)
}

function writeHead(statement: Statement, teller: Teller): string | undefined {
  return statement.heads
    ?.map((head) => textOf(teller.fill(statement, head)))
    .find((text) => text.length <= MAX_SUBJECT)
}

/** The lead, what makes it unusual, what it is not, and what lies nearer to home. */
function tellStory(lead: Statement, sections: readonly SectionToTell[], teller: Teller): Sentence[] {
  const all = new Map(
    sections.flatMap(({ statements }) => statements?.statements ?? []).map((one) => [one.id, one]),
  )
  const mentions: Mentions = new Set()
  const story = teller.tell(lead, mentions)
  const lengthOf = (statement: Statement) => countWords(textOf(teller.preview(statement, mentions)))
  let room = MOST_STORY_WORDS - countWords(textOf(story))
  const fits = (statement: Statement | undefined): statement is Statement =>
    statement !== undefined && !teller.hasTold(statement) && lengthOf(statement) <= room
  // Room is kept for it: of the sections on prices, pay and rates, the first that fits.
  room -= countWords(NEARER)
  const atHome = sections
    .filter(({ content }) => content.name !== lead.section)
    .flatMap(({ statements }) => statements?.forYou.slice(0, 1) ?? [])
    .filter(({ kind }) => kind === 'worth')
    .toSorted(bySalience)
    .find(fits)
  room += atHome ? -lengthOf(atHome) : countWords(NEARER)
  for (const id of lead.follows ?? []) {
    const next = all.get(id)
    if (!fits(next) || next.age === 'old') continue
    room -= lengthOf(next)
    story.push(...teller.tell(next, mentions))
  }
  if (!atHome || teller.hasTold(atHome)) return story
  return [...story, ...introduce(NEARER, teller.tell(atHome, mentions))]
}

function introduce(words: string, [first = [], ...others]: readonly Sentence[]): Sentence[] {
  return [[{ text: words }, ...first], ...others]
}

const bySalience = (a: Statement, b: Statement) => b.salience - a.salience || (a.id < b.id ? -1 : 1)

/** What came out in the week goes before what may have, and that before what did not. */
const AGES = [undefined, 'assumed', 'old'] as const
const byAge = (a: Statement, b: Statement) => AGES.indexOf(a.age) - AGES.indexOf(b.age) || bySalience(a, b)

/** Its line may repeat what the section tells: it is the section in short. */
function tellLine(
  { content, statements }: SectionToTell,
  lead: Statement | undefined,
  teller: Teller,
): Sentence[] {
  if (!statements || content.state === 'unavailable') return [[{ text: MISSING }]]
  const withLines = statements.statements.filter(({ lines }) => lines !== undefined).toSorted(byAge)
  const others = withLines.filter(({ id }) => id !== lead?.id)
  // The story tells of one; beside it stands what it is a part of.
  const total = lead?.section === content.name ? others.find(({ kind }) => kind === 'total') : undefined
  const chosen = total ?? others[0] ?? withLines[0]
  const [line] = chosen?.lines ?? []
  if (chosen && line !== undefined) return teller.show(chosen, line)
  return [[{ text: 'Nothing new that we could count.' }]]
}

interface ToldSection {
  readonly section: LetterSection
  /** What may be cut, with the least telling last. */
  readonly smaller: readonly { section: SectionName; index: number; salience: number }[]
}

function tellSection({ content, statements, notes, written }: SectionToTell, teller: Teller): ToldSection {
  const { name, title, state } = content
  const head = { name, title, state, label: 'automated summary' } as const
  if (!statements || state === 'unavailable') {
    return {
      section: { ...head, big: content.summary, smaller: [], forYou: [], coverage: [] },
      smaller: [],
    }
  }
  const mentions: Mentions = new Set()
  // First, so that what it comes to for a reader is not told as the big thing already.
  // Where the story told that, another sum for one household stands in.
  const sums = statements.statements.filter(({ kind }) => kind === 'worth')
  const forYou = [...statements.forYou, ...sums].find((one) => !teller.hasTold(one))
  const toReader = forYou ? teller.tell(forYou) : []
  const left = statements.statements.filter((one) => !teller.hasTold(one)).toSorted(byAge)
  const isByModel = written?.label === 'AI-written'
  const [first] = isByModel ? [] : left
  const tellAlone = (one: Statement) => {
    const sentences = teller.tell(one, mentions)
    return one.age === 'old' ? introduce(OLDER, sentences) : sentences
  }
  const big = isByModel ? teller.note(written.sentences) : first ? tellAlone(first) : []
  const smaller: { statement: Statement; sentences: Sentence[] }[] = []
  let count = 0
  for (const statement of left) {
    if (count === MAX_SMALLER || teller.hasTold(statement)) continue
    count++
    // What is old stands last, in one: it is said once.
    const before = smaller.at(-1)
    if (statement.age === 'old' && before?.statement.age === 'old') {
      before.sentences.push(...teller.tell(statement, mentions))
    } else smaller.push({ statement, sentences: tellAlone(statement) })
  }
  return {
    section: {
      ...head,
      ...(isByModel ? { label: 'AI-written' as const } : {}),
      ...(isByModel && written.model !== undefined ? { model: written.model } : {}),
      big:
        big.length > 0 ? big : [[{ text: 'The records of this week hold nothing that we could tell here.' }]],
      smaller: smaller.map(({ sentences }) => sentences),
      forYou: toReader,
      coverage: [...notes, ...teller.fill(statements.coverage, statements.coverage.tellings[0])],
    },
    smaller: smaller.map(({ statement }, index) => ({ section: name, index, salience: statement.salience })),
  }
}

const MAX_CONNECTIONS = 3

/** What the sections told may stand here once more: beside another figure it says something new. */
function tellConnections(connections: readonly Statement[], teller: Teller): Sentence[] {
  const told: Sentence[][] = []
  const figures = new Set<string>()
  for (const one of connections) {
    const own = mainFigures(one)
    if (told.length === MAX_CONNECTIONS || own.some((id) => figures.has(id))) continue
    for (const id of own) figures.add(id)
    told.push(teller.tell(one))
  }
  return told.flat()
}

/** Leaves out smaller things until the letter is short enough: of the sections that have the most of them the least telling
 *  one, so that no long section takes the room of another. Of two that tell as much the later one goes, which may name in
 *  short whom the other names. */
function cutTo(words: number, letter: LetterContent, smaller: ToldSection['smaller']): LetterContent {
  let left = [...smaller]
  const keep = (): LetterContent => ({
    ...letter,
    sections: letter.sections.map((one) => ({
      ...one,
      smaller: one.smaller.filter((_, at) =>
        left.some(({ section, index }) => section === one.name && index === at),
      ),
    })),
  })
  let cut = keep()
  while (countLetter(cut) > words && left.length > 0) {
    const bySection = Map.groupBy(left, ({ section }) => section)
    const most = Math.max(...[...bySection.values()].map(({ length }) => length))
    const [least] = left
      .filter(({ section }) => bySection.get(section)?.length === most)
      .sort((a, b) => a.salience - b.salience || b.index - a.index)
    left = left.filter((one) => one !== least)
    cut = keep()
  }
  return cut
}

/** The words of a letter as a reader counts them, titles and the legal foot left out. */
export function countLetter({ headline, story, lines, sections, connects }: LetterContent): number {
  const parts = [
    story,
    connects,
    ...lines.map(({ sentences }) => sentences),
    ...sections.flatMap(({ big, smaller, forYou, coverage }) => [big, ...smaller, forYou, coverage]),
  ]
  return countWords([headline, ...parts.map(textOf)].join(' '))
}
