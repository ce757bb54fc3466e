/** A content word or a slot, and how the sentence gets to it. */
export interface Step {
  /** The word in the singular, its meaning, or the slot. */
  readonly key: string
  /** The prepositions before it. */
  readonly lead: string
  /** Whether it begins a sentence, or follows a pause or 'and'. */
  readonly isApart: boolean
  /** That pause or word: ', and'. */
  readonly joint: string
  /** Whether it follows a relative 'that'. */
  readonly isRelative: boolean
  /** Whether it follows 'it' or 'they', or a 'that' that refers to the sentence before. */
  readonly of: '' | 'it' | 'that'
  /** The article right before it. */
  readonly article: '' | 'a' | 'the'
  /** Whether 'was' or 'is' comes before it. */
  readonly time: '' | 'was' | 'is'
  readonly at: number
  readonly sentence: number
  readonly raw: string
  readonly isSlot: boolean
}

/** Words that change the phrase after them. */
export const LIMITS: ReadonlySet<string> = new Set(
  'not no only partly part never all same qual:maybe'.split(' '),
)
/** Prepositions of phrases that can move within their clause. */
const MOVES: ReadonlySet<string> = new Set(
  'in on at from by over for after before since against this'.split(' '),
)

/** 'Since {since}' stays with its superlative, and 'by {who}' with its verb. */
const STAYS = /^since>\{|^by>(?:\{who\}|post:)/

export const mayMove = ({ lead, key }: Step): boolean => MOVES.has(lead) && !STAYS.test(`${lead}>${key}`)
export const edgeOf = (before: Step, { lead, key }: Step): string => `${before.key}>${lead}>${key}`
export const startOf = ({ lead, key }: Step): string => `${lead}>${key}`

/** Where the phrase or clause of a step began; -1 if it began at no earlier step. */
export const findBegin = (steps: readonly Step[], index: number): number =>
  steps.slice(0, index).findLastIndex((one) => mayMove(one) || one.isApart)

/** '{who}>>side:buy', with what leads to the person; for '{company} director {who}', what leads to the company. */
export function subjectOf(steps: readonly Step[], index: number): string {
  let first = index - 1
  while (
    steps[first]?.lead === '' &&
    steps[first]?.isApart === false &&
    TITLE.test(steps[first - 1]?.key ?? '')
  )
    first -= 1
  const { lead = '' } = steps[first] ?? {}
  const [who, step] = [steps[index - 1], steps[index]]
  return `${/^(?:of|to|by|for|’s)$/.test(lead) ? lead : ''}>${who?.key ?? ''}>${step?.lead ?? ''}>${step?.key ?? ''}`
}
export const TITLE = /^(?:post:.*|\{company\})$/

/** The steps that can always be followed by the same: a slot, and a step after another one. */
export function placesOf(steps: readonly Step[], index: number): readonly string[] {
  const [before, step] = [steps[index - 1], steps[index]]
  if (!step) return []
  return [...(step.isSlot ? [step.key] : []), ...(before ? [edgeOf(before, step)] : [])]
}

/** The article before it, or before the first word of its phrase: 'the' in 'the yearly rise'. */
export function articleOf(steps: readonly Step[], index: number): string {
  const first = steps
    .slice(0, index + 1)
    .findLastIndex((one) => one.lead !== '' || one.isApart || one.article !== '')
  return steps.slice(first, index).some((one) => one.isSlot) ? '' : (steps[first]?.article ?? '')
}

/** Its time, with what follows: 'up {year}' has other tenses than 'up {change}'. */
export const timeOf = (step: Step, next: Step | undefined): string =>
  `${step.key}>${next?.isSlot === true && next.lead === '' ? next.key : ''}`

/** Whether it is a person or a plain word; the preposition before it distinguishes 'a child of {who}' from '{who}'. */
export const isNoun = ({ key, isSlot }: Step): boolean =>
  key === '{who}' || (!isSlot && !key.includes(':') && key !== 'it')

export const isVerb = ({ time, key, raw }: Step): boolean =>
  time !== '' || /^(?:dir:|side:|“)/.test(key) || raw === 'ran'

/** The verb that a phrase goes with: the last one before it in its sentence, otherwise the first after it. */
export function verbOf(steps: readonly Step[], index: number): string {
  const isOne = (one: Step) =>
    one.sentence === steps[index]?.sentence && (isVerb(one) || /^(?:reported|public)$/.test(one.key))
  const before = steps.slice(0, index).findLast(isOne)
  return (before ?? steps.slice(index + 1).find(isOne))?.key ?? ''
}
