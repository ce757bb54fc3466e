import path from 'node:path'
import { parseArgs } from 'node:util'

import { checkTelling } from '../../server/letter/writer/check/check-telling.ts'
import { measureModels, type ModelsMeasure } from './measure-models.ts'
import { readSet, type SentenceSet, type SetSentence } from './read-set.ts'

// Judges sets of sentences that word statements differently: how many true ones are accepted, and how many lies are
// caught. read-set.ts describes the format of a set. Without a file, uses the set of the invented week. With --model it
// also asks the models of LLM_* and LLM_CHECK_*.

const MADE_UP = path.join(import.meta.dirname, 'sets', 'made-up.json')
const { values, positionals } = parseArgs({
  options: {
    quiet: { type: 'boolean', default: false },
    model: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
for (const file of positionals.length === 0 ? [MADE_UP] : positionals) {
  const set = readSet(file)
  measure(file, set)
  if (values.model)
    process.stdout.write(`${describeModels(await measureModels(set.sentences)).join('\n')}\n\n`)
}

function measure(file: string, { title, sentences }: SentenceSet): void {
  const judged = sentences.map(({ told, kind, draft }) => ({
    told,
    kind,
    draft,
    verdict: checkTelling(told),
  }))
  const honest = judged.filter(({ kind }) => kind === undefined)
  const lies = judged.filter(({ kind }) => kind !== undefined)
  const accepted = honest.filter(({ verdict }) => verdict.accepted)
  const caught = lies.filter(({ verdict }) => !verdict.accepted)
  const lines = [
    `${title} (${file})`,
    `true sentences accepted: ${share(accepted.length, honest.length)}`,
    ...listDrafts(honest),
    `lies caught: ${share(caught.length, lies.length)}`,
    ...[...new Set(lies.map(({ kind }) => kind ?? ''))].toSorted().map((name) => {
      const own = lies.filter(({ kind }) => kind === name)
      return `  ${name}: ${share(own.filter(({ verdict }) => !verdict.accepted).length, own.length)}`
    }),
  ]
  if (!values.quiet) {
    for (const { told, verdict } of honest) {
      if (!verdict.accepted)
        lines.push(
          `refused [${verdict.code}: ${verdict.detail}] ${told.of.join('+')} ${told.place}: ${told.say}`,
        )
    }
    for (const { told, kind, verdict } of lies) {
      if (verdict.accepted) lines.push(`PASSED [${kind}] ${told.of.join('+')} ${told.place}: ${told.say}`)
    }
  }
  process.stdout.write(`${lines.join('\n')}\n\n`)
}

function listDrafts(
  honest: readonly (SetSentence & { verdict: ReturnType<typeof checkTelling> })[],
): string[] {
  const names = [...new Set(honest.flatMap(({ draft }) => (draft === undefined ? [] : [draft])))]
  if (names.length === 0) return []
  const good = names.filter(
    (name) => honest.filter(({ draft, verdict }) => draft === name && !verdict.accepted).length <= 1,
  )
  return [`section drafts with at most one sentence replaced: ${share(good.length, names.length)}`]
}

function share(part: number, all: number): string {
  return all === 0 ? 'none' : `${part} of ${all} (${((100 * part) / all).toFixed(1)}%)`
}

function describeModels({ words, check }: ModelsMeasure): string[] {
  const effort = (one: { model: string; elapsedMs: number; inputTokens: number; outputTokens: number }) =>
    `${one.model}: ${(one.elapsedMs / 1000).toFixed(1)} s, ${one.inputTokens} tokens in, ${one.outputTokens} out`
  return [
    ...(words
      ? [`worded by ${effort(words)}`, `  accepted by the first layer: ${share(words.accepted, words.told)}`]
      : ['LLM_PROVIDER is not set: nothing was worded']),
    ...(check
      ? [
          `checked by ${effort(check)}`,
          `  true sentences accepted by both layers: ${share(check.honest.accepted, check.honest.asked)} of those that the first accepts`,
          `  lies passed by both layers: ${share(check.lies.accepted, check.lies.asked)} of those that pass the first`,
          `  without an answer: ${check.notAnswered}`,
        ]
      : ['LLM_CHECK_PROVIDER is not set: nothing was checked']),
  ]
}
