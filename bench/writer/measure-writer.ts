import type { SectionName } from '../../server/letter/facts/fact.ts'
import { listUnboundRuns } from '../../server/letter/writer/check-written.ts'
import type { DraftSentence } from '../../server/letter/writer/language-model.ts'
import { sectionMeanings, writePlainly } from '../../server/letter/writer/write-plainly.ts'
import type { WrittenSentence } from '../../server/letter/facts/section-words.ts'
import { flattenSentence, renderSentence } from '../../server/letter/writer/render-draft.ts'
import { createSlotTable, fillTemplate, type SlotTable } from '../../server/letter/writer/slot-table.ts'
import type { Verdict } from '../../server/letter/writer/verdict.ts'
import { verifySentences } from '../../server/letter/writer/verify-draft.ts'
import { cleanWordings, type WordingSet } from './clean-wordings.ts'
import { createExampleFacts } from './example-facts.ts'
import { fluentErrors, type FluentError } from './fluent-errors.ts'
import { slyErrors, type SlyKind } from './sly-errors.ts'
import { planters, type CleanText, type ErrorKind } from './plant-errors.ts'
import { createRandom, type Random } from './random.ts'
import { measureReadingEase, type ReadingEase } from './reading-ease.ts'

const SECTIONS: readonly SectionName[] = ['insiders', 'congress', 'housing', 'economy', 'markets']
const PLANTED_PER_KIND = 30
const CLEAN_PER_SECTION = 24
const TRIES = 400
const SHOWN_EXAMPLES = 20

export interface KindCount {
  readonly kind: ErrorKind | SlyKind | 'changed after rendering' | 'fluent lie'
  readonly planted: number
  readonly caught: number
  readonly missed: number
}

export interface SetMeasure {
  readonly set: WordingSet
  readonly kinds: readonly KindCount[]
  readonly cleanTexts: number
  readonly falseAlarms: number
  /** What was missed or refused wrongly, at most twenty of each. */
  readonly missedTexts: readonly string[]
  readonly refusedTexts: readonly string[]
}

export interface WriterMeasure {
  readonly seed: number
  readonly sets: readonly SetMeasure[]
  /** Of the texts set by fixed rules. */
  readonly plainTexts: {
    readonly texts: number
    readonly figures: number
    readonly boundFigures: number
    readonly requiredFacts: number
    readonly coveredFacts: number
    readonly bySection: Readonly<Record<string, ReadingEase>>
  }
  /** Bars that are not reached, in words; empty when all are. */
  readonly below: readonly string[]
}

type Verify = (table: SlotTable, sentences: readonly DraftSentence[]) => Verdict

/** Measures the verifier and the fixed rules on facts and texts made up from a seed. Needs no network and no model.
 *  @param verify  the verifier to measure; a test brings a blind one */
export function measureWriter(
  seed: number,
  { verify = verifySentences }: { verify?: Verify } = {},
): WriterMeasure {
  const sets = (['known', 'held-out'] as const).map((set, index) =>
    measureSet(set, createRandom(seed + index), verify),
  )
  const plainTexts = measurePlainTexts(createRandom(seed + 2))
  return { seed, sets, plainTexts, below: listBelow(sets, plainTexts) }
}

function measureSet(set: WordingSet, random: Random, verify: Verify): SetMeasure {
  const clean = SECTIONS.flatMap((section) =>
    Array.from({ length: CLEAN_PER_SECTION }, () => createWorded(section, set, random)),
  )
  const texts = [...clean, ...SECTIONS.flatMap((section) => createPlain(section, random, CLEAN_PER_SECTION))]
  const refused = texts.filter(({ table, sentences }) => !verify(table, sentences).isAccepted)
  const accepted = texts.filter((text) => !refused.includes(text))
  const missedTexts: string[] = []
  const kinds = (Object.keys(planters) as ErrorKind[]).map((kind): KindCount => {
    const planted = Array.from({ length: PLANTED_PER_KIND }, () => plant(kind, accepted, random, set)).filter(
      (text) => text !== undefined,
    )
    const missed = planted.filter(({ table, sentences }) => verify(table, sentences).isAccepted)
    missedTexts.push(
      ...missed.map(({ sentences }) => `${kind}: ${sentences.map(({ text }) => text).join(' ')}`),
    )
    return {
      kind,
      planted: planted.length,
      caught: planted.length - missed.length,
      missed: missed.length,
    }
  })
  const fluent =
    set === 'held-out'
      ? listFluent().map(([kind, errors]) => measureFluent(kind, errors, random, verify, missedTexts))
      : []
  return {
    set,
    kinds: [...kinds, measureChanged(accepted, random), ...fluent],
    cleanTexts: texts.length,
    falseAlarms: refused.length,
    missedTexts: missedTexts.slice(0, SHOWN_EXAMPLES),
    refusedTexts: refused
      .slice(0, SHOWN_EXAMPLES)
      .map(({ table, sentences }) => describeRefusal(verify(table, sentences))),
  }
}

/** A text in one set's wordings; the facts that it uses are the required ones. */
function createWorded(section: SectionName, set: WordingSet, random: Random): CleanText {
  const facts = createExampleFacts(section, random)
  const table = createSlotTable(facts)
  const sentences = cleanWordings[set][section].flatMap(({ text, group }) => {
    const sentence = fillTemplate(table, text, group)
    return sentence ? [sentence] : []
  })
  // Not all wordings in each text, so that texts differ in more than their figures.
  const chosen = sentences.filter((_sentence, index) => index === 0 || random.between(0, 3) > 0)
  return { table: { ...table, required: chosen.flatMap(({ factIds }) => factIds) }, sentences: chosen }
}

function createPlain(section: SectionName, random: Random, count: number): CleanText[] {
  return Array.from({ length: count }, () => {
    const table = createSlotTable(createExampleFacts(section, random))
    return { table, sentences: writePlainly(table).sentences }
  })
}

function plant(
  kind: ErrorKind,
  texts: readonly CleanText[],
  random: Random,
  set: WordingSet,
): CleanText | undefined {
  // An error is planted only where it is the only one.
  for (let tries = 0; texts.length > 0 && tries < TRIES; tries++) {
    const text = random.pick(texts)
    const sentences = planters[kind](text, random, set)
    if (sentences && !isSame(sentences, text.sentences)) return { table: text.table, sentences }
  }
  return undefined
}

function isSame(a: readonly DraftSentence[], b: readonly DraftSentence[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

type FluentKind = SlyKind | 'fluent lie'

/** Sentences whose slots are in order, and which are wrong all the same. */
function listFluent(): [FluentKind, readonly FluentError[]][] {
  const sly = Map.groupBy(slyErrors, ({ kind }) => kind)
  return [
    ['fluent lie', fluentErrors],
    ...[...sly].map(([kind, errors]): [FluentKind, FluentError[]] => [
      kind,
      errors.flatMap(({ section, groups, texts }) =>
        texts.flatMap((text) => groups.map((group) => ({ section, group, text }))),
      ),
    ]),
  ]
}

function measureFluent(
  kind: FluentKind,
  errors: readonly FluentError[],
  random: Random,
  verify: Verify,
  missedTexts: string[],
): KindCount {
  const judged = errors.flatMap(({ section, group, text }) => {
    const table = createSlotTable(createExampleFacts(section, random))
    const sentence = fillTemplate(table, text, group)
    return sentence ? [{ text, isMissed: verify({ ...table, required: [] }, [sentence]).isAccepted }] : []
  })
  const missed = judged.filter(({ isMissed }) => isMissed)
  missedTexts.push(...missed.map(({ text }) => `${kind}: ${text}`))
  return { kind, planted: judged.length, caught: judged.length - missed.length, missed: missed.length }
}

/** One digit or name of the finished sentence is changed: the last gate must see it. */
function measureChanged(texts: readonly CleanText[], random: Random): KindCount {
  const changed = Array.from({ length: texts.length > 0 ? PLANTED_PER_KIND : 0 }, () => {
    const { table, sentences } = random.pick(texts)
    const written = renderSentence(table, random.pick(sentences))
    const at = random.pick(written.flatMap(({ factId }, index) => (factId === undefined ? [] : [index])))
    const span = written[at]
    return { table, written: span ? written.with(at, { ...span, text: alter(span.text) }) : written }
  })
  const caught = changed.filter(({ table, written }) => listUnboundRuns(table, written).length > 0).length
  return {
    kind: 'changed after rendering',
    planted: changed.length,
    caught,
    missed: changed.length - caught,
  }
}

function alter(text: string): string {
  return /\d/.test(text)
    ? text.replace(/\d(?!.*\d)/, (digit) => String((Number(digit) + 1) % 10))
    : `un${text}`
}

function describeRefusal({ sentences, draft }: Verdict): string {
  const errors = sentences.flatMap(({ text, errors }) =>
    errors.map(({ code, at }) => `${code} (${at}): ${text}`),
  )
  return [...errors, ...draft.map(({ code, at }) => `${code} (${at})`)].join(' | ')
}

function measurePlainTexts(random: Random): WriterMeasure['plainTexts'] {
  const texts = SECTIONS.map((section) => ({
    section,
    texts: createPlain(section, random, CLEAN_PER_SECTION),
  }))
  const all = texts.flatMap((one) => one.texts)
  const written = all.map(({ table, sentences }) => ({
    table,
    written: sentences.map((sentence) => renderSentence(table, sentence)),
  }))
  const runs = written.flatMap(({ table, written }) => written.map((sentence) => ({ table, sentence })))
  const figures = runs.reduce((sum, { sentence }) => sum + countFigures(sentence), 0)
  const unbound = runs.reduce((sum, { table, sentence }) => sum + listUnboundRuns(table, sentence).length, 0)
  const covered = all.flatMap(({ table, sentences }) =>
    table.required.filter((slot) => sentences.some(({ factIds }) => factIds.includes(slot ?? ''))),
  )
  return {
    texts: all.length,
    figures,
    boundFigures: figures - unbound,
    requiredFacts: all.reduce((sum, { table }) => sum + table.required.length, 0),
    coveredFacts: covered.length,
    bySection: Object.fromEntries(
      texts.map((one) => [one.section, measureReadingEase(readTexts(one.section, one.texts))]),
    ),
  }
}

/** As readers get them, with what stands behind each section. */
function readTexts(section: SectionName, texts: readonly CleanText[]): string[] {
  return texts.flatMap(({ table, sentences }) => [
    ...listWritten(table, sentences),
    ...sectionMeanings[section],
  ])
}

function listWritten(table: SlotTable, sentences: readonly DraftSentence[]): string[] {
  return sentences.map((sentence) => flattenSentence(renderSentence(table, sentence)))
}

function countFigures(sentence: WrittenSentence): number {
  return sentence.filter(
    ({ text, factId, isFilled }) => (factId ?? isFilled) !== undefined && /\p{N}/u.test(text),
  ).length
}

/** Figures and their bonds. */
const FACT_ERRORS: ReadonlySet<string> = new Set(['value', 'sign', 'unit', 'subject', 'period'])
const ALL_CAUGHT: ReadonlySet<string> = new Set([
  'value',
  'sign',
  'advice',
  'missing required fact',
  'changed after rendering',
])
const LEAST_CAUGHT = 0.99
const MAX_GRADE = 9
const MAX_WORDS = 20

function listBelow(sets: readonly SetMeasure[], plain: WriterMeasure['plainTexts']): string[] {
  const below: string[] = []
  for (const { set, kinds, falseAlarms } of sets) {
    const shareOf = (counts: readonly KindCount[]) =>
      counts.reduce((sum, { caught }) => sum + caught, 0) /
      counts.reduce((sum, { planted }) => sum + planted, 0)
    if (!(shareOf(kinds) >= LEAST_CAUGHT)) below.push(`${set}: fewer than 99% of all planted errors caught`)
    const ofFacts = kinds.filter(({ kind }) => FACT_ERRORS.has(kind))
    if (!(shareOf(ofFacts) >= LEAST_CAUGHT))
      below.push(`${set}: fewer than 99% of planted wrong facts caught`)
    for (const { kind, missed, planted } of kinds) {
      if (planted === 0) below.push(`${set}: no error of the kind '${kind}' could be planted`)
      if (missed > 0 && ALL_CAUGHT.has(kind)) below.push(`${set}: ${missed} of '${kind}' missed`)
    }
    if (falseAlarms > 0) below.push(`${set}: ${falseAlarms} clean texts refused`)
  }
  if (plain.boundFigures < plain.figures)
    below.push('a figure of a text set by fixed rules is bound to no fact')
  if (plain.coveredFacts < plain.requiredFacts)
    below.push('a required fact is missing in a text set by fixed rules')
  for (const [section, { grade, longestSentenceWords }] of Object.entries(plain.bySection)) {
    if (grade > MAX_GRADE) below.push(`${section}: reading grade ${grade.toFixed(1)}, above ${MAX_GRADE}`)
    if (longestSentenceWords > MAX_WORDS)
      below.push(`${section}: a sentence of ${longestSentenceWords} words`)
  }
  return below
}
