import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { messageOf } from '../lib/errors.ts'
import { makeFolder } from '../lib/folders.ts'

/** Another process has the embedded database open; two at once would silently lose rows. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
}

/** The folder of the embedded database cannot be created or written to; the message names the setting. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError'

  constructor(folder: string, cause: unknown) {
    super(
      `The data folder ${folder} cannot be used: ${messageOf(cause)}. Set DATA_DIR to a folder that this process may make or write to, ` +
        'or set DATABASE_URL to use Postgres.',
      { cause },
    )
  }
}

/** Locks the data folder for this process until `release` or the end of the process, even by kill -9: the lock is an
 *  exclusive SQLite transaction, which the operating system ends with its process.
 *  @throws FolderInUseError naming the holder and what to do; DataFolderError */
export function lockFolder(folder: string): { release(): void } {
  const lock = openLock(folder)
  const ownerFile = path.join(folder, 'lock-owner.txt')
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (!/locked|busy/i.test(String(error))) throw error
    throw new FolderInUseError(
      `The data in ${folder} is in use by ${readOwner(ownerFile)}. Stop that process first, ` +
        'give this one another DATA_DIR, or set DATABASE_URL to share one Postgres.',
      { cause: error },
    )
  }
  writeFileSync(ownerFile, `process ${process.pid}\n`)
  chmodSync(ownerFile, 0o600)
  return {
    release() {
      rmSync(ownerFile, { force: true })
      lock.close()
    },
  }
}

function openLock(folder: string): DatabaseSync {
  try {
    makeFolder(folder, 0o700)
    return new DatabaseSync(path.join(folder, 'lock.db'), { timeout: 0 })
  } catch (error) {
    throw new DataFolderError(folder, error)
  }
}

function readOwner(ownerFile: string): string {
  try {
    return readFileSync(ownerFile, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'another process'
    throw error
  }
}
