import type {
  EditionContent,
  FindingContent,
  SectionContent,
  Sentence,
  TableContent,
} from '../../../shared/edition-contract.ts'

/** How much of a section is set. */
interface Limits {
  readonly rows: number
  /** Of each finding. */
  readonly links: number
  readonly findings: number
  /** Sentences, those first that say what failed. */
  readonly coverage: number
  /** Of the sentences that say what failed, even where they are more than `coverage`. */
  readonly failures: number
}

/** A section as the letter shows it. */
export interface LetterSection {
  readonly section: SectionContent
  /** Something of it stands only on the edition's page. */
  readonly isShortened: boolean
  /** More failed than is told here. */
  readonly hidesFailures: boolean
}

/** What the mail shows of a section. The edition's page has all. */
const LETTER: Limits = { rows: 3, links: 3, findings: 3, coverage: 2, failures: 4 }

/** From the letter as it should be to the least, each step a little less. */
const STEPS: readonly Limits[] = [
  LETTER,
  { ...LETTER, links: 1 },
  { ...LETTER, links: 1, rows: 1 },
  { rows: 0, links: 1, findings: 3, coverage: 1, failures: 2 },
]

/** The sections of an edition at ever less length, for whoever measures which one fits. */
export function listLengths({ sections }: EditionContent): (readonly LetterSection[])[] {
  return STEPS.map((limits) => sections.map((section) => shorten(section, limits)))
}

function shorten(section: SectionContent, limits: Limits): LetterSection {
  const { table: whole, ...rest } = section
  const { summary, label, coverage } = rest
  const findings = pickFindings(section, limits.findings)
  const { failures, others } = rankCoverage(coverage)
  const table = whole && shortenTable(whole, limits.rows, findings)
  const short: SectionContent = {
    ...rest,
    summary: label === 'AI-written' ? summary : withoutRepeats(summary, findings),
    findings: findings.map((finding) => withLinks(finding, limits.links)),
    ...(table && { table }),
    coverage: [
      ...failures.slice(0, limits.failures),
      ...others.slice(0, Math.max(0, limits.coverage - failures.length)),
    ],
  }
  return {
    section: short,
    isShortened: countParts(short) < countParts(section),
    hidesFailures: failures.length > limits.failures,
  }
}

/** The first ones; of trades some of either side, where there are both. */
function pickFindings({ name, findings }: SectionContent, count: number): FindingContent[] {
  const first = findings.slice(0, count)
  if (name !== 'insiders' && name !== 'congress') return first
  const other = findings.slice(count).find(({ tone }) => tone !== first[0]?.tone)
  const hasBoth = new Set(first.map(({ tone }) => tone)).size > 1
  return other === undefined || hasBoth ? first : [...first.slice(0, -1), other]
}

/** 'It fell by …': speaks of what the sentence before it names. */
const LEANS = /^(It|Its|That|This|These|Those|They|Their|He|She|Both)\b/

/** The first sentence, and of the others those with a figure, or without any, that no finding below them has. A sentence
 *  stays with those that lean on it. */
function withoutRepeats(summary: readonly Sentence[], findings: readonly FindingContent[]): Sentence[] {
  const told = new Set(findings.flatMap(({ figure, sentences }) => listFacts([[figure], ...sentences])))
  return groupLeaning(summary)
    .filter((group, index) => {
      const facts = listFacts(group)
      return index === 0 || facts.length === 0 || facts.some((id) => !told.has(id))
    })
    .flat()
}

function groupLeaning(summary: readonly Sentence[]): Sentence[][] {
  const groups: Sentence[][] = []
  for (const sentence of summary) {
    const leans = LEANS.test(sentence.map(({ text }) => text).join(''))
    if (leans) groups.at(-1)?.push(sentence)
    if (!leans || groups.length === 0) groups.push([sentence])
  }
  return groups
}

/** A table that tells the findings once more, to the digit, stands on the page alone. */
function shortenTable(
  table: TableContent,
  rows: number,
  findings: readonly FindingContent[],
): TableContent | undefined {
  const told = new Set(listFacts(findings.map(({ figure }) => [figure])))
  if (rows === 0 || listFacts(table.rows.flat()).some((id) => told.has(id))) return undefined
  return { ...table, rows: table.rows.slice(0, rows) }
}

function listFacts(sentences: readonly Sentence[]): string[] {
  return sentences.flat().flatMap(({ factId }) => factId ?? [])
}

function withLinks(finding: FindingContent, links: number): FindingContent {
  return { ...finding, links: finding.links.slice(0, links) }
}

function countParts({ summary, table, findings, coverage }: SectionContent): number {
  const links = findings.reduce((sum, finding) => sum + finding.links.length, 0)
  return (table?.rows.length ?? 0) + summary.length + findings.length + links + coverage.length
}

/** Something was out of reach, or not read. */
const FAILURE =
  /\b(could not|no usable|no answer|not answer|answered|failed|fails|out of reach|incomplete|missing|unread|not read|was read from|in part|only part)\b/i
/** Something was read and left out, or could not be worked out. */
const GAP = /\b(left|out of every sum|not worked out|overdue|held back|not checked|no closing price|paper)\b/i
/** How much was read, and how late it came. */
const COUNT = /\b(lists?|late)\b/i

/** What a section says of its sources, the weightiest first; of equals the order stays. */
function rankCoverage(coverage: readonly Sentence[]): { failures: Sentence[]; others: Sentence[] } {
  const ranked = Map.groupBy(coverage, rankOf)
  const [failures = [], ...others] = [0, 1, 2, 3].map((rank) => ranked.get(rank) ?? [])
  return { failures, others: others.flat() }
}

function rankOf(sentence: Sentence): number {
  const words = sentence.map(({ text }) => text).join('')
  if (FAILURE.test(words)) return 0
  if (GAP.test(words)) return 1
  return COUNT.test(words) ? 2 : 3
}
