import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { openDatabase, type OpenedDatabase } from '../db/open-database.ts'
import { storeEdition } from '../sending/editions/editions.ts'
import { createTestConfig } from '../testing/app-fixture.ts'
import { addSubscribers, anEdition, readers } from '../testing/edition-fixtures.ts'
import { fillDataFolder } from '../testing/test-database.ts'
import { setUpFolder } from '../testing/set-up-folder.ts'
import { runCommand } from './program.ts'
import { runTyped } from './testing/run-typed.ts'

const folder = setUpFolder()
let database: OpenedDatabase
beforeEach(async () => {
  fillDataFolder(folder)
  database = await openDatabase({ folder }, () => undefined)
})
afterEach(() => database.close())

/** In a process of its own, where no server runs. */
async function runAlone(typed: string) {
  const written = { out: '', error: '' }
  const exitCode = await runCommand(
    { words: typed.split(' '), folder },
    {
      config: createTestConfig({ DATA_DIR: folder }),
      deps: () => Promise.reject(new Error('needs none')),
      output: {
        write: (text) => void (written.out += text),
        writeError: (text) => void (written.error += text),
      },
    },
  )
  return { exitCode, ...written }
}

describe('backup and restore of the embedded database', () => {
  it('restores the data, keeps what it replaces, and touches nothing without --yes', async () => {
    await addSubscribers(database.db, readers(3))
    await storeEdition(database.db, anEdition())
    await sql`
      insert into notice (kind, email, email_hash, created_at, next_at)
      values ('confirmation', 'ada@mail.example', 'h', lunchpail_now(), lunchpail_now())`.execute(database.db)
    const backup = await runTyped(database, folder, 'backup kept.tar.gz')
    expect(backup).toMatchObject({ exitCode: 0, out: '' })
    expect(backup.error).toContain('3 addresses, newest edition 2026-11-23: built')
    expect(statSync(path.join(folder, 'kept.tar.gz')).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([])

    expect(await runAlone('restore kept.tar.gz --yes')).toMatchObject({ exitCode: 1 })
    await addSubscribers(database.db, ['later@mail.example'])
    await database.close()
    const refused = await runAlone('restore kept.tar.gz')
    expect(refused.exitCode).toBe(2)
    expect(refused.error).toContain('Add --yes. Nothing was changed.')
    const restored = await runAlone('restore kept.tar.gz --yes')
    expect(restored.error).toContain('3 addresses, newest edition 2026-11-23: built')
    expect(restored.error).toContain('1 single mail was due')
    expect(restored).toMatchObject({ exitCode: 0, out: '' })
    expect(readdirSync(folder).filter((name) => name.startsWith('postgres.before-'))).toHaveLength(1)

    database = await openDatabase({ folder }, () => undefined)
    // A folder keeps its database's identity, so the command has to record that it was restored.
    const { rows: noted } =
      await sql`select restored_at from database_identity where restored_at is not null`.execute(database.db)
    expect(noted).toHaveLength(1)
    const rows = await database.db.selectFrom('subscriber').select('email').orderBy('id').execute()
    expect(rows.map(({ email }) => email)).toEqual(readers(3))
  })

  it('backs up the tables of an older version as they are, and none before there are any', async () => {
    const listApplied = () => sql`select name from kysely_migration order by name`.execute(database.db)
    await sql`delete from kysely_migration where name > '2026-12-31'`.execute(database.db)
    const { rows: applied } = await listApplied()
    await database.close()
    const backup = await runAlone('backup kept.tar.gz')
    expect(backup.error).toContain('0 addresses, no edition')
    expect(backup.exitCode).toBe(0)
    database = await openDatabase({ folder }, () => undefined)
    expect((await listApplied()).rows).toEqual(applied)

    await sql`drop table kysely_migration`.execute(database.db)
    expect(await runTyped(database, folder, 'backup none.tar.gz')).toEqual({
      exitCode: 1,
      out: '',
      error: 'This database has no tables yet: there is nothing to back up.\n',
    })
    expect(existsSync(path.join(folder, 'none.tar.gz'))).toBe(false)
  })

  it('leaves everything as it was if the file is no backup, an incomplete one, or one from Postgres', async () => {
    await addSubscribers(database.db, readers(2))
    await database.close()
    const write = (name: string, bytes: Buffer) => writeFileSync(path.join(folder, name), bytes)
    write('notes.txt', Buffer.from('not a backup'))
    write('half.tar.gz', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3]))
    write('cut-off.tar.gz', gzipSync(randomBytes(1_000_000)).subarray(0, 500_000))
    write('server.dump', Buffer.from('PGDMP and so on'))
    for (const [name, words] of [
      ['notes.txt', 'is no backup that "lunchpail backup" wrote'],
      ['half.tar.gz', 'cannot be restored'],
      ['cut-off.tar.gz', 'cannot be restored: unexpected end of file'],
      ['server.dump', 'is a backup of Postgres: set DATABASE_URL'],
      ['absent', 'absent cannot be used: it is not there.'],
    ]) {
      const { exitCode, error } = await runAlone(`restore ${name} --yes`)
      expect(exitCode).toBe(1)
      expect(error).toContain(words)
      expect(error).not.toContain('    at ')
    }
    expect(existsSync(path.join(folder, 'postgres.restoring'))).toBe(false)
    database = await openDatabase({ folder }, () => undefined)
    expect(await database.db.selectFrom('subscriber').select('id').execute()).toHaveLength(2)
  })
})
