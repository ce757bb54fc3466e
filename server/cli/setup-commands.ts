import { createInterface } from 'node:readline/promises'

import type { Command } from 'commander'

import { migrateToLatest } from '../db/migrate.ts'
import { InvalidInputError } from '../lib/errors.ts'
import { initEnvFile, initQuestions, type InitAnswers, type InitQuestion } from './init.ts'
import type { CommandContext } from './program.ts'

/** init, serve and migrate. */
export function addSetupCommands(
  program: Command,
  { openDatabase, output, folder, serve }: CommandContext,
): void {
  const init = program
    .command('init')
    .description('Write a .env with fresh keys; what is not given is asked on a terminal, else left empty.')
    .option('--dev', 'fill in what a trial on this machine needs (docker compose --profile dev up)')
  for (const { name, meaning } of initQuestions) init.option(`${flagOf(name)} <value>`, meaning)
  init.action(async (options: Record<string, string | boolean | undefined>) => {
    const isTrial = options['dev'] === true
    await initEnvFile({
      directory: folder,
      purpose: isTrial ? 'trial' : 'production',
      answers: answersOf(options),
      ...(process.stdin.isTTY && !isTrial ? { ask: askOnTerminal } : {}),
      tell: (line) => output.writeError(`${line}\n`),
    })
  })

  program
    .command('serve')
    .description('Serve the site and run its timetable until stopped.')
    .action(async () => {
      if (!serve) throw new InvalidInputError('malformed-request', 'A server is running here already.')
      await serve()
    })

  program
    .command('migrate')
    .description("Bring the database's tables up to date.")
    .action(async () => {
      const database = await openDatabase()
      try {
        const applied = await migrateToLatest(database.db)
        output.writeError(
          applied.length === 0 ? 'The tables are up to date.\n' : `Applied: ${applied.join(', ')}\n`,
        )
      } finally {
        await database.close()
      }
    })
}

/** SITE_URL -> --site-url */
const flagOf = (name: InitQuestion['name']) => `--${name.toLowerCase().replaceAll('_', '-')}`

function answersOf(options: Record<string, string | boolean | undefined>): InitAnswers {
  const answers: InitAnswers = {}
  for (const { name } of initQuestions) {
    // Commander keeps --site-url as siteUrl.
    const given =
      options[name.toLowerCase().replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())]
    if (typeof given === 'string') answers[name] = given
  }
  return answers
}

async function askOnTerminal({ meaning, example }: InitQuestion): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question(`${meaning} (for example ${example}): `)
  } finally {
    terminal.close()
  }
}
