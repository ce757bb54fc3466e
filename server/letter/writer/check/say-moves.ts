import type { Grammar, Shape } from './grammar.ts'
import { signOf, valueOf } from './grammar.ts'

// How series moved: figures beside those of a week, a month or a year before.

/** What a move may be called. @param sign  of the figure itself, or of now less then */
export function wordMove(sign: number, size = 1) {
  if (sign === 0) return { moved: 'stayed', up: 'stayed', more: 'same as', noun: 'NOTHING' }
  const isSmall = size <= 0.02
  return sign > 0
    ? {
        moved: `(rose | rise | rises | climb | climbs${isSmall ? ' | rose-little' : ''})`,
        up: '(up | rose | more)',
        more: '(more | above | up | rose)',
        noun: '(rise | increase | gain)',
      }
    : {
        moved: `(fell | fall | falls | drop | drops${isSmall ? ' | fell-little' : ''})`,
        up: '(down | fell | less)',
        more: '(less | below | down | fell)',
        noun: '(fall | drop | decline | decrease)',
      }
}

/** Between two moves: 'but' only where they went different ways. */
const joinOf = (...signs: readonly number[]) =>
  signs.includes(1) && signs.includes(-1)
    ? '(and | but | though | yet | and still | but still | though still)'
    : 'and'

/** Now less then, and how large that is beside then. */
function compare(shape: Shape, now: string, then: string): { sign: number; size: number } {
  const [a, b] = [valueOf(shape, now), valueOf(shape, then)]
  return { sign: Math.sign(a - b), size: b === 0 ? 1 : Math.abs(a / b - 1) }
}

export interface Series {
  /** What it may be called, as a pattern. */
  readonly name: string
  /** The role of the newest figure. */
  readonly now: string
  /** Earlier ones: the role, and the words for when that was. */
  readonly before: readonly { readonly role: string; readonly when: string; readonly whose?: string }[]
  /** 'on {day}' */
  readonly when: string
  /** Words that may stand around the figure: 'per-week' behind claims. */
  readonly unit?: string
  /** Words without which the name says less: 'four-week average'. */
  readonly needs?: readonly string[]
  readonly extra?: string
}

/** A level beside one or two before it: the rate, the pump price, claims, unemployment, the yield. */
export function sayLevels(shape: Shape, series: Series): Grammar {
  const { now, before, when, unit = '' } = series
  const alsoOf = (sign: number): string => {
    const same = before.filter(({ role }) => compare(shape, now, role).sign === sign)
    return same.length < 2
      ? ''
      : `[and (${same.map(({ role, when: ago }) => `{${role}} ${ago}`).join(' | ')})]`
  }
  const moves = before.map(({ role, when: ago, whose }) => {
    const { sign, size } = compare(shape, now, role)
    const words = wordMove(sign, size)
    const short = shape.text.includes(`from {${role}} |`) ? ` | {${role}}` : ''
    // The figure always has its time beside it.
    const earlier = `({${role}} ${ago} | {${role}} (of | in | it is | seen | from) ${ago} | ${ago} ’s {${role}}${whose === undefined ? '' : ` | ${whose} {${role}}`})`
    const from = `((from | after | vs) (${earlier}${short}))`
    const side =
      sign === 0
        ? `(same as (${ago} | ${earlier}) | stayed (from ${earlier} | from ${ago} | at ${earlier} |) | as in ${ago})`
        : `(${words.up} ${from} ${alsoOf(sign)} | ${words.up} ${ago === 'year-ago' ? 'in-year' : ago === 'week-ago' ? '(from week-ago | in-week)' : 'NOTHING'} | ${words.more} than (${earlier} | ${ago} | it is ${ago} | in ${ago}) | ${sign > 0 ? 'above' : 'below'} (${earlier} | ${ago}))`
    const past = `(${ago} (it | rate | price | average) (is | averaged) {${role}} | ${ago} is {${role}} | (it | rate | price) (is | averaged) {${role}} ${ago})`
    return { words, sign, ago, role, earlier, from, side, past }
  })
  const [first] = moves
  const either = (of: (move: (typeof moves)[number]) => string) =>
    moves.length === 0 ? 'NOTHING' : `(${moves.map(of).join(' | ')})`
  const moved = moves.map(({ words, sign }, index) => {
    const same = moves.filter((other) => other.sign === sign)
    const from = `(${same.map((one) => one.from).join(' | ')})`
    const also = `(${same.map(({ earlier }) => earlier).join(' | ')})`
    const after = `(OTHERWISE | ${from} [and ${also}])*`
    if (index > 0) return `NAME ${words.moved} to LEVEL ${moves[index]?.from ?? ''} ${after}`
    if (sign === 0) return 'NAME stayed [at] LEVEL STOOD*'
    return `NAME (went | moved) ${from} to LEVEL ${after} | NAME BETWEEN* ${words.moved} BETWEEN* [${from}] to LEVEL ${after}`
  })
  const isWeekly = first?.ago.includes('week') === true
  return {
    rules: {
      NAME: `(${series.name})`,
      WHEN: when === '' ? 'NOTHING' : `(${when})`,
      PERIOD: isWeekly ? '(in-week | this-week)' : 'NOTHING',
      BETWEEN: '(WHEN | PERIOD)',
      IS: '(is | averaged | came-to | cost | costs | came at | ended at)',
      LEVEL: `{${now}} ${unit === '' ? '' : `[${unit}]`}`,
      JOIN: joinOf(...moves.map(({ sign }) => sign)),
      SIDE: either(({ side }) => side),
      PAST: either(({ past }) => past),
      AGAIN: either(({ ago, role }) => `(${ago} {${role}} | {${role}} ${ago})`),
      AVERAGE: '(on average | nationwide)',
      OTHERWISE: `(WHEN | PERIOD | AVERAGE | JOIN PASTS | vs ${either(({ earlier }) => earlier)} [and ${either(({ earlier }) => earlier)}] | [JOIN] SIDE)`,
      // Beside a level any earlier figure may stand; beside a move only one from which it went that way.
      STOOD: `(OTHERWISE | after ${either(({ earlier }) => earlier)} [and ${either(({ earlier }) => earlier)}] | and ${either(({ earlier }) => earlier)})`,
      PASTS: '(PAST ((JOIN | .) (PAST | AGAIN))*)',
      MOVED: moved.length === 0 ? 'NOTHING' : `(${moved.join(' | ')})`,
      DRIFTED: first && first.sign !== 0 ? `NAME ${first.words.moved} [PERIOD]` : 'NOTHING',
      CORE: `((NAME IS LEVEL | NAME LEVEL | NAME carried [average] rate of LEVEL${series.extra === undefined ? '' : ` | ${series.extra}`}) STOOD* | MOVED)`,
      SENTENCE:
        '([DRIFTED] [WHEN | PERIOD | AVERAGE]* CORE | DRIFTED it IS LEVEL STOOD* | NAME is SIDE (JOIN SIDE)* | DRIFTED)',
      MORE: '([JOIN] PASTS | [it] [is] SIDE (JOIN SIDE)* | it IS LEVEL STOOD*)',
    },
    needs: series.needs ?? [],
  }
}

/** A change over a span: prices, rents, starts, an index. */
export interface Change {
  readonly name: string
  /** The role of the change, whose words say its sign. */
  readonly role: string
  /** The words for its span, all of which say the same. */
  readonly span: string
  readonly needs?: readonly string[]
  /** Clauses of its own that tell the change too. */
  readonly forms?: (words: ReturnType<typeof wordMove>) => string
  /** Told beside it, each with a span of its own: the year so far. */
  readonly beside?: readonly { readonly role: string; readonly span: string }[]
  readonly level?: string
  readonly source?: string
  /** 'year-ago', where the change is one over a year. */
  readonly ago?: string
  /** 'in {month}' */
  readonly when?: string
  readonly extra?: string
}

export function sayChange(
  shape: Shape,
  { name, role, span, forms, beside = [], level, source, ago, when, needs = [], extra }: Change,
): Grammar {
  const words = wordMove(signOf(shape, role), Math.abs(valueOf(shape, role)))
  const byRole = `[by] {${role}}`
  const others = beside.map((one) => {
    const its = wordMove(signOf(shape, one.role))
    const join = joinOf(signOf(shape, role), signOf(shape, one.role))
    return `[${join}] [it] [is] [still] ${its.up} [by] {${one.role}} ${one.span} | [${join}] ${one.span} [it] [is] [still] ${its.up} [by] {${one.role}}`
  })
  return {
    rules: {
      NAME: `(${name})`,
      SPAN: `(${span})`,
      WHEN: when ?? 'NOTHING',
      THAN: ago === undefined ? 'NOTHING' : `(than [it is | it did | in] ${ago} [WHEN])`,
      SOURCE: source === undefined ? 'NOTHING' : `([in] (${source}))`,
      BESIDE: others.length === 0 ? 'NOTHING' : `(${others.join(' | ')})`,
      LEVEL: level ?? 'NOTHING',
      PACE: '((yearly | per-year | annual) pace of {level} | pace of {level} per-year)',
      MOVE: `(${words.moved} BETWEEN* ${byRole} | [is] ${words.up} ${byRole} | saw ${words.noun} of {${role}} | ended SPAN ${words.up} ${byRole} | ${words.moved === 'stayed' ? 'stayed' : 'NOTHING'})`,
      BETWEEN: '(SPAN | WHEN)',
      COMPARED: `([is | cost | costs] {${role}} ${words.more} [WHEN] THAN)`,
      CORE: `(NAME [SOURCE] BETWEEN* MOVE | NAME [SOURCE] [WHEN] COMPARED | NAME LEVEL ([and] MOVE | COMPARED) | ${forms?.(words) ?? 'NOTHING'} | ${words.noun} of {${role}} (for | in) NAME)`,
      AFTER: '(SPAN | WHEN | SOURCE | BESIDE | and SPAN | EXTRA)',
      EXTRA: extra ?? 'NOTHING',
      SENTENCE: '([SPAN | SOURCE | WHEN]* CORE AFTER*)',
      MORE: `(BESIDE | EXTRA | [it [is]] ${words.up} ${byRole} SPAN [BESIDE] | [it is] {${role}} ${words.more} THAN)`,
    },
    needs,
  }
}
