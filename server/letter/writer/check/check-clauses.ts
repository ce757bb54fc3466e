import { bare, checkPart, numberOf, type Part } from './check-part.ts'
import { refuse, type Told, type Verdict } from './told.ts'

/** Between clauses of two statements: whether they must have gone different ways. */
export const JOINTS: Readonly<Record<string, 'opposite' | 'any'>> = {
  and: 'any',
  '.': 'any',
  while: 'opposite',
  but: 'opposite',
  whereas: 'opposite',
  though: 'opposite',
  yet: 'opposite',
  'even-as': 'opposite',
}
/** They say that both went the same way. */
export const LIKEWISE: ReadonlySet<string> = new Set(['too', 'also', 'as-well', 'likewise'])
/** Whether words tell two or three statements, each in a clause of its own. */
export function checkTogether(
  parts: readonly Part[],
  words: readonly string[],
  place: Told['place'],
): Verdict {
  const order = [...new Set(words.map(numberOf).filter((number) => number !== undefined))]
  const turns = words.map(numberOf).filter((number) => number !== undefined)
  const blocks = turns.filter((number, index) => index === 0 || turns[index - 1] !== number)
  const ordered = order.map((number) => parts.find((part) => part.number === number))
  for (const figure of parts) {
    const courses = parts.filter((part) => part !== figure)
    if (!courses.every((course) => isOfOneSubject(figure, course))) continue
    const woven = checkWoven(figure, courses, words, place)
    if (woven) return woven
  }
  if (order.length < parts.length || blocks.length > order.length || ordered.includes(undefined)) {
    return refuse('mixed', 'the slots of one statement do not stand together')
  }
  const [head, ...rest] = ordered.filter((part) => part !== undefined)
  if (!head) return refuse('statements', 'none')
  return joinClauses(head, rest, words, place)
}

function joinClauses(
  head: Part,
  rest: readonly Part[],
  words: readonly string[],
  place: Told['place'],
): Verdict {
  const [next, ...others] = rest
  const leading = words[0] ?? ''
  const isLed = next !== undefined && JOINTS[leading] === 'opposite'
  if (isLed && !isOpposite(head, next)) return refuse('connective', `'${leading}'`)
  const own = isLed ? words.slice(1) : words
  if (!next) return checkPart(head, bare(own), place)
  const last = own.findLastIndex((word) => numberOf(word) === head.number)
  const first = own.findIndex((word) => numberOf(word) !== undefined && numberOf(word) !== head.number)
  let verdict = refuse('form', 'its clauses cannot be told apart')
  for (let at = last + 1; at <= first; at += 1) {
    const before = own.slice(0, at)
    const found = checkCut(head, next, others, { before, after: own.slice(at), place })
    if (found.accepted) return found
    if (verdict.accepted || verdict.code === 'form') verdict = found
  }
  return verdict
}

function checkCut(
  head: Part,
  next: Part,
  others: readonly Part[],
  { before, after, place }: { before: readonly string[]; after: readonly string[]; place: Told['place'] },
): Verdict {
  const joint = JOINTS[after[0] ?? ''] === undefined ? undefined : after[0]
  if (joint !== undefined && JOINTS[joint] === 'opposite' && !isOpposite(head, next))
    return refuse('connective', `'${joint}'`)
  const said = joint === undefined ? after : after.slice(1)
  const isLikewise = said.some((word) => LIKEWISE.has(word))
  if (isLikewise && !isSame(head, next)) return refuse('connective', 'they did not go the same way')
  const clause = said.filter((word) => !LIKEWISE.has(word))
  const left = checkPart(head, bare(before), place)
  return left.accepted ? joinClauses(next, others, clause, place) : left
}

/** 'The rate rose to {1.rate}, its {2.nth} rise in a row. A year before it was {1.lastYear}.': what carries on the figure of the
 *  same subject may stand within its words. */
function checkWoven(
  figure: Part,
  courses: readonly Part[],
  words: readonly string[],
  place: Told['place'],
): Verdict | undefined {
  const [course, ...others] = courses
  if (!course) {
    const verdict = checkPart(figure, bare(words), place)
    return verdict.accepted ? verdict : undefined
  }
  const first = words.findIndex((word) => numberOf(word) === course.number)
  const last = words.findLastIndex((word) => numberOf(word) === course.number)
  const isSlotOfOthers = (word: string) => numberOf(word) !== undefined && numberOf(word) !== course.number
  const before = words.findLastIndex((word, index) => index < first && isSlotOfOthers(word))
  const after = words.findIndex((word, index) => index > first && isSlotOfOthers(word))
  const end = after === -1 ? words.length : after
  for (let from = before + 1; from <= first; from += 1) {
    for (let to = last + 1; to <= end; to += 1) {
      if (!checkPart(course, bare(words.slice(from, to)), place, 'TAIL').accepted) continue
      const left = [...words.slice(0, from), ...words.slice(to)]
      const rest = left.filter((word, index) => word !== '.' || (left[index - 1] ?? '.') !== '.')
      const verdict = checkWoven(figure, others, rest.at(-1) === '.' ? rest.slice(0, -1) : rest, place)
      if (verdict) return verdict
    }
  }
  return undefined
}

const isOpposite = (a: Part, b: Part) =>
  a.statement.direction !== undefined &&
  b.statement.direction !== undefined &&
  a.statement.direction !== b.statement.direction
const isSame = (a: Part, b: Part) =>
  a.statement.direction !== undefined && a.statement.direction === b.statement.direction

/** Whether an extreme or a streak is one of the very figure before it, which its words need not name again. */
function isOfOneSubject(figure: Part, course: Part): boolean {
  if (
    !['change', 'level'].includes(figure.statement.kind) ||
    !['extreme', 'streak'].includes(course.statement.kind)
  )
    return false
  const subjects = (part: Part) =>
    Object.values(part.statement.slots).flatMap((slot) => ('figure' in slot ? [slot.figure.subject] : []))
  const [subject, ...more] = new Set(subjects(course))
  return (
    subject !== undefined &&
    more.length === 0 &&
    figure.statement.topic === course.statement.topic &&
    subjects(figure).every((one) => one === subject)
  )
}
