import type { Config } from '../config/config.ts'
import type { Deps } from '../deps.ts'
import { prepareLoading } from '../lib/prepare-loading.ts'

prepareLoading()
const { ConfigError, loadConfig } = await import('../config/config.ts')
const { serve } = await import('../serve.ts')
const { handOver } = await import('./handover.ts')
const { createProcessOutput } = await import('./process-output.ts')
const { createCommandDeps, runCommand } = await import('./program.ts')

/** Commands that never work on a running server's database. */
const OWN_PROCESS = new Set(['init', 'serve', 'migrate', 'restore', 'inspect'])
/** Commands that run without valid settings: `init` writes them, and `inspect` only reads files. */
const WITHOUT_SETTINGS = new Set(['init', 'inspect', 'help'])
const HELP = new Set(['--help', '-h', '--version'])

const output = createProcessOutput(process)

process.exitCode = await main({ words: process.argv.slice(2), folder: process.cwd() })
if (output.hasFailed()) process.exitCode = 1

async function main(command: { words: readonly string[]; folder: string }): Promise<number | undefined> {
  const isHelp = command.words.length === 0 || command.words.some((word) => HELP.has(word))
  const config = readConfig({ isNeeded: !isHelp && !WITHOUT_SETTINGS.has(command.words[0] ?? '') })
  if (!config) return 1
  const runsHere = isHelp || OWN_PROCESS.has(command.words[0] ?? '')
  if (config.databaseUrl === undefined && !runsHere) {
    const exitCode = await handOver(config.dataDir, command, output)
    if (exitCode !== undefined) return exitCode
  }
  let opened: Deps | undefined
  try {
    const exitCode = await runCommand(command, {
      config,
      output,
      input: process.stdin,
      deps: async () => (opened ??= await createCommandDeps(config, output)),
      serve: () => serve(config),
    })
    // A server runs until it is stopped, and ends the process itself.
    return command.words[0] === 'serve' && exitCode === 0 ? undefined : exitCode
  } finally {
    await opened?.close()
  }
}

function readConfig({ isNeeded }: { isNeeded: boolean }): Config | undefined {
  try {
    return loadConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    if (!isNeeded) return loadConfig({})
    output.writeError(`${error.message}\n`)
    return undefined
  }
}
