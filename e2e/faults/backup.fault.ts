import { mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { sendHalfway, SIXTY } from './support/halfway.ts'
import { MONDAY, openTrial, type Trial } from './support/trial.ts'

let trial: Trial
let folder = ''
beforeAll(async () => {
  trial = await openTrial()
  folder = mkdtempSync(path.join(tmpdir(), 'lunchpail-backup-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await trial.close()
})
afterEach(() => trial.end())

describe('26: a backup taken while a letter goes out', () => {
  it('is complete; after it is restored elsewhere nobody gets a second copy, and a person is told what to do', async () => {
    const file = path.join(folder, 'while-sending.dump')
    const { sending, goOn } = await sendHalfway(trial)
    const backup = await trial.run('backup', file)
    expect(backup).toMatchObject({ code: 0, output: '' })
    expect(backup.errors).toContain(`60 addresses, newest edition ${MONDAY}: frozen`)
    goOn()
    expect((await sending.ended()).code).toBe(0)
    expect(trial.copies()).toEqual(SIXTY.toSorted())

    // Simulates a server that somebody forgot to stop.
    const refused = await trial.db.connection().execute(async (connection) => {
      await sql`select 1`.execute(connection)
      return trial.run('restore', file, '--yes')
    })
    expect(refused.code).toBe(1)
    expect(refused.errors).toContain('Others use this database')
    expect(await trial.counts()).toEqual({ submitted: 60 })

    const name = `lunchpail_test_${randomBytes(6).toString('hex')}`
    await sql`create database ${sql.id(name)} template template0`.execute(trial.db)
    try {
      const url = new URL(trial.databaseUrl)
      url.pathname = `/${name}`
      const run = (...words: string[]) =>
        trial.start('lunchpail', words, { settings: { DATABASE_URL: url.href } }).ended()
      const restored = await run('restore', file)
      expect(restored.errors).toContain(
        `The edition of ${MONDAY} may have gone further than this backup knows`,
      )
      expect(restored.code).toBe(0)
      const again = await run('edition', 'send', '--date', MONDAY)
      expect(again.code).toBe(1)
      expect(again.errors).toContain(
        'more of it may have gone out than this database, a restored backup, knows',
      )
      expect(trial.copies()).toEqual(SIXTY.toSorted())

      expect((await run('restore', file)).errors).toContain('Add --yes. Nothing was changed.')
      truncateSync(file, Math.floor(statSync(file).size / 2))
      const half = await run('restore', file, '--yes')
      expect(half.code).toBe(1)
      expect(half.errors).toContain('pg_restore failed')
      expect((await run('subscribers', 'count')).output).toBe('60\n')
    } finally {
      await sql`drop database ${sql.id(name)} with (force)`.execute(trial.db)
    }
  })
})
