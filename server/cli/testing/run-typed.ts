import type { OpenedDatabase } from '../../db/open-database.ts'
import type { Newsletter } from '../../letter/index.ts'
import type { Deps } from '../../deps.ts'
import { createTestConfig, createTestDeps } from '../../testing/app-fixture.ts'
import { runCommand } from '../program.ts'

/** The outcome of a command: what it wrote for machines and for people, and its exit code. */
export interface TypedResult {
  readonly exitCode: number
  readonly out: string
  readonly error: string
}

/** Runs a command on a test's database.
 *  @param typed  what follows `lunchpail`, split at its spaces, or the words themselves
 *  @param options  `build` replaces collecting from the sources; `settings` are as in .env; `beforeOpening` fails while there is
 *    no database; `isTerminal`: a person types it */
export async function runTyped(
  database: OpenedDatabase,
  folder: string,
  typed: string | readonly string[],
  options: {
    settings?: Readonly<Record<string, string>>
    build?: Newsletter['build'] | undefined
    beforeOpening?: () => Promise<void>
    isTerminal?: boolean
  } = {},
): Promise<TypedResult> {
  const settings = { DATA_DIR: folder, ...options.settings }
  let deps: Deps | undefined
  // Opened on demand as in the program, since many commands end before they need it.
  const open = async () => {
    await options.beforeOpening?.()
    deps = createTestDeps(database, settings).deps
    if (options.build) deps.newsletter.build = options.build
    return deps
  }
  const written = { out: '', error: '' }
  const words = typeof typed === 'string' ? typed.split(' ').filter((word) => word !== '') : typed
  const exitCode = await runCommand(
    { words, folder },
    {
      config: createTestConfig(settings),
      deps: open,
      openDatabase: () => Promise.resolve({ ...database, close: () => Promise.resolve() }),
      output: {
        write: (text) => void (written.out += text),
        writeError: (text) => void (written.error += text),
        isTerminal: options.isTerminal === true,
      },
    },
  )
  await deps?.mailer.close()
  return { exitCode, ...written }
}
