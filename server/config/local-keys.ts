import { randomBytes } from 'node:crypto'
import { constants, copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import type { Config } from './config.ts'
import { DataFolderError } from '../db/folder-lock.ts'
import { makeFolder } from '../lib/folders.ts'

export interface Keys {
  /** Signs links and cookies. */
  readonly secretKey: string
  /** Earlier values of secretKey: what they signed is still accepted. */
  readonly oldSecretKeys?: readonly string[]
  /** Keys the hashes of suppressed addresses; must never change, or every suppression is lost. */
  readonly suppressionKey: string
}

/** Returns the keys from the settings; where they are not set (never in production), random ones kept in DATA_DIR/keys.json.
 *  @param write  replaces writing to the disk, in tests */
export function loadKeys(config: Config, write: typeof writeFileSync = writeFileSync): Keys {
  const { secretKey, oldSecretKeys, suppressionKey } = config
  if (secretKey && suppressionKey) return { secretKey, oldSecretKeys, suppressionKey }
  const kept = keptKeys(config.dataDir, write)
  return {
    secretKey: secretKey ?? kept.secretKey,
    oldSecretKeys,
    suppressionKey: suppressionKey ?? kept.suppressionKey,
  }
}

function keptKeys(dataDir: string, write: typeof writeFileSync): Pick<Keys, 'secretKey' | 'suppressionKey'> {
  const file = path.join(dataDir, 'keys.json')
  const fresh = { secretKey: randomKey(), suppressionKey: randomKey() }
  try {
    makeFolder(dataDir)
    const unfinished = `${file}.${process.pid}`
    try {
      write(unfinished, JSON.stringify(fresh, null, 2), { mode: 0o600 })
      // Only the first of two starting processes succeeds, and a full disk leaves no half-written file under this name.
      copyFileSync(unfinished, file, constants.COPYFILE_EXCL)
    } finally {
      rmSync(unfinished, { force: true })
    }
    return fresh
  } catch (error) {
    if (!existsSync(file)) throw new DataFolderError(dataDir, error)
    return JSON.parse(readFileSync(file, 'utf8')) as Keys
  }
}

/** @returns 43 characters, 256 bits */
export function randomKey(): string {
  return randomBytes(32).toString('base64url')
}
