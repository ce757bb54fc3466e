import { checkTogether, JOINTS, LIKEWISE } from './check-clauses.ts'
import { bare, checkPart, learn, numberOf, type Part } from './check-part.ts'
import { nameFault } from './name-fault.ts'
import { readWords } from './read-words.ts'
import { refuse, type Told, type Verdict } from './told.ts'

export type { Told, Verdict }

const MOST_TOGETHER = 3

/** Whether words say what their statements say: no more, no less, of nobody else. Fails closed: what it does not know, and an
 *  error of its own, is refused. Never throws. */
export function checkTelling(told: Told): Verdict {
  try {
    return check(told)
  } catch (error) {
    return refuse('not-checked', error instanceof Error ? error.message : 'unknown')
  }
}

function check({ statements, of, say, place }: Told): Verdict {
  if (of.length === 0 || of.length > MOST_TOGETHER || new Set(of).size < of.length) {
    return refuse('statements', `it tells ${of.length} statements, or one of them twice`)
  }
  const untidy = nameUntidy(say, place)
  if (untidy) return untidy
  const words = readWords(say)
  if ('code' in words) return refuse(words.code, words.detail)
  const parts = of.flatMap((number): Part[] => {
    const statement = statements.get(number)
    return statement ? [{ number, statement, ...learn(statement) }] : []
  })
  const [first, ...others] = parts
  if (!first || parts.length < of.length)
    return refuse('statements', 'it tells a statement that is not there')
  const wrong = checkSlots(words, parts) ?? checkWords(words, parts)
  if (wrong) return wrong
  return others.length === 0 ? checkPart(first, bare(words), place) : checkTogether(parts, words, place)
}

/** Each slot is of the statements, used by their own words, and stands once. */
function checkSlots(words: readonly string[], parts: readonly Part[]): Verdict | undefined {
  const seen = new Set<string>()
  for (const word of words) {
    if (!word.startsWith('{')) continue
    const part = parts.find(({ number }) => number === numberOf(word))
    const role = word.slice(word.indexOf('.') + 1, -1)
    if (!part || !part.vocabulary.has(`{${role}}`)) return refuse('slot', `${word} does not belong here`)
    if (seen.has(word)) return refuse('slot-twice', word)
    seen.add(word)
  }
  return undefined
}

/** Each word is one that some wording of the statements has. */
function checkWords(words: readonly string[], parts: readonly Part[]): Verdict | undefined {
  const isJoint = (word: string) => parts.length > 1 && (Object.hasOwn(JOINTS, word) || LIKEWISE.has(word))
  const unknown = words.find(
    (word) =>
      word !== '.' &&
      !word.startsWith('{') &&
      !isJoint(word) &&
      parts.every(({ vocabulary }) => !vocabulary.has(word)),
  )
  return unknown === undefined ? undefined : refuse(nameFault(unknown), `'${unknown}'`)
}

const UNTIDY = [
  [/ {2}/, 'two spaces'],
  [/[,;:.—–-]\s*[,;:.—–]/, 'punctuation'],
  [/\s[,;:.)]/, 'punctuation'],
  [/\b(?!FHFA\b)[A-Z]{4,}\b/, 'capitals'],
  [/\{[^{}]*\}\{/, 'slots touch'],
  [/[A-Za-z0-9$]\{|\}[A-Za-z0-9]/, 'a slot touches a word'],
] as const

function nameUntidy(say: string, place: Told['place']): Verdict | undefined {
  const found = UNTIDY.find(([pattern]) => pattern.test(say))
  if (found) return refuse('untidy', found[1])
  if (!/^[A-Z{“"$\d]/.test(say)) return refuse('untidy', 'it does not begin with a capital')
  if (place !== 'headline' && !/[.][”"]?$/.test(say)) return refuse('untidy', 'it has no full stop')
  return undefined
}
