import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'

import type { Command } from 'commander'

import { SIGN_UP_PATH } from '../../shared/posted-form.ts'
import { migrateToLatest } from '../db/migrate.ts'
import { AppError, InvalidInputError } from '../lib/errors.ts'
import { initEnvFile, initQuestions, type InitAnswers, type InitOptions, type InitQuestion } from './init.ts'
import type { CommandContext } from './program.ts'

/** init, serve, migrate and form. */
export function addSetupCommands(
  program: Command,
  { config, openDatabase, output, folder, serve }: CommandContext,
): void {
  const init = program
    .command('init')
    .description(
      'Write a .env with fresh keys; asks on a terminal for what is not given, otherwise leaves it empty.',
    )
    .option('--dev', 'fill in what a trial on this machine needs (docker compose --profile dev up)')
  for (const { name, meaning } of initQuestions) init.option(`${flagOf(name)} <value>`, meaning)
  init.action(async (options: Record<string, string | boolean | undefined>) => {
    const isTrial = options['dev'] === true
    await initEnvFile({
      directory: folder,
      purpose: isTrial ? 'trial' : 'production',
      answers: answersOf(options),
      ...(process.stdin.isTTY && !isTrial ? { ask: createAsk(process.stdin, process.stderr) } : {}),
      tell: (line) => output.writeError(`${line}\n`),
    })
  })

  program
    .command('serve')
    .description('Serve the site and run its timetable until stopped.')
    .action(async () => {
      if (!serve) throw new InvalidInputError('A server is running here already.')
      await serve()
    })

  program
    .command('form')
    .description('Print the HTML of a sign-up form for another site of yours, listed in EMBED_ORIGINS.')
    .action(() => {
      output.write(embeddableForm(config.siteUrl))
      output.writeError(
        config.embedOrigins.length === 0
          ? 'EMBED_ORIGINS names no site yet: until it does, this form is refused.\n'
          : `It works on pages of ${config.embedOrigins.join(', ')} (EMBED_ORIGINS).\n`,
      )
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

/** A sign-up form in plain HTML, without scripts. It posts to our site and links to the disclaimer there. */
const embeddableForm = (siteUrl: string) => `<form action="${siteUrl}${SIGN_UP_PATH}" method="post">
  <label>Enter your email <input type="email" name="email" autocomplete="email" maxlength="254" required></label>
  <button>Sign Up</button>
</form>
`

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

/** @returns a function that asks a person one question at a time; it throws AppError when Ctrl-C or Ctrl-D is typed */
export function createAsk(input: Readable, output: Writable): NonNullable<InitOptions['ask']> {
  return async ({ meaning, example }, why) => {
    if (why !== undefined) output.write(`${why}\n`)
    const terminal = createInterface({ input, output })
    try {
      return await terminal.question(`${meaning} (for example ${example}): `)
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'AbortError') throw error
      output.write('\n')
      throw new AppError('not-ready', 'Stopped. Nothing was written.', { cause: error })
    } finally {
      terminal.close()
    }
  }
}
