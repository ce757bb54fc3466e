import type { Statement } from '../../statements/statement.ts'
import { addTo, know, type Wording } from './know-statement.ts'
import { readOthers } from './other-wordings.ts'
import { listSteps } from './read-steps.ts'
import { readMeanings } from './read-words.ts'
import {
  articleOf,
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
  TITLE,
  verbOf,
} from './step.ts'

/** The most steps between a slot and what it counts. */
const BEHIND = 2

function listBehind(steps: readonly Step[], index: number): readonly string[] {
  const next = steps.slice(index + 1, index + 1 + BEHIND)
  const end = next.findIndex((one) => one.isApart || one.isSlot || mayMove(one))
  return next.slice(0, end === -1 ? next.length : end).map(({ key }) => key)
}

/** The steps that a sentence about a statement may take: those of its own wordings. */
export class AllowedSteps {
  readonly keys = new Set<string>()
  /** '{who}>>side:sell': what follows what, with the preposition between them. */
  readonly edges = new Set<string>()
  /** The edges with a pause or 'and' in between. */
  readonly apart = new Set<string>()
  /** The edges with 'and' or 'but' in between. */
  readonly joined = new Set<string>()
  /** 'on>{from}': how a clause or a phrase can begin. */
  readonly starts = new Set<string>()
  readonly ends = new Set<string>()
  /** Words that can follow the subject of a clause. */
  readonly verbs = new Set<string>()
  /** 'on>{from}|side:sell': which steps share a sentence. */
  readonly companions = new Set<string>()
  /** 'of>{who}>>side:buy': whether the person or a child of theirs acted. */
  readonly subjects = new Set<string>()
  /** 'was' and 'is' before a word. */
  readonly times = new Map<string, Set<string>>()
  /** What always follows a slot within two steps. */
  readonly followers = new Map<string, ReadonlySet<string>>()
  /** The words themselves, singular or plural. */
  readonly raws = new Set<string>()
  /** What directly precedes a phrase that can move. */
  readonly heads = new Map<string, Set<string>>()
  /** The articles before a word. */
  readonly articles = new Map<string, Set<string>>()
  /** The verbs that go with a phrase that can move. */
  readonly governed = new Map<string, Set<string>>()
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
    // 'The smallest since' is 'not this small since'.
    if (from.startsWith('ext:') && lead === 'since') this.edges.add(`${from} as>${lead}>${to}`)
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
    for (const key of [step.key, timeOf(step, next)]) addTo(this.times, key, step.time)
    // 'There were {level} open jobs. That is up {change}': both are about one thing.
    const toldWith = ({ sentence }: Step) =>
      steps.some((one) => one.sentence === sentence && one.of === 'that') ? sentence - 1 : sentence
    for (const other of steps.filter((one) => toldWith(one) === toldWith(step))) this.put(step, other)
    // Only 'we' do what 'we' do.
    const isOfWho =
      before?.key === '{who}' && step.lead === '' && !step.isSlot && !step.isApart && !TITLE.test(step.key)
    if ((isVerb(step) || isOfWho) && before?.key !== 'we') this.verbs.add(step.key)
    if (!next) this.ends.add(step.key)
    this.raws.add(step.raw.toLowerCase())
    addTo(this.articles, step.key, articleOf(steps, index))
    if (mayMove(step)) addTo(this.heads, startOf(step), before?.sentence === step.sentence ? before.key : '')
    if (mayMove(step)) addTo(this.governed, startOf(step), verbOf(steps, index))
    // 'In the reports, or in how we read them': the alternative must not be dropped.
    const behind = new Set(step.isSlot ? listBehind(steps, index) : next?.key === 'or' ? ['or'] : [])
    for (const place of placesOf(steps, index)) {
      const found = this.followers.get(place) ?? behind
      const isOfSlot = place === step.key
      this.followers.set(
        place,
        new Set(
          [...found].filter((key) => behind.has(key) && (isOfSlot || /^(?:week|month|year|or)$/.test(key))),
        ),
      )
    }
    if (before && mayMove(step) && LIMITS.has(before.key)) this.limited.add(startOf(step))
    else if (step.isApart || mayMove(step)) this.starts.add(startOf(step))
    if (!before) return
    this.add(before.key, step.lead, step.key)
    // 'It is the highest' is 'it has not been this high'.
    const subject = before.key === 'not' ? (steps[index - 2] ?? before) : before
    if (step.key.startsWith('ext:') && (step.time === 'is' || before.key === 'not'))
      this.add(subject.key, '', `${step.key.replace(/ as$/, '')} as`)
    if (step.isApart) this.apart.add(edgeOf(before, step)).add(`${edgeOf(before, step)} ${step.time}`)
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
    // 'The yearly rise' is the one 'in house prices'.
    const begin = findBegin(steps, index)
    const [head, phrase] = [steps[begin - 1], steps[begin]]
    const isShort =
      !steps.slice(begin, index).some(({ key }) => LIMITS.has(key)) &&
      index - begin <= (before.isSlot ? 1 : BEHIND) &&
      !before.isRelative &&
      !step.isRelative &&
      !step.isApart
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
      for (const one of subject)
        for (const other of steps.filter(({ sentence }) => sentence === step.sentence))
          this.put(one, other).put(other, one)
      const { key: ago = '' } = steps[index - 1] ?? {}
      if (ago.startsWith('ago:')) this.add(ago, '', first.key)
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

  /** Two words that mean the same in the opposite order. */
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
      const more = before.key.replace('dir:', 'cmp:')
      this.add(step.key, '', more)
      this.keys.add(more)
      putFirst()
    }
    // '{who}’s trust' is 'a trust of {who}', and 'sales by {who}' are '{who}’s sales'.
    if (/^(?:of|by|’s)$/.test(step.lead) && (OWNERS.has(step.key) || OWNERS.has(before.key))) {
      this.add(step.key, step.lead === '’s' ? 'of' : '’s', before.key)
      if (step.lead === '’s') this.add(step.key, 'by', before.key)
      putFirst()
    }
    // 'A year before it was {lastYear}' is '{lastYear} a year before'.
    if (before.key.startsWith('ago:') && step.isSlot) this.add(step.key, '', before.key)
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

const known = new WeakMap<Statement, Map<string, AllowedSteps>>()

/** For statements of one series or one trade that are told together. Computed once for each combination. */
export function listAllowedSteps(statements: readonly Statement[]): AllowedSteps {
  const [first] = statements
  const beside = (first && known.get(first)) ?? new Map<string, AllowedSteps>()
  if (first) known.set(first, beside)
  const name = statements.map(({ id }) => id).join(' ')
  const found = beside.get(name)
  if (found) return found
  const collected = new AllowedSteps()
  for (const statement of statements)
    for (const wording of [...know(statement).own, ...readOthers(statement)]) {
      collected.read(listSteps(wording))
      collected.read(listSteps(leaveOutBrackets(wording)))
    }
  beside.set(name, collected)
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
