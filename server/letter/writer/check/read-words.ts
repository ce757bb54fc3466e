import { MEANINGS } from './meanings.ts'

/** Why the words of a sentence could not be read. */
export interface Unreadable {
  readonly code: string
  readonly detail: string
}

/** A lower-case word, a punctuation mark, or a slot of a statement. */
export interface Word {
  readonly text: string
  readonly raw: string
  /** The number of its sentence in the text. */
  readonly sentence: number
  readonly slot?: { readonly number: number; readonly role: string }
  /** It is a comma, a colon or a dash, where a phrase ends. */
  readonly isPause?: true
  /** It is in quotation marks. */
  readonly isQuoted?: true
}

/** What the words from `at` up to but excluding `end` mean. */
export interface Meaning {
  /** 'dir:up' */
  readonly code: string
  readonly sort: string
  readonly at: number
  readonly end: number
  readonly words: string
}

const MAX_CHARACTERS = 600
/** Anything but plain text on one line: look-alike letters, invisible characters, markup. */
const STRANGE = /[^A-Za-z0-9 ’'“”".,;:?!()$%&—–\-{}]/u
const PIECES =
  /\{[^{}]*\}|’s(?![A-Za-z])|\$?\d+(?:,\d{3})*(?:\.\d+)?(?:-[a-z]+)?|S&P|[A-Za-z]+(?:’(?!s(?![A-Za-z]))[A-Za-z]+)*|[.,;:?!()“”"—–%&’$-]/g
const SLOT = /^\{(\d{1,4})\.([a-z][A-Za-z0-9]{0,30})\}$/
const PAUSES: ReadonlySet<string> = new Set([',', ':', ';', '(', ')', '—', '–'])
const QUOTES: ReadonlySet<string> = new Set(['“', '”', '"'])
const UNSAID: ReadonlySet<string> = new Set(['“', '”', '"', '-', '’'])

/** Splits plain text with slots into words.
 *  @returns the reason if something in it cannot be read */
export function readWords(text: string): readonly Word[] | Unreadable {
  if (text.length > MAX_CHARACTERS) return { code: 'too-long', detail: `${text.length} characters` }
  const strange = STRANGE.exec(text)
  if (strange) return { code: 'character', detail: `'${strange[0]}' is no plain text` }
  const plain = text.replaceAll("'", '’')
  const pieces = plain.match(PIECES) ?? []
  if (pieces.join('') !== plain.replaceAll(' ', '')) {
    return { code: 'character', detail: 'not all of it is words' }
  }
  const words: Word[] = []
  let sentence = 0
  let isQuoted = false
  for (const raw of pieces) {
    if (QUOTES.has(raw)) isQuoted = raw === '“' || (raw === '"' && !isQuoted)
    if (UNSAID.has(raw)) continue
    const mark = isQuoted ? ({ isQuoted } as const) : {}
    if (raw === '?' || raw === '!') return { code: 'tone', detail: `'${raw}'` }
    if (raw === '.') sentence += 1
    else if (PAUSES.has(raw)) words.push({ text: raw, raw, sentence, isPause: true })
    else if (raw.startsWith('{')) {
      const [, number, role] = SLOT.exec(raw) ?? []
      if (number === undefined || role === undefined) return { code: 'slot', detail: `'${raw}' is no slot` }
      words.push({
        text: '#',
        raw,
        sentence,
        slot: { number: Number(number), role },
        ...mark,
      })
    } else words.push({ text: raw.toLowerCase(), raw, sentence, ...mark })
  }
  return words
}

interface Phrase {
  readonly code: string
  readonly words: readonly string[]
}

/** Phrases by their first word; those whose first word is a stem are in a separate list. */
const PHRASES = new Map<string, Phrase[]>()
const STEMS: Phrase[] = []
for (const [code, phrases] of Object.entries(MEANINGS)) {
  for (const phrase of phrases.split('|')) {
    const words = phrase.split(' ')
    const first = words[0] ?? ''
    if (first.includes('*')) STEMS.push({ code, words })
    else PHRASES.set(first, [...(PHRASES.get(first) ?? []), { code, words }])
  }
}

/** The meanings of the words: at each position the longest known phrase, and of equally long ones one that is not a stem. */
export function readMeanings(words: readonly Word[]): readonly Meaning[] {
  const found: Meaning[] = []
  for (let at = 0; at < words.length;) {
    const here = [...(PHRASES.get(words[at]?.text ?? '') ?? []), ...STEMS].filter((phrase) =>
      stands(phrase, words, at),
    )
    const [phrase] = here.toSorted((a, b) => b.words.length - a.words.length)
    const end = at + (phrase?.words.length ?? 1)
    if (phrase) {
      const text = words.slice(at, end).map((word) => word.text)
      const [sort = ''] = phrase.code.split(':')
      found.push({ code: phrase.code, sort, at, end, words: text.join(' ') })
    }
    at = end
  }
  return found.filter(({ sort }) => sort !== 'plain')
}

const stands = ({ words: phrase }: Phrase, words: readonly Word[], at: number): boolean =>
  phrase.every((part, index) => {
    const word = words[at + index]
    if (!word || word.sentence !== words[at]?.sentence) return false
    if (part.startsWith('*')) return word.text.endsWith(part.slice(1))
    return part.endsWith('*') ? word.text.startsWith(part.slice(0, -1)) : word.text === part
  })

/** Words that begin a clause. */
export const JOINTS: ReadonlySet<string> = new Set(
  'and but while whereas though or yet with which'.split(' '),
)

/** The distance in words; pauses and joints between clauses count for more. */
export function distance(words: readonly Word[], at: number, end: number, place: number): number {
  const between = place < at ? words.slice(place + 1, at) : words.slice(end, place)
  const step = words[at]?.sentence === words[place]?.sentence ? 0 : 10
  // The colon in 'Last week: {before}' separates nothing.
  const leads = place >= end && between.at(-1)?.text === ':' ? 1 : 0
  return between
    .slice(0, between.length - leads)
    .reduce(
      (far, { text, isPause, slot }) =>
        far + (text === ';' || text === ':' ? 10 : isPause || slot || JOINTS.has(text) ? 4 : 1),
      step,
    )
}

/** Whether the role of a slot says how many in a row. */
export const isOrdinal = (role: string): boolean => role === 'nth' || role === 'count'
