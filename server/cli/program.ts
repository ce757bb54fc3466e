import { readFileSync } from 'node:fs'
import path from 'node:path'

import { Command, CommanderError } from 'commander'

import type { Config } from '../config/config.ts'
import { openConfiguredDatabase, type OpenedDatabase } from '../db/open-database.ts'
import { createDeps, type Deps } from '../deps.ts'
import { InvalidInputError } from '../lib/errors.ts'
import { createLogger } from '../lib/logger.ts'
import { describeFailure, describeKnownError } from '../operator/describe-failure.ts'
import { addBackupCommands } from './backup-commands.ts'
import { addBounceCommands } from './bounce-commands.ts'
import { addCollectCommands } from './collect-commands.ts'
import { addDoctorCommand } from './doctor-command.ts'
import { addEditionCommands } from './edition-commands.ts'
import type { CommandOutput, TypedCommand } from './handover.ts'
import { addInspectCommands } from './inspect-commands.ts'
import { addMailCommands } from './mail-commands.ts'
import { addSetupCommands } from './setup-commands.ts'
import { addSubscriberCommands } from './subscriber-commands.ts'
import { addSuppressionCommands } from './suppression-commands.ts'
import { addTokenCommands } from './token-commands.ts'
import { addUsageCommands } from './usage-commands.ts'

/** What a command works with. */
export interface CommandContext {
  config: Config
  /** Opens the database and everything built on it, when a command needs them. */
  deps: () => Promise<Deps>
  /** Opens only the database, and leaves its tables as they are. */
  openDatabase: () => Promise<OpenedDatabase>
  output: CommandOutput
  /** For a command that ends without throwing, but did not succeed. */
  setExitCode: (code: number) => void
  /** Standard input; only if the command runs in the process where it was typed. */
  input?: AsyncIterable<Uint8Array>
  /** The folder that relative paths start from. */
  folder: string
  /** Starts the site; only if this process may become the server. */
  serve?: () => Promise<void>
}

const { version } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8'),
) as { version: string }

const DONE = 0
const FAILED = 1
const MISUSED = 2

/** Opens everything for a command in a process of its own. Its log goes to standard error, since its output is for machines.
 *  @throws whatever createDeps throws */
export function createCommandDeps(
  config: Config,
  { writeError }: Pick<CommandOutput, 'writeError'>,
): Promise<Deps> {
  // A command's output already says what it does, so the log adds only what goes wrong.
  const level = config.logLevel === 'info' ? 'warn' : config.logLevel
  return createDeps(config, {
    logger: createLogger(level, 2, { tell: describeKnownError }),
    say: (line) => writeError(`${line}\n`),
  })
}

/** Runs one command.
 *  @returns its exit code: 0 done, 1 failed, 2 wrong arguments */
export async function runCommand(
  { words, folder }: TypedCommand,
  given: Omit<CommandContext, 'folder' | 'openDatabase' | 'setExitCode'> &
    Partial<Pick<CommandContext, 'openDatabase'>>,
): Promise<number> {
  const { output, config } = given
  const openDatabase = () =>
    openConfiguredDatabase(config, (error) => output.writeError(`${error.message}\n`))
  let exitCode = DONE
  const setExitCode = (code: number) => {
    exitCode = code
  }
  const program = createProgram({ openDatabase, ...given, folder, setExitCode })
  try {
    await program.parseAsync(words, { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) return isHelp(error) ? DONE : MISUSED
    const stack = error instanceof Error ? error.stack : undefined
    output.writeError(`${describeFailure(error) ?? stack ?? String(error)}\n`)
    return error instanceof InvalidInputError ? MISUSED : FAILED
  }
}

function createProgram(context: CommandContext): Command {
  const { output } = context
  const program = new Command('lunchpail')
    .description('Runs and manages a Lunchpail site: its pages, its weekly edition and its subscribers.')
    .showHelpAfterError('(--help shows how to use it)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => output.write(text),
      writeErr: (text) => output.writeError(text),
    })
  program.version(version, '--version', 'show the version of the program')
  addSetupCommands(program, context)
  addDoctorCommand(program, context)
  addBackupCommands(program, context)
  addEditionCommands(program, context)
  addCollectCommands(program, context)
  addSubscriberCommands(program, context)
  addSuppressionCommands(program, context)
  addTokenCommands(program, context)
  addBounceCommands(program, context)
  addMailCommands(program, context)
  addUsageCommands(program, context)
  addInspectCommands(program, context)
  return program
}

const isHelp = ({ code, exitCode }: CommanderError) => exitCode === 0 || code === 'commander.helpDisplayed'
