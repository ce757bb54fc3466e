import { expect, it } from 'vitest'

import { createOperatorTokens } from '../subscribers/index.ts'
import { setDatabaseClock } from '../testing/edition-fixtures.ts'
import { setUpTypedCommands } from './testing/typed-commands.ts'

const { database, run } = setUpTypedCommands()

it('creates a token that is shown once and stored as a hash, lists it, and revokes it', async () => {
  await setDatabaseClock(database.db, '2026-11-20T14:00:00Z')
  const made = await run(
    'token create shop --scope subscribers:write --scope subscribers:read --scope subscribers:read --days 30',
  )
  expect(made.exitCode).toBe(0)
  expect(made.out).toMatch(/^lp_op_[\w-]{43}\n$/)
  expect(made.error).toMatch(/^Token \d+, valid until 2026-12-20T15:00:00.000Z\. It is not shown again/)
  const token = made.out.trim()
  const rows = JSON.stringify(await database.db.selectFrom('operator_token').selectAll().execute())
  expect(rows).not.toContain(token.slice(6))

  const tokens = createOperatorTokens(database.db)
  expect(await tokens.verify(token)).toMatchObject({
    name: 'shop',
    scopes: ['subscribers:write', 'subscribers:read'],
  })
  const id = /^Token (\d+)/.exec(made.error)?.[1] ?? ''
  expect(await run('token list')).toEqual({
    exitCode: 0,
    out: `${id.padEnd(5)} valid    subscribers:write,subscribers:read  made 2026-11-20, used 2026-11-20, expires 2026-12-20  shop\n`,
    error: '',
  })

  expect(await run(`token revoke ${id}`)).toEqual({ exitCode: 0, out: '', error: 'Revoked.\n' })
  expect(await tokens.verify(token)).toBeUndefined()
  expect(JSON.parse((await run('token list --json')).out)).toMatchObject([{ id, state: 'revoked' }])
  expect(await run(`token revoke ${id}`)).toMatchObject({
    exitCode: 1,
    error: 'There is no such token, or it was revoked before.\n',
  })
})

it('a token expires after its number of days', async () => {
  const { db } = database
  await setDatabaseClock(db, '2026-11-20T14:00:00Z')
  const token = (await run('token create shop --scope subscribers:read --days 1')).out.trim()
  const tokens = createOperatorTokens(db)
  expect(await tokens.verify(token)).toBeDefined()
  await setDatabaseClock(db, '2026-11-22T14:00:00Z')
  expect(await tokens.verify(token)).toBeUndefined()
  expect((await run('token list')).out).toContain(' expired ')
})

it.each([
  ['token create shop', "error: required option '--scope <scope>' not specified"],
  [
    'token create shop --scope all',
    '"all" is not a scope: subscribers:read, subscribers:write, suppressions:write.',
  ],
  [
    'token create shop --scope subscribers:read --days 0',
    '--days: "0" is not a whole number from 1 to 3660.',
  ],
  [`token create ${'a'.repeat(81)} --scope subscribers:read`, 'The name has 1 to 80 characters.'],
  ['token revoke shop', '"shop" is not the id of a token: lunchpail token list.'],
])('%s ends with 2 and says why', async (typed, sentence) => {
  const { exitCode, out, error } = await run(typed)
  expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' })
  expect(error).toContain(sentence)
})
