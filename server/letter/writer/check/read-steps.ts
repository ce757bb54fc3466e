import type { Wording } from './know-statement.ts'
import type { Meaning, Word } from './read-words.ts'
import type { Step } from './step.ts'

const ARTICLES: ReadonlySet<string> = new Set(['a', 'an', 'the', 'own', 'per'])
/** Words for what was mentioned last, unless a preposition leads to them. */
const PRONOUNS: ReadonlySet<string> = new Set('it they that this these those which who there what'.split(' '))
/** Pronouns that can be a subject. */
const SUBJECTS: ReadonlySet<string> = new Set(['it', 'they', 'which', 'who'])
const JOINTS: ReadonlySet<string> = new Set('and but while whereas though although yet however so'.split(' '))
/** Words that can be anywhere in a sentence. */
const ANYWHERE: ReadonlySet<string> = new Set(['also', 'meanwhile', 'now'])
const WAS: ReadonlySet<string> = new Set(['was', 'were', 'been', 'had', 'did'])
const IS: ReadonlySet<string> = new Set(['is', 'are', 'has', 'have', 'do', 'does'])
const LEADS: ReadonlySet<string> = new Set(
  (
    'at to from of for with in on by over under between against after before since until through during within into onto out off up as than like ' +
    'among near beyond without ’s its'
  ).split(' '),
)
/** Prepositions after which 'it' and 'that' begin a clause: 'than it did'. */
const BEFORE_A_CLAUSE: ReadonlySet<string> = new Set(['than', 'as', 'after', 'before', 'since'])
/** Meanings whose words can replace each other. */
const ALIKE: ReadonlySet<string> = new Set(['dir', 'cmp', 'hold', 'side', 'ext', 'post', 'ago'])
/** Slots that can replace each other. */
const GROUPS: Readonly<Record<string, string>> = {
  last: 'who',
  name: 'who',
  ticker: 'company',
  asset: 'company',
  short: 'company',
  count: 'nth',
  about: 'value',
}
const SAME: Readonly<Record<string, string>> = {
  shares: 'stock',
  share: 'stock',
  home: 'hous',
  homes: 'hous',
  advance: 'ahead',
}
const UNITS = /^(?:week|month|year)s?$/
const BACK = /^(?:ago|before|earlier)$/
/** 'Less than a year ago', 'against a year ago': over a year. */
const THAN_AGO = /^(?:than|against) (?:a|one) (?:week|month|year) (?:ago|before|earlier)$/
/** Prepositions that can end a sentence: 'to check it against'. */
const HANGING = /^(?:against|’s)$/
const BESIDE = /^(?:above|below|beneath)$/
const SPAN: ReadonlySet<string> = new Set(
  'week weeks month months year years past 12 four average'.split(' '),
)

/** The steps of some sentences, in order. */
export function listSteps({ words, meanings }: Wording): readonly Step[] {
  const steps: Step[] = []
  let lead: string[] = []
  let begun: Pick<Step, 'isApart' | 'joint' | 'isRelative' | 'of' | 'time'> = {
    isApart: true,
    joint: '.',
    isRelative: false,
    of: '',
    time: '',
  }
  const push = (key: string, { sentence, raw, slot, isQuoted }: Word, at: number) => {
    const before = words[at - 1]?.text ?? ''
    steps.push({
      ...begun,
      article: before === 'an' ? 'a' : before === 'a' || before === 'the' ? before : '',
      key: isQuoted ? `“${key}` : key,
      lead: lead.join(' '),
      at,
      sentence,
      raw,
      isSlot: slot !== undefined,
    })
    lead = []
    begun = { isApart: false, joint: '', isRelative: false, of: '', time: '' }
  }
  const textAt = (at: number) => words[at]?.text ?? ''
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]
    if (!word || isPartOfNext(words, at)) continue
    if (at > 0 && words[at - 1]?.sentence !== word.sentence) {
      // 'The day their report came out': the preposition leads to nothing, as it does before a pause.
      if (lead.length > 0 && !HANGING.test(lead.at(-1) ?? '')) push('', words[at - 1] ?? word, at - 1)
      lead = []
      begun = { ...begun, isApart: true, joint: '.' }
    }
    const text = nameLead(words, at)
    const meaning = meanings.find((one) => one.at === at && isOneWord(one))
    if (word.slot) push(`{${GROUPS[word.slot.role] ?? word.slot.role}}`, word, at)
    else if (meaning && meaning.sort !== 'cmp' && meaning.end > at + 1) {
      if (JOINTS.has(text)) begun = { ...begun, isApart: true }
      push(keyOf(meaning, words), word, at)
      at = meaning.end - 1
    } else if (text === 'and' && textAt(at - 2) === 'between') lead.push('to')
    else if (word.isPause || JOINTS.has(text)) {
      // A preposition that leads to nothing.
      if (lead.length > 0 && lead.at(-1) !== '’s') push('', word, at)
      begun = { ...begun, isApart: true, joint: begun.joint + text }
    } else if (text === 'the' && textAt(at + 1) === 'company' && textAt(at + 2) === '’s') {
      lead.push('its')
      at += 2
    } else if (THAN_AGO.test([text, ...[1, 2, 3].map((more) => textAt(at + more))].join(' '))) {
      lead.push('over')
      push(textAt(at + 2), word, at)
      at += 3
    } else if (text === '' || ARTICLES.has(text) || ANYWHERE.has(text)) continue
    // 'Still, it rose' begins a clause.
    else if (text === 'still' && words[at + 1]?.isPause) begun = { ...begun, isApart: true }
    else if (isThisWeek(words, at) && lead.length === 0) lead.push('this')
    // 'The rate has risen': the rate mentioned before.
    else if (isKnownRate({ words, meanings }, at)) begun = { ...begun, isApart: true }
    else if (text === 'then' && PRONOUNS.has(textAt(at + 1))) continue
    else if (PRONOUNS.has(text)) {
      const isLed = lead.length > 0
      if (isLed ? !BEFORE_A_CLAUSE.has(lead.at(-1) ?? '') : isObject(words, at, begun)) push('it', word, at)
      else if (text === 'that' && begun.joint === '.') begun = { ...begun, of: 'that' }
      else if (text === 'that' && !isLed && !begun.isApart) begun = { ...begun, isRelative: true }
      else if (SUBJECTS.has(text) && !isLed) begun = { ...begun, isApart: true, of: 'it' }
    } else if (WAS.has(text)) begun = { ...begun, time: 'was' }
    else if (IS.has(text)) begun = { ...begun, time: 'is' }
    else if (meaning?.sort === 'cmp' && isRate(words, meaning.end)) {
      // 'More a month' is 'a month more'.
      push(textAt(meaning.end + 1), word, at)
      push(keyOf(meaning, words), word, at)
      at = meaning.end + 1
    } else if (meaning && BESIDE.test(text) && words.slice(at + 1, at + 3).some(({ slot }) => slot)) {
      // 'Below the {lastYear}' is 'less than {lastYear}'.
      push(keyOf(meaning, words), word, at)
      lead.push('than')
    } else if (meaning) {
      push(keyOf(meaning, words), word, at)
      at = meaning.end - 1
    } else if (text === 'still' && begun.time === 'is') continue
    else if (LEADS.has(text)) lead.push(text)
    else push(stemOf(text), word, at)
  }
  return steps
}

/** 'The 30-year mortgage rate' is the mortgage rate, and 'the unemployment rate' unemployment. */
function isPartOfNext(words: readonly Word[], at: number): boolean {
  const [text = '', before = '', next = ''] = [words[at]?.text, words[at - 1]?.text, words[at + 1]?.text]
  return (
    (text === 'stock' && next.startsWith('offering')) ||
    (text === 'compared' && /^(?:with|to)$/.test(next)) ||
    (text === '30-year' && next === 'mortgage') ||
    (/^rates?$/.test(text) && before === 'unemployment')
  )
}

const isOneWord = ({ code, sort, at, end }: Meaning): boolean =>
  ALIKE.has(sort) || (sort === 'qual' && end > at + 1 && code !== 'qual:part')

const isRate = (words: readonly Word[], end: number): boolean =>
  words[end]?.text === 'a' && UNITS.test(words[end + 1]?.text ?? '') && !BACK.test(words[end + 2]?.text ?? '')

const isThisWeek = (words: readonly Word[], at: number): boolean =>
  words[at]?.text === 'this' && words[at + 1]?.text === 'week' && words[at + 2]?.text !== '’s'

function isKnownRate({ words, meanings }: Wording, at: number): boolean {
  const [first, before, word] = [words[at - 2], words[at - 1], words[at]]
  const isBegin = first === undefined || first.sentence !== word?.sentence || JOINTS.has(first.text)
  return (
    word?.text === 'rate' &&
    before?.text === 'the' &&
    isBegin &&
    meanings.some((one) => one.at < at && /^measure:(?:unemployment|mortgage)$/.test(one.code))
  )
}

/** 'Check it against': here 'it' is an object. */
function isObject(words: readonly Word[], at: number, { isApart }: Pick<Step, 'isApart'>): boolean {
  const [word, next] = words.slice(at, at + 2)
  const isEnd = !next || next.isPause === true || next.sentence !== word?.sentence || LEADS.has(next.text)
  return isEnd && !isApart && (word?.text === 'it' || word?.text === 'that')
}

/** 'In the week' is 'over the week', 'between' two days is 'from' the one. */
function nameLead(words: readonly Word[], at: number): string {
  const text = words[at]?.text ?? ''
  const next = words.slice(at + 1, at + 3).find((word) => !ARTICLES.has(word.text))
  if (text === 'in' && next?.text === 'advance') return ''
  if (/^(?:in|during|over)$/.test(text) && next && SPAN.has(next.text)) return 'over'
  if (words[at - 1]?.text === 'compared' && /^(?:with|to)$/.test(text)) return 'against'
  // 'The {lastYear} of a year before': 'of' belongs to the time.
  if (text === 'of' && next && UNITS.test(next.text) && BACK.test(words[at + 3]?.text ?? '')) return ''
  if (text === 'between' && next?.slot) return 'from'
  return text === 'each' ? 'every' : text
}

/** Selling and having sold are different keys. */
function keyOf({ code, end, words: said }: Meaning, words: readonly Word[]): string {
  const isDeed = /^(?:dir|side|hold)/.test(code)
  const isNow = /^(?:rises|falls|sells|buys)$/.test(said)
  const form = isDeed && words[end - 1]?.text.endsWith('ing') ? ' ing' : isDeed && isNow ? ' s' : ''
  // 'As many as' compares; it is not a superlative.
  const isMeasure = code.startsWith('ext:') && /^(?:this|that|so|as) /.test(said)
  return code.replace(/^hold:/, 'dir:') + (isMeasure ? ' as' : form)
}

const stemOf = (text: string): string =>
  SAME[text] ??
  (/\d/.test(text) || UNITS.test(text) ? text : text.replace(/(?:(?<=s|x|z|ch|sh)es|s|(?<=[a-z]{4})e)$/, ''))
