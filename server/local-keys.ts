import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import type { Config } from './config.ts'

export interface Keys {
  /** Signs links and cookies. */
  readonly secretKey: string
  /** Keys the hashes of suppressed addresses; never changed, or they are forgotten. */
  readonly suppressionKey: string
}

/** The keys of the settings or, where they are not set (never in production), random ones kept in DATA_DIR/keys.json. */
export function loadKeys(config: Config): Keys {
  if (config.secretKey && config.suppressionKey) {
    return { secretKey: config.secretKey, suppressionKey: config.suppressionKey }
  }
  const kept = keptKeys(config.dataDir)
  return {
    secretKey: config.secretKey ?? kept.secretKey,
    suppressionKey: config.suppressionKey ?? kept.suppressionKey,
  }
}

function keptKeys(dataDir: string): Keys {
  const file = path.join(dataDir, 'keys.json')
  const fresh: Keys = { secretKey: randomKey(), suppressionKey: randomKey() }
  mkdirSync(dataDir, { recursive: true })
  try {
    // 'wx' settles which of two starters wrote first.
    writeFileSync(file, JSON.stringify(fresh, null, 2), { mode: 0o600, flag: 'wx' })
    return fresh
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return JSON.parse(readFileSync(file, 'utf8')) as Keys
  }
}

/** @returns 43 characters, 256 bits */
export function randomKey(): string {
  return randomBytes(32).toString('base64url')
}
