import type { Statement } from '../../statements/statement.ts'
import { compareWith } from './bind-figures.ts'
import { know, PERIODS, type Read, singular, type Wording } from './know-statement.ts'
import type { Meaning, Word } from './read-words.ts'
import { refuse, type Verdict } from '../judge.ts'

/** Each figure and day stands as its statement's own words have it: a difference as one, a level as where something stands, a
 *  sum as what was paid, a day by the word that leads to it; and what it counts is what they count. */
export function checkFigures(read: Read): Verdict | undefined {
  const { words, told } = read
  for (const [at, { slot, raw }] of words.entries()) {
    const statement = slot && told.statements.get(slot.number)
    const shape = slot && statement ? shapeOf(statement, slot.role) : undefined
    if (!slot || !statement || !shape) continue
    const wrong = shape.isDay
      ? nameWrongDay(read, at, shape)
      : (nameWrongLead(read, at, shape) ??
        nameWrongDifference(read, at, shape) ??
        nameWrongUnit(read, at, shape) ??
        nameWrongThing(read, at, shape))
    if (wrong !== undefined) return refuse('value', `'${wrong}' with ${raw}`)
  }
  return undefined
}

/** How a statement's own words have a slot. */
interface Shape {
  readonly isDay: boolean
  readonly isCount: boolean
  /** By how much something is more or less; else where it stands. */
  readonly isDifference: boolean
  /** Words right before it, and the direction or pause there. */
  readonly leads: ReadonlySet<string>
  /** Words right behind it. */
  readonly followers: ReadonlySet<string>
  /** 'a week', 'each trade' behind it. */
  readonly units: ReadonlySet<string>
  /** All of its tellings have one of them. */
  readonly isPer: boolean
  /** A move, up or down: not where something stands. */
  readonly isMove: boolean
  /** What a part is of: 'those who work or look for work'. */
  readonly wholes: readonly string[]
}

const shapes = new WeakMap<Statement, Map<string, Shape | undefined>>()

function shapeOf(statement: Statement, role: string): Shape | undefined {
  const ofRoles = shapes.get(statement) ?? new Map<string, Shape | undefined>()
  shapes.set(statement, ofRoles)
  if (!ofRoles.has(role)) ofRoles.set(role, learnShape(statement, role))
  return ofRoles.get(role)
}

function learnShape(statement: Statement, role: string): Shape | undefined {
  const slot = statement.slots[role]
  const isDay = slot !== undefined && isOfCalendar(statement, role)
  if (!slot || (!isDay && !('figure' in slot)) || ORDINAL.test(role)) return undefined
  const places = know(statement).own.flatMap((wording) =>
    wording.words.flatMap((word, at) => (word.slot?.role === role ? [{ wording, at }] : [])),
  )
  if (places.length === 0) return undefined
  const unit = 'figure' in slot ? slot.figure.unit : ''
  return {
    isDay,
    isCount: unit === 'count',
    isDifference:
      statement.kind !== 'trade' &&
      places.some(({ wording, at }) => wayBefore(wording, at) !== undefined || isBy(wording, at)),
    leads: new Set(places.map(({ wording, at }) => leadAt(wording.words, at))),
    followers: new Set(places.map(({ wording, at }) => wording.words[at + 1]?.text ?? '')),
    units: new Set(places.flatMap(({ wording, at }) => unitAt(wording.words, at) ?? [])),
    isPer: know(statement).own.every(({ words }) =>
      words.some((word, at) => word.slot?.role === role && PERIODS.has(unitAt(words, at) ?? '')),
    ),
    isMove: 'figure' in slot && /move/.test(slot.figure.kind),
    wholes: places.flatMap(({ wording, at }) => wholeAt(wording.words, at) ?? []),
  }
}

const ORDINAL = /^(?:nth|count)$/
const MONTH = /^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)/

function isOfCalendar({ slots }: Statement, role: string): boolean {
  const slot = slots[role]
  if (!slot) return false
  return 'figure' in slot
    ? slot.figure.unit === 'date'
    : MONTH.test(slot.name) && /month|day|since|before|end|base|start|filed|from|to$/i.test(role)
}

const isWay = ({ sort }: Meaning): boolean => sort === 'dir' || sort === 'hold'

/** 'Up {change}', 'a gain of {usual}'. */
function wayBefore({ words, meanings }: Wording, at: number): Meaning | undefined {
  const end = words[at - 1]?.text === 'of' ? at - 1 : at
  return meanings.find((one) => isWay(one) && one.end === end && !EITHER.has(words[one.at - 1]?.text ?? ''))
}
const EITHER: ReadonlySet<string> = new Set(['or'])

/** In words: so far behind a figure stands that it is more or less. */
const BEHIND = 4

/** '{change} fewer jobs', '{loan} a week less'. */
function isBy({ words, meanings }: Wording, at: number): boolean {
  const next = words.slice(at + 1, at + 1 + BEHIND)
  const stop = next.findIndex(
    ({ slot, isPause, sentence }) => slot ?? (isPause || sentence !== words[at]?.sentence),
  )
  const end = at + 1 + (stop === -1 ? next.length : stop)
  return meanings.some(
    (one) => (one.sort === 'cmp' || isWay(one)) && one.at > at && one.at < end && !/ /.test(one.words),
  )
}

/** What may lead to a figure or a day and changes what it is. */
const PREPOSITIONS: ReadonlySet<string> = new Set(
  (
    'at to from by in on of for over under into onto with without within against out off through throughout until till since before after ' +
    'around about past beyond between and toward towards during ahead near is was were are be than'
  ).split(' '),
)
const leadAt = (words: readonly Word[], at: number): string => {
  const word = words[at - 1]
  if (!word || word.isPause || word.sentence !== words[at]?.sentence) return ''
  return word.slot ? '#' : word.text
}

/** What a figure of its kind may be led to by, whatever its own words. */
const LEADS_TO_SUM: ReadonlySet<string> = new Set('of for and with about is was were'.split(' '))
const LEADS_TO_LEVEL: ReadonlySet<string> = new Set(
  'at to from of than is was were are be and for against with in after between'.split(' '),
)
const LEADS_TO_DIFFERENCE: ReadonlySet<string> = new Set('by of about and with is was were are be'.split(' '))
const MOVES: ReadonlySet<string> = new Set('moved moves move made makes changed swung added put'.split(' '))
const CAME: ReadonlySet<string> = new Set('came come comes amounted adds added'.split(' '))

function nameWrongLead({ words, told, meanings }: Read, at: number, shape: Shape): string | undefined {
  const lead = leadAt(words, at)
  const statement = told.statements.get(words[at]?.slot?.number ?? 0)
  // 'Sold off {value}'.
  const isSide = meanings.some(({ sort, end }) => sort === 'side' && end === at)
  if (!statement || isSide || shape.leads.has(lead)) return undefined
  const isOfTrades = statement.section === 'insiders' || statement.section === 'congress'
  const way = wayBefore({ words, meanings }, at)
  if (way && !shape.isDifference && !isOfTrades) return way.words
  // 'Moved {rate}', 'made {worth}', and 'down to {worth}' where nothing of it went down.
  if (!isOfTrades && !shape.isDifference && !shape.isMove) {
    if (MOVES.has(lead)) return lead
    const key = `dir ${words[at]?.slot?.role ?? ''}`
    const isNew = lead === 'to' && meanings.some((one) => one.sort === 'dir' && one.end === at - 1)
    if (
      isNew &&
      !know(statement).bound.has(key) &&
      compareWith(statement, words[at]?.slot?.role ?? '') === undefined
    )
      return lead
  }
  if (!PREPOSITIONS.has(lead)) return undefined
  const known = isOfTrades
    ? LEADS_TO_SUM
    : shape.isDifference || shape.isMove
      ? LEADS_TO_DIFFERENCE
      : LEADS_TO_LEVEL
  if (known.has(lead)) return undefined
  const isTotal =
    lead === 'to' &&
    !shape.isDifference &&
    words.slice(0, at).some(({ text, sentence }) => sentence === words[at]?.sentence && CAME.has(text))
  const stands = lead === 'at' && /^st(?:an|oo)d/.test(words[at - 2]?.text ?? '')
  return isTotal || stands ? undefined : lead
}

/** A difference has the word for it: 'costs {difference}' is not 'costs {difference} more'. */
function nameWrongDifference({ words, meanings }: Read, at: number, shape: Shape): string | undefined {
  const next = words[at + 1]
  if (!shape.isDifference)
    return next && MORE.has(next.text) && !shape.followers.has(next.text) ? next.raw : undefined
  const read = { words, meanings }
  const isAfterBy = /^(?:by|of|is|was|were|be)$/.test(words[at - 1]?.text ?? '')
  const clause = words
    .slice(0, at)
    .findLastIndex((word) => (word.isPause === true && !isAfterBy) || word.sentence !== words[at]?.sentence)
  const isSaidBefore = meanings.some(
    (one) =>
      (isWay(one) || one.sort === 'cmp') &&
      one.at > clause &&
      one.end <= at &&
      (isAfterBy || at - one.end <= BEHIND),
  )
  return wayBefore(read, at) || isBy(read, at) || isSaidBefore ? undefined : 'neither more nor less'
}

const MORE: ReadonlySet<string> = new Set('more less fewer higher lower'.split(' '))

/** 'those who work or look for work' of '{rate} of those who work or look for work had no job'. */
function wholeAt(words: readonly Word[], at: number): string | undefined {
  const [of, whole] = words.slice(at + 1, at + 3)
  if (of?.text !== 'of' || !whole || whole.slot || /^(?:the|its|every|each|that|#)$/.test(whole.text))
    return undefined
  return words
    .slice(at + 2, at + 2 + WHOLE)
    .map(({ text }) => text)
    .join(' ')
}
/** In words. */
const WHOLE = 7

const PER: ReadonlySet<string> = new Set(['a', 'an', 'per', 'each', 'every', 'apiece'])
const AGO: ReadonlySet<string> = new Set(['ago', 'before', 'earlier', 'later'])
const COUNTED: ReadonlySet<string> = new Set('trade time person account form'.split(' '))

/** In words: so far behind a figure stands for what time it is. */
const PER_REACH = 6

/** 'week' of '{mean} people a week', and not of '{change} in a week' or '{difference} more than a year ago'. */
function unitAt(words: readonly Word[], at: number): string | undefined {
  for (const [index, word] of words.slice(at + 1, at + 1 + PER_REACH).entries()) {
    // 'Of {company} stock' may come between.
    if (word.slot && words[at + index]?.text === 'of') continue
    const [unit, then] = words.slice(at + 2 + index, at + 4 + index)
    const isEnd = word.isPause === true || word.sentence !== words[at]?.sentence
    if (isEnd || word.slot || (PREPOSITIONS.has(word.text) && word.text !== 'of') || /\d/.test(word.text))
      return undefined
    const name = unit?.slot || unit?.sentence !== word.sentence ? '' : singular(unit?.text)
    if (PER.has(word.text) && !AGO.has(then?.text ?? '')) {
      if (PERIODS.has(name) || COUNTED.has(name)) return name
      if (word.text === 'each' || word.text === 'apiece') return word.text
    }
  }
  return undefined
}

function nameWrongUnit({ words }: Read, at: number, { units, isPer, wholes }: Shape): string | undefined {
  const unit = unitAt(words, at)
  const whole = wholeAt(words, at)
  if (wholes.some((own) => own.startsWith('those')) && whole !== undefined && !wholes.includes(whole))
    return whole
  if (unit !== undefined) return units.has(unit) ? undefined : `a ${unit}`
  const isWeekly = words.some(
    ({ text, sentence }) =>
      sentence === words[at]?.sentence && (units.has(text) || /^(?:week|month|year|annual)ly$/.test(text)),
  )
  return isPer && !isWeekly ? `no ${Array.from(units).join(' or ')}` : undefined
}

/** Words behind a number that name nothing: it goes on with the sentence. */
const GOES_ON: ReadonlySet<string> = new Set(
  'in on at by from to of for with over under between after before since until is are was were and or but that which who had has have than a an the # , more fewer less'.split(
    ' ',
  ),
)

/** What is counted: trades are no accounts, and jobs no people. */
function nameWrongThing(
  { words, meanings }: Read,
  at: number,
  { isCount, followers }: Shape,
): string | undefined {
  const next = words[at + 1]
  if (!isCount || !next || next.slot || next.isPause || next.sentence !== words[at]?.sentence)
    return undefined
  if (followers.has(next.text) || GOES_ON.has(next.text)) return undefined
  return meanings.some((one) => isWay(one) && one.at === at + 1) ? undefined : next.raw
}

/** What leads to a day in place of its own word. */
const SAME_DAY: Readonly<Record<string, readonly string[]>> = {
  from: ['between'],
  to: ['through', 'until', 'till'],
  in: ['of', 'for'],
  of: ['in', 'for'],
}

function nameWrongDay({ words, told }: Read, at: number, { leads }: Shape): string | undefined {
  const lead = words[at - 1]?.text === 'the' ? (words[at - 2]?.text ?? '') : leadAt(words, at)
  if (words[at]?.slot?.role === 'since' || leads.has(lead)) return undefined
  if (lead === 'and') return words[at - 3]?.text === 'between' || !leads.has('to') ? undefined : lead
  if (!PREPOSITIONS.has(lead) || ANY_DAY.has(lead)) return undefined
  const statement = told.statements.get(words[at]?.slot?.number ?? 0)
  const isOfTrades = statement?.section === 'insiders' || statement?.section === 'congress'
  // 'From {before} to {month}' is held against the calendar, and 'in the week to {day}' has both ends.
  const isSpan =
    !isOfTrades &&
    ((lead === 'from' && words[at + 1]?.text === 'to') ||
      (lead === 'to' && (words[at - 3]?.text === 'from' || words[at - 2]?.text === 'week')))
  // 'By {month} prices'.
  const next = words[at + 1]
  const isAdjective =
    next !== undefined &&
    !next.slot &&
    !next.isPause &&
    next.sentence === words[at]?.sentence &&
    !GOES_ON.has(next.text)
  const isSame = Array.from(leads).some((own) => SAME_DAY[own]?.includes(lead) === true)
  return isSpan || isSame || (isAdjective && !isOfTrades) ? undefined : lead
}
const ANY_DAY: ReadonlySet<string> = new Set(['than', 'was', 'is'])
