import type { Command } from 'commander'

import { InvalidInputError } from '../errors.ts'
import { measureWriter, type WriterMeasure } from '../newsletter/index.ts'
import type { CommandContext } from './program.ts'

const DEFAULT_SEED = '2025'

/** eval writer: how much of what is wrong the verifier sees, without settings, database, network or model. */
export function addEvalCommands(
  program: Command,
  { output }: Pick<CommandContext, 'output'>,
  setExitCode: (code: number) => void,
): void {
  program
    .command('eval')
    .description('Measure parts of the letter on made-up cases.')
    .command('writer')
    .description('Plant errors in made-up texts and count which the verifier catches.')
    .option('--json', 'one line of JSON')
    .option('--seed <number>', 'another seed makes other facts and texts', DEFAULT_SEED)
    .action(({ json, seed }: { json?: true; seed: string }) => {
      const measure = measureWriter(parseSeed(seed))
      output.write(json ? `${JSON.stringify(measure)}\n` : formatMeasure(measure))
      for (const line of measure.below) output.writeError(`Below the bar: ${line}\n`)
      if (measure.below.length > 0) setExitCode(1)
    })
}

function parseSeed(text: string): number {
  const seed = Number(text)
  if (!/^\d{1,9}$/.test(text)) {
    throw new InvalidInputError(
      'malformed-request',
      `--seed takes a whole number up to nine digits, not "${text}".`,
    )
  }
  return seed
}

function formatMeasure({ seed, sets, plainTexts }: WriterMeasure): string {
  const [known, heldOut] = sets
  const rows = (heldOut?.kinds ?? []).map(({ kind, planted, caught }) => {
    const other = known?.kinds.find((one) => one.kind === kind)
    return [kind, other ? `${other.caught} of ${other.planted}` : '', `${caught} of ${planted}`]
  })
  const sum = (set: typeof known, of: 'planted' | 'caught') =>
    (set?.kinds ?? []).reduce((total, kind) => total + kind[of], 0)
  const share = (set: typeof known) =>
    `${sum(set, 'caught')} of ${sum(set, 'planted')} (${((100 * sum(set, 'caught')) / sum(set, 'planted')).toFixed(1)}%)`
  const table = [
    ['Planted error', 'caught, known wordings', 'caught, other wordings'],
    ...rows,
    ['all', share(known), share(heldOut)],
    ['clean texts refused', ...sets.map(({ falseAlarms, cleanTexts }) => `${falseAlarms} of ${cleanTexts}`)],
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const missed = sets.flatMap(({ set, missedTexts, refusedTexts }) => [
    ...missedTexts.map((text) => `missed (${set}): ${text}`),
    ...refusedTexts.map((text) => `refused (${set}): ${text}`),
  ])
  const ease = Object.entries(plainTexts.bySection).map(
    ([section, { grade, longestSentenceWords }]) =>
      `${section} ${grade.toFixed(1)} (longest sentence ${longestSentenceWords} words)`,
  )
  return `${[
    ...lines,
    ...missed,
    '',
    `Texts set by fixed rules: ${plainTexts.texts}`,
    `Figures bound to a fact: ${plainTexts.boundFigures} of ${plainTexts.figures}`,
    `Required facts in the text: ${plainTexts.coveredFacts} of ${plainTexts.requiredFacts}`,
    `Reading grade: ${ease.join(', ')}`,
    `Seed: ${seed}`,
  ].join('\n')}\n`
}
