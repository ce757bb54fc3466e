import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'

import { freezeEdition } from '../sending/editions/freeze-edition.ts'
import { handOverFile } from '../sending/deliveries/hand-over-files.ts'
import { hashAddress } from '../sending/tokens.ts'
import { storeEdition } from '../sending/editions/editions.ts'
import { anEdition, resetTables, setDatabaseClock } from '../testing/edition-fixtures.ts'
import { createTestDeps } from '../testing/app-fixture.ts'
import type { CommandOutput } from './handover.ts'
import { runCommand } from './program.ts'
import { setUpTypedCommands } from './testing/typed-commands.ts'

const ADA = 'ada@mail.example'
const HEADER = 'email,consented_at,confirmed_at,consent_source\n'
const INVALID = 'Please enter a valid email address.'

const { database, folder, run, write, read } = setUpTypedCommands()
beforeEach(async () => {
  await database.db.deleteFrom('notice').execute()
  await database.db.deleteFrom('visit').execute()
})

const runAtTerminal = (typed: string) => runWith(typed.split(' '), { isTerminal: true })

/** Runs a command with a clock that advances a second each time it is read. */
async function runWith(words: readonly string[], where: Pick<CommandOutput, 'isTerminal' | 'isHandedOver'>) {
  const { deps } = createTestDeps(database, { DATA_DIR: folder })
  let seconds = 0
  const clock = { now: () => new Date(Date.UTC(2026, 10, 23, 14, 0, seconds++)) }
  const written = { out: '', error: '' }
  const exitCode = await runCommand(
    { words, folder },
    {
      config: deps.config,
      deps: () => Promise.resolve({ ...deps, clock }),
      output: {
        write: (text) => void (written.out += text),
        writeError: (text) => void (written.error += text),
        ...where,
      },
    },
  )
  await deps.mailer.close()
  return { exitCode, ...written }
}

describe('subscribers import', () => {
  it('reports the lines it rejected, without revealing whose they were', async () => {
    await run('subscribers add known@mail.example')
    write('list.csv', `name,email\nAda,${ADA}\nNo,bo b@mail.example\n\nK,known@mail.example\nN,\nA,${ADA}\n`)
    expect(await run('subscribers import list.csv')).toEqual({
      exitCode: 1,
      out: 'Lines: 5. Subscribed: 1, before already: 1. More than once in the file: 1. Rejected: 2.\n',
      error: `line 3: ${INVALID} (b***@***.example)\nline 6: There is no address in the column "email".\n`,
    })
  })

  it('sums up as JSON, and succeeds for a file without mistakes', async () => {
    write('list.csv', `\u{feff}Email\r\n${ADA}\r\n"bob@mail.example"\r\n`)
    expect(await run('subscribers import list.csv --json')).toEqual({
      exitCode: 0,
      out: '{"lines":2,"added":2,"already":0,"repeated":0,"suppressed":0,"rejected":0,"unsubscribed":0,"unconfirmed":0,"other":0,"complained":0,"bounced":0,"blocked":0,"ended":0,"stillSubscribed":0,"timesUnread":0}\n',
      error: '',
    })
  })

  it('leaves out those who left, and says so', async () => {
    await run(`subscribers erase ${ADA}`)
    write('list.csv', `email\n${ADA}\n`)
    expect(await run('subscribers import list.csv')).toMatchObject({
      exitCode: 0,
      out: 'Lines: 1. Subscribed: 0, before already: 0. Left out, being on the do-not-mail list: 1.\n',
    })
  })

  it('counts the lines that the file itself leaves out, even in a dry run', async () => {
    write(
      'list.csv',
      'Email Address,Status\non@m.example,subscribed\na@m.example,unsubscribed\nb@m.example,pending\nc@m.example,cleaned\n',
    )
    const told =
      'Lines: 4. Subscribed: 1, before already: 0. Left out by the file: unsubscribed 1, never confirmed 1. Put on the do-not-mail list by the file: bounced 1.\n'
    expect(await run('subscribers import list.csv --dry-run')).toEqual({
      exitCode: 0,
      out: `Nothing was saved; it would come to this. ${told}`,
      error: '',
    })
    expect((await run('subscribers count')).out).toBe('0\n')
    expect(await run('subscribers import list.csv')).toEqual({ exitCode: 0, out: told, error: '' })
    expect((await run('subscribers count')).out).toBe('1\n')
  })

  it('takes the addresses from the column that is named, in either case, whatever the others are called', async () => {
    write('list.csv', `email,Reader's mailbox,name\nold@m.example,${ADA},Ada\n`)
    const told = ['subscribers', 'import', 'list.csv', '--column', 'reader’s mailbox'.replace('’', "'")]
    expect(await run(told)).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('Subscribed: 1') as string,
    })
    expect((await run('subscribers export')).out).toContain(ADA)
    expect((await run('subscribers export')).out).not.toContain('old@m.example')
  })

  it('refuses a column that may list who left until it is explained', async () => {
    write('list.csv', `email,Mailing consent\n${ADA},given\nbob@m.example,refused\n`)
    const refused = await run('subscribers import list.csv')
    expect(refused.exitCode).toBe(2)
    expect(refused.error).toBe(
      'The column "Mailing consent" seems to say who gets mail, and is not known here. Nobody may get mail who has left, so say how it is meant: --status-column "Mailing consent" --subscribed-values VALUE,VALUE for the values that get mail, or --ignore-column "Mailing consent" where it says nothing of the kind.\n',
    )
    expect((await run('subscribers count')).out).toBe('0\n')
    const told = ['--status-column', 'mailing consent', '--subscribed-values', 'Given,yes']
    expect(await run(['subscribers', 'import', 'list.csv', ...told])).toEqual({
      exitCode: 0,
      out: 'Lines: 2. Subscribed: 1, before already: 0. Left out by the file: unsubscribed 1.\n',
      error: '',
    })
    expect(
      await run(['subscribers', 'import', 'list.csv', '--ignore-column', 'Mailing consent', '--dry-run']),
    ).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('Subscribed: 1, before already: 1.') as string,
    })
  })

  it.each([
    ['--subscribed-values a', '--subscribed-values needs --status-column, and at least one value.'],
    ['--status-column status --subscribed-values ,', '--subscribed-values needs --status-column'],
    ['--status-column state', '--status-column: the file has no column "state". It has "email", "name".'],
    ['--ignore-column x', '--ignore-column: the file has no column "x".'],
    ['--column address', '--column: the file has no column "address". Its first line reads'],
    ['--column', "error: option '--column <name>' argument missing"],
  ])('import with %s ends with 2 and says why', async (typed, sentence) => {
    write('list.csv', `email,name\n${ADA},Ada\n`)
    const { exitCode, out, error } = await run(`subscribers import list.csv ${typed}`)
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' })
    expect(error).toContain(sentence)
  })

  it('writes the rejected lines to a file that only its owner can read', async () => {
    write('list.csv', 'email\nnonsense\n=1+1\n')
    expect(await run('subscribers import list.csv --rejects no.csv')).toMatchObject({
      exitCode: 1,
      error: '',
    })
    expect(read('no.csv')).toBe(`line,reason,masked\n2,${INVALID},n***\n3,${INVALID},"'=***"\n`)
    expect(statSync(path.join(folder, 'no.csv')).mode & 0o777).toBe(0o600)
  })

  it('reads a Keila export, and writes the fate of each line to a file that only its owner can read', async () => {
    await run('subscribers add known@mail.example')
    const rows = [
      'Email,First name,Last name,Data,Status,External ID',
      'ada@mail.example,Ada,,"{""news"":""yes""}",active,',
      'left@mail.example,,,{},unsubscribed,7',
      'gone@mail.example,,,{},unreachable,',
      'known@mail.example,,,{},active,',
      'ada@mail.example,,,{},active,',
      'nobody,,,{},active,',
    ]
    write('keila.csv', `${rows.join('\n')}\n`)
    const { exitCode, out } = await run('subscribers import keila.csv --from keila --report who.csv')
    expect(exitCode).toBe(1)
    expect(out).toContain('Lines: 6. Subscribed: 1, before already: 1.')
    expect(read('who.csv').split('\n')).toEqual([
      'line,email,outcome,consented_at,consent_source,problem',
      '2,ada@mail.example,subscribed,,import:keila,',
      '3,left@mail.example,unsubscribed,,,',
      '4,gone@mail.example,bounced,,,',
      '5,known@mail.example,already,,import:keila,',
      '6,ada@mail.example,repeated,,import:keila,',
      `7,nobody,rejected,,,${INVALID}`,
      '',
    ])
    expect(statSync(path.join(folder, 'who.csv')).mode & 0o777).toBe(0o600)
    writeFileSync(path.join(folder, 'again.csv'), 'of last year', { mode: 0o644 })
    await run('subscribers import keila.csv --from keila --dry-run --report again.csv')
    expect(statSync(path.join(folder, 'again.csv')).mode & 0o777).toBe(0o600)
    expect(read('again.csv')).toContain('2,ada@mail.example,already,')
  })

  it('refuses an unknown program, and a file that is not from the one named', async () => {
    write('list.csv', `email\n${ADA}\n`)
    const unknown = await run('subscribers import list.csv --from mailpit')
    expect(unknown).toMatchObject({ exitCode: 2, out: '' })
    expect(unknown.error).toContain('--from: "mailpit" is not one of listmonk, ghost, substack')
    const { exitCode, error } = await run('subscribers import list.csv --from ghost')
    expect(exitCode).toBe(2)
    expect(error).toContain('--from ghost: the file has none of the columns')
    expect((await run('subscribers count')).out).toBe('0\n')
  })

  it.each([
    ['list.csv', 'list.csv is read or written by this command already: name another one.'],
    ['both.csv --report both.csv', 'both.csv is read or written by this command already: name another one.'],
    ['none/no.csv', 'no.csv cannot be written: its folder is not there.'],
  ])('refuses %s for the rejected lines before it begins', async (name, sentence) => {
    write('list.csv', `email\n${ADA}\n`)
    const { exitCode, error } = await run(`subscribers import list.csv --rejects ${name}`)
    expect(exitCode).toBe(2)
    expect(error).toContain(sentence)
    expect(read('list.csv')).toBe(`email\n${ADA}\n`)
    expect((await run('subscribers count')).out).toBe('0\n')
  })

  it.each([
    ['import', '/dev/fd/9'],
    ['import', 'list.csv', '--rejects', '/dev/fd/9'],
    ['import', '/proc/self/fd/9'],
    ['import', '-'],
  ])(
    'a command handed over to a server touches none of the server’s own files: %s %s %s %s',
    async (...words) => {
      write('list.csv', `email\n${ADA}\n`)
      const { exitCode, out, error } = await runWith(['subscribers', ...words], { isHandedOver: true })
      expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' })
      expect(error).toContain('Name a file on disk.')
      expect((await run('subscribers count')).out).toBe('0\n')
    },
  )

  it('draws a bar on a terminal and removes it for other output', async () => {
    write(
      'list.csv',
      `email\n${Array.from({ length: 501 }, (_, i) => `r${i}@mail.example\n`).join('')}nonsense\n`,
    )
    const { exitCode, out, error } = await runAtTerminal('subscribers import list.csv')
    expect(exitCode).toBe(1)
    expect(out).toBe('Lines: 502. Subscribed: 501, before already: 0. Rejected: 1.\n')
    expect(error).toBe(
      '\r\u001b[K[########################] 100 %  500 lines, 500 lines/s, 0 s left' +
        `\r\u001b[Kline 503: ${INVALID} (n***)\n` +
        '\r\u001b[K[########################] 100 %  502 lines, 251 lines/s, 0 s left\r\u001b[K',
    )
  })
})

describe('subscribers export', () => {
  it.each(['csv', 'jsonl'])('writes the recipients of the next edition as %s', async (format) => {
    await setDatabaseClock(database.db, '2026-11-20T14:00:00Z')
    for (const name of ['ada', 'bob', 'eve']) await run(`subscribers add ${name}@mail.example`)
    await run('subscribers remove eve@mail.example')
    const time = '2026-11-20T14:00:00.000Z'
    const { exitCode, out, error } = await run(`subscribers export --format ${format}`)
    expect([exitCode, error]).toEqual([0, ''])
    expect(out).toBe(
      format === 'csv'
        ? `${HEADER}${ADA},${time},${time},operator\nbob@mail.example,${time},${time},operator\n`
        : [ADA, 'bob@mail.example']
            .map(
              (email) =>
                `{"email":"${email}","consented_at":"${time}","confirmed_at":"${time}","consent_source":"operator"}\n`,
            )
            .join(''),
    )
  })

  it('writes no spreadsheet formulas, and reads back what it wrote', async () => {
    const addresses = ['=cmd|/c!a1@mail.example', '+1@mail.example', '-1@mail.example', "'=2@mail.example"]
    for (const address of [...addresses, ADA]) await run(['subscribers', 'add', '--', address])
    const { out } = await run('subscribers export')
    expect(out.split('\n').map((line) => line.slice(0, 4))).toEqual([
      'emai',
      `"'=c`,
      `"'+1`,
      `"'-1`,
      `"''=`,
      'ada@',
      '',
    ])
    write('list.csv', out)
    await resetTables(database.db)
    expect(await run('subscribers import list.csv')).toMatchObject({ exitCode: 0 })
    const rows = await database.db.selectFrom('subscriber').select('email').execute()
    expect(new Set(rows.map(({ email }) => email))).toEqual(new Set([...addresses, ADA]))
  })

  it('is only a header, or empty, without subscribers', async () => {
    expect((await run('subscribers export')).out).toBe(HEADER)
    expect((await run('subscribers export --format jsonl')).out).toBe('')
  })
})

describe('subscribers list', () => {
  it('continues where the previous page ended', async () => {
    await setDatabaseClock(database.db, '2026-11-20T14:00:00Z')
    for (const name of ['ada', 'bob', 'eve']) await run(`subscribers add ${name}@mail.example`)
    expect(await run('subscribers list --limit 2')).toEqual({
      exitCode: 0,
      out: `1        active      2026-11-20  ${ADA}\n2        active      2026-11-20  bob@mail.example\n`,
      error: 'There are more: --after 2\n',
    })
    expect(await run('subscribers list --limit 2 --after 2')).toEqual({
      exitCode: 0,
      out: '3        active      2026-11-20  eve@mail.example\n',
      error: '',
    })
    expect(await run('subscribers list --after 3')).toEqual({
      exitCode: 0,
      out: '',
      error: 'There are none.\n',
    })
  })

  it.each([
    ['list --limit 0', '--limit: "0" is not a whole number from 1 up.'],
    ['list --after x', '--after: "x" is not a whole number from 0 up.'],
    ['export --format xml', '"xml" is not a format: csv or jsonl.'],
    ['find nonsense', `nonsense: ${INVALID}`],
    ['erase nonsense', `nonsense: ${INVALID}`],
    ['export-one nonsense', `nonsense: ${INVALID}`],
  ])('%s ends with 2 and says why', async (typed, sentence) => {
    const { exitCode, out, error } = await run(`subscribers ${typed}`)
    expect({ exitCode, out, error }).toEqual({ exitCode: 2, out: '', error: `${sentence}\n` })
  })
})

describe('one address', () => {
  const TIME = '2026-11-23T14:00:00.000Z'
  beforeEach(async () => {
    await setDatabaseClock(database.db, TIME)
    await run(`subscribers add ${ADA}`)
    await storeEdition(database.db, anEdition())
    await freezeEdition(database.db, '2026-11-23', { by: 'hand' })
  })

  it('is found with its editions, without being printed', async () => {
    expect(await run(`subscribers find ${ADA}`)).toEqual({
      exitCode: 0,
      out: `Subscribed: yes\nConsent: ${TIME}, operator\nConfirmed: ${TIME}\nOn the do-not-mail list: no\nEdition of 2026-11-23: pending, ${TIME}\n`,
      error: '',
    })
    await run(`subscribers remove ${ADA}`)
    const { out } = await run(`subscribers find ${ADA}`)
    expect(out).toContain(`Subscribed: no\n`)
    expect(out).toContain(`Withdrawn: ${TIME}\nOn the do-not-mail list: unsubscribed, since ${TIME}\n`)
    const json = await run(`subscribers find ${ADA} --json`)
    expect(json.out).not.toMatch(/\bada\b/)
    expect(JSON.parse(json.out)).toMatchObject({ doNotMail: { reason: 'unsubscribed' } })
  })

  it('that is unknown is reported, with exit code 1', async () => {
    expect(await run('subscribers find eve@mail.example')).toEqual({
      exitCode: 1,
      out: 'Nothing is stored about this address.\n',
      error: '',
    })
  })

  it('is exported completely', async () => {
    const { exitCode, out } = await run(`subscribers export-one ${ADA.toUpperCase()}`)
    expect(exitCode).toBe(0)
    expect(JSON.parse(out)).toEqual({
      address: ADA,
      subscriber: {
        email: ADA,
        consentedAt: TIME,
        consentSource: 'operator',
        recordedAt: TIME,
        confirmedAt: TIME,
        withdrawnAt: null,
      },
      doNotMail: null,
      notices: [],
      deliveries: [{ edition: '2026-11-23', state: 'pending', attempts: 0, reply: null, updatedAt: TIME }],
      bounces: [],
      handOvers: [],
    })
  })

  it('is exported and erased with what the logs on this machine say about it', async () => {
    const inLog = hashAddress(ADA, 'h'.repeat(40)).slice(0, 22)
    const log = path.basename(handOverFile(folder, '2026-11-16'))
    write(log, `\n${inLog} begun\n${'b'.repeat(22)} begun\n${inLog} submitted`)
    expect(JSON.parse((await run(`subscribers export-one ${ADA}`)).out)).toMatchObject({
      handOvers: [{ edition: '2026-11-16', states: ['begun', 'submitted'] }],
    })
    expect(await run(`subscribers erase ${ADA}`)).toMatchObject({
      exitCode: 0,
      error: expect.stringMatching(
        /^Erased: the subscription, 2 lines in the logs of who got a letter on this machine\./,
      ),
    })
    expect(read(log)).not.toContain(inLog)
    expect(read(log)).toContain(`${'b'.repeat(22)} begun`)
    expect(JSON.parse((await run(`subscribers export-one ${ADA}`)).out)).toMatchObject({ handOvers: [] })
  })

  it('is exported and erased in the database even if a log on this machine cannot be used, which is said', async () => {
    mkdirSync(handOverFile(folder, '2026-11-16'))
    const exported = await run(`subscribers export-one ${ADA}`)
    expect(JSON.parse(exported.out)).toMatchObject({ address: ADA, handOvers: [] })
    expect(exported).toMatchObject({
      exitCode: 1,
      error: expect.stringMatching(/^A log of who got a letter, in .*, could not be read: it is a folder\./),
    })
    expect(await run(`subscribers erase ${ADA}`)).toMatchObject({
      exitCode: 1,
      error: expect.stringMatching(
        /^Erased in the database\. A log of who got a letter, in .*, could not be changed: it is a folder\./,
      ),
    })
    const latest = database.db.selectFrom('deed').select('what').orderBy('id', 'desc').limit(1)
    expect(await latest.execute()).toEqual([{ what: 'subscribers erase' }])
  })

  it('is erased after a confirmation at a terminal', async () => {
    const refused = await runAtTerminal(`subscribers erase ${ADA}`)
    expect(refused).toEqual({
      exitCode: 2,
      out: '',
      error: 'This cannot be undone. Look at the address once more, and add --yes to erase it.\n',
    })
    expect((await run('subscribers count')).out).toBe('1\n')
    expect(await runAtTerminal(`subscribers erase ${ADA} --yes`)).toEqual({
      exitCode: 0,
      out: '',
      error:
        'Erased: the subscription. What stays is a keyed hash that keeps mail from it. ' +
        'Kept without the address until their sending is over: 1 delivery.\n',
    })
    expect(await run(`subscribers erase ${ADA}`)).toMatchObject({
      exitCode: 0,
      error: 'Nothing was left to erase: it was erased before.\n',
    })
  })
})

describe('subscribers purge', () => {
  it('deletes expired data and counts it', async () => {
    await setDatabaseClock(database.db, '2025-09-01T14:00:00Z')
    await run(`subscribers add ${ADA}`)
    await storeEdition(database.db, anEdition())
    await freezeEdition(database.db, '2026-11-23', { by: 'hand' })
    await sql`insert into visit (visitor_id, path, started_at, seconds) values ('v', '/', lunchpail_now(), 1)`.execute(
      database.db,
    )
    const nothing = { unconfirmed: 0, notices: 0, erased: 0, deliveries: 0, visits: 0, handOverLogs: 0 }
    expect(JSON.parse((await run('subscribers purge --json')).out)).toEqual(nothing)
    await setDatabaseClock(database.db, '2026-11-23T14:00:00Z')
    expect(await run('subscribers purge')).toEqual({
      exitCode: 0,
      out:
        'Addresses never confirmed: 0\nTraces of notices: 0\nErased subscribers whose edition is over: 0\n' +
        'Deliveries: 1\nVisits: 1\nLogs of who got a letter: 0\n',
      error: '',
    })
    expect(JSON.parse((await run('subscribers purge --json')).out)).toEqual(nothing)
  })
})
