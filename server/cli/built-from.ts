import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '../..')
const NOTE = path.join(ROOT, 'dist/built-from')
const NOTE_BEGUN = `${NOTE}.begun`
/** Everything that goes into a build: screens, the letter's templates, the server, and the build tools. */
const SOURCES = ['client/**/*', 'shared/**/*', 'server/**/*.{ts,tsx}', 'vite*.config.ts', 'package-lock.json']
const NOT_BUILT = /\.test\.tsx?$|(^|\/)testing\//

function digestSources(): string {
  const files = globSync(SOURCES, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)))
    .filter((file) => !NOT_BUILT.test(file))
    .toSorted()
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(path.join(ROOT, file)))
  return hash.digest('hex')
}

/** Whether dist/ has a build, of whatever sources. */
export const isThere = () => existsSync(path.join(ROOT, 'dist/server'))

/** Whether dist/ has a build of exactly these sources. */
export const isBuilt = () => isThere() && existsSync(NOTE) && readFileSync(NOTE, 'utf8') === digestSources()

/** Notes which sources a build begins with. What is in dist/ counts as no build until noteBuilt. */
export function noteBegun(): void {
  mkdirSync(path.dirname(NOTE), { recursive: true })
  rmSync(NOTE, { force: true })
  writeFileSync(NOTE_BEGUN, digestSources())
}

/** Notes that the build is complete: of the sources with which it began, even if they have changed since. */
export const noteBuilt = () => renameSync(NOTE_BEGUN, NOTE)
