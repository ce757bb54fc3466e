import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { isBuilt, isThere, noteBegun, noteBuilt } from './built-from.ts'

// `npm start` builds once: dist/ records what it was built from, and nothing built from other sources is served.
// `npm run build` calls this with --begin and --end.

const ROOT = path.join(import.meta.dirname, '../..')
const ASSETS = path.join(ROOT, 'dist/client/assets')
/** Files of earlier builds, for pages that were sent before this release. */
const OLD_ASSETS = path.join(ROOT, 'dist/old-assets')
const ASSETS_KEPT_DAYS = 14
const CACHE = path.join(ROOT, 'node_modules/.cache')
const LONGEST_BUILD_MS = 15 * 60_000

/** @returns the exit code */
function buildIfStale(): number {
  if (isBuilt()) return 0
  const why = isThere()
    ? 'The build in dist/ is of other sources than these, or incomplete'
    : 'The site is not built'
  if (existsSync(path.join(ROOT, 'node_modules/@vitejs/plugin-react'))) {
    process.stderr.write(`${why}: it is built now, which takes a moment.\n`)
    // If several start at once, one builds and the others wait for it; the lock ends with its process.
    mkdirSync(CACHE, { recursive: true })
    const lock = new DatabaseSync(path.join(CACHE, 'build-lock.db'), { timeout: LONGEST_BUILD_MS })
    lock.exec('begin exclusive')
    if (isBuilt()) return 0
    return spawnSync('npm', ['run', '-s', 'build'], { cwd: ROOT, stdio: 'inherit' }).status ?? 1
  }
  process.stderr.write(
    `${why}, and what builds it is not installed: with NODE_ENV=production npm leaves the development packages out. Run: npm ci --include=dev && npm start\n`,
  )
  return 1
}

/** Keeps the scripts of earlier builds, since browsers and shared caches still have pages that refer to them. */
function keepAssets(): void {
  if (!existsSync(ASSETS)) return
  cpSync(ASSETS, OLD_ASSETS, { recursive: true, preserveTimestamps: true })
  const oldest = new Date()
  oldest.setDate(oldest.getDate() - ASSETS_KEPT_DAYS)
  for (const name of readdirSync(OLD_ASSETS, { encoding: 'utf8', recursive: true })) {
    const file = path.join(OLD_ASSETS, name)
    const status = statSync(file)
    if (status.isFile() && status.mtime < oldest) rmSync(file)
  }
}

if (process.argv.includes('--begin')) {
  keepAssets()
  noteBegun()
} else if (process.argv.includes('--end')) noteBuilt()
else process.exitCode = buildIfStale()
