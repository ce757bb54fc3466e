import { beforeEach, expect, it } from 'vitest'

import { resetTables, setDatabaseClock } from '../testing/edition-fixtures.ts'
import { setUpTypedCommands } from './testing/typed-commands.ts'

const ADA = 'ada@mail.example'
const TIME = '2026-11-23T14:00:00.000Z'

const { database, run, write } = setUpTypedCommands()
beforeEach(() => setDatabaseClock(database.db, TIME))

it('puts addresses on the do-not-mail list with a reason, ends their subscriptions, and is idempotent', async () => {
  await run(`subscribers add ${ADA}`)
  write('list.csv', `EmailAddress,SuppressionReason\n${ADA},SpamComplaint\nbob@mail.example,x\nnonsense,x\n`)
  const importing = 'suppressions import list.csv --reason complained'
  expect(await run(importing)).toEqual({
    exitCode: 1,
    out: 'Lines: 3. On the do-not-mail list from now on: 2, before already: 0. Subscriptions that ended: 1. Rejected: 1.\n',
    error: 'line 4: Please enter a valid email address.\n',
  })
  expect((await run(`${importing} --json`)).out).toBe(
    '{"lines":3,"added":0,"already":2,"rejected":1,"ended":0}\n',
  )
  expect((await run('subscribers count')).out).toBe('0\n')
  expect((await run('suppressions count')).out).toBe(
    'complained   2\nbounced      0\nblocked      0\nunsubscribed 0\nerased       0\n',
  )
  expect((await run('suppressions count --json')).out).toBe(
    '{"complained":2,"bounced":0,"blocked":0,"unsubscribed":0,"erased":0}\n',
  )
  expect(await run(`subscribers add ${ADA}`)).toMatchObject({ exitCode: 1 })
})

it.each([
  ['listmonk', 'uuid,email,status', 'u,ADDRESS,enabled', 'u,ADDRESS,disabled'],
  [
    'beehiiv',
    'email,status,created_at,unsubscribed_at',
    'ADDRESS,active,2023-03-24 10:23:10 UTC,',
    'ADDRESS,active,2023-03-24 10:23:10 UTC,2024-03-13 11:33:53 UTC',
  ],
  ['Ghost', 'id,email,subscribed_to_emails,deleted_at', '1,ADDRESS,true,', '1,ADDRESS,false,'],
  ['Substack', 'email,plan,email_disabled', 'ADDRESS,other,false', 'ADDRESS,other,true'],
  ['Brevo', 'EMAIL,EMAIL_BLACKLIST,SMS_BLACKLIST', 'ADDRESS,No,Yes', 'ADDRESS,Yes,No'],
  ['any program', 'email,unsubscribed', 'ADDRESS,false', 'ADDRESS,true'],
  ['a mail provider', 'status,type,reason,email', 'active,hard,,ADDRESS', '5.1.1,hard,No such user,ADDRESS'],
])(
  'importing a whole export of %s as suppressions rejects the rows of people who still get mail',
  async (_, header, stays, left) => {
    await run(`subscribers add ${ADA}`)
    const rows = [stays.replace('ADDRESS', ADA), left.replace('ADDRESS', 'left@mail.example')]
    write('all.csv', [header, ...rows].join('\n'))
    const { exitCode, out, error } = await run('suppressions import all.csv --reason unsubscribed')
    expect(exitCode).toBe(1)
    expect(out).toContain('Lines: 2. On the do-not-mail list from now on: 1, ')
    expect(error).toMatch(
      /^line 2: Its ".+" says that it gets mail\. If it is to get none, leave that column out\.\n$/,
    )
    expect((await run('subscribers count')).out).toBe('1\n')
  },
)

it('names every column that says that an address gets mail', async () => {
  write('all.csv', `email,status,email_disabled\n${ADA},active,false\n`)
  expect((await run('suppressions import all.csv --reason unsubscribed')).error).toBe(
    'line 2: Its "status", "email_disabled" say that it gets mail. If it is to get none, leave those columns out.\n',
  )
})

it('refuses Mailchimp’s file of people who get mail, though nothing in its records says so', async () => {
  await run(`subscribers add ${ADA}`)
  const columns = 'Email Address,First Name,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP'
  const row = `${ADA},Ada,2,,,2024-03-13 11:33:53,`
  write('subscribed.csv', `${columns},LEID\n${row},7\n`)
  const { exitCode, out, error } = await run('suppressions import subscribed.csv --reason unsubscribed')
  expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' })
  expect(error).toContain('the file of those who get mail, as Mailchimp exports it')
  expect((await run('subscribers count')).out).toBe('1\n')
  write('unsubscribed.csv', `${columns},UNSUB_TIME\n${row},2024-04-01 10:00:00\n`)
  expect((await run('suppressions import unsubscribed.csv --reason unsubscribed')).exitCode).toBe(0)
  expect((await run('subscribers count')).out).toBe('0\n')
})

it('exports hashes, reasons and times but no address, and imports them into another database with the same key', async () => {
  await run(`subscribers add ${ADA}`)
  await run(`subscribers remove ${ADA}`)
  await run('subscribers erase bob@mail.example')
  const { exitCode, out, error } = await run('suppressions export')
  expect(exitCode).toBe(0)
  expect(error).toContain('addresses are not kept')
  expect(out).not.toContain('@')
  const [header, ...lines] = out.trim().split('\n')
  expect(header).toBe('hash,reason,suppressed_at,key')
  expect(new Set(lines.map((line) => line.split(',').slice(1, 3).join(' at ')))).toEqual(
    new Set([`erased at ${TIME}`, `unsubscribed at ${TIME}`]),
  )
  write('list.csv', out)
  await resetTables(database.db)
  await setDatabaseClock(database.db, '2026-12-01T00:00:00Z')
  const other = await run('suppressions import list.csv', { SUPPRESSION_KEY: 'o'.repeat(40) })
  expect(other).toMatchObject({ exitCode: 1, out: '' })
  expect(other.error).toContain('made with another SUPPRESSION_KEY')
  expect((await run('suppressions import list.csv')).out).toContain('from now on: 2,')
  expect((await run('suppressions export')).out).toBe(out)
  expect((await run(`subscribers find ${ADA}`)).out).toContain(
    `On the do-not-mail list: unsubscribed, since ${TIME}`,
  )
})

const ERASED = ['ada', 'bob', 'eve'].map((name) => `subscribers erase ${name}@mail.example`)

it('reads an export that was cut off up to the line that is not whole', async () => {
  for (const typed of ERASED) await run(typed)
  const { out, error } = await run('suppressions export')
  expect(error).toContain('Entries: 3.')
  for (const [name, length, whole] of [
    ['in-key', out.length - 5, 2],
    ['before-key', out.lastIndexOf(','), 2],
    ['after-comma', out.lastIndexOf(',') + 1, 2],
    ['in-hash', out.trimEnd().lastIndexOf('\n') + 10, 2],
    ['in-line-end', out.length - 1, 3],
  ] as const) {
    write(`${name}.csv`, out.slice(0, length))
    await resetTables(database.db)
    expect(await run(`suppressions import ${name}.csv --json`)).toEqual({
      exitCode: whole === 3 ? 0 : 1,
      out: `${JSON.stringify({ lines: 3, added: whole, already: 0, rejected: 3 - whole, ended: 0 })}\n`,
      error: whole === 3 ? '' : 'line 4: It is cut off.\n',
    })
  }
})

it('keeps what it read before a line of another key', async () => {
  for (const typed of ERASED) await run(typed)
  const { out } = await run('suppressions export')
  const [header = '', ...lines] = out.trimEnd().split('\n')
  const other = [...(lines[2] ?? '').split(',').slice(0, 3), 'another'].join(',')
  write('two.csv', [header, ...lines.slice(0, 2), other, lines[2]].join('\n'))
  await resetTables(database.db)
  const { exitCode, error } = await run('suppressions import two.csv')
  expect([exitCode, error]).toEqual([
    1,
    'The hashes from line 4 on were made with another SUPPRESSION_KEY: no address would be known by them here. What comes before is on the do-not-mail list, nothing else was read.\n',
  ])
  expect((await run('suppressions count')).out).toContain('erased       2')
})

it.each([
  ['suppressions', 'Usage: lunchpail suppressions'],
  ['suppressions bake', "error: unknown command 'bake'"],
  ['suppressions count more', 'error: too many arguments'],
  ['suppressions import', "error: missing required argument 'file'"],
  ['suppressions import none.csv --reason bounced', 'none.csv cannot be read: it is not there.'],
  [
    'suppressions import list.csv',
    'Say why they get no mail: --reason complained, bounced, blocked, unsubscribed.',
  ],
  [
    'suppressions import list.csv --reason angry',
    '"angry" is not a reason: complained, bounced, blocked, unsubscribed.',
  ],
  ['suppressions import list.csv --reason erased', '"erased" is not a reason'],
  ['suppressions import list.csv --reason bounced --column mail', '--column: the file has no column "mail".'],
  [
    'suppressions import own.csv --reason bounced',
    'The file brings a reason for each hash: leave --reason out.',
  ],
  ['suppressions import - --reason bounced', 'Name a file on disk.'],
  ['suppressions export list.csv', 'error: too many arguments'],
])('%s ends with 2 and says why', async (typed, sentence) => {
  write('list.csv', `email\n${ADA}\n`)
  write('own.csv', 'hash,reason,suppressed_at,key\n')
  const { exitCode, out, error } = await run(typed)
  expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' })
  expect(error).toContain(sentence)
  expect((await run('suppressions count --json')).out).toContain('"complained":0,"bounced":0')
})
