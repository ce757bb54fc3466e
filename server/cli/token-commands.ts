import type { Command } from 'commander'

import { DAY_MS, utcDay } from '../lib/dates.ts'
import { InvalidInputError } from '../lib/errors.ts'
import { createOperatorTokens, SCOPES, type OperatorToken, type Scope } from '../subscribers/index.ts'
import type { CommandContext } from './program.ts'

const LONGEST_NAME = 80
const MOST_DAYS = 3_660

/** token create, list and revoke */
export function addTokenCommands(
  program: Command,
  { deps, output }: CommandContext,
  setExitCode: (code: number) => void,
): void {
  const tokens = program.command('token').description('Tokens for your own programs at /api/operator.')
  const open = async () => createOperatorTokens((await deps()).db)

  tokens
    .command('create <name>')
    .description('Create a token and print it once. Only its hash is stored: it cannot be shown again.')
    .requiredOption('--scope <scope>', `what it may do: ${SCOPES.join(', ')}; may be repeated`, collectScopes)
    .option('--days <number>', 'how many days it is valid; by default until it is revoked')
    .action(async (name: string, options: { scope: readonly Scope[]; days?: string }) => {
      if (name.trim() === '' || name.length > LONGEST_NAME) {
        throw new InvalidInputError('malformed-request', `The name has 1 to ${LONGEST_NAME} characters.`)
      }
      const { clock } = await deps()
      const days = options.days === undefined ? undefined : parseDays(options.days)
      const expiresAt = days === undefined ? undefined : new Date(clock.now().getTime() + days * DAY_MS)
      const { id, token } = await (
        await open()
      ).create({ name: name.trim(), scopes: options.scope, expiresAt })
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
        throw new InvalidInputError(
          'malformed-request',
          `"${id}" is not the id of a token: lunchpail token list.`,
        )
      }
      const wasValid = await (await open()).revoke(id)
      output.writeError(wasValid ? 'Revoked.\n' : 'There is no such token, or it was revoked before.\n')
      if (!wasValid) setExitCode(1)
    })
}

function collectScopes(text: string, given: readonly Scope[] = []): Scope[] {
  const scope = SCOPES.find((one) => one === text)
  if (scope !== undefined) return [...given, scope]
  throw new InvalidInputError('malformed-request', `"${text}" is not a scope: ${SCOPES.join(', ')}.`)
}

function parseDays(text: string): number {
  const days = Number(text)
  if (/^\d+$/.test(text) && days >= 1 && days <= MOST_DAYS) return days
  throw new InvalidInputError(
    'malformed-request',
    `--days: "${text}" is not a whole number from 1 to ${MOST_DAYS}.`,
  )
}

function describeToken({ id, name, state, scopes, createdAt, lastUsedAt, expiresAt }: OperatorToken): string {
  const day = (time: Date | null) => (time === null ? 'never' : utcDay(time))
  return `${id.padEnd(5)} ${state.padEnd(8)} ${scopes.join(',')}  made ${day(createdAt)}, used ${day(lastUsedAt)}, expires ${day(expiresAt)}  ${name}\n`
}
