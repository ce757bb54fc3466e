import path from 'node:path'
import { parseArgs } from 'node:util'

import type { Attack, Figure } from './figures.ts'
import { burstHistories, burstWork } from './burst-attacks.ts'
import { bombParsers, bombPdf } from './file-attacks.ts'
import {
  attackDocs,
  attackWithChunks,
  attackWithSlashes,
  crowdOutNewcomers,
  floodWebhooks,
} from './flood-attacks.ts'
import { giveUpFiles, giveUpLists, sendLongLists } from './head-attacks.ts'
import { askForDesk, bombMailbox } from './mail-attacks.ts'
import { pipeline, shareRefusals } from './refused-attacks.ts'
import { askOddly, burst, hangUp, outspend, starveFast, starveSlowly } from './source-attacks.ts'

// Tries what a stranger with one connection could do to a site that this command starts on this machine.
// docs/reliability.md has the results. Tables go to standard output, progress to standard error.

const ATTACKS: Readonly<Record<string, Attack>> = {
  slashes: attackWithSlashes,
  docs: attackDocs,
  chunks: attackWithChunks,
  newcomers: crowdOutNewcomers,
  webhooks: floodWebhooks,
  burst,
  histories: burstHistories,
  bursts: burstWork,
  'starve-slowly': starveSlowly,
  'starve-fast': starveFast,
  outspend,
  'odd-questions': askOddly,
  'hang-up': hangUp,
  refused: shareRefusals,
  pipelining: pipeline,
  mail: bombMailbox,
  desk: askForDesk,
  lists: sendLongLists,
  'given-up': giveUpLists,
  files: giveUpFiles,
  pdf: bombPdf,
  parsers: bombParsers,
}

const USAGE = `npm run -s bench:attacks -- [--site FOLDER] [--only ${Object.keys(ATTACKS).join(',')}] [--json]
  --site   a built checkout whose code is attacked; by default this one`

try {
  await main(readOptions())
  // Otherwise keep-alive connections would hold it open.
  process.exit(0)
} catch (error) {
  if (!(error instanceof TypeError)) throw error
  process.stderr.write(`${error.message}\n${USAGE}\n`)
  process.exit(2)
}

async function main({ site, only, json }: ReturnType<typeof readOptions>): Promise<void> {
  const figures: Figure[] = []
  for (const name of only) {
    process.stderr.write(`${name} ...\n`)
    figures.push(...((await ATTACKS[name]?.(site)) ?? []))
  }
  process.stdout.write(json ? `${JSON.stringify(figures, null, 2)}\n` : toTable(figures))
}

/** @throws TypeError for invalid options */
function readOptions(): { site: string; only: string[]; json: boolean } {
  const { values } = parseArgs({
    options: { site: { type: 'string' }, only: { type: 'string' }, json: { type: 'boolean' } },
  })
  const only = values.only?.split(',') ?? Object.keys(ATTACKS)
  const unknown = only.find((name) => !Object.hasOwn(ATTACKS, name))
  if (unknown !== undefined) throw new TypeError(`There is no attack "${unknown}".`)
  // Said before minutes of other attacks.
  if (only.includes('refused') && !process.env['TEST_DATABASE_URL']) {
    throw new TypeError('The attack "refused" needs TEST_DATABASE_URL.')
  }
  return {
    site: path.resolve(values.site ?? path.join(import.meta.dirname, '../..')),
    only,
    json: values.json ?? false,
  }
}

function toTable(rows: readonly Figure[]): string {
  const lines = ['| attack | measured | figure |', '| --- | --- | --- |']
  let last = ''
  for (const { attack, measured, value } of rows) {
    lines.push(`| ${attack === last ? '' : attack} | ${measured} | ${value} |`)
    last = attack
  }
  return `${lines.join('\n')}\n`
}
