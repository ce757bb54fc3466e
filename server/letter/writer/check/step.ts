/** A word that tells something, or a slot, and how the sentence comes to it. */
export interface Step {
  /** The word in any number, what it means, or the slot. */
  readonly key: string
  /** The prepositions before it. */
  readonly lead: string
  /** It begins a sentence, or a pause or 'and' is before it. */
  readonly isApart: boolean
  /** That pause or word: ', and'. */
  readonly joint: string
  /** Behind 'that': it goes on about the word before. */
  readonly isRelative: boolean
  /** Behind 'it' or 'they', or behind the 'that' with which a sentence goes on. */
  readonly of: '' | 'it' | 'that'
  /** Right before it. */
  readonly article: '' | 'a' | 'the'
  /** 'was' or 'is' before it. */
  readonly time: '' | 'was' | 'is'
  readonly at: number
  readonly sentence: number
  readonly raw: string
  readonly isSlot: boolean
}

/** What makes another thing of a phrase behind it. */
export const LIMITS: ReadonlySet<string> = new Set(
  'not no only partly part never all same qual:maybe'.split(' '),
)
/** What leads to a phrase that may be told earlier or later in its clause. */
const MOVES: ReadonlySet<string> = new Set(
  'in on at from by over for after before since against this'.split(' '),
)

/** Since when something is an extreme stays with it, and who did something with what was done. */
const STAYS = /^since>\{|^by>(?:\{who\}|post:)/

export const mayMove = ({ lead, key }: Step): boolean => MOVES.has(lead) && !STAYS.test(`${lead}>${key}`)
export const edgeOf = (before: Step, { lead, key }: Step): string => `${before.key}>${lead}>${key}`
export const startOf = ({ lead, key }: Step): string => `${lead}>${key}`

/** Where the phrase or clause began that a step goes on with; -1 where none did. */
export const findBegin = (steps: readonly Step[], index: number): number =>
  steps.slice(0, index).findLastIndex((one) => mayMove(one) || one.isApart)

/** '{who}>>side:buy', with what leads to the person: of '{company} director {who}' what leads to the company. */
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

/** Where something always stands behind: a slot, or a word behind another. */
export const placeOf = (before: Step | undefined, step: Step): string =>
  step.isSlot || !before ? step.key : edgeOf(before, step)

/** The article before it, or before the first word of its phrase: 'the' of 'the yearly rise'. */
export function articleOf(steps: readonly Step[], index: number): string {
  const first = steps
    .slice(0, index + 1)
    .findLastIndex((one) => one.lead !== '' || one.isApart || one.article !== '')
  return steps.slice(first, index).some((one) => one.isSlot) ? '' : (steps[first]?.article ?? '')
}

/** Of 'up {year}' other times hold than of 'up {change}'. */
export const timeOf = (step: Step, next: Step | undefined): string =>
  `${step.key}>${next?.isSlot === true && next.lead === '' ? next.key : ''}`

/** A person, or a plain word: which of two it is, what leads to it says. */
export const isNoun = ({ key, isSlot }: Step): boolean =>
  key === '{who}' || (!isSlot && !key.includes(':') && key !== 'it')

export const isVerb = ({ time, key, raw }: Step): boolean =>
  time !== '' || /^(?:dir:|side:|“)/.test(key) || raw === 'ran'

/** The verb that a phrase goes with: the one before it in its sentence, or else the first behind it. */
export function verbOf(steps: readonly Step[], index: number): string {
  const isOne = (one: Step) =>
    one.sentence === steps[index]?.sentence && (isVerb(one) || /^(?:reported|public)$/.test(one.key))
  const before = steps.slice(0, index).findLast(isOne)
  return (before ?? steps.slice(index + 1).find(isOne))?.key ?? ''
}
