import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'

import { expect, it } from 'vitest'

import { DatabaseUnavailableError } from './database-unavailable.ts'
import { openDatabase } from './open-database.ts'

const URL_WITH_SECRETS = 'postgres://ada:hush@db.example:6543/letters'

it.each([
  [{ code: '28P01' }, 'it refuses the user or the password'],
  [{ code: '3D000' }, 'it has no database of that name'],
  [new Error('timeout exceeded when trying to connect'), 'timeout exceeded when trying to connect'],
  [Object.assign(new Error('odd.'), { code: 'XX000' }), 'odd'],
])('says where, why and what to do: %#', (cause, reason) => {
  expect(new DatabaseUnavailableError(URL_WITH_SECRETS, cause).message).toBe(
    `The database cannot be used, Postgres at db.example:6543, database "letters": ${reason}. Start it or look at DATABASE_URL, then try again.`,
  )
})

it('throws DatabaseUnavailableError when the port is closed', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  const opening = openDatabase({ url: `postgres://ada:hush@127.0.0.1:${port}/letters` }, (error) => {
    throw error
  })
  await expect(opening).rejects.toThrow(
    `The database cannot be used, Postgres at 127.0.0.1:${port}, database "letters": nothing listens there.`,
  )
})
