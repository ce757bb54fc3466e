import { formatDay } from '../../../shared/format-date.ts'
import type {
  FindingContent,
  SectionContent,
  Sentence,
  TableContent,
} from '../../../shared/edition-contract.ts'
import type { ChartLine } from './chart-line.ts'
import { type Fact, SECTION_TITLES } from '../facts/fact.ts'
import type { SectionText } from '../facts/section-words.ts'
import type { SeriesFinding, SeriesSection } from './series-section.ts'
import { economyWords } from './economy-words.ts'
import { housingWords } from './housing-words.ts'
import { marketsWords } from './markets-words.ts'
import { drawFrom } from './series-words-chart.ts'
import { putSeriesCoverageIntoWords } from './series-words-coverage.ts'
import { chooseMeaning } from './series-words-meaning.ts'
import { listCredits, presentOwners, presentPlace } from './series-words-owners.ts'
import {
  capital,
  mainFigure,
  openFacts,
  say,
  type FindingWords,
  type WordBook,
} from './series-words-parts.ts'
import { bindSentences, plain } from '../facts/format-fact.ts'

const WORDS: Readonly<Record<SeriesSection['section'], WordBook>> = {
  housing: housingWords,
  economy: economyWords,
  markets: marketsWords,
}

/** So many are told at length in any week, and so many where all of them are news. */
const LEAST_FINDINGS = 3
const MOST_FINDINGS = 5
const MOST_ROWS = 8
/** Of the summary: so many findings, and so many sentences. */
const MOST_TOLD = 3
const MOST_REQUIRED = 4
/** Of these a newer value is to be had elsewhere, whenever this one is read: they never stand for their section. */
const LATE: ReadonlySet<string> = new Set(['economy/sentiment'])

const NOTHING_NEW = 'Nothing new was published this week; what stands here is the latest there is.'
const NO_CHANGE = 'What it was before is not known to us, so we tell no change.'
const NOTHING_KNOWN = 'No figure of this part could be told this week; the reasons are below.'

/** Puts a section of published series, or of market closes, into words: the summary as it was written, its first findings
 *  at length, the rest as a table, a picture where it says more than words.
 *  @param lines  what a picture can be drawn from; none is drawn where it does not fit the facts
 *  @throws TypeError for a finding without words, or a summary with a fact that the section does not have */
export function composeSeries(
  section: SeriesSection,
  text: SectionText,
  lines: readonly ChartLine[],
): SectionContent {
  const told = tellFindings(section)
  const shown = told.filter(
    ({ finding }, index) =>
      index < LEAST_FINDINGS || (finding.isNews && !LATE.has(finding.id) && index < MOST_FINDINGS),
  )
  const rest = told.filter((one) => !shown.includes(one)).slice(0, MOST_ROWS)
  const table = composeTable(rest)
  const chart = drawFrom(section, lines)?.chart
  return {
    name: section.section,
    title: SECTION_TITLES[section.section],
    state: 'ready',
    label: text.label,
    ...(text.model === undefined ? {} : { model: text.model }),
    summary: [
      ...openingOf(section),
      ...bindSentences(text.sentences, section.facts),
      ...noteOldNews(told, text),
    ],
    findings: shown.map(composeFinding),
    ...(table ? { table } : {}),
    ...(chart ? { chart } : {}),
    meaning: chooseMeaning(section, text.meaning),
    coverage: putSeriesCoverageIntoWords(section),
    notices: listCredits(section.facts),
  }
}

/** The ids of the facts that a summary must carry: those of the first findings, and of the first that is news where none of
 *  them is. A rate that moved stands with its change, a payment is told by its change. Prices without food and energy say much
 *  the same as those of everything. */
export function listRequiredSeriesFacts({ findings, facts }: SeriesSection): string[] {
  const byId = new Map(facts.map((fact) => [fact.id, fact]))
  const able = findings.filter(
    ({ id, factIds }) => !id.endsWith('/cpi-core') && isForSummary(byId.get(factIds[0])),
  )
  const timely = able.filter(({ id }) => !LATE.has(id))
  const told = (timely.length > 0 ? timely : able).slice(0, MOST_TOLD)
  const news = told.some(({ isNews }) => isNews) ? undefined : timely.find(({ isNews }) => isNews)
  return [...told, ...(news ? [news] : [])]
    .flatMap(({ factIds, isNews }) => chooseFactIds(factIds, isNews, byId))
    .slice(0, MOST_REQUIRED)
}

/** Least move of a rate, in percentage points, that a summary tells. */
const LEAST_MOVE = 0.05

function chooseFactIds(
  [id, ...others]: SeriesFinding['factIds'],
  isNews: boolean,
  byId: ReadonlyMap<string, Fact>,
): string[] {
  const findMove = (pattern: RegExp, least: number) =>
    others.find((other) => pattern.test(other) && Math.abs(Number(byId.get(other)?.value)) >= least)
  if (id.endsWith('/loan/payment')) return [findMove(/\/year\/change$/, 1) ?? id]
  const isRate = isNews && byId.get(id)?.unit === 'percent'
  const change = isRate ? findMove(/\/(week|month)\/change$/, LEAST_MOVE) : undefined
  return change === undefined ? [id] : [id, change]
}

/** The writer has no words for a state or a shape, nor for a figure that another is set against; and a gap by itself says
 *  nothing to who does not know the rule. */
function isForSummary(fact: Fact | undefined): boolean {
  return fact !== undefined && !/^(state|shape|gap)$|-last-/.test(fact.kind)
}

/** Names what the summary tells although it was known before the week. */
function noteOldNews(told: readonly ToldFinding[], { sentences }: SectionText): Sentence[] {
  if (!told.some(({ finding }) => finding.isNews)) return []
  const used = new Set(sentences.flat().map(({ factId }) => factId))
  const names = told
    .filter(({ finding }) => !finding.isNews && finding.factIds.some((id) => used.has(id)))
    .map(({ words }) =>
      words.main.subject.replace(/ \([^(]*\)$/, '').replace(/^(Consumer|Core|The)\b/, uncapital),
    )
  return names.length === 0
    ? []
    : [say(`Not new this week, but the latest there is: ${[...new Set(names)].join('; ')}.`)]
}

function uncapital(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1)
}

interface ToldFinding {
  readonly finding: SeriesFinding
  readonly words: FindingWords
  readonly facts: readonly Fact[]
}

/** By rank: the lead first. */
function tellFindings(section: SeriesSection): ToldFinding[] {
  const facts = openFacts(section)
  const book = WORDS[section.section]
  return section.findings.map((finding) => {
    const tell = book[finding.id.slice(section.section.length + 1)]
    if (!tell) throw new TypeError(`there are no words for the finding ${finding.id}`)
    return {
      finding,
      words: tell(facts),
      facts: section.facts.filter(({ id }) => finding.factIds.includes(id)),
    }
  })
}

function openingOf({ findings }: SeriesSection): Sentence[] {
  if (findings.length === 0) return [say(NOTHING_KNOWN)]
  return findings.some(({ isNews }) => isNews) ? [] : [say(NOTHING_NEW)]
}

function composeFinding({ finding, words, facts }: ToldFinding): FindingContent {
  const { title, main, when, sentences } = words
  const publishedBy = facts
    .map(({ asOf }) => asOf)
    .reduce((last, day) => (day > last ? day : last), main.asOf)
  return {
    id: finding.id,
    tone: toneOf(finding, facts),
    kicker: `${presentOwners(main)}, ${when}`,
    title,
    figure: mainFigure(main),
    sentences: [
      ...(sentences.length > 0 ? sentences : [say(NO_CHANGE)]),
      ...(finding.isNews ? [] : [say(`Published by ${formatDay(publishedBy)}: nothing new this week.`)]),
    ],
    links: listLinks(main, facts),
  }
}

const MOST_LINKS = 3

/** One for each page that the finding's facts lead to, the main figure's first. */
function listLinks(main: Fact, facts: readonly Fact[]): FindingContent['links'] {
  // Of several on one page the last is the plainest: what others are worked out from comes behind them.
  const byPage = new Map([main, ...facts].map((fact) => [fact.sourceUrl, fact]))
  const places = [...byPage.values()].map(presentPlace)
  const isClear = new Set(places).size === places.length
  return [...byPage].slice(0, MOST_LINKS).map(([href, fact]) => ({
    text: isClear ? `See it at ${presentPlace(fact)}` : `${capital(fact.subject)}, at ${presentPlace(fact)}`,
    href,
  }))
}

/** Only a price of the market rises or falls in color, by the finding's first direction. Of rates, jobs and the cost of
 *  living color would say something else: there the words tell it. */
function toneOf({ id }: SeriesFinding, facts: readonly Fact[]): FindingContent['tone'] {
  if (!/^markets\/(?!treasury-)/.test(id)) return 'plain'
  const direction = facts.find(({ kind }) => kind === 'direction')?.value
  if (direction === 'rose') return 'rise'
  return direction === 'fell' ? 'fall' : 'plain'
}

function composeTable(rest: readonly ToldFinding[]): TableContent | undefined {
  if (rest.length === 0) return undefined
  return {
    title: 'The rest in numbers',
    columns: ['Measure', 'Latest', 'Change'],
    rows: rest.map(({ words: { title, main, when, inShort } }) => [
      [plain(`${title} (${when})`)],
      [mainFigure(main)],
      inShort.length > 0 ? inShort : [plain('not known')],
    ]),
  }
}
