import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'

import { expect, it } from 'vitest'

import {
  DatabaseUnavailableError,
  describeOutage,
  mayPass,
  whenDatabaseAnswers,
} from './database-unavailable.ts'
import { openDatabase } from './open-database.ts'

const URL_WITH_SECRETS = 'postgres://ada:hush@db.example:6543/letters'

it.each([
  [{ code: '28P01' }, 'cannot be used', 'it refuses the user or the password. Look at DATABASE_URL'],
  [
    { code: '3D000' },
    'cannot be used',
    'it has no database of that name. Create it (createdb) or look at DATABASE_URL',
  ],
  [
    new AggregateError([Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })]),
    'does not answer',
    'no machine of that name is known. Look at DATABASE_URL',
  ],
  [
    new Error('timeout exceeded when trying to connect'),
    'does not answer',
    'timeout exceeded when trying to connect. Start it or look at DATABASE_URL',
  ],
  [
    Object.assign(new Error('odd.'), { code: 'XX000' }),
    'cannot be used',
    'odd. Start it or look at DATABASE_URL',
  ],
  [
    Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' }),
    'cannot write',
    'it only reads, as a standby does. Make it take writes or name one that does in DATABASE_URL',
  ],
  [
    Object.assign(new Error('could not extend file'), { code: '53100' }),
    'cannot write',
    'its disk is full. Make room on its disk',
  ],
])('says where the database is, what is wrong and what to do: %#', (cause, trouble, reasonAndRemedy) => {
  expect(new DatabaseUnavailableError(URL_WITH_SECRETS, cause).message).toBe(
    `The database ${trouble}, Postgres at db.example:6543, database "letters": ${reasonAndRemedy}, then try again.`,
  )
})

it.each([
  [
    Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' }),
    'nothing listens there',
  ],
  [
    new AggregateError([Object.assign(new Error('connect ECONNREFUSED ::1:5432'), { code: 'ECONNREFUSED' })]),
    'nothing listens there',
  ],
  [
    Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' }),
    'it was stopped',
  ],
  [new Error('Connection terminated unexpectedly'), 'the connection was broken'],
])('words an outage like a start that finds no database: %#', (error, reason) => {
  expect(describeOutage(error)).toBe(`The database does not answer: ${reason}`)
  const atStart = new DatabaseUnavailableError(URL_WITH_SECRETS, error)
  expect(describeOutage(atStart)).toBe(
    `The database does not answer, Postgres at db.example:6543, database "letters": ${reason}. Start it or look at DATABASE_URL, then try again`,
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
    `The database does not answer, Postgres at 127.0.0.1:${port}, database "letters": nothing listens there.`,
  )
})

it('a start waits for an unavailable database, and logs one line in words until it answers', async () => {
  const down = new DatabaseUnavailableError(
    URL_WITH_SECRETS,
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
  )
  const answers: (Error | string)[] = [down, down, down, 'opened']
  const logged: string[] = []
  const open = () => {
    const next = answers.shift()
    return typeof next === 'string'
      ? Promise.resolve(next)
      : Promise.reject(next ?? new Error('It is asked too often'))
  }
  const logger = {
    error: (_details: unknown, words: string) => void logged.push(`error: ${words}`),
    info: (words: string) => void logged.push(`info: ${words}`),
  } as unknown as Parameters<typeof whenDatabaseAnswers>[1]
  expect(await whenDatabaseAnswers(open, logger, () => Promise.resolve())).toBe('opened')
  expect(logged).toEqual([
    'error: Waiting for the database: the server starts when it answers',
    'info: The database answers',
  ])
})

it('a start does not wait for a database that refuses the password, which waiting cannot fix', async () => {
  const refused = new DatabaseUnavailableError(
    URL_WITH_SECRETS,
    Object.assign(new Error('password authentication failed'), { code: '28P01' }),
  )
  const waiting = whenDatabaseAnswers(
    () => Promise.reject(refused),
    { error: () => undefined, info: () => undefined },
    () => Promise.reject(new Error('It waits')),
  )
  await expect(waiting).rejects.toBe(refused)
})

it.each([
  ['40P01', true],
  ['53100', true],
  ['53200', false],
  ['55000', false],
  ['55P03', true],
  ['57P01', true],
  ['57014', false],
  ['22008', false],
  ['42P01', false],
])('an error with the code %s may pass: %s', (code, passes) => {
  expect(mayPass(Object.assign(new Error('refused'), { code }))).toBe(passes)
})
