import { parseArgs } from 'node:util'

import { measureWriter, type WriterMeasure } from './measure-writer.ts'

// Plants errors in made-up texts and counts which the verifier catches: without settings, database, network or model.
// docs/writing.md says what is measured. Ends with 1 when a bar is not reached.

const USAGE = `npm run -s bench:writer -- [--json] [--seed NUMBER]
  --json  one line of JSON
  --seed  another seed makes other facts and texts: a whole number up to nine digits (2025)`

const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, seed: { type: 'string', default: '2025' } },
})
if (/^\d{1,9}$/.test(values.seed)) {
  const measure = measureWriter(Number(values.seed))
  process.stdout.write(values.json ? `${JSON.stringify(measure)}\n` : formatMeasure(measure))
  for (const line of measure.below) process.stderr.write(`Below the bar: ${line}\n`)
  if (measure.below.length > 0) process.exitCode = 1
} else {
  process.stderr.write(`--seed takes a whole number up to nine digits, not "${values.seed}".\n${USAGE}\n`)
  process.exitCode = 2
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
