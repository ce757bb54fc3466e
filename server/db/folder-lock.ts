import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process has the embedded data; two at once would lose rows silently. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
}

/** Takes the data folder for this process until `release` or the process's end, kill -9 included: the lock is an
 *  exclusive SQLite transaction, which the operating system ends with its owner.
 *  @throws FolderInUseError saying who holds it and what to do */
export function lockFolder(folder: string): { release(): void } {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const ownerFile = path.join(folder, 'lock-owner.txt')
  const lock = new DatabaseSync(path.join(folder, 'lock.db'), { timeout: 0 })
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

function readOwner(ownerFile: string): string {
  try {
    return readFileSync(ownerFile, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'another process'
    throw error
  }
}
