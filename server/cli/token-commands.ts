import type { Command } from 'commander'

import { DAY_MS, utcDay } from '../lib/dates.ts'
import { InvalidInputError } from '../lib/errors.ts'
import { createOperatorTokens, SCOPES, type OperatorToken, type Scope } from '../subscribers/index.ts'
import { parseWord, wholeNumber } from './arguments.ts'
import type { CommandContext } from './program.ts'

const LONGEST_NAME = 80
const MOST_DAYS = 3_660

/** token create, list and revoke */
export function addTokenCommands(program: Command, { deps, output, setExitCode }: CommandContext): void {
  const tokens = program.command('token').description('Tokens for your own programs at /api/operator.')
  const open = async () => createOperatorTokens((await deps()).db)

  tokens
    .command('create <name>')
    .description('Create a token and print it once. Only its hash is stored: it cannot be shown again.')
    .requiredOption('--scope <scope>', `what it may do: ${SCOPES.join(', ')}; may be repeated`, collectScopes)
    .option(
      '--days <number>',
      'how many days it is valid; by default until it is revoked',
      wholeNumber('--days', { least: 1, most: MOST_DAYS }),
    )
    .action(async (name: string, { scope: scopes, days }: { scope: readonly Scope[]; days?: number }) => {
      if (name.trim() === '' || name.length > LONGEST_NAME) {
        throw new InvalidInputError(`The name has 1 to ${LONGEST_NAME} characters.`)
      }
      const { clock } = await deps()
      const expiresAt = days === undefined ? undefined : new Date(clock.now().getTime() + days * DAY_MS)
      const { id, token } = await (await open()).create({ name: name.trim(), scopes, expiresAt })
      output.write(`${token}\n`)
      output.writeError(
        `Token ${id}, ${expiresAt ? `valid until ${expiresAt.toISOString()}` : 'valid until it is revoked'}. It is not shown again: keep it where your program's secrets are.\n`,
      )
    })

  tokens
    .command('list')
    .description('Print id, state, scopes, times of creation, last use and expiry, and name of each token.')
    .option('--json', 'as one line of JSON')
    .action(async ({ json }: { json?: true }) => {
      const all = await (await open()).list()
      output.write(json ? `${JSON.stringify(all)}\n` : all.map(describeToken).join(''))
      if (all.length === 0 && !json) output.writeError('There are none.\n')
    })

  tokens
    .command('revoke <id>')
    .description('Revoke a token immediately, for good.')
    .action(async (id: string) => {
      if (!/^\d{1,18}$/.test(id)) {
        throw new InvalidInputError(`"${id}" is not the id of a token: lunchpail token list.`)
      }
      const wasValid = await (await open()).revoke(id)
      output.writeError(wasValid ? 'Revoked.\n' : 'There is no such token, or it was revoked before.\n')
      if (!wasValid) setExitCode(1)
    })
}

const collectScopes = (text: string, given: readonly Scope[] = []) => [
  ...given,
  parseWord(SCOPES, text, 'a scope'),
]

function describeToken({ id, name, state, scopes, createdAt, lastUsedAt, expiresAt }: OperatorToken): string {
  const day = (time: Date | null) => (time === null ? 'never' : utcDay(time))
  return `${id.padEnd(5)} ${state.padEnd(8)} ${scopes.join(',')}  made ${day(createdAt)}, used ${day(lastUsedAt)}, expires ${day(expiresAt)}  ${name}\n`
}
