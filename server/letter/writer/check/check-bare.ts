import type { Statement } from '../../statements/statement.ts'
import { isOfTrades, know, listOwners, listTold, type Read } from './know-statement.ts'
import { readOthers } from './other-wordings.ts'
import { listSteps } from './read-steps.ts'
import { startOf, type Step } from './step.ts'
import { refuse, type Verdict } from '../judge.ts'

/** Words that compare: 'far less', 'rose', 'the highest'. */
const COMPARES = /^(?:dir|cmp|ext):/

/** No slot ties such words to their statement, so they must be the statement's own: a headline as a whole, another sentence
 *  step by step. A clause that compares ('the purchases we counted come to far less') must be whole, and follow the
 *  figure that it follows in the statement's own wordings. */
export function checkBare(read: Read): Verdict | undefined {
  if (read.told.place === 'headline' && read.words.every(({ slot }) => !slot)) return checkHeadline(read)
  const steps = listSteps(read)
  const stray = listBare(steps).find(({ from, to }) => {
    const bare = steps.slice(from, to)
    return !listOwners(read, bare[0]?.at ?? 0).some((statement) => {
      const figures = listBefore(steps, from).filter(
        ({ at }) => read.told.statements.get(read.words[at]?.slot?.number ?? -1) === statement,
      )
      return isOwn(statement, bare, figures)
    })
  })
  return stray && refuse('step', `'${steps[stray.from]?.raw ?? ''}' begins words without a slot`)
}

function checkHeadline({ words, told }: Read): Verdict | undefined {
  const textOf = (all: Read['words']) =>
    all.flatMap(({ text, isPause }) => (isPause || /^(?:and|but)$/.test(text) ? [] : [text])).join(' ')
  const isOwnHead = listTold(told).some((statement) =>
    know(statement).own.some((wording) => textOf(wording.words) === textOf(words)),
  )
  return isOwnHead ? undefined : refuse('step', 'a headline without slots')
}

/** Sentences without a slot, and clauses without one that compare; `to` is exclusive. */
function listBare(steps: readonly Step[]): readonly { readonly from: number; readonly to: number }[] {
  const hasSlot = ({ sentence }: Step) => steps.some((one) => one.sentence === sentence && one.isSlot)
  const starts = steps.flatMap((step, at) =>
    step.sentence !== steps[at - 1]?.sentence || (step.isApart && hasSlot(step)) ? [at] : [],
  )
  return starts.flatMap((from, index) => {
    const to = starts[index + 1] ?? steps.length
    const bare = steps.slice(from, to)
    const [first] = bare
    const isWhole = first !== undefined && !hasSlot(first)
    const compares = bare.every(({ isSlot }) => !isSlot) && bare.some(({ key }) => COMPARES.test(key))
    return isWhole || compares ? [{ from, to }] : []
  })
}

/** The slots that come before in the same sentence, otherwise those of the sentence before. */
function listBefore(steps: readonly Step[], from: number): readonly Step[] {
  const slots = steps.slice(0, from).filter(({ isSlot }) => isSlot)
  return slots.filter(({ sentence }) => sentence === slots.at(-1)?.sentence)
}

function isOwn(statement: Statement, bare: readonly Step[], figures: readonly Step[]): boolean {
  const compares = bare.some(({ key }) => COMPARES.test(key))
  return [...know(statement).own, ...readOthers(statement)].some((wording) => {
    const own = listSteps(wording)
    return own.some((first, at) => {
      const isSame = bare.every((step, index) => {
        const other = own[at + index]
        return other?.sentence === first.sentence && startOf(other) === startOf(step)
      })
      if (!isSame || !compares) return isSame
      const [figure] = listBefore(own, at)
      // 'The rate' and 'it' are the series told before, which check-references.ts checks.
      return (
        (first.isApart || !isOfTrades(statement)) &&
        (figure === undefined || figures.some(({ key }) => key === figure.key))
      )
    })
  })
}
