import { createHash } from 'node:crypto'

import type { LetterContent } from '../../../shared/edition-contract.ts'
import type { Logger } from '../../lib/logger.ts'
import { chooseLetter } from '../statements/choose-letter.ts'
import { composeLetter } from '../statements/compose-letter.ts'
import type { Item, LetterParts, LetterPlan, Wishes } from '../statements/letter-plan.ts'
import type { Judges } from './judge.ts'
import { INSTRUCTIONS } from './instructions.ts'
import type { AnswerModel, ModelAnswer, Question } from './language-model.ts'
import { createSheet, type LetterSheet } from './letter-sheet.ts'
import { planSchema, readPlan, type Plan } from './plan.ts'
import { keepWords, readWishes, type PieceAudit, type ReadWishes } from './read-wishes.ts'

/** How a letter was made, stored with the edition. Contains no key. */
export interface LetterAudit {
  /** SHA-256, in hex, of what the model saw or would have seen. */
  readonly statementsHash: string
  /** Provider and model; undefined if none was asked. */
  readonly model: string | undefined
  /** The model that checked its words; undefined if none is configured. */
  readonly checker: string | undefined
  readonly instructions: string | undefined
  /** Each with its prompt, which contains the statements with their words. */
  readonly questions: readonly AskedQuestion[]
  /** What the checking model was asked. */
  readonly checks: readonly AskedQuestion[]
  /** What could not be read in the answer. */
  readonly unread: readonly string[]
  /** Each piece of the plan: what was chosen, in which words, and why it was rejected if it was. */
  readonly pieces: readonly PieceAudit[]
  /** What rules added, by its place: 'insiders smaller: insiders/sale/1'. */
  readonly byRules: readonly string[]
  readonly retries: 0 | 1
  readonly outcome: 'model' | 'model after retry' | 'rules'
  /** Why only rules chose; undefined if the model did. */
  readonly reason: string | undefined
}

interface AskedQuestion {
  readonly prompt: string
  readonly rawOutput: string | undefined
  readonly inputTokens: number | undefined
  readonly outputTokens: number | undefined
  readonly elapsedMs: number
}

export interface EditDeps {
  /** The editor; if undefined, only rules write the letter. */
  readonly model: AnswerModel | undefined
  /** The model that checks its words in a fresh context; if undefined, none of its own words are used. */
  readonly checker: AnswerModel | undefined
  readonly judges: Judges
  readonly logger: Logger
  readonly onProgress: (line: string) => void
  readonly signal: AbortSignal
}

/** Makes the letter: with a model's choice, order and words where they can be used, and by rules otherwise. Never throws
 *  because of what a model does.
 *  @param findUnbound  returns, in words, figures of a letter that no fact supports; words of the model that introduce one
 *  are not used */
export async function editLetter(
  deps: EditDeps,
  parts: LetterParts,
  findUnbound: (letter: LetterContent) => string | undefined,
): Promise<{ readonly letter: LetterContent; readonly audit: LetterAudit }> {
  const { model, checker, onProgress, logger } = deps
  const sheet = createSheet(parts)
  const base = {
    statementsHash: createHash('sha256').update(sheet.prompt).digest('hex'),
    model: model?.name,
    checker: model && checker?.name,
    instructions: model && INSTRUCTIONS,
  }
  const byRules = (reason: string, audit: Partial<LetterAudit> = {}) => {
    const { plan } = chooseLetter(parts)
    if (model) logger.warn({ model: model.name, reason }, 'rules alone chose what the letter tells')
    onProgress(`Chosen by rules: ${reason}.`)
    return {
      letter: composeLetter(parts, plan),
      audit: {
        ...base,
        questions: [],
        checks: [],
        unread: [],
        pieces: [],
        retries: 0 as const,
        ...audit,
        byRules: listByRules(plan),
        outcome: 'rules' as const,
        reason,
      },
    }
  }
  if (!model) return byRules('no model is set up')
  if (sheet.statements.size === 0) return byRules('there is nothing to choose from')

  onProgress(`Asking ${model.name} to edit the letter.`)
  const questions: AskedQuestion[] = []
  const checks: AskedQuestion[] = []
  const asked = await askForPlan(deps, record(model, questions), sheet)
  const { plan } = asked
  const retries = questions.length > 1 ? 1 : 0
  if (!plan) return byRules(asked.reason, { questions, retries })
  const read = readWishes(plan, sheet, checker && deps.judges.checkTelling)
  const wishes = await checkWords({ ...deps, checker: checker && record(checker, checks) }, parts, read)
  const wished = { wishes, worded: [...read.candidates.keys()] }
  const edited = composeEdited(parts, wished, model.name, findUnbound)
  const audit = { questions, checks, retries, unread: plan.unread, pieces: read.pieces } as const
  if (!edited) return byRules('nothing of its plan could be used', audit)
  noteOutcomes(read.pieces, edited)
  onProgress(`Edited: ${describeKept(read.pieces)}.`)
  return {
    letter: edited.letter,
    audit: {
      ...base,
      ...audit,
      byRules: listByRules(edited.plan),
      outcome: retries === 0 ? 'model' : 'model after retry',
      reason: undefined,
    },
  }
}

/** Asks again only if the answer cannot be read: a model that does not answer is not waited for twice. */
async function askForPlan(
  { signal }: EditDeps,
  model: AnswerModel,
  sheet: LetterSheet,
): Promise<{ plan: Plan | undefined; reason: string }> {
  const ask = async (prompt: string): Promise<ModelAnswer<Plan>> => {
    const answer = await model.ask<Plan>({
      instructions: INSTRUCTIONS,
      prompt,
      schema: planSchema,
      read: readPlan,
      signal,
    })
    signal.throwIfAborted()
    return answer
  }
  let answer = await ask(sheet.prompt)
  if (answer.status === 'failed' && answer.rawOutput !== undefined) {
    answer = await ask(
      `${sheet.prompt}\nYour last answer could not be used: ${answer.reason}. Answer with the JSON object alone.`,
    )
  }
  return answer.status === 'answered'
    ? { plan: answer.answer, reason: '' }
    : { plan: undefined, reason: answer.reason }
}

/** Wraps the model so that each question is kept with its answer. */
function record(model: AnswerModel, into: AskedQuestion[]): AnswerModel {
  return {
    name: model.name,
    async ask<T>(question: Question<T>): Promise<ModelAnswer<T>> {
      const answer = await model.ask(question)
      const { rawOutput, inputTokens, outputTokens, elapsedMs } = answer
      into.push({ prompt: question.prompt, rawOutput, inputTokens, outputTokens, elapsedMs })
      return answer
    },
  }
}

/** Asks the checking model about the words that would be used.
 *  @returns the wishes with the words that passed both layers */
async function checkWords(
  { checker, judges, onProgress, logger, signal }: EditDeps,
  parts: LetterParts,
  { wishes, candidates }: ReadWishes,
): Promise<Wishes> {
  const { plan } = chooseLetter(parts, wishes)
  const standing = new Set(listItems(plan).flatMap(({ item: { wish, words } }) => (words && wish) ?? []))
  if (plan.lead?.isHeadlineWish) standing.add('headline')
  const toCheck = [...candidates].filter(([at]) => standing.has(at)).map(([, candidate]) => candidate)
  if (!checker || toCheck.length === 0) return keepWords(wishes, () => false)
  onProgress(`Asking ${checker.name} what ${toCheck.length} of its sentences say.`)
  const verdicts = await judges
    .checkMeanings(
      checker,
      toCheck.map(({ text, told }) => ({ text, told })),
      signal,
    )
    .catch((error: unknown) => {
      logger.error(
        { error: error instanceof Error ? error.name : 'unknown' },
        'the words of a model were not checked',
      )
      return []
    })
  signal.throwIfAborted()
  const passed = new Set<string>()
  for (const [index, { piece }] of toCheck.entries()) {
    const verdict = verdicts[index]
    if (!piece.words) continue
    if (verdict) piece.words.answer = verdict.answer
    if (verdict?.accepted) passed.add(piece.at)
    else {
      piece.words.refused = {
        by: 'meaning',
        code: verdict?.code ?? 'not-checked',
        detail: verdict?.detail ?? 'the check failed',
      }
    }
  }
  return keepWords(wishes, (at) => passed.has(at))
}

interface Edited {
  readonly letter: LetterContent
  readonly plan: LetterPlan
  readonly outcomes: ReturnType<typeof chooseLetter>['outcomes']
  /** By the place in the plan: a figure in these words that no fact supports. Such words are not used. */
  readonly unbound: ReadonlyMap<string, string>
}

/** @param worded  the places whose words passed both layers
 *  @returns undefined if no wish holds */
function composeEdited(
  parts: LetterParts,
  { wishes, worded }: { readonly wishes: Wishes; readonly worded: readonly string[] },
  model: string,
  findUnbound: (letter: LetterContent) => string | undefined,
): Edited | undefined {
  const compose = (places: readonly string[]) => {
    const { plan, outcomes } = chooseLetter(
      parts,
      keepWords(wishes, (at) => places.includes(at)),
    )
    return { plan, outcomes, letter: composeLetter(parts, plan, { model }) }
  }
  const unbound = new Map<string, string>()
  let kept = worded
  if (findUnbound(compose(worded).letter) !== undefined) {
    // One after another, since whether words may be used can depend on the ones before them.
    kept = []
    for (const place of worded) {
      const fault = findUnbound(compose([...kept, place]).letter)
      if (fault === undefined) kept = [...kept, place]
      else unbound.set(place, fault)
    }
  }
  const edited = compose(kept)
  const stands =
    (edited.plan.lead?.isWish ?? false) || listItems(edited.plan).some(({ item }) => item.wish !== undefined)
  return stands ? { ...edited, unbound } : undefined
}

/** Records in the audit what remains of each piece in the end. */
function noteOutcomes(pieces: readonly PieceAudit[], { plan, outcomes, unbound }: Edited): void {
  const refusals = new Map(outcomes.map(({ wish, refused }) => [wish, refused]))
  const standing = new Map(
    listItems(plan).flatMap(({ item }) =>
      item.wish === undefined ? [] : [[item.wish, item.words !== undefined] as const],
    ),
  )
  if (plan.lead?.isHeadlineWish) standing.set('headline', true)
  for (const piece of pieces) {
    if (piece.at !== 'headline') piece.refused ??= refusals.get(piece.at)
    if (!piece.words || piece.words.refused || standing.get(piece.at)) continue
    const fault = unbound.get(piece.at)
    piece.words.refused =
      fault === undefined
        ? { by: 'room', code: 'not-told', detail: piece.refused ?? refusals.get(piece.at) ?? 'left out' }
        : { by: 'telling', code: 'unbound', detail: fault }
  }
}

function listItems({ story, lines, sections, connects }: LetterPlan): { at: string; item: Item }[] {
  const put = (at: string, items: readonly (Item | undefined)[]) =>
    items.flatMap((item) => (item ? [{ at, item }] : []))
  return [
    ...put('story', story),
    ...[...lines].flatMap(([name, item]) => put(`${name} line`, [item])),
    ...[...sections.values()].flatMap(({ name, big, smaller }) =>
      put(`${name} big`, [big]).concat(put(`${name} smaller`, smaller)),
    ),
    ...put('connects', connects),
  ]
}

function describeKept(pieces: readonly PieceAudit[]): string {
  const choices = pieces.filter(({ at }) => at !== 'headline')
  const stand = choices.filter(({ refused }) => refused === undefined)
  const worded = pieces.flatMap(({ words }) => words ?? [])
  const kept = worded.filter(({ refused }) => refused === undefined)
  return `${stand.length} of ${choices.length} choices stand, and ${kept.length} of ${worded.length} wordings`
}

function listByRules(plan: LetterPlan): string[] {
  return [
    ...(plan.lead && !plan.lead.isWish ? [`lead: ${plan.lead.statement.id}`] : []),
    ...listItems(plan).flatMap(({ at, item }) =>
      item.wish === undefined ? [`${at}: ${item.statements.map(({ id }) => id).join(', ')}`] : [],
    ),
  ]
}
