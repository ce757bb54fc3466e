import type { Fact } from '../../server/letter/facts/fact.ts'
import type { DraftSentence } from '../../server/letter/writer/language-model.ts'
import { periodKey, type SlotTable } from '../../server/letter/writer/slot-table.ts'
import type { WordingSet } from './clean-wordings.ts'
import {
  directionWordings,
  errorWordings,
  negationWordings,
  periodWordings,
  rangeWordings,
  subjectWordings,
  unitWordings,
  type WordedError,
} from './error-wordings.ts'
import type { Random } from './random.ts'

export type ErrorKind =
  | 'value'
  | 'sign'
  | 'unit'
  | 'subject'
  | 'period'
  | 'swapped slots'
  | 'range collapsed'
  | 'missing required fact'
  | 'unknown slot'
  | 'undeclared fact'
  | 'no figure'
  | 'long sentence'
  | WordedError

/** A text without errors, and its slots. */
export interface CleanText {
  readonly table: SlotTable
  readonly sentences: readonly DraftSentence[]
}

/** @returns the sentences with one error in them; undefined where the text has no place for it */
type Planter = (text: CleanText, random: Random, wordings: WordingSet) => DraftSentence[] | undefined

const SLOT = /\{\{([fsp]\d+)\}\}/g
const FIGURE = /\{\{(f\d+)\}\}/g

const worded = (kind: WordedError): Planter => {
  return ({ sentences }, random, wordings) => {
    const words = random.pick(errorWordings[wordings][kind])
    return change(sentences, random, (text) =>
      /^[A-Z]/.test(words) ? `${text} ${words}` : text.replace(/\.$/, `${words}.`),
    )
  }
}

export const planters: Readonly<Record<ErrorKind, Planter>> = {
  value: (text, random) => random.pick([typeFigure, typeFigure, takeOtherKind])(text, random),
  sign: (text, random, wordings) =>
    random.pick([typeDirection, typeDirection, takeOtherDirection, negate])(text, random, wordings),
  unit: (text, random, wordings) => random.pick([addUnit, addUnit, takeOtherUnit])(text, random, wordings),
  subject: (text, random, wordings) =>
    random.pick([takeOtherSubject, takeOtherSubjectsFigure, typeSubject])(text, random, wordings),
  period: (text, random, wordings) =>
    random.pick([takeOtherPeriod, takeOtherPeriodsFigure, typePeriod])(text, random, wordings),
  'swapped slots': swapFigures,
  'range collapsed': ({ table, sentences }, random, wordings) =>
    changeSlot(sentences, random, FIGURE, (slot) => {
      const value = table.facts.get(slot)?.value
      if (!Array.isArray(value)) return undefined
      return random.pick([
        `${random.pick(rangeWordings[wordings])} {{${slot}}}`,
        `$${(Number(value[0]) + Number(value[1])) / 2}`,
        `$${Number(value[1])}`,
        `{{${slot}.low}}`,
      ])
    }),
  'missing required fact': ({ table, sentences }) => {
    const gone = table.required.find((slot) => slot !== undefined)
    return gone === undefined ? undefined : sentences.filter(({ factIds }) => !factIds.includes(gone))
  },
  'unknown slot': ({ sentences }, random) =>
    changeSlot(sentences, random, SLOT, (slot) => `{{${slot.slice(0, 1)}${random.between(400, 900)}}}`),
  'undeclared fact': ({ sentences }, random) => {
    const index = random.between(0, sentences.length - 1)
    const ids = sentences[index]?.factIds ?? []
    const factIds = random.pick([[], [...ids, 'f999'], ids.slice(1), ids.map(() => 'f0')])
    return sentences.map((sentence, at) => (at === index ? { ...sentence, factIds } : sentence))
  },
  'no figure': ({ sentences }, random) => [
    ...sentences,
    {
      text: random.pick([
        'The trades were reported this week.',
        'Many people bought shares.',
        'Prices came down.',
        'A home costs money.',
      ]),
      factIds: [],
    },
  ],
  'long sentence': ({ sentences }, random) =>
    change(sentences, random, (text) =>
      text.replace(
        /\.$/,
        ' in the week that the reports of the companies and of the people were filed and listed and read by us.',
      ),
    ),
  'invented name': worded('invented name'),
  advice: worded('advice'),
  'stray numeral': worded('stray numeral'),
  'number word': worded('number word'),
  date: worded('date'),
  motive: worded('motive'),
  accusation: worded('accusation'),
  guarantee: worded('guarantee'),
  'invented comparison': worded('invented comparison'),
  injection: worded('injection'),
  'hidden characters': worded('hidden characters'),
}

function typeFigure({ table, sentences }: CleanText, random: Random): DraftSentence[] | undefined {
  return changeSlot(sentences, random, FIGURE, (slot) => {
    const value = table.facts.get(slot)?.value
    if (typeof value === 'string') return undefined
    const number = typeof value === 'number' ? value : Number(value?.[0])
    return random.pick([
      String(number),
      String(number * 2),
      `$${Math.round(number * 1.1)}`,
      `${Math.round(number) + 1}%`,
      'forty',
    ])
  })
}

/** A figure of the same subject and days that says something else: 'listed' for 'read'. */
function takeOtherKind({ table, sentences }: CleanText, random: Random): DraftSentence[] | undefined {
  return takeOther(table, sentences, random, (fact, other) => {
    const isSameUnit = other.unit === fact.unit && other.unit !== 'text' && other.unit !== 'date'
    return isSameUnit && isSameSubject(fact, other) && isSamePeriod(fact, other) && other.kind !== fact.kind
  })
}

function typeDirection(
  { table, sentences }: CleanText,
  random: Random,
  wordings: WordingSet,
): DraftSentence[] | undefined {
  return changeSlot(sentences, random, FIGURE, (slot) =>
    table.facts.get(slot)?.kind === 'direction' ? random.pick(directionWordings[wordings]) : undefined,
  )
}

function takeOtherDirection({ table, sentences }: CleanText, random: Random): DraftSentence[] | undefined {
  return takeOther(
    table,
    sentences,
    random,
    (fact, other) => fact.kind === 'direction' && other.kind === 'direction' && fact.value !== other.value,
  )
}

function negate({ sentences }: CleanText, random: Random, wordings: WordingSet): DraftSentence[] | undefined {
  return changeSlot(
    sentences,
    random,
    FIGURE,
    (slot) => `${random.pick(negationWordings[wordings])} {{${slot}}}`,
  )
}

function addUnit({ table, sentences }: CleanText, random: Random, wordings: WordingSet) {
  return changeSlot(sentences, random, FIGURE, (slot) =>
    table.facts.get(slot)?.unit === 'text' ? undefined : `{{${slot}}}${random.pick(unitWordings[wordings])}`,
  )
}

function takeOtherUnit({ table, sentences }: CleanText, random: Random): DraftSentence[] | undefined {
  return takeOther(table, sentences, random, (fact, other) => {
    const isFigure = [fact, other].every(({ unit }) => unit !== 'text')
    return isFigure && isSameSubject(fact, other) && other.unit !== fact.unit
  })
}

function takeOtherSubject({ table, sentences }: CleanText, random: Random): DraftSentence[] | undefined {
  return changeSlot(sentences, random, /\{\{(s\d+)\}\}/g, (slot) => {
    const others = [...table.subjects.keys()].filter((other) => other !== slot)
    return others.length === 0 ? undefined : `{{${random.pick(others)}}}`
  })
}

function takeOtherSubjectsFigure({ table, sentences }: CleanText, random: Random) {
  return takeOther(
    table,
    sentences,
    random,
    (fact, other) => !isSameSubject(fact, other) && other.unit === fact.unit && other.value !== fact.value,
  )
}

function typeSubject({ sentences }: CleanText, random: Random, wordings: WordingSet) {
  return changeSlot(sentences, random, /\{\{(s\d+)\}\}/g, () => random.pick(subjectWordings[wordings]))
}

function takeOtherPeriod({ table, sentences }: CleanText, random: Random): DraftSentence[] | undefined {
  return changeSlot(sentences, random, /\{\{(p\d+)\}\}/g, (slot) => {
    const others = [...table.periods.keys()].filter((other) => other !== slot)
    return others.length === 0 ? undefined : `{{${random.pick(others)}}}`
  })
}

function takeOtherPeriodsFigure({ table, sentences }: CleanText, random: Random) {
  return takeOther(
    table,
    sentences,
    random,
    (fact, other) =>
      fact.unit !== 'text' &&
      other.unit === fact.unit &&
      isSameSubject(fact, other) &&
      !isSamePeriod(fact, other) &&
      other.value !== fact.value,
  )
}

function typePeriod({ sentences }: CleanText, random: Random, wordings: WordingSet): DraftSentence[] {
  const words = random.pick(periodWordings[wordings])
  const replaced = changeSlot(sentences, random, /\{\{(p\d+)\}\}/g, () => words)
  return replaced ?? change(sentences, random, (text) => text.replace(/\.$/, ` in ${words}.`))
}

/** Two figures of one sentence change places. */
function swapFigures({ table, sentences }: CleanText, random: Random): DraftSentence[] | undefined {
  const places = sentences.flatMap(({ text }, index) => {
    const slots = [...text.matchAll(FIGURE)].map(([, slot = '']) => slot)
    return slots
      .flatMap((a, at) => slots.slice(at + 1).map((b) => [a, b] as const))
      .filter(([a, b]) => table.facts.get(a)?.value !== table.facts.get(b)?.value)
      .map(([a, b]) => ({ index, a, b }))
  })
  if (places.length === 0) return undefined
  const { index, a, b } = random.pick(places)
  return sentences.map((sentence, at) =>
    at === index
      ? {
          ...sentence,
          text: sentence.text.replaceAll(FIGURE, (whole, slot: string) =>
            slot === a ? `{{${b}}}` : slot === b ? `{{${a}}}` : whole,
          ),
        }
      : sentence,
  )
}

/** One slot gives way to that of another fact; the declared facts follow, as a liar's would. */
function takeOther(
  table: SlotTable,
  sentences: readonly DraftSentence[],
  random: Random,
  isOther: (fact: Fact, other: Fact) => boolean,
): DraftSentence[] | undefined {
  return changeSlot(sentences, random, FIGURE, (slot, sentence) => {
    const fact = table.facts.get(slot)
    const others = [...table.facts].filter(
      ([key, other]) => fact && !sentence.factIds.includes(key) && isOther(fact, other),
    )
    return others.length === 0 ? undefined : `{{${random.pick(others)[0]}}}`
  })
}

function isSameSubject(a: Fact, b: Fact): boolean {
  return a.subject === b.subject
}

function isSamePeriod(a: Fact, b: Fact): boolean {
  return periodKey(a.period) === periodKey(b.period)
}

function change(
  sentences: readonly DraftSentence[],
  random: Random,
  rewrite: (text: string) => string,
): DraftSentence[] {
  const index = random.between(0, sentences.length - 1)
  return sentences.map((sentence, at) =>
    at === index ? { ...sentence, text: rewrite(sentence.text) } : sentence,
  )
}

/** Rewrites one slot, of those that can be rewritten; what the sentence declares is brought into line with it. */
function changeSlot(
  sentences: readonly DraftSentence[],
  random: Random,
  pattern: RegExp,
  rewrite: (slot: string, sentence: DraftSentence) => string | undefined,
): DraftSentence[] | undefined {
  const places = sentences.flatMap((sentence, index) =>
    [...sentence.text.matchAll(pattern)].flatMap((match) => {
      const replacement = rewrite(match[1] ?? '', sentence)
      return replacement === undefined
        ? []
        : [{ index, start: match.index, length: match[0].length, replacement }]
    }),
  )
  if (places.length === 0) return undefined
  const { index, start, length, replacement } = random.pick(places)
  return sentences.map((sentence, at) => {
    if (at !== index) return sentence
    const text = sentence.text.slice(0, start) + replacement + sentence.text.slice(start + length)
    return { text, factIds: [...new Set([...text.matchAll(FIGURE)].map(([, slot = '']) => slot))] }
  })
}
