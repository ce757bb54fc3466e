import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const SHARED = path.join(import.meta.dirname, '../../shared')

/** Sent with every answer of the API. A browser whose scripts were built from the same contracts need not check the answer's
 *  shape: an answer from another release, or from a proxy, names another version or none. */
export const CONTRACTS_HEADER = 'contracts-version'

/** A digest of everything that pages and the API share, including the contracts; the build and the server both use it. */
export const CONTRACTS_VERSION = readdirSync(SHARED)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .toSorted()
  .reduce((hash, file) => hash.update(readFileSync(path.join(SHARED, file))), createHash('sha256'))
  .digest('base64url')
  .slice(0, 12)
