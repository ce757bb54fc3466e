import { SYNONYMS, UNTOLD } from './words.ts'
import { type Pattern, parsePattern } from './pattern.ts'

/** Why no word of a sentence could be read. */
export interface Unreadable {
  readonly code: string
  readonly detail: string
}

/** A word, a slot as '{7.who}', or '.' for the end of a sentence. */
export type Words = readonly string[]

const MAX_CHARACTERS = 600
/** Plain text of one line: no look-alike letter, nothing hidden, no mark of a format. */
const STRANGE = /[^A-Za-z0-9 ’'“”".,;:?!()$%&—–\-{}]/u
const PIECES =
  /\{[^{}]*\}|’s(?![A-Za-z])|s’(?![A-Za-z])|\$?\d+(?:,\d{3})*(?:-[a-z]+)?|[A-Za-z]+(?:[’-][A-Za-z]+)*|[.,;:?!()“”"—–%&’{}-]/g
const SLOT = /^\{\d{1,4}\.[a-z][A-Za-z0-9]{0,30}\}$/
const ENDS: ReadonlySet<string> = new Set(['.', ';', '?', '!'])
const PAUSES: ReadonlySet<string> = new Set([',', ':', '(', ')', '—', '–', '-'])
const POSSESSIVE = /^([A-Za-z]+)’s$/

/** The words of a sentence in their simplest form: in lower case, what means the same by one word, what says nothing left
 *  out. @returns why not, where something in it cannot be read */
export function readWords(text: string): Words | Unreadable {
  if (text.length > MAX_CHARACTERS) return { code: 'too-long', detail: `${text.length} characters` }
  const strange = STRANGE.exec(text)
  if (strange) return { code: 'character', detail: `'${strange[0]}' is no plain text` }
  const plain = text.replaceAll("'", '’').replaceAll(/[ ]+/g, ' ').trim()
  const pieces = plain.match(PIECES) ?? []
  if (pieces.join('').replaceAll(' ', '').length !== plain.replaceAll(' ', '').length) {
    return { code: 'character', detail: 'not all of it is words' }
  }
  const words: string[] = []
  for (const piece of pieces) {
    const wrong = addPiece(piece, words)
    if (wrong) return wrong
  }
  return joinSynonyms(words)
}

function addPiece(piece: string, words: string[]): Unreadable | undefined {
  if (piece.startsWith('{')) {
    if (!SLOT.test(piece)) return { code: 'slot', detail: `'${piece}' is no slot` }
    words.push(piece)
  } else if (ENDS.has(piece)) {
    if (piece === '?' || piece === '!') return { code: 'tone', detail: `'${piece}'` }
    if (words.at(-1) !== '.') words.push('.')
  } else if (piece === '“' || piece === '”' || piece === '"') {
    words.push('"')
  } else if (!PAUSES.has(piece)) {
    const possessive = POSSESSIVE.exec(piece)
    if (possessive) words.push((possessive[1] ?? '').toLowerCase(), '’s')
    else words.push(piece.toLowerCase())
  }
  return undefined
}

interface Branch {
  /** What the words up to here mean together. */
  means?: string
  readonly next: Map<string, Branch>
}

/** All phrases of words.ts, word by word. */
const PHRASES: Branch = { next: new Map() }
for (const [word, phrases] of Object.entries(SYNONYMS)) {
  for (const phrase of phrases.flatMap((pattern) => listPhrases(parsePattern(pattern)))) {
    let branch = PHRASES
    for (const part of phrase) {
      const next = branch.next.get(part) ?? { next: new Map<string, Branch>() }
      branch.next.set(part, next)
      branch = next
    }
    branch.means ??= word
  }
}

function listPhrases(pattern: Pattern): string[][] {
  if (pattern.kind === 'word') return [[pattern.text]]
  if (pattern.kind === 'either') return pattern.of.flatMap(listPhrases)
  if (pattern.kind !== 'sequence') throw new TypeError('A phrase neither repeats nor names a rule')
  return pattern.of.reduce<string[][]>(
    (starts, part) => starts.flatMap((start) => listPhrases(part).map((end) => start.concat(end))),
    [[]],
  )
}

/** The longest phrase at each place by its one word. */
function joinSynonyms(words: readonly string[]): Words {
  const joined: string[] = []
  for (let at = 0; at < words.length;) {
    let branch: Branch | undefined = PHRASES
    let means = words[at] ?? ''
    let end = at + 1
    for (let next = at; branch; next += 1) {
      branch = branch.next.get(words[next] ?? '')
      if (branch?.means !== undefined) {
        means = branch.means
        end = next + 1
      }
    }
    if (!UNTOLD.has(means)) joined.push(means)
    at = end
  }
  while (joined.at(-1) === '.') joined.pop()
  return joined
}
