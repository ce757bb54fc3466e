import type { Statement } from '../../statements/statement.ts'
import { compareWith } from './bind-figures.ts'
import { know, listTold, pairAt, periodAfter, PERIODS, printOf } from './know-statement.ts'
import { isOrdinal, readMeanings, type Word } from './read-words.ts'
import { refuse, type Told, type Verdict } from '../judge.ts'

/** Days and figures at which something begins, ends or is compared keep the side they are on. */
export function checkEdges(words: readonly Word[], told: Told): Verdict | undefined {
  return (
    checkEnds(words, told) ??
    checkSince(words, told) ??
    checkRow(words) ??
    checkBeforeAfter(words, told) ??
    checkUnits(words, told)
  )
}

/** What is before or after a day or a figure is not at it. */
const ENDS: ReadonlySet<string> = new Set(['end', 'start', 'beginning', 'middle'])
const EDGES: ReadonlySet<string> = new Set([
  'since',
  'after',
  'before',
  'until',
  'till',
  'past',
  'following',
  ...ENDS,
])

/** A figure at which its own words only arrive is not left, and the other way round. */
function checkEnds(words: readonly Word[], told: Told): Verdict | undefined {
  const { statements } = told
  for (const [at, { slot, raw }] of words.entries()) {
    const statement = slot ? statements.get(slot.number) : undefined
    if (statement && slot && isOrdinal(slot.role)) {
      const period = periodAfter(words, at)
      const isOther = PERIODS.has(period) && !know(statement).periods.has(period)
      if (isOther) return refuse('period', `'${raw} ${period}'`)
    }
    const own = slot && statement ? listLeads(told, printOf(statement.slots[slot.role])) : undefined
    const [last = '', beforeLast = ''] = [words[at - 1]?.text, words[at - 2]?.text]
    // '4.4%, after 4.3%': what went from the one to the other.
    const isCompared = statement && slot && compareWith(statement, slot.role) !== undefined
    const before = last === 'the' || (last === 'of' && ENDS.has(beforeLast)) ? beforeLast : last
    const other = before === 'to' ? 'from' : before === 'from' ? 'to' : undefined
    const isOther = other === undefined ? !isCompared && EDGES.has(before) : own?.has(other)
    const isOwn =
      own?.has(before) === true || (ENDS.has(before) && statement && know(statement).words.has(before))
    // 'After {loanBefore} last week'.
    const isAgo =
      before === 'after' && readMeanings(words).some(({ sort, at: its }) => sort === 'ago' && its === at + 1)
    if (own && isOther && !isOwn && !isAgo) return refuse('roles', `'${before} ${raw}'`)
  }
  return undefined
}

/** What leads to a figure or a day in the own words of those that have it. */
const listLeads = (told: Told, print: string): ReadonlySet<string> =>
  new Set(
    listTold(told).flatMap((statement) =>
      Object.keys(statement.slots).flatMap((role) =>
        printOf(statement.slots[role]) === print ? Array.from(know(statement).before.get(role) ?? []) : [],
      ),
    ),
  )

/** 'The lowest in {since}' is of that month; 'last this low in {since}' is not. */
function checkSince(words: readonly Word[], { statements }: Told): Verdict | undefined {
  for (const [at, { slot, raw, sentence }] of words.entries()) {
    const before = words[at - 1]
    if (slot?.role !== 'since' || !before || before.text === 'since' || before.isPause) continue
    const statement = statements.get(slot.number)
    if (statement && isOwnLead(statement, words, at)) continue
    const others = words.filter((word) => word.sentence === sentence).map(({ text }) => text)
    const isLast = others.some((text) => LAST.has(text)) && !others.some((text) => MOST.test(text))
    const isBack = before.text === 'to' && words[at - 2]?.text === 'back'
    if (!isBack && (!isLast || before.text === 'to')) return refuse('period', `'${before.text} ${raw}'`)
  }
  return undefined
}

/** 'Which begin in {since}': its own wordings come to the day by the same two words. */
const isOwnLead = (statement: Statement, words: readonly Word[], at: number): boolean =>
  know(statement).own.some((own) =>
    own.words.some(
      ({ slot }, place) =>
        slot?.role === words[at]?.slot?.role &&
        own.words[place - 1]?.text === words[at - 1]?.text &&
        own.words[place - 2]?.text === words[at - 2]?.text,
    ),
  )

const LAST: ReadonlySet<string> = new Set(['last', 'previous', 'back', 'time', 'until', 'was', 'were'])
const MOST = /^(?:most|highest|lowest|largest|biggest|smallest|fewest|greatest|least)$/

const ROW: ReadonlySet<string> = new Set(
  'row straight running consecutive streak fall rise drop gain decline increase end'.split(' '),
)

/** 'The {nth} month in all' is no streak. */
function checkRow(words: readonly Word[]): Verdict | undefined {
  const loose = words.find(
    ({ slot, sentence }) =>
      slot &&
      isOrdinal(slot.role) &&
      !words.some((word) => word.sentence === sentence && ROW.has(singularOf(word.text))),
  )
  return loose ? refuse('period', `'${loose.raw}' is not in a row`) : undefined
}

const singularOf = (text = '') => text.replace(/s$/, '')

const SIDES: ReadonlySet<string> = new Set(['before', 'after', 'following', 'until', 'since'])

/** 'Before the trade' is not 'after the trade', and 'the 12 months after' not those before; 'since' without a day is a cause. */
function checkBeforeAfter(words: readonly Word[], told: Told): Verdict | undefined {
  const meanings = readMeanings(words)
  const known = listTold(told).map(know)
  for (const [at, { text, raw }] of words.entries()) {
    const next = words[at + 1]
    if (!SIDES.has(text) || !next || next.slot || next.isPause || next.sentence !== words[at]?.sentence)
      continue
    const isAgo = meanings.some(({ sort, at: from, end }) => sort === 'ago' && from <= at && at < end)
    const leadsToAgo = meanings.some(({ sort, at: from }) => sort === 'ago' && from === at + 1)
    if (isAgo || (text === 'since' && leadsToAgo)) continue
    const isOwn = known.some(
      ({ pairs, words: own }) =>
        pairs.has(pairAt(words, at + 1)) ||
        (text === 'before' && own.has(text) && VERBS.has(next.text)) ||
        isOfOwn(
          words,
          at,
          listTold(told).flatMap((statement) => know(statement).own),
        ) ||
        (text === 'before' && next.text === 'that' && words.some(({ slot }) => slot?.role === 'before')) ||
        (text !== 'since' && own.has(text) && ARTICLES.has(next.text) && !own.has(OTHER[text] ?? '')),
    )
    if (!isOwn) return refuse('period', `'${raw} ${next.raw}'`)
  }
  return undefined
}

/** In words: so far behind 'after' stands what it is after. */
const REACH = 5
const OWNED: ReadonlySet<string> = new Set([
  'the',
  'a',
  'an',
  'it',
  'that',
  'its',
  'their',
  'own',
  'of',
  'this',
  'his',
  'her',
])

/** 'After its own report' is 'after the day the report came out', unless something is said to be before that report. */
function isOfOwn(
  words: readonly Word[],
  at: number,
  own: readonly { readonly words: readonly Word[] }[],
): boolean {
  const text = words[at]?.text ?? ''
  const thing = words.slice(at + 1, at + 1 + REACH).find((word) => !OWNED.has(word.text))
  if (!thing || thing.slot || thing.isPause) return false
  const has = (side: string) =>
    own.some((wording) =>
      wording.words.some(
        (word, place) =>
          word.text === side &&
          wording.words.slice(place + 1, place + 1 + REACH).some((one) => one.text === thing.text),
      ),
    )
  return has(text) && !has(OTHER[text] ?? '')
}

/** 'The average of the 12 months before was' ends what came before. */
const VERBS: ReadonlySet<string> = new Set(['was', 'were', 'is', 'are', 'shows', 'show'])
const ARTICLES: ReadonlySet<string> = new Set(['the', 'a', 'an', 'it', 'that', 'its'])
const OTHER: Readonly<Record<string, string>> = {
  before: 'after',
  after: 'before',
}

/** What leads to a time that is counted from now, or for which a figure is: another time there is another claim. */
const OF_TIME: ReadonlySet<string> = new Set([
  'this',
  'that',
  'last',
  'average',
  'usual',
  'per',
  'each',
  'every',
  'a',
  'one',
])
const AGO: ReadonlySet<string> = new Set(['ago', 'before', 'earlier'])

/** 'This week', 'an average week' and '{usual} a month' have the time that its own words have there; and nothing is said of
 *  what came a week later. */
function checkUnits(words: readonly Word[], told: Told): Verdict | undefined {
  const own = listTold(told).flatMap((statement) => know(statement).own)
  const known = new Map<string, Set<string>>()
  for (const wording of own) {
    for (const { key, unit } of listUnits(wording.words))
      known.set(key, (known.get(key) ?? new Set()).add(unit))
  }
  // 'For the year' and 'since the year began' are of this year.
  if (
    own.some((wording) =>
      wording.words.some((_word, at) => /^(?:for the year|the year began)$/.test(textAt(wording.words, at))),
    )
  )
    known.get('this')?.add('year')
  for (const { key, unit, at } of listUnits(words)) {
    // An average month is that of '{usual} jobs a month'.
    const its = known.get(key) ?? (key === 'average' ? known.get('usual') : undefined)
    if (its && !its.has(unit))
      return refuse('period', `'${words[at - 1]?.raw ?? ''} ${words[at]?.raw ?? ''}'`)
  }
  const isLater = (list: readonly Word[], at: number) =>
    /^(?:later|after)$/.test(list[at]?.text ?? '') &&
    (list[at]?.text === 'later'
      ? PERIODS.has(singularOf(list[at - 1]?.text))
      : isTail(list, at) ||
        (PERIODS.has(singularOf(list[at - 1]?.text)) && list[at - 2]?.text === 'a') ||
        (PERIODS.has(singularOf(list[at - 1]?.text)) && !list[at + 1]?.slot))
  const later = words.find((_word, at) => isLater(words, at))
  if (own.some((wording) => wording.words.some((_word, at) => isLater(wording.words, at)))) return undefined
  return later ? refuse('period', `'${later.raw}'`) : undefined
}

const textAt = (words: readonly Word[], at: number): string =>
  words
    .slice(at, at + 3)
    .map(({ text }) => text)
    .join(' ')

const isTail = (words: readonly Word[], at: number): boolean =>
  words[at + 1]?.sentence !== words[at]?.sentence || words[at + 1]?.isPause === true

/** 'this', or '{usual} a', and the time behind it. */
function listUnits(words: readonly Word[]): readonly { key: string; unit: string; at: number }[] {
  return words.flatMap(({ text, slot, isPause }, at) => {
    const lead = words[at - 1]?.text ?? ''
    const unit = singularOf(text)
    // 'In the week to {end}', 'this week’s rise'.
    const next = words[at + 1]
    const end = words[at + 2]?.slot
    if (!slot && PERIODS.has(unit) && next?.text === 'to' && end) return [{ key: `to ${end.role}`, unit, at }]
    if (!slot && PERIODS.has(unit) && next?.text === '’s' && lead === 'a') return [{ key: 'this', unit, at }]
    if (slot || isPause || !PERIODS.has(unit) || !OF_TIME.has(lead) || AGO.has(words[at + 1]?.text ?? ''))
      return []
    if (lead === 'this' || lead === 'that') return [{ key: 'this', unit, at }]
    if (lead === 'average' || lead === 'usual') return [{ key: lead, unit, at }]
    // 'The last month that lost as many'.
    if (lead === 'last')
      return /^(?:that|with|to|when)$/.test(words[at + 1]?.text ?? '') ? [{ key: lead, unit, at }] : []
    const figure = words
      .slice(Math.max(0, at - 4), at - 1)
      .findLast((word) => word.slot ?? /\d/.test(word.text))
    return figure ? [{ key: figure.slot?.role ?? figure.text, unit, at }] : []
  })
}
