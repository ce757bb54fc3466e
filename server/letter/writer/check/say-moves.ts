import type { Grammar, Shape } from './grammar.ts'
import { signOf, valueOf } from './grammar.ts'

// How series moved: figures beside those of a week, a month or a year before.

const ROSE = '(rose | rose-to-be)'

/** What a move may be called. @param sign  of the figure itself, or of now less then */
export function wordMove(sign: number, size = 1) {
  if (sign === 0) return { moved: 'stayed', up: 'stayed', more: 'same as', than: 'as', noun: 'NOTHING' }
  const isSmall = size <= 0.02
  return sign > 0
    ? {
        moved: isSmall ? '(rose | rose-little)' : 'rose',
        up: '(up | rose | more)',
        more: '(more | above | up | rose)',
        than: 'than',
        noun: '(rise | increase | gain)',
      }
    : {
        moved: isSmall ? '(fell | fell-little)' : 'fell',
        up: '(down | fell | less)',
        more: '(less | below | down | fell)',
        than: 'than',
        noun: '(fall | drop | decline | decrease)',
      }
}

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
  const level = `{${now}} ${unit === '' ? '' : `[${unit}]`}`
  const moves = before.map(({ role, when: ago, whose }) => {
    const { sign, size } = compare(shape, now, role)
    const words = wordMove(sign, size)
    const earlier = `({${role}} ${ago} | {${role}} of ${ago} | {${role}} it is ${ago} | {${role}} in ${ago} | ${ago} ’s {${role}}${whose === undefined ? '' : ` | ${whose} {${role}}`} | ${ago} {${role}} | ${ago} is {${role}})`
    const from = `(from ${earlier} | after ${earlier}${shape.text.includes(`from {${role}} |`) ? ` | from {${role}}` : ''})`
    const side =
      sign === 0
        ? `(same as (${ago} | ${earlier}) | stayed (from ${earlier} | from ${ago} |) | as in ${ago})`
        : `([and | but] [still] ${words.up} ${from} | ${words.more} than (${earlier} | ${ago} | it is ${ago}) | ${sign > 0 ? 'above' : 'below'} (${earlier} | ${ago}))`
    return { words, side, from, earlier, ago, role, sign }
  })
  const sides = moves.map(({ side }) => side).join(' | ')
  const afters = moves
    .map(({ from, earlier }) => `${from} | after ${earlier} | and ${earlier} | vs ${earlier}`)
    .join(' | ')
  const pasts = moves.map(
    ({ role, ago }) =>
      `[and | but] ${ago} [it | rate | price] [(is | averaged)] {${role}} | [and | but] [it | rate | price] (is | averaged) {${role}} ${ago} | [and] it is {${role}} ${ago}`,
  )
  const first = moves[0]
  const moved = moves.map(({ words, sign, earlier, ago }, index) =>
    sign === 0
      ? `NAME [stayed] (${index === 0 ? `stayed at {${now}} [unit] | stayed ${level}` : 'NOTHING'})`
      : `NAME [WHEN] ${words.moved} [WHEN | in-week | this-week] [from ${earlier}] (to | to be) ${level} ${index === 0 ? '' : `from ${earlier}`} [from ${earlier}] | ${words.moved} (to | by) ${level} [from ${earlier}] | NAME ${words.moved} [in-week | this-week] ${ago === '' ? '' : ''}`,
  )
  return {
    rules: {
      NAME: `(${series.name})`,
      WHEN: when === '' ? 'NOTHING' : `(${when})`,
      PERIOD: first && first.ago.includes('week') ? '(in-week | this-week)' : 'NOTHING',
      IS: '(is | averaged | came-to | cost | costs | came at | ended at)',
      SIDE: sides === '' ? 'NOTHING' : `(${sides})`,
      AFTERS: afters === '' ? 'NOTHING' : `(${afters})`,
      AFTER: '(SIDE | and SIDE | but SIDE | AFTERS | WHEN | PERIOD | on average | AVERAGE)',
      AVERAGE: '(on average | nationwide)',
      LEVEL: level,
      CORE: `(NAME IS LEVEL | NAME LEVEL | WHEN NAME IS LEVEL | ${moved.join(' | ')}${series.extra === undefined ? '' : ` | ${series.extra}`})`,
      PAST: pasts.length === 0 ? 'NOTHING' : `(${pasts.join(' | ')})`,
      COMPARE:
        moves.length === 0 ? 'NOTHING' : `([NAME | it] [is] SIDE ([and | but] [still] SIDE)* | NAME DRIFTED)`,
      DRIFTED: first && first.ago.includes('week') ? `${first.words.moved} [in-week | this-week]` : 'NOTHING',
      SENTENCE:
        '([WHEN | PERIOD | AVERAGE]* CORE AFTER* ([and] PAST)* | PAST ([and] PAST)* | COMPARE | [it | they] IS LEVEL AFTER*)',
      ROSE,
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
  readonly extra?: string
}

export function sayChange(
  shape: Shape,
  { name, role, span, forms, beside = [], level, source, needs = [], extra }: Change,
): Grammar {
  const words = wordMove(signOf(shape, role), Math.abs(valueOf(shape, role)))
  const byRole = `[by] {${role}}`
  const others = beside.map((one) => {
    const its = wordMove(signOf(shape, one.role))
    return `[and | but] [it] [is] [still] ${its.up} {${one.role}} ${one.span} | [and | but] is [still] ${its.up} {${one.role}} ${one.span} | [and | but] ${one.span} [it] [is] ${its.up} {${one.role}}`
  })
  return {
    rules: {
      NAME: `(${name})`,
      SPAN: `(${span})`,
      SOURCE: source === undefined ? 'NOTHING' : `(${source})`,
      BESIDE: others.length === 0 ? 'NOTHING' : `(${others.join(' | ')})`,
      LEVEL: level ?? 'NOTHING',
      MOVE: `(${words.moved} ${byRole} | [is] ${words.up} ${byRole} | saw ${words.noun} of {${role}} | ended SPAN ${words.up} ${byRole} | {${role}} ${words.more} | ${words.moved === 'stayed' ? 'stayed' : 'NOTHING'})`,
      CORE: `(NAME [SOURCE] [SPAN] MOVE | NAME [is] {${role}} ${words.more} | NAME LEVEL MOVE | ${forms?.(words) ?? 'NOTHING'} | ${words.noun} of {${role}} (for | in) NAME)`,
      AFTER: '(SPAN | SOURCE | BESIDE | and SPAN)',
      EXTRA: extra ?? 'NOTHING',
      SENTENCE: `([SPAN | SOURCE]* CORE AFTER* | BESIDE | EXTRA | [it is] [${words.up}] ${byRole} SPAN)`,
    },
    needs,
  }
}
