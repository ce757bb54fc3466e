import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'

import { describe, expect, it } from 'vitest'

import { addToken } from '../sending/bounces/index.ts'
import {
  complaint,
  outOfOffice,
  postfixBounce,
  unsubscribeMail,
} from '../sending/bounces/testing/incoming-messages.ts'
import type { Deps } from '../deps.ts'
import { createSigner, hashAddress } from '../sending/tokens.ts'
import { createTestDeps } from '../testing/app-fixture.ts'
import { freezeFor, readers, resetTables, setDatabaseClock } from '../testing/edition-fixtures.ts'
import { programFile } from '../testing/program-file.ts'
import { setUpDatabase } from '../testing/set-up-database.ts'
import { setUpFolder } from '../testing/set-up-folder.ts'
import { runCommand } from './program.ts'

const SEPARATOR = 'From MAILER-DAEMON Mon Nov 23 14:00:00 2026\r\n'
const SUPPRESSION_KEY = 'h'.repeat(40)
const signer = createSigner('s'.repeat(40))
const verpOf = (subscriberId: string) =>
  addToken('bounces@pail.test', signer.signMail('bounce', { editionId: '1', subscriberId }))
const leaveOf = (subscriberId: string) =>
  addToken('bounces@pail.test', signer.signMail('mail-unsubscribe', { editionId: '1', subscriberId }))

const folder = setUpFolder()
const database = setUpDatabase(async (db) => {
  await db.deleteFrom('notice').execute()
  await resetTables(db)
  await setDatabaseClock(db, '2026-11-23T14:00:00Z')
  await freezeFor(db, readers(4))
})

/** @param input  standard input; undefined if the command runs in a server */
async function ingest(
  words: readonly string[],
  options: { input?: string | Iterable<Buffer>; deps?: () => Promise<Deps> } = {},
) {
  const written = { out: '', error: '' }
  const { deps } = createTestDeps(database, { DATA_DIR: folder })
  const { input } = options
  const exitCode = await runCommand(
    { words: ['bounces', 'ingest', ...words], folder },
    {
      config: deps.config,
      deps: options.deps ?? (() => Promise.resolve(deps)),
      output: {
        write: (text) => void (written.out += text),
        writeError: (text) => void (written.error += text),
      },
      ...(input === undefined
        ? {}
        : { input: Readable.from(typeof input === 'string' ? [Buffer.from(input)] : input) }),
    },
  )
  await deps.mailer.close()
  const lines = written.out.split('\n').filter((line) => line !== '')
  return { exitCode, error: written.error, results: lines.map((line): unknown => JSON.parse(line)) }
}
const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text, 'latin1')
const subscribers = async () =>
  (await database.db.selectFrom('subscriber').select('email').orderBy('id').execute()).map(
    ({ email }) => email,
  )

describe('bounces ingest', () => {
  it('reads one message of a mail server from standard input', async () => {
    for (const words of [[], ['-']]) {
      expect(await ingest(words, { input: postfixBounce(verpOf('1')) })).toMatchObject({
        exitCode: 0,
        error: '',
      })
    }
    expect(await subscribers()).toEqual([null, ...readers(4).slice(1)])
  })

  it('prints one line per message, without an address', async () => {
    const { results } = await ingest([], { input: SEPARATOR + postfixBounce(verpOf('1')) })
    expect(results).toEqual([
      {
        file: '-',
        message: 1,
        kind: 'permanent',
        status: '5.1.1',
        edition: '2026-11-23',
        outcome: 'suppressed',
      },
    ])
    expect(JSON.stringify(results)).not.toContain('@')
  })

  it('reads the token from the recipient that the mail server names', async () => {
    const message = postfixBounce('undisclosed-recipients:;')
    expect((await ingest([], { input: message })).results).toMatchObject([{ outcome: 'nothing' }])
    const named = await ingest(['--recipient', verpOf('2')], { input: message })
    expect(named.results).toMatchObject([{ outcome: 'suppressed' }])
  })

  it('reads mailbox files and messages, and can be repeated', async () => {
    write(
      'inbox',
      [postfixBounce(verpOf('1')), outOfOffice(verpOf('2'))]
        .map((text) => `${SEPARATOR}${text}\r\n`)
        .join(''),
    )
    write('one.eml', complaint({ returnPath: verpOf('3') }))
    write('two.eml', unsubscribeMail(leaveOf('4')))
    const outcomes = async () => {
      const { exitCode, results } = await ingest(['inbox', 'one.eml', path.join(folder, 'two.eml')])
      return [exitCode, ...results.map((result) => (result as { outcome: string }).outcome)]
    }
    expect(await outcomes()).toEqual([0, 'suppressed', 'nothing', 'suppressed', 'unsubscribed'])
    expect(await outcomes()).toEqual([0, 'already', 'nothing', 'already', 'already'])
    expect(await subscribers()).toEqual([null, 'reader2@mail.example', null, null])
  })

  it('continues after a file that cannot be read, and says so', async () => {
    write('one.eml', postfixBounce(verpOf('1')))
    write('empty.eml', '')
    const { exitCode, error, results } = await ingest(['missing.eml', '.', 'empty.eml', 'one.eml'])
    expect(exitCode).toBe(1)
    expect(error).toBe('missing.eml: cannot be read (ENOENT)\n.: cannot be read (EISDIR)\n')
    expect(results).toMatchObject([
      { file: 'empty.eml', kind: 'empty', outcome: 'nothing' },
      { file: 'one.eml', outcome: 'suppressed' },
    ])
  })

  it('reads the relevant part of 20 megabytes, even without line breaks', async () => {
    const [report = '', rest = ''] = postfixBounce(verpOf('1')).split('Hello. Action')
    const padding = Array.from({ length: 320 }, () => Buffer.from(`${'x'.repeat(65_535)}\n`))
    const large = await ingest([], { input: [Buffer.from(report), ...padding, Buffer.from(rest)] })
    expect(large.results).toMatchObject([{ kind: 'permanent', outcome: 'suppressed' }])
    const endless = await ingest([], { input: Array.from({ length: 320 }, () => Buffer.alloc(65_536, 'x')) })
    expect(endless).toMatchObject({ exitCode: 0, results: [{ outcome: 'nothing' }] })
  })

  it('asks the mail server to keep the message when the database is down', async () => {
    const deps = () => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:5432'))
    const { exitCode, error, results } = await ingest([], { input: postfixBounce(verpOf('1')), deps })
    expect({ exitCode, results }).toEqual({ exitCode: 75, results: [] })
    expect(error).toBe(
      'Not all was done; give it again later, twice does no harm. connect ECONNREFUSED 127.0.0.1:5432\n',
    )
  })

  it('asks the same if the database disappears between two messages', async () => {
    const { deps } = createTestDeps(database, { DATA_DIR: folder })
    let count = 0
    const failing: Deps = {
      ...deps,
      bounces: {
        ...deps.bounces,
        ingest(message, recipients) {
          count += 1
          return count === 2 ? Promise.reject(new Error('gone')) : deps.bounces.ingest(message, recipients)
        },
      },
    }
    write('inbox', ['1', '2', '3'].map((id) => `${SEPARATOR}${postfixBounce(verpOf(id))}\r\n`).join(''))
    const broken = await ingest(['inbox'], { deps: () => Promise.resolve(failing) })
    expect(broken).toMatchObject({ exitCode: 75, results: [{ outcome: 'suppressed' }] })
    const again = await ingest(['inbox'])
    expect(again.results).toMatchObject([
      { outcome: 'already' },
      { outcome: 'suppressed' },
      { outcome: 'suppressed' },
    ])
  })

  it('cannot see the standard input of another process', async () => {
    const { exitCode, error } = await ingest([])
    expect(exitCode).toBe(75)
    expect(error).toContain('give files')
  })
})

describe('as a process of its own', () => {
  const run = async (env: Record<string, string>, input: string) => {
    const child = spawn(process.execPath, [programFile('lunchpail'), 'bounces', 'ingest'], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        DATA_DIR: path.join(folder, 'data'),
        SECRET_KEY: 's'.repeat(40),
        SUPPRESSION_KEY,
        ...env,
      },
    })
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    let words = ''
    child.stderr.on('data', (chunk: Buffer) => (words += chunk.toString()))
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    const [exitCode] = (await once(child, 'close')) as [number]
    return { exitCode, out, words }
  }

  it('ends with 75 when no database answers', async () => {
    const unreachable = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
    expect(await run(unreachable, postfixBounce(verpOf('1')))).toMatchObject({ exitCode: 75, out: '' })
  })

  // An embedded database of its own takes that process 12 s to create.
  it.runIf(process.env['LUNCHPAIL_TEST_POSTGRES'])('reads its standard input to the end', async () => {
    // The process recognizes by one stored address that its key is the right one.
    const [email = ''] = readers(1)
    await database.db
      .updateTable('subscriber')
      .set({ email_hash: hashAddress(email, SUPPRESSION_KEY) })
      .where('email', '=', email)
      .execute()
    const { exitCode, out, words } = await run(
      { DATABASE_URL: database.url ?? '' },
      postfixBounce(verpOf('1')),
    )
    expect({ exitCode, words }).toEqual({ exitCode: 0, words: '' })
    expect(JSON.parse(out)).toMatchObject({ kind: 'permanent', outcome: 'suppressed' })
  })
})
