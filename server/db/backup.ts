import { execFile, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, openAsBlob } from 'node:fs'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Writable, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createGunzip } from 'node:zlib'

import { sql } from 'kysely'
import pg from 'pg'

import { AppError, describeFileError, messageOf } from '../lib/errors.ts'
import type { Database } from './database.ts'
import { lockFolder } from './folder-lock.ts'
import { embeddedFolder, type OpenedDatabase } from './open-database.ts'

/** The first bytes of pg_dump's custom format, and of a backup of the embedded database (a gzipped tar of its folder). */
const BEGINNINGS = { postgres: Buffer.from('PGDMP'), embedded: Buffer.from([0x1f, 0x8b]) }
/** Where the runbook of docs/operations.md keeps the tables of before a restore until it is done. A backup that had them could not be
 *  restored where they are, and would keep addresses erased since. */
export const PUT_ASIDE = 'lunchpail_before_restore'
/** Of what a program of Postgres says; the end counts. */
const MAX_WORDS = 4_000

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
      const words = [
        '--format=custom',
        '--no-owner',
        '--no-privileges',
        `--exclude-schema=${PUT_ASIDE}`,
        `--file=${partial}`,
      ]
      const failure = await startTool('pg_dump', words, url).ended
      if (failure !== undefined) throw failure
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
 *  @throws AppError while anybody else is connected, or where pg_restore or psql is missing, too old, or fails */
export async function restorePostgres(
  db: Database,
  { file, url }: { file: string; url: string },
): Promise<void> {
  const server = await serverVersion(db)
  for (const tool of ['pg_restore', 'psql'] as const) await requireTool(tool, server)
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
  await replaceInOneTransaction(file, url)
}

/** Whatever ends it early, even kill -9 or a lost connection, leaves everything as it was, since only the last line commits. */
async function replaceInOneTransaction(file: string, url: string): Promise<void> {
  const reading = startTool('pg_restore', ['--file=-', '--no-owner', '--no-privileges', file], url)
  const loading = startTool('psql', ['--no-psqlrc', '--set=ON_ERROR_STOP=1', '--output=/dev/null'], url)
  async function* script() {
    yield 'set client_min_messages = warning; begin; drop schema if exists public cascade; create schema public;\n'
    yield* reading.output
    if ((await reading.ended) === undefined) yield 'commit;\n'
  }
  const broken = await pipeline(script, loading.input).then(
    () => undefined,
    (error: unknown) => error,
  )
  const failure = (await loading.ended) ?? (await reading.ended) ?? broken
  if (failure !== undefined) throw failure
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
      const why = messageOf(error)
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

type Tool = 'pg_dump' | 'pg_restore' | 'psql'

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

/** Starts a program of Postgres on a database; passes the password in its environment, which other users of the machine cannot see.
 *  @returns its streams, and a promise of its end: why it failed, or undefined if it did not */
function startTool(
  tool: Tool,
  words: readonly string[],
  url: string,
): { input: Writable; output: Readable; ended: Promise<AppError | undefined> } {
  const { searchParams } = new URL(url)
  // Only reads the address, as when this program connects.
  const { host, port, user, password, database } = new pg.Client({ connectionString: url })
  const child = spawn(tool, words, {
    env: {
      ...process.env,
      PGHOST: host,
      PGPORT: String(port),
      PGUSER: user,
      PGPASSWORD: password ?? undefined,
      PGDATABASE: database,
      PGSSLMODE: searchParams.get('sslmode')?.replace('no-verify', 'require') ?? process.env['PGSSLMODE'],
      PGSSLROOTCERT: searchParams.get('sslrootcert') ?? process.env['PGSSLROOTCERT'],
      PGAPPNAME: tool,
    },
  })
  return { input: child.stdin, output: child.stdout, ended: waitForEnd(tool, child) }
}

async function waitForEnd(tool: Tool, child: ChildProcessWithoutNullStreams): Promise<AppError | undefined> {
  let words = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (words = `${words}${text}`.slice(-MAX_WORDS)))
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
    if (code === 0) return undefined
    return new AppError('internal', `${tool} failed: ${words.trim() || (signal ?? `code ${code}`)}`)
  } catch (error) {
    return new AppError('internal', `${tool} could not be started`, { cause: error })
  }
}

const isFileError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && !(error instanceof AppError)

function unusable(file: string, to: 'read' | 'write', error: unknown): AppError {
  return new AppError('malformed-request', `${file} cannot be used: ${describeFileError(error, to)}.`, {
    cause: error,
  })
}
