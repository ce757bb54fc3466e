import type { Statement } from '../../statements/statement.ts'
import { know, type Wording } from './know-statement.ts'
import { readOthers } from './other-wordings.ts'
import { listSteps, type Step } from './read-steps.ts'
import { readMeanings } from './read-words.ts'

/** The steps that a statement's own wordings go. */
export interface OwnSteps {
  readonly keys: ReadonlySet<string>
  /** '{who}>>side:sell': what follows what, and by which preposition. */
  readonly edges: ReadonlySet<string>
  /** Those with a pause or 'and' between. */
  readonly apart: ReadonlySet<string>
  /** Those with 'and' or 'but' between. */
  readonly joined: ReadonlySet<string>
  /** 'on>{from}': what a clause or a phrase begins with. */
  readonly starts: ReadonlySet<string>
  readonly ends: ReadonlySet<string>
  /** Words by which something is said of what a clause is about. */
  readonly verbs: ReadonlySet<string>
  /** 'on>{from}|side:sell': what stands in one sentence with what. */
  readonly companions: ReadonlySet<string>
  /** 'of>{who}>>side:buy': whether a person or a child of theirs did it. */
  readonly subjects: ReadonlySet<string>
  /** 'was' and 'is' before a word. */
  readonly times: ReadonlyMap<string, ReadonlySet<string>>
  /** What always stands behind a slot, within two steps. */
  readonly followers: ReadonlyMap<string, ReadonlySet<string>>
}

/** What makes another thing of a phrase behind it. */
export const LIMITS: ReadonlySet<string> = new Set(
  'not no only partly part never all same qual:maybe'.split(' '),
)
/** What leads to a phrase that may be told earlier or later in its clause. */
const MOVES: ReadonlySet<string> = new Set(
  'in on at from by over for after before since against this'.split(' '),
)

export const mayMove = ({ lead }: Step): boolean => MOVES.has(lead)
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
const TITLE = /^(?:post:.*|\{company\})$/

/** Of 'up {year}' other times hold than of 'up {change}'. */
export const timeOf = (step: Step, next: Step | undefined): string =>
  `${step.key}>${next?.isSlot === true && next.lead === '' ? next.key : ''}`

/** A person, or a plain word: which of two it is, what leads to it says. */
export const isNoun = ({ key, isSlot }: Step): boolean =>
  key === '{who}' || (!isSlot && !key.includes(':') && key !== 'it' && key !== 'ago')

const isVerb = ({ time, key, raw }: Step): boolean =>
  time !== '' || /^(?:dir|side):/.test(key) || raw === 'ran'

/** In steps: so far behind a slot stands what it counts. */
const BEHIND = 2

function listBehind(steps: readonly Step[], index: number): readonly string[] {
  const next = steps.slice(index + 1, index + 1 + BEHIND)
  const end = next.findIndex((one) => one.isApart || one.isSlot)
  return next.slice(0, end === -1 ? next.length : end).map(({ key }) => key)
}

class Collected implements OwnSteps {
  readonly keys = new Set<string>()
  readonly edges = new Set<string>()
  readonly apart = new Set<string>()
  readonly joined = new Set<string>()
  readonly starts = new Set<string>()
  readonly ends = new Set<string>()
  readonly verbs = new Set<string>()
  readonly companions = new Set<string>()
  readonly subjects = new Set<string>()
  readonly times = new Map<string, Set<string>>()
  readonly followers = new Map<string, ReadonlySet<string>>()
  private readonly limited = new Set<string>()

  read(steps: readonly Step[]): void {
    this.readSubject(steps)
    this.readCompared(steps)
    for (const index of steps.keys()) {
      this.readStep(steps, index)
      this.turnRound(steps, index)
      if (steps[index]?.key.startsWith('post:') === true) this.nameTitled(steps[index].key)
    }
    for (const one of this.limited) this.starts.delete(one)
  }

  private add(from: string, lead: string, to: string): void {
    this.edges.add(`${from}>${lead}>${to}`)
    // 'Part of it' is part of the sale.
    if (from.startsWith('side:')) this.edges.add(`it>${lead}>${to}`)
    if (to.startsWith('side:') && lead !== '’s') {
      this.edges.add(`${from}>${lead}>it`)
      this.keys.add('it')
      this.ends.add('it')
    }
    // '{value} sold' is 'a sale of {value}'.
    if (/^(?:side:|“?exchange)/.test(from) && (lead === '' || lead === 'of'))
      this.edges.add(`${from}>of>${to}`).add(`${from}>>${to}`)
  }

  private readStep(steps: readonly Step[], index: number): void {
    const [before, step, next] = [steps[index - 1], steps[index], steps[index + 1]]
    if (!step) return
    this.keys.add(step.key)
    for (const key of [step.key, timeOf(step, next)])
      this.times.set(key, (this.times.get(key) ?? new Set()).add(step.time))
    // 'There were {level} open jobs. That is up {change}': it is told of one thing.
    const toldWith = ({ sentence }: Step) =>
      steps.some((one) => one.sentence === sentence && one.of === 'that') ? sentence - 1 : sentence
    for (const other of steps.filter((one) => toldWith(one) === toldWith(step))) this.put(step, other)
    // What we do, nobody else does.
    const isOfWho =
      before?.key === '{who}' && step.lead === '' && !step.isSlot && !step.isApart && !TITLE.test(step.key)
    if ((isVerb(step) || isOfWho) && before?.key !== 'we') this.verbs.add(step.key)
    if (!next) this.ends.add(step.key)
    if (step.isSlot) {
      const behind = new Set(listBehind(steps, index))
      const found = this.followers.get(step.key)
      this.followers.set(step.key, found ? new Set([...found].filter((key) => behind.has(key))) : behind)
    }
    if (before && mayMove(step) && LIMITS.has(before.key)) this.limited.add(startOf(step))
    else if (step.isApart || mayMove(step)) this.starts.add(startOf(step))
    if (!before) return
    this.add(before.key, step.lead, step.key)
    if (step.isApart) this.apart.add(edgeOf(before, step))
    if (/[a-z]/.test(step.joint)) this.joined.add(edgeOf(before, step))
    if (step.isApart || mayMove(step)) this.ends.add(before.key)
    if (step.joint.endsWith('so')) this.joined.add(`so>${startOf(step)}`)
    if (isNoun(before)) this.subjects.add(subjectOf(steps, index)).add(edgeOf(before, step))
    // 'A gift of {shares} to a university' is 'a gift to a university'.
    const noun = steps[index - 2]
    if (
      noun &&
      before.isSlot &&
      before.lead === 'of' &&
      step.lead !== '' &&
      !step.isApart &&
      step.lead !== 'of'
    )
      this.add(noun.key, step.lead, step.key)
    // 'The yearly rise' is that 'in house prices'.
    const begin = findBegin(steps, index)
    const [head, phrase] = [steps[begin - 1], steps[begin]]
    const isShort =
      index - begin <= (before.isSlot ? 1 : BEHIND) && !before.isRelative && !step.isRelative && !step.isApart
    if (head && phrase && !phrase.isApart && isShort) this.add(head.key, step.lead, step.key)
  }

  /** 'The mortgage rate is {rate}. It was {lastYear}': the mortgage rate was. */
  private readSubject(steps: readonly Step[]): void {
    const subject = steps.slice(0, steps.findIndex(isVerb))
    const [first, last] = [subject[0], subject.at(-1)]
    if (!first || !last || !subject.every((one) => one.lead === '' && !one.isSlot && isNoun(one))) return
    steps.forEach((step, index) => {
      if (step.of !== 'it') return
      this.add(last.key, step.lead, step.key)
      if (steps[index - 1]?.key === 'ago') this.add('ago', '', first.key)
    })
  }

  /** 'Against a year ago, rent is {rent} more. But a loan costs {loan} less': both are against a year ago. */
  private readCompared(steps: readonly Step[]): void {
    const turn = steps.find(({ joint }) => joint === '.but')
    const at = steps.findIndex(
      ({ raw, isApart }, index) => /^(?:against|with)$/i.test(raw) && (index === 0 || isApart),
    )
    if (at === -1 || at > 1 || turn?.sentence !== 1) return
    for (const step of steps.slice(0, at + 1))
      for (const other of steps.filter(({ sentence }) => sentence === turn.sentence))
        this.put(step, other).put(other, step)
  }

  private put(step: Step, beside: Step): this {
    this.companions.add(`${startOf(step)}|${beside.key}`).add(`${step.key}|${beside.key}`)
    return this
  }

  /** What says the same with two words in the other order. */
  private turnRound(steps: readonly Step[], index: number): void {
    const [first, before, step, next] = [steps[index - 2], steps[index - 1], steps[index], steps[index + 1]]
    if (!before || !step) return
    const isEnd = !next || next.isApart || mayMove(next)
    const putFirst = () => {
      if (before.isApart || mayMove(before)) this.starts.add(`${before.lead}>${step.key}`)
      if (first && !before.isApart) this.add(first.key, before.lead, step.key)
      if (next) this.add(before.key, next.lead, next.key)
      if (isEnd) this.ends.add(before.key)
    }
    // 'Up {difference}' is '{difference} more'.
    if (before.key.startsWith('dir:') && step.isSlot && step.lead === '') {
      this.add(step.key, '', before.key)
      putFirst()
    }
    // '{who}’s trust' is 'a trust of {who}', and 'sales by {who}' are '{who}’s sales'.
    if (/^(?:of|by|’s)$/.test(step.lead) && (OWNERS.has(step.key) || OWNERS.has(before.key))) {
      this.add(step.key, step.lead === '’s' ? 'of' : '’s', before.key)
      if (step.lead === '’s') this.add(step.key, 'by', before.key)
      putFirst()
    }
    // 'A year before it was {lastYear}' is '{lastYear} a year before'.
    if (before.key === 'ago' && first && step.isSlot) this.add(step.key, '', first.key)
  }

  /** '{company} director {who}' is '{who}, a director of {company}'. */
  private nameTitled(post: string): void {
    for (const edge of [
      `{company}>>${post}`,
      `{company}>’s>${post}`,
      `${post}>>{who}`,
      `{who}>>${post}`,
      `${post}>of>{company}`,
      `${post}>at>{company}`,
      '{who}>of>{company}',
      '{who}>at>{company}',
    ])
      this.edges.add(edge)
    this.starts.add('>{company}').add(`>${post}`)
    this.ends.add('{who}').add(post).add('{company}')
    for (const edge of this.edges) {
      const [from = '', lead = '', to = ''] = edge.split('>')
      if (to === '{who}' && from !== post) this.add(from, lead, '{company}')
      if (from !== '{who}') continue
      this.add(post, lead, to)
      for (const one of [post, '{who}', '{company}']) this.apart.add(`${one}>${lead}>${to}`)
    }
  }
}

const OWNERS: ReadonlySet<string> = new Set(['{who}', '{company}'])

const known = new WeakMap<Statement, OwnSteps>()

/** Made once for each statement. */
export function stepsOf(statement: Statement): OwnSteps {
  const found = known.get(statement)
  if (found) return found
  const collected = new Collected()
  for (const wording of [...know(statement).own, ...readOthers(statement)]) {
    collected.read(listSteps(wording))
    collected.read(listSteps(leaveOutBrackets(wording)))
  }
  known.set(statement, collected)
  return collected
}

function leaveOutBrackets({ words }: Wording): Wording {
  let isOpen = false
  const kept = words.filter(({ text }) => {
    const isIn = isOpen || text === '('
    isOpen = isIn && text !== ')'
    return !isIn
  })
  return { words: kept, meanings: readMeanings(kept) }
}

/** Of what is told of one series or one trade together. */
export function joinSteps(all: readonly OwnSteps[]): OwnSteps {
  const [only] = all
  if (only && all.length === 1) return only
  const join = (name: Exclude<keyof OwnSteps, 'times' | 'followers'>) =>
    new Set(all.flatMap((one) => [...one[name]]))
  const times = new Map<string, Set<string>>()
  for (const one of all)
    for (const [key, list] of one.times) times.set(key, new Set([...(times.get(key) ?? []), ...list]))
  return {
    keys: join('keys'),
    edges: join('edges'),
    apart: join('apart'),
    joined: join('joined'),
    starts: join('starts'),
    ends: join('ends'),
    verbs: join('verbs'),
    companions: join('companions'),
    subjects: join('subjects'),
    times,
    followers: new Map(),
  }
}
