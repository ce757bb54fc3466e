import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import type { BenchContext } from './bench-context.ts'
import { createBenchDatabase } from './bench-database.ts'
import { checkSameJob } from './check-same-job.ts'
import { measureFreeze } from './measure-freeze.ts'
import { measureKill } from './measure-kill.ts'
import { measureMemory } from './measure-memory.ts'
import { measureSpeed } from './measure-speed.ts'
import { measureTwo } from './measure-two.ts'
import { parseOptions, USAGE, UsageError, type BenchOptions, type Part } from './options.ts'

// Compares how our site sends a letter with a plain loop and two job queues that do the same. docs/benchmarks.md says what is
// compared and what is not. Tables go to standard output, progress to standard error.

const MEASURES: Record<Part, (context: BenchContext) => Promise<void>> = {
  speed: measureSpeed,
  kill: measureKill,
  two: measureTwo,
  freeze: measureFreeze,
  memory: measureMemory,
}

// Leaves no child process behind: contenders end with this process, and smtp-sink ends when it exits.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

try {
  await main(parseOptions(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(`${error.message}\n${USAGE}`)
  process.exitCode = 2
}

async function main(options: BenchOptions): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-send-'))
  try {
    const dkimKeyFile = path.join(folder, 'dkim.pem')
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    await writeFile(dkimKeyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
    const database = await createBenchDatabase()
    try {
      const context = { database, options, dkimKeyFile, dataDir: folder }
      await checkSameJob(context)
      for (const part of options.parts) await MEASURES[part](context)
    } finally {
      await database.close()
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}
