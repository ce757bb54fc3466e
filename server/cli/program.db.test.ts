import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { beforeEach, describe, expect, it } from 'vitest'

import { loadConfig } from '../config/config.ts'
import { AppError } from '../lib/errors.ts'
import { storeEdition } from '../sending/editions/editions.ts'
import type { Newsletter } from '../letter/index.ts'
import { NO_DELIVERIES } from '../sending/editions/edition-status.ts'
import { anEdition } from '../testing/edition-fixtures.ts'
import { fillDataFolder } from '../testing/test-database.ts'
import { createCommandDeps, runCommand } from './program.ts'
import { setUpTypedCommands } from './testing/typed-commands.ts'

const ADA = 'ada@mail.example'

const given = setUpTypedCommands()
beforeEach(() => given.database.db.deleteFrom('notice').execute())

/** @param build  replaces collecting from the sources */
const run = (typed: string, build?: Newsletter['build']) => given.run(typed, {}, build)
const { write } = given
const countOut = async () => (await run('subscribers count')).out

describe('arguments that do not fit', () => {
  it.each([
    ['bake', "error: unknown command 'bake'"],
    ['subscribers bake', "error: unknown command 'bake'"],
    ['subscribers count --fast', "error: unknown option '--fast'"],
    ['subscribers count twice', "error: too many arguments for 'count'. Expected 0 arguments but got 1"],
    ['subscribers add', "error: missing required argument 'email'"],
    [
      `subscribers add ${ADA} more@mail.example`,
      "error: too many arguments for 'add'. Expected 1 argument but got 2",
    ],
    ['subscribers add nonsense', 'Please enter a valid email address.'],
    ['subscribers remove nonsense', 'Please enter a valid email address.'],
    ['subscribers import', "error: missing required argument 'file'"],
    ['edition send', "error: required option '--date <date>' not specified"],
    ['edition build', "error: required option '--as-of <date>' not specified"],
    ['edition build --as-of', "error: option '--as-of <date>' argument missing"],
    ['edition build --as-of 2026-11-24', '2026-11-24 is not a Monday written as YYYY-MM-DD.'],
    ['edition send --date 2026-11-24', '2026-11-24 is not a Monday written as YYYY-MM-DD.'],
    ['edition send --date 2026-02-30', '2026-02-30 is not a Monday written as YYYY-MM-DD.'],
    ['edition status --date tomorrow', 'tomorrow is not a Monday written as YYYY-MM-DD.'],
    ['edition status --date 2026-11-23T00:00', '2026-11-23T00:00 is not a Monday written as YYYY-MM-DD.'],
    ['edition resolve --date 2026-11-23', 'Say one of --resend, --assume-submitted and --from-log.'],
    [
      'edition resolve --date 2026-11-23 --resend --assume-submitted',
      'Say one of --resend, --assume-submitted and --from-log.',
    ],
    ['init --colour red', "error: unknown option '--colour'"],
    ['migrate now', "error: too many arguments for 'migrate'. Expected 0 arguments but got 1"],
  ])('%s ends with 2 and says why', async (typed, sentence) => {
    const { exitCode, out, error } = await run(typed)
    expect({ exitCode, out, firstLine: error.split('\n')[0] }).toMatchObject({ exitCode: 2, out: '' })
    expect(error.split('\n')[0]).toContain(sentence)
    expect(error).not.toContain('    at ')
  })

  it.each(['', 'subscribers', 'edition'])('"%s" alone lists its commands', async (typed) => {
    const { exitCode, out, error } = await run(typed)
    expect([exitCode, out]).toEqual([2, ''])
    expect(error).toContain('Usage: lunchpail')
  })
})

describe('--version', () => {
  it('matches package.json', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    expect(await run('--version')).toEqual({ exitCode: 0, out: `${version}\n`, error: '' })
  })
})

describe('--help', () => {
  it.each([
    '--help',
    'help',
    'init --help',
    'serve --help',
    'migrate --help',
    'edition --help',
    'edition build --help',
    'edition send --help',
    'edition status --help',
    'edition resolve --help',
    'edition audit --help',
    'edition hold --help',
    'edition release --help',
    'edition preview --help',
    'edition correct --help',
    'edition corrections --help',
    'edition list --help',
    'backup --help',
    'restore --help',
    'doctor --help',
    'subscribers --help',
    'subscribers count --help',
    'subscribers add --help',
    'subscribers remove --help',
    'subscribers import --help',
    'subscribers list --help',
    'subscribers export --help',
    'subscribers find --help',
    'subscribers export-one --help',
    'subscribers erase --help',
    'subscribers purge --help',
    'usage export --help',
    'usage erase --help',
    'usage report --help',
  ])('%s is printed to standard output', async (typed) => {
    const { exitCode, out, error } = await run(typed)
    expect([exitCode, error]).toEqual([0, ''])
    expect(out).toMatch(/^Usage: lunchpail/)
  })
})

describe('subscribers', () => {
  it('are added, counted and removed', async () => {
    expect(await countOut()).toBe('0\n')
    const added = { exitCode: 0, out: '', error: 'Subscribed.\n' }
    expect(await run('subscribers add Ada@Mail.Example')).toEqual(added)
    expect(await run(`subscribers add ${ADA}`)).toEqual({
      ...added,
      error: 'That address is subscribed already.\n',
    })
    expect(await run('subscribers count')).toEqual({ exitCode: 0, out: '1\n', error: '' })
    expect(await run(`subscribers remove ${ADA}`)).toEqual({ exitCode: 0, out: '', error: 'Unsubscribed.\n' })
    expect(await run(`subscribers remove ${ADA}`)).toEqual({
      exitCode: 1,
      out: '',
      error: 'That address is not subscribed.\n',
    })
    expect(await countOut()).toBe('0\n')
  })

  it('who left can be added back only by themselves', async () => {
    await run(`subscribers add ${ADA}`)
    await run(`subscribers remove ${ADA}`)
    const { exitCode, error } = await run(`subscribers add ${ADA}`)
    expect(exitCode).toBe(1)
    expect(error).toContain('do-not-mail list')
    expect(await countOut()).toBe('0\n')
  })

  it.each([
    ['none.csv', 'cannot be read: it is not there.'],
    ['.', 'cannot be read: it is a folder.'],
    ['headless.csv', 'The first line of the file has no column of addresses'],
    ['empty.csv', 'The file is empty.'],
  ])('are not imported from %s', async (name, sentence) => {
    write('headless.csv', `${ADA}\n`)
    write('empty.csv', '')
    const { exitCode, out, error } = await run(`subscribers import ${name}`)
    expect([exitCode, out]).toEqual([2, ''])
    expect(error).toContain(sentence)
    expect(error).not.toContain('    at ')
  })
})

it('the embedded database is refused under docker compose’s settings, with the right command', async () => {
  const dataDir = path.join(given.folder, 'data')
  const settings = { POSTGRES_PASSWORD: 'p'.repeat(43), DATA_DIR: dataDir }
  const config = loadConfig(settings)
  write('list.csv', `email\n${ADA}\n`)
  for (const typed of [
    'subscribers import list.csv',
    'subscribers count',
    'edition build --as-of 2026-11-23',
    'migrate',
    'suppressions new-key',
  ]) {
    let error = ''
    const output = { write: () => undefined, writeError: (text: string) => void (error += text) }
    const exitCode = await runCommand(
      { words: typed.split(' '), folder: given.folder },
      {
        config,
        deps: () => createCommandDeps(config, output),
        output,
      },
    )
    expect(exitCode).toBe(1)
    expect(error).toContain('docker compose exec -T app lunchpail subscribers import - < FILE')
    expect(error.trim().split('\n')).toHaveLength(1)
  }
  expect(existsSync(dataDir)).toBe(false)
})

describe('edition', () => {
  const NO_EDITION = 'There is no edition of 2026-11-23. Build it first.\n'

  it.each([
    'edition status --date 2026-11-23 --json',
    'edition send --date 2026-11-23',
    'edition resolve --date 2026-11-23 --resend',
  ])('%s fails if none is built', async (typed) => {
    expect(await run(typed)).toEqual({ exitCode: 1, out: '', error: NO_EDITION })
  })

  it('is stored when built, and written to files with --out', async () => {
    const built = await run('edition build --as-of 2026-11-23 --out letter', async (asOf, onProgress) => {
      onProgress?.(`Reading the week before ${asOf}`)
      return { ...anEdition(), facts: [], coverage: {} }
    })
    const files = ['edition.html', 'edition.txt', 'facts.json', 'audit.json'].map((name) =>
      path.join(given.folder, 'letter', name),
    )
    expect(built).toEqual({
      exitCode: 0,
      out: `${files.join('\n')}\n`,
      error: 'Reading the week before 2026-11-23\nBuilt the edition of 2026-11-23: What insiders bought\n',
    })
    expect(files.every((file) => existsSync(file))).toBe(true)
    expect((await run('edition status --date 2026-11-23')).exitCode).toBe(0)
  })

  it('is not stored or written if no source answers', async () => {
    const built = await run('edition build --as-of 2026-11-23 --out letter', () =>
      Promise.reject(new AppError('source-unavailable', 'No section could be built.')),
    )
    expect(built).toEqual({ exitCode: 1, out: '', error: 'No section could be built.\n' })
    expect(existsSync(path.join(given.folder, 'letter'))).toBe(false)
    expect((await run('edition status --date 2026-11-23')).exitCode).toBe(1)
  })

  it('prints a stack trace if it fails unexpectedly', async () => {
    const { exitCode, error } = await run('edition build --as-of 2026-11-23', () =>
      Promise.reject(new TypeError('undefined is no letter')),
    )
    expect(exitCode).toBe(1)
    expect(error).toMatch(/^TypeError: undefined is no letter\n {4}at /)
  })

  it('shows its status to people and to machines', async () => {
    await storeEdition(given.database.db, anEdition())
    const { exitCode, out: json, error } = await run('edition status --date 2026-11-23 --json')
    const { meta, ...status } = JSON.parse(json) as Record<string, unknown>
    expect({ exitCode, status: JSON.stringify(status), error }).toEqual({
      exitCode: 0,
      status: JSON.stringify({ date: '2026-11-23', state: 'built', counts: NO_DELIVERIES }),
      error: '',
    })
    expect(meta).toMatchObject({ warmUpLeft: 0, failures: [] })
    const { out } = await run('edition status --date 2026-11-23')
    expect(out.split('\n')).toEqual(
      expect.arrayContaining(['Edition of 2026-11-23: built', '  pending      0']),
    )
  })

  it('goes to each reader once, however often it is sent', async () => {
    for (const name of ['ada', 'bob']) await run(`subscribers add ${name}@mail.example`)
    await storeEdition(given.database.db, anEdition())
    const before = given.smtp.received.length
    for (let time = 0; time < 2; time += 1) {
      const sent = await run('edition send --date 2026-11-23')
      expect(sent.exitCode).toBe(0)
      expect(JSON.parse(sent.out)).toEqual({
        date: '2026-11-23',
        state: 'finished',
        counts: { ...NO_DELIVERIES, submitted: 2 },
      })
    }
    const recipients = given.smtp.received.slice(before).map(({ to }) => to)
    expect(recipients.toSorted()).toEqual([ADA, 'bob@mail.example'])
  })

  it('ends with 1 when some readers could not be reached', async () => {
    for (const name of ['ada', 'gone']) await run(`subscribers add ${name}@mail.example`)
    await storeEdition(given.database.db, anEdition())
    const sent = await run('edition send --date 2026-11-23')
    expect(sent.exitCode).toBe(1)
    expect(JSON.parse(sent.out)).toMatchObject({ state: 'finished', counts: { submitted: 1, failed: 1 } })
    expect(sent.error).toContain(
      'Failed: 1, unknown: 0. Why, and what to do: lunchpail edition status --date 2026-11-23\n',
    )
  })

  it('waits for a person if an outcome is unknown', async () => {
    await run(`subscribers add ${ADA}`)
    await storeEdition(given.database.db, anEdition())
    await run('edition send --date 2026-11-23')
    // The state left by a process that dies between the final dot and the server's answer.
    await given.database.db.updateTable('delivery').set({ state: 'unknown' }).execute()
    const before = await run('edition status --date 2026-11-23 --json')
    expect([before.exitCode, JSON.parse(before.out)]).toMatchObject([1, { counts: { unknown: 1 } }])
    expect((await run('edition send --date 2026-11-23')).exitCode).toBe(1)
    expect(await run('edition resolve --date 2026-11-23 --assume-submitted')).toEqual({
      exitCode: 0,
      out: '',
      error: 'Resolved: 1\n',
    })
    const status = await run('edition status --date 2026-11-23 --json')
    expect([status.exitCode, JSON.parse(status.out)]).toMatchObject([0, { counts: { submitted: 1 } }])
  })
})

describe('init', () => {
  it('writes a .env that loads, and never overwrites one', async () => {
    const first = await run('init --dev')
    expect([first.exitCode, first.out]).toEqual([0, ''])
    const text = readFileSync(path.join(given.folder, '.env'), 'utf8')
    const entries = text.split('\n').flatMap((line) => {
      const [, name, value] = /^([A-Z_]+)='?(.*?)'?$/.exec(line) ?? []
      return name === undefined ? [] : [[name, value] as const]
    })
    expect(loadConfig(Object.fromEntries(entries)).siteUrl).toBe('http://localhost:3000')
    const second = await run('init --site-url https://other.test')
    expect(second.exitCode).not.toBe(0)
    expect(second.error).toContain('is already there and stays as it is')
    expect(readFileSync(path.join(given.folder, '.env'), 'utf8')).toBe(text)
  })

  it('refuses unusable answers', async () => {
    const { exitCode, error } = await run('init --site-url nonsense --contact-email nobody')
    expect(exitCode).toBe(2)
    expect(error).toMatch(/SITE_URL .*\n.*CONTACT_EMAIL /)
    expect(existsSync(path.join(given.folder, '.env'))).toBe(false)
  })
})

describe('serve and migrate', () => {
  it('serve runs only in a process of its own', async () => {
    const { exitCode, error } = await run('serve')
    expect([exitCode, error]).toEqual([2, 'A server is running here already.\n'])
  })

  it('migrate brings an empty database up to date, once', async () => {
    const dataDir = path.join(given.folder, 'data')
    fillDataFolder(dataDir, { isEmpty: true })
    const errors: string[] = []
    for (let time = 0; time < 2; time += 1) {
      const exitCode = await runCommand(
        { words: ['migrate'], folder: given.folder },
        {
          config: loadConfig({ DATA_DIR: dataDir }),
          deps: () => Promise.reject(new Error('not asked for')),
          output: { write: () => undefined, writeError: (text) => void errors.push(text) },
        },
      )
      expect(exitCode).toBe(0)
    }
    expect(errors[0]).toMatch(/^Applied: \d{4}-\d\d-\d\d-/)
    expect(errors[1]).toBe('The tables are up to date.\n')
  })
})
