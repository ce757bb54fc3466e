import path from 'node:path'
import { parseArgs } from 'node:util'

import { checkTelling } from '../../server/letter/writer/check/check-telling.ts'
import { readSet, type SetSentence } from './read-set.ts'

// Judges sets of sentences that tell statements in other words: how many true ones are accepted, how many lies are caught.
// The form of a set stands in read-set.ts. Without a file: the set of the made-up week.

const MADE_UP = path.join(import.meta.dirname, 'sets', 'made-up.json')
const { values, positionals } = parseArgs({
  options: { quiet: { type: 'boolean', default: false } },
  allowPositionals: true,
})
for (const file of positionals.length === 0 ? [MADE_UP] : positionals) measure(file)

function measure(file: string): void {
  const { title, sentences } = readSet(file)
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
