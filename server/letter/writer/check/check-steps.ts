import { compareWith } from './bind-figures.ts'
import { listOwners, printOf, type Read } from './know-statement.ts'
import { type AllowedSteps, listAllowedSteps } from './allowed-steps.ts'
import { listSteps } from './read-steps.ts'
import {
  edgeOf,
  findBegin,
  isNoun,
  isVerb,
  LIMITS,
  mayMove,
  placesOf,
  startOf,
  type Step,
  subjectOf,
  timeOf,
  verbOf,
} from './step.ts'
import { refuse, type Verdict } from '../judge.ts'

/** Reads a sentence as steps from one content word or slot to the next. The statement's own wordings must contain each
 *  step: the same two words in the same order, with the same preposition between them. Clauses must begin and end where
 *  theirs do, and a phrase that can move ('on {from}') must stay in one sentence with the words that they put it with.
 *  Any added, dropped or moved word changes the steps around it, whatever it means. */
export function checkSteps(read: Read): Verdict | undefined {
  const all = listSteps(read).map((step) => nameDay(read, step))
  const steps = leaveOutHeld(read, all)
  for (const index of steps.keys()) {
    const wrong = nameWrongStep(read, steps, index)
    if (wrong !== undefined) return refuse('step', wrong)
  }
  const stray = all.find((_, index) => !isGoverned(read, all, index))
  return stray && refuse('step', `'${stray.raw}' of another verb`)
}

const ownAt = (read: Read, at: number): AllowedSteps => listAllowedSteps(listOwners(read, at))

/** Whether the step compares with a figure of another day; if so, checkBonds checks the direction. */
function isCompared(read: Read, step: Step): boolean {
  const slot = read.words[step.at]?.slot
  const [statement] = listOwners(read, step.at)
  return (
    slot !== undefined &&
    statement !== undefined &&
    statement.kind !== 'trade' &&
    /^(?:from|than|after|against)$/.test(step.lead) &&
    compareWith(statement, slot.role) !== undefined
  )
}

/** Drops the steps that other checks cover: 'up' in 'up from {lastWeek}', 'not' in 'has not been this low since'. */
function leaveOutHeld(read: Read, steps: readonly Step[]): readonly Step[] {
  const isWay = ({ key }: Step) => /^(?:dir|cmp):/.test(key)
  const isHeld = (step: Step, next: Step | undefined, index: number): boolean =>
    next !== undefined &&
    (isWay(step) ? isCompared(read, next) : step.key === 'not' && next.key.startsWith('ext:') && index > 0)
  return steps.flatMap((step, index) => {
    if (isHeld(step, steps[index + 1], index)) return []
    const before = steps[index - 1]
    return before && isHeld(before, step, index - 1)
      ? [{ ...step, isApart: before.isApart || isWay(before), time: step.time || before.time }]
      : [step]
  })
}

function nameWrongStep(read: Read, steps: readonly Step[], index: number): string | undefined {
  const step = steps[index]
  if (!step) return undefined
  const own = ownAt(read, step.at)
  if (!own.keys.has(step.key)) return `'${step.raw}' is none of its own words`
  const next = steps[index + 1]
  const isLast = next === undefined || next.sentence !== step.sentence
  return (
    nameWrongWay(read, steps, index, own) ??
    nameLost(steps, index, own) ??
    (isAtHead(read, steps, index, own) ? undefined : `'${step.raw}' away from what it is of`) ??
    (isOtherNumber(step, own) ? `'${step.raw}' in another number` : undefined) ??
    (isTheOnly(steps, index, own) ? `'the' before '${step.raw}'` : undefined) ??
    (isLast && !isEnd(own, step) ? `it ends with '${step.raw}'` : undefined) ??
    (isThen(step, next, own) ? undefined : `'${step.time}' before '${step.raw}'`)
  )
}

/** 'That day' is the day of the trade if that was the last day mentioned. */
function nameDay({ words, owners, told }: Read, step: Step): Step {
  const statement = told.statements.get(owners[step.at] ?? -1)
  const isThat = step.key === 'day' && words[step.at - 1]?.text === 'that' && step.lead === ''
  if (!statement || !isThat || listAllowedSteps([statement]).keys.has('day')) return step
  const slots = words
    .slice(0, step.at)
    .map(({ slot }) => slot && told.statements.get(slot.number)?.slots[slot.role])
  const last = slots.findLast((slot) => slot && 'figure' in slot && slot.figure.unit === 'date')
  const { from, to = from } = statement.slots
  const isSame = last !== undefined && [from, to].every((slot) => printOf(slot) === printOf(last))
  return isSame ? { ...step, key: '{from}', lead: 'on', isRelative: false } : step
}

const isEnd = ({ ends }: AllowedSteps, { key }: Step): boolean => ends.has(key) || key.startsWith('ago:')

/** What is wrong with how the sentence gets to a step. */
function nameWrongWay(
  read: Read,
  steps: readonly Step[],
  index: number,
  own: AllowedSteps,
): string | undefined {
  const [before, step] = [steps[index - 1], steps[index]]
  if (!step) return undefined
  const shown = `'${before?.raw ?? ''} ${step.lead} ${step.raw}'`
  const isStart = isStartOf(read, step, own, index)
  // '{company} sold by an insider' would be the whole company.
  if (isStart && startOf(step) === '>{company}' && steps[index + 1]?.key.startsWith('side:') === true)
    return shown
  if (step.joint.endsWith('so') && !own.joined.has(`so>${startOf(step)}`)) return `'so' before '${step.raw}'`
  if (!before || before.sentence !== step.sentence) {
    if (!isStart) return `it begins with ${shown}`
    const rest = mayMove(step) && !isCompared(read, step) ? listRest(steps, index) : []
    return rest.every((one) => isBeside(read, own, step, one))
      ? undefined
      : `${shown} before '${rest.map(({ raw }) => raw).join(' ')}'`
  }
  const isOfAnother =
    isNoun(before) && own.subjects.has(edgeOf(before, step)) && !own.subjects.has(subjectOf(steps, index))
  if (isOfAnother) return `${shown} of another`
  const begin = findBegin(steps, index)
  const [head, phrase] = [steps[begin - 1], steps[begin]]
  const isMoved = phrase !== undefined && mayMove(phrase)
  // 'In {month}, there were': the comma belongs to the phrase.
  const isBehind = step.joint === ',' && isMoved && head?.sentence !== step.sentence
  const isPlain = step.isSlot && step.time === '' && step.lead === ''
  const isPause = (step.joint === ',' && !isBehind) || (step.joint === ':' && isPlain)
  const edges = /^(?:and|but)$/.test(step.joint) ? own.joined : isPause ? own.apart : own.edges
  const isLimit = step.isApart && LIMITS.has(step.key)
  const isBare = step.isSlot && step.time === '' && isPause
  // 'Builders in {month} were down' is not the same as 'housing starts in {month} were down'.
  const isStray =
    isMoved &&
    step.joint === '' &&
    step.time !== '' &&
    head?.sentence === step.sentence &&
    !own.edges.has(edgeOf(head, phrase)) &&
    !own.edges.has(edgeOf(head, step))
  if (isStray) return `${shown} of another`
  if (!isLimit && edges.has(edgeOf(before, step) + (isBare ? ' ' : ''))) return undefined
  if (isStart && isCompared(read, step)) return undefined
  // 'Claims fell, {mean} a week' would say that they fell by that much.
  const isAfterVerb = steps.slice(0, index).some((one) => one.sentence === step.sentence && isVerb(one))
  const isMore = steps[index + 1]?.key.startsWith('cmp:') === true
  if (isPlain && isPause && step.joint === ',' && isAfterVerb && !isMore) return `${shown} apart`
  const main = isMoved && head && !step.isApart && mayMove(step) ? head : before
  if (isStart && /^,?$/.test(step.joint) && !isWithOwn(read, own, { steps, index, main }))
    return `${shown} apart`
  if (isStart && mayMove(step)) return undefined
  // A phrase that can move was inserted between them.
  for (let at = begin; at > 0; at = findBegin(steps, at)) {
    const [one, moved] = [steps[at - 1], steps[at]]
    if (!one || !moved || !mayMove(moved) || one.sentence !== step.sentence) break
    if (at < begin && (!step.isSlot || step.lead === '' || mayMove(step))) break
    if (edges.has(edgeOf(one, step))) return undefined
  }
  if (!isEnd(ownAt(read, before.at), before)) return shown
  const isOther = read.owners[before.at] !== read.owners[step.at]
  if (step.joint === 'and' && !isOther && !own.verbs.has(step.key)) return shown
  return isStart && (step.isApart || SAYS.has(before.raw) || isMoved) ? undefined : shown
}

const SAYS: ReadonlySet<string> = new Set(['says', 'shows', 'say', 'show'])

/** Whether a clause can begin with this step: one of the statement's own clauses does, or it is a verb whose subject was
 *  mentioned before. */
function isStartOf(read: Read, step: Step, { starts, verbs }: AllowedSteps, index: number): boolean {
  const goesOn = /^(?:dir|ext):/.test(step.key) || !/^[,()]$/.test(step.joint)
  return (
    starts.has(startOf(step)) ||
    (index > 0 && step.lead === '' && verbs.has(step.key) && goesOn) ||
    (index > 0 && isCompared(read, step))
  )
}

/** After a phrase that opens a sentence: the first word of the rest, and its first slot. */
function listRest(steps: readonly Step[], index: number): readonly Step[] {
  const behind = steps.slice(index + 1).filter(({ sentence }) => sentence === steps[index]?.sentence)
  const from = behind.findIndex(({ isApart }) => isApart)
  if (from === -1) return []
  const slot = behind.slice(from).find(({ isSlot }) => isSlot)
  return [...behind.slice(from, from + 1), ...(slot ? [slot] : [])]
}

/** Whether the statement's own wordings have the phrase in one sentence with the words that it belongs to here. */
function isWithOwn(
  read: Read,
  own: AllowedSteps,
  { steps, index, main }: { readonly steps: readonly Step[]; readonly index: number; readonly main: Step },
): boolean {
  const [step, next] = [steps[index], steps[index + 1]]
  if (!step) return false
  const mains = [main, ...steps.slice(0, index).filter((one) => one.isSlot && one.sentence === step.sentence)]
  const isPlain = step.lead === '' && !step.isSlot && !step.key.includes(':')
  const told = isPlain && next?.sentence === step.sentence ? [step, next] : [step]
  return told.every((one) => mains.some((other) => isBeside(read, own, one, other)))
}

function isBeside(read: Read, { companions }: AllowedSteps, step: Step, other: Step): boolean {
  const [one, two] = [read.words[step.at]?.slot, read.words[other.at]?.slot]
  const isBare = step.lead === '' || step.lead === '’s'
  return (
    read.owners[step.at] !== read.owners[other.at] ||
    (one !== undefined && two !== undefined && one.number !== two.number) ||
    companions.has(`${isBare ? step.key : startOf(step)}|${other.key}`)
  )
}

/** The most steps between a slot and what it counts. */
const BEHIND = 3

/** A word that always follows is missing: 'a week' in '{mean} people a week'. */
function nameLost(steps: readonly Step[], index: number, { followers }: AllowedSteps): string | undefined {
  const step = steps[index]
  if (!step) return undefined
  const behind = new Set(steps.slice(index + 1, index + 1 + BEHIND).map(({ key }) => key))
  const lost = placesOf(steps, index)
    .flatMap((place) => Array.from(followers.get(place) ?? []))
    .find((key) => !behind.has(key))
  return lost === undefined ? undefined : `no '${lost}' behind ${step.raw}`
}

/** A month that always directly follows a figure stays there: 'in {before}' in '{lastMonth} in {before}'. */
function isAtHead(read: Read, steps: readonly Step[], index: number, { heads }: AllowedSteps): boolean {
  const step = steps[index]
  const isMonth = step?.isSlot === true && step.lead === 'in' && !isCompared(read, step)
  const [head, ...others] = (isMonth && heads.get(startOf(step))) || []
  return head === undefined || others.length > 0 || !head.startsWith('{') || steps[index - 1]?.key === head
}

/** Whether the statement has the word in the other number: 'offerings' instead of 'an offering'. */
const isOtherNumber = ({ key, raw, isSlot }: Step, { raws }: AllowedSteps): boolean =>
  !isSlot && raw.endsWith('s') && raw.toLowerCase().startsWith(key) && !raws.has(raw.toLowerCase())

/** Whether 'the reason' replaces the statement's 'a reason', of which there may be others. */
function isTheOnly(steps: readonly Step[], index: number, { articles }: AllowedSteps): boolean {
  const { key = '', article = '', isSlot } = steps[index] ?? {}
  const isKnown = steps.slice(0, index).some((one) => one.key === key)
  return article === 'the' && !isSlot && !isKnown && articles.get(key)?.has('the') === false
}

/** Whether a phrase keeps its verb: 'on {from}' is when somebody bought, not when it was reported. */
function isGoverned(read: Read, steps: readonly Step[], index: number): boolean {
  const step = steps[index]
  const isDated = step?.isSlot === true || step?.lead === 'by' || step?.key === 'about'
  if (!step || !mayMove(step) || isCompared(read, step) || !isDated) return true
  return ownAt(read, step.at).governed.get(startOf(step))?.has(verbOf(steps, index)) ?? true
}

/** 'Was' and 'is' are used as the statement's own wordings use them. */
function isThen(step: Step, next: Step | undefined, { times }: AllowedSteps): boolean {
  const { key, time } = step
  const own = times.get(timeOf(step, next)) ?? times.get(key)
  if (time === '' || !own || own.has(time)) return true
  if (key.startsWith('post:')) return time === 'is'
  return own.has('') && !own.has(time === 'is' ? 'was' : 'is') && !/^“?side:/.test(key)
}
