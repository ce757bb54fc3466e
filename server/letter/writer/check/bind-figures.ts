import type { Slot, Statement } from '../../statements/statement.ts'
import { distance, isOrdinal, JOINTS, type Meaning, type Word } from './read-words.ts'

type Figure = Extract<Slot, { readonly figure: unknown }>['figure']

/** What a word says about the figure next to it: for example that it rose, that it covers a week, or that it was a sale. */
export interface Bond {
  /** 'dir rate' */
  readonly key: string
  readonly role: string
  readonly number: number
  readonly value: string
  readonly meaning: Meaning
  /** The word compares something with this figure ('down from {lastYear}') instead of describing it. */
  readonly isComparison: boolean
}

const SORTS: Readonly<Record<string, string>> = {
  dir: 'dir',
  cmp: 'dir',
  hold: 'dir',
  side: 'side',
  unit: 'unit',
  ago: 'ago',
  per: 'per',
}
const FROM: ReadonlySet<string> = new Set(['from', 'than', 'against', 'on'])
/** The most words between a word and the figure it describes. */
const FARTHEST = 9
/** 'More than in an average week of the past year, {usual}'. */
const FARTHEST_COMPARED = 16
const BESIDE: ReadonlySet<string> = new Set(['above', 'below', 'beneath', 'beyond'])
export const OPPOSITE: Readonly<Record<string, string>> = { up: 'down', down: 'up' }

/** Ties each word about direction, side or time to the nearest figure of its sentence.
 *  @param statementOf  finds a statement by the number in a slot */
export function bindFigures(
  { words, meanings }: { readonly words: readonly Word[]; readonly meanings: readonly Meaning[] },
  statementOf: (number: number) => Statement | undefined,
): readonly Bond[] {
  const figures = words.flatMap(({ slot, sentence }, at) =>
    slot && isCounted(statementOf(slot.number)?.slots[slot.role]) ? [{ at, sentence, ...slot }] : [],
  )
  return meanings.flatMap((meaning): Bond[] => {
    const sort =
      meaning.code === 'qual:average' && meaning.words !== 'on average' ? 'average' : SORTS[meaning.sort]
    const sentence = words[meaning.at]?.sentence
    if (sort === undefined || sentence === undefined) return []
    const near = figures
      .filter((figure) => figure.sentence === sentence)
      .map((figure) => ({ figure, far: distance(words, meaning.at, meaning.end, figure.at) }))
      .filter(
        ({ figure, far }) =>
          isOrdinal(figure.role) ||
          far <= (meaning.sort === 'cmp' || sort === 'ago' ? FARTHEST_COMPARED : FARTHEST),
      )
      .toSorted((a, b) => a.far - b.far)
    // 'More than the usual': what it is compared with comes after it.
    const behind =
      meaning.sort === 'cmp' &&
      near.find(
        ({ figure }) =>
          figure.at > meaning.at &&
          !words.slice(meaning.end, figure.at).some((word) => isNewClause(word) || word.isPause),
      )
    const nearest = (behind || near[0])?.figure
    if (!nearest || ((sort === 'unit' || sort === 'ago') && isOrdinal(nearest.role))) return []
    const between = words.slice(meaning.end, Math.max(meaning.end, nearest.at)).map(({ text }) => text)
    const said = meaning.code.slice(meaning.sort.length + 1)
    const isTurned = sort === 'dir' && isOfTheUsual(words, meaning)
    return [
      {
        key: `${sort} ${nearest.role}`,
        role: nearest.role,
        number: nearest.number,
        value: isTurned ? (OPPOSITE[said] ?? said) : said,
        meaning,
        isComparison:
          sort === 'dir' &&
          nearest.at > meaning.at &&
          (BESIDE.has(meaning.words) || between.some((word) => FROM.has(word))),
      },
    ]
  })
}

const isNewClause = ({ text }: Word): boolean => text === ';' || JOINTS.has(text)

const isCounted = (slot: Slot | undefined): boolean =>
  slot !== undefined && 'figure' in slot && slot.figure.unit !== 'date' && slot.figure.unit !== 'text'

/** 'An average week moved it less' describes the usual move, so the figure itself moved more. */
function isOfTheUsual(words: readonly Word[], { at, sort }: Meaning): boolean {
  if (sort !== 'cmp') return false
  const before = words.slice(0, at).findLastIndex((word) => word.slot !== undefined || word.text === ';')
  const clause = words.slice(before + 1, at)
  const sentence = words[at]?.sentence
  return clause.some(
    (word) => word.sentence === sentence && (word.text === 'average' || word.text.startsWith('usual')),
  )
}

/** Whether the statement's newest figure is above or below the one it is compared with.
 *  @returns undefined if the two cannot be compared */
export function compareWith(statement: Statement, role: string): string | undefined {
  const other = statement.slots[role]
  const change = statement.slots['change']
  if (role === 'usual' && other && change) return compareSizes(change, other)
  if (!other || !('figure' in other) || !isLevel(other)) return undefined
  const levels = listLevels(statement, other.figure.unit)
  const [newest] = levels
  const [now, then] = [newest?.value, other.figure.value]
  if (typeof now !== 'number' || typeof then !== 'number' || levels.length < 2) return undefined
  if (newest === other.figure) return 'itself'
  return now > then ? 'up' : now < then ? 'down' : 'same'
}

/** Newest first. */
const listLevels = (statement: Statement, unit: string): readonly Figure[] =>
  Object.values(statement.slots)
    .flatMap((slot) => ('figure' in slot && isLevel(slot) && slot.figure.unit === unit ? [slot.figure] : []))
    .toSorted((a, b) => (a.period.to < b.period.to ? 1 : -1))

function compareSizes(change: Slot, usual: Slot): string | undefined {
  const [now, then] = [change, usual].map((slot) =>
    'figure' in slot && typeof slot.figure.value === 'number' ? Math.abs(slot.figure.value) : Number.NaN,
  )
  if (now === undefined || then === undefined || Number.isNaN(now - then)) return undefined
  return now > then ? 'up' : now < then ? 'down' : 'same'
}

const isLevel = (slot: Slot): boolean =>
  'figure' in slot &&
  typeof slot.figure.value === 'number' &&
  !/change|move|streak|size|share/.test(slot.figure.kind)
