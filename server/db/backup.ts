import { execFile, type ExecFileException } from 'node:child_process'
import { createReadStream, openAsBlob } from 'node:fs'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createGunzip } from 'node:zlib'

import { sql } from 'kysely'

import { AppError, describeFileError } from '../lib/errors.ts'
import type { Database } from './database.ts'
import { lockFolder } from './folder-lock.ts'
import { embeddedFolder, type OpenedDatabase } from './open-database.ts'

/** The first bytes of pg_dump's custom format, and of a backup of the embedded database (a gzipped tar of its folder). */
const BEGINNINGS = { postgres: Buffer.from('PGDMP'), embedded: Buffer.from([0x1f, 0x8b]) }
/** The schema that holds the old tables while a backup is restored; moved back if that fails. */
const ASIDE = 'lunchpail_before_restore'

/** Writes a backup of the whole database; the file appears only once it is complete. For Postgres it is pg_dump's custom format,
 *  a snapshot of one moment; for the embedded database, its folder between two statements. Reads and writes continue meanwhile.
 *  @param url  DATABASE_URL; undefined for the embedded database
 *  @returns its size in bytes
 *  @throws AppError where pg_dump is missing, older than the server, or fails */
export async function backUp(
  database: OpenedDatabase,
  { file, url }: { file: string; url: string | undefined },
): Promise<number> {
  const partial = `${file}.partial`
  try {
    // The file holds every subscriber's address, so only its owner may read it.
    await writeFile(partial, '', { mode: 0o600 })
    if (url !== undefined) {
      await requireTool('pg_dump', await serverVersion(database.db))
      await runTool('pg_dump', ['--format=custom', '--no-owner', '--no-privileges', `--file=${partial}`], url)
    } else if (database.dumpFolder) {
      const dump = await database.dumpFolder()
      await writeFile(partial, dump.stream())
    }
    const handle = await open(partial, 'r+')
    try {
      await handle.sync()
      const { size } = await handle.stat()
      await rename(partial, file)
      return size
    } finally {
      await handle.close()
    }
  } catch (error) {
    await rm(partial, { force: true })
    throw isFileError(error) ? unusable(file, 'write', error) : error
  }
}

/** Tells from which kind of database a backup was made.
 *  @throws AppError if it is not a backup of either kind */
export async function kindOfBackup(file: string): Promise<'postgres' | 'embedded'> {
  let beginning: Buffer
  try {
    const handle = await open(file)
    try {
      beginning = (await handle.read(Buffer.alloc(5), 0, 5, 0)).buffer
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw unusable(file, 'read', error)
  }
  if (beginning.equals(BEGINNINGS.postgres)) return 'postgres'
  if (beginning.subarray(0, 2).equals(BEGINNINGS.embedded)) return 'embedded'
  throw new AppError(
    'malformed-request',
    `${file} is no backup that "lunchpail backup" wrote. Nothing was changed.`,
  )
}

/** Replaces everything in this database with a backup of Postgres; if that fails, nothing changes.
 *  @throws AppError while anybody else is connected, or where pg_restore is missing, too old, or fails */
export async function restorePostgres(
  db: Database,
  { file, url }: { file: string; url: string },
): Promise<void> {
  await requireTool('pg_restore', await serverVersion(db))
  let others = await listOthers(db)
  // A connection of ours that was just closed may still be listed.
  for (let look = 0; others.length > 0 && look < 10; look += 1) {
    await setTimeout(200)
    others = await listOthers(db)
  }
  if (others.length > 0) {
    throw new AppError(
      'not-ready',
      `Others use this database: ${others.join(', ')}. Stop every server and command first, then restore. Nothing was changed.`,
    )
  }
  const aside = sql.id(ASIDE)
  await sql`drop schema if exists ${aside} cascade`.execute(db)
  await sql`alter schema public rename to ${aside}`.execute(db)
  try {
    await sql`create schema public`.execute(db)
    await runTool(
      'pg_restore',
      [
        '--exit-on-error',
        '--single-transaction',
        '--no-owner',
        '--no-privileges',
        `--dbname=${nameOf(url)}`,
        file,
      ],
      url,
    )
  } catch (error) {
    await sql`drop schema if exists public cascade`.execute(db)
    await sql`alter schema ${aside} rename to public`.execute(db)
    throw error
  }
  await sql`drop schema ${aside} cascade`.execute(db)
}

/** Replaces the embedded database in a folder with a backup; the old one is kept next to it.
 *  @param now  the time in the old folder's name
 *  @returns the path of the old one; undefined if there was none
 *  @throws FolderInUseError while a server or a command uses the folder; AppError where the file is incomplete */
export async function restoreEmbedded(
  folder: string,
  { file, now }: { file: string; now: Date },
): Promise<string | undefined> {
  const { PGlite } = await import('@electric-sql/pglite')
  const lock = lockFolder(folder)
  const place = embeddedFolder(folder)
  const fresh = path.join(folder, 'postgres.restoring')
  try {
    await rm(fresh, { recursive: true, force: true })
    try {
      // Otherwise a damaged file would end the process inside the library, before we could report it or clean up.
      await pipeline(
        createReadStream(file),
        createGunzip(),
        new Writable({ write: (_chunk, _encoding, done) => done() }),
      )
      const opened = await PGlite.create({ dataDir: fresh, loadDataDir: await openAsBlob(file) })
      await opened.query('select count(*) from kysely_migration')
      await opened.close()
    } catch (error) {
      await rm(fresh, { recursive: true, force: true })
      const why = error instanceof Error ? error.message : String(error)
      throw new AppError('malformed-request', `${file} cannot be restored: ${why}. Nothing was changed.`, {
        cause: error,
      })
    }
    const kept = `${place}.before-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
    const isKept = await rename(place, kept).then(
      () => true,
      (error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
        throw error
      },
    )
    await rename(fresh, place)
    return isKept ? kept : undefined
  } finally {
    lock.release()
  }
}

/** Lists other connections to this database, such as 'psql from 10.0.0.3', or only the address. */
async function listOthers(db: Database): Promise<string[]> {
  const { rows } = await sql<{ who: string }>`
    select coalesce(nullif(application_name, ''), 'a program') || ' from '
      || coalesce(host(client_addr), 'this machine') as who
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(
    db,
  )
  return rows.map(({ who }) => who)
}

/** @returns the major version, such as 17 */
export async function serverVersion(db: Database): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::integer / 10000 as version`.execute(db)
  return rows[0]?.version ?? 0
}

async function requireTool(tool: Tool, server: number): Promise<void> {
  const problem = await checkTool(tool, server)
  if (problem !== undefined) throw new AppError('not-ready', problem)
}

type Tool = 'pg_dump' | 'pg_restore'

/** Checks that a program of Postgres is installed and new enough for a server.
 *  @param server  its major version, such as 17
 *  @returns what is wrong and what to do; undefined if nothing is */
export async function checkTool(tool: Tool, server: number): Promise<string | undefined> {
  const toInstall = `Install the client programs of Postgres ${server} (Debian, Ubuntu: postgresql-client-${server}), or use those of the container: docs/operations.md.`
  let text: string
  try {
    text = (await promisify(execFile)(tool, ['--version'])).stdout
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return `${tool} was not found on PATH. ${toInstall}`
  }
  const version = Number(/\) (\d+)/.exec(text)?.[1] ?? 0)
  return version >= server
    ? undefined
    : `${tool} on PATH is version ${version}, older than the server, which is ${server}. ${toInstall}`
}

/** Runs a program of Postgres; passes the password in its environment, which other users of the machine cannot see. */
async function runTool(tool: Tool, words: readonly string[], url: string): Promise<void> {
  const { username, password, hostname, port, searchParams } = new URL(url)
  const env: Record<string, string | undefined> = {
    ...process.env,
    PGHOST: searchParams.get('host') ?? (hostname || undefined),
    PGPORT: port || undefined,
    PGUSER: decodeURIComponent(username) || undefined,
    PGPASSWORD: decodeURIComponent(password) || undefined,
    PGDATABASE: nameOf(url),
    PGSSLMODE: searchParams.get('sslmode')?.replace('no-verify', 'require') ?? process.env['PGSSLMODE'],
    PGSSLROOTCERT: searchParams.get('sslrootcert') ?? process.env['PGSSLROOTCERT'],
    PGAPPNAME: tool,
  }
  try {
    await promisify(execFile)(tool, [...words], { env, maxBuffer: 1024 * 1024 })
  } catch (error) {
    const { stderr = '', message } = error as ExecFileException & { stderr?: string }
    throw new AppError('internal', `${tool} failed: ${stderr.trim() || message}`, { cause: error })
  }
}

const nameOf = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1))

const isFileError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && !(error instanceof AppError)

function unusable(file: string, to: 'read' | 'write', error: unknown): AppError {
  return new AppError('malformed-request', `${file} cannot be used: ${describeFileError(error, to)}.`, {
    cause: error,
  })
}
