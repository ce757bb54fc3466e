import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { ENTRIES } from '../../vite.server.config.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const DOCUMENT = 'docs/architecture.md'
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const isThere = (file: string) => existsSync(path.join(ROOT, file))

const SEAMS = ['handed in by', 'loaded by', 'asked over HTTP at', 'started by', 'built by'] as const

interface Step {
  readonly file: string
  /** What links this file to the earlier ones, if not an import. */
  readonly seam: { readonly kind: string; readonly name: string } | undefined
}

interface Walk {
  readonly title: string
  readonly mostFiles: number
  readonly mostReturns: number
  readonly steps: readonly Step[]
}

function parseWalks(document: string): Walk[] {
  return document
    .split(/^## /m)
    .filter((section) => section.startsWith('('))
    .map((section) => {
      const [title = ''] = section.split('\n')
      const [, mostFiles, mostReturns] = /At most (\d+) files and (\d+) returns/.exec(section) ?? []
      const steps = section
        .replaceAll(/\n {2,}/g, ' ')
        .split('\n')
        .filter((line) => /^\d+\. /.test(line))
        .map(parseStep)
      return { title, mostFiles: Number(mostFiles), mostReturns: Number(mostReturns), steps }
    })
}

function parseStep(line: string): Step {
  const [, file, kind, name] = /^\d+\. `([^`]+)`(?: \(([^`)]+) `([^`]+)`\))?: \S/.exec(line) ?? []
  if (file === undefined) throw new Error(`${DOCUMENT} has a line that names no file: ${line}`)
  return { file, seam: kind === undefined || name === undefined ? undefined : { kind, name } }
}

const CLAUSE = String.raw`((?:\w+,\s*)?\{[^}]*\}|\*(?:\s+as\s+\w+)?|\w+)`
const STATIC_IMPORT = new RegExp(String.raw`^(?:import|export)\s+${CLAUSE}\s+from\s+'(\.[^']+)'`, 'gm')
const RE_EXPORT = /^export\s+(?:type\s+)?(?:\{[^}]*\}|\*)\s+from\s+'[^']+'\n?/gm
const DYNAMIC_IMPORT = /\bimport\(\s*'(\.[^']+)'/g

const isTypesOnly = (clause: string) =>
  clause.startsWith('{') &&
  clause
    .slice(1, -1)
    .split(',')
    .every((name) => name.trim() === '' || name.trim().startsWith('type '))

/** Lists a file's runtime imports, including those behind an index.ts that only re-exports. */
function listImports(file: string): string[] {
  const text = read(file)
  const specifiers = [
    ...[...text.matchAll(STATIC_IMPORT)]
      .filter(([, clause = '']) => !isTypesOnly(clause))
      .map(([, , specifier = '']) => specifier),
    ...[...text.matchAll(DYNAMIC_IMPORT)].map(([, specifier = '']) => specifier),
  ]
  const imported = specifiers.map((specifier) => path.posix.join(path.posix.dirname(file), specifier))
  return imported.concat(imported.filter(isDoor).flatMap(listImports))
}

/** Tells whether a file is an index.ts that only re-exports, which nobody opens to follow a value. */
const isDoor = (file: string) =>
  file.endsWith('/index.ts') && isThere(file) && read(file).replaceAll(RE_EXPORT, '').trim() === ''

/** @param before  the files of the walk before this one
 *  @returns what is wrong with a step; undefined if nothing */
function findProblem({ file, seam }: Step, before: readonly string[]): string | undefined {
  if (!isThere(file)) return `${file} is gone`
  if (before.length === 0) return undefined
  if (seam === undefined) {
    return before.some((one) => listImports(one).includes(file))
      ? undefined
      : `${file} is imported by none of the files before it`
  }
  const { kind, name } = seam
  const isHeld = holdsSeam(kind, name, { file, before })
  return isHeld ? undefined : `${file} is not ${kind} ${name}`
}

function holdsSeam(
  kind: string,
  name: string,
  { file, before }: { file: string; before: readonly string[] },
): boolean {
  if (kind === 'asked over HTTP at') {
    const route = `/${path.posix.basename(name)}`
    return before.some((one) => read(one).includes(name)) && read(file).includes(route)
  }
  if (!isThere(name)) return false
  if (kind === 'handed in by' || kind === 'loaded by') return listImports(name).includes(file)
  if (kind === 'started by') return before.includes(name) && read(name).includes(path.posix.basename(file))
  const built = `${path.posix.basename(file, path.posix.extname(file))}.mjs`
  return kind === 'built by' && read(name).includes(file) && before.some((one) => read(one).includes(built))
}

function listProblems({ steps }: Pick<Walk, 'steps'>): string[] {
  const files = steps.map(({ file }) => file)
  const twice = files
    .filter((file, place) => files.indexOf(file) < place)
    .map((file) => `${file} stands twice`)
  // A missing file cannot be read: judge the steps after it by the others.
  const problems = steps.map((step, place) => findProblem(step, files.slice(0, place).filter(isThere)))
  return [...twice, ...problems.filter((problem) => problem !== undefined)]
}

/** Counts how often a walk returns to a folder it has left. */
function countReturns({ steps }: Pick<Walk, 'steps'>): number {
  const folders = steps.map(({ file }) => path.posix.dirname(file))
  return folders.filter((folder, place) => folders[place - 1] !== folder && folders.indexOf(folder) < place)
    .length
}

const walks = parseWalks(read(DOCUMENT))

it('docs/architecture.md has its six walks', () => {
  expect(walks.map(({ title }) => title.slice(0, title.indexOf(')') + 1))).toEqual([
    '(a)',
    '(b)',
    '(c)',
    '(c, page)',
    '(d)',
    '(e)',
  ])
  const seams = walks.flatMap(({ steps }) => steps.flatMap(({ seam }) => (seam ? [seam.kind] : [])))
  expect(seams.filter((kind) => !SEAMS.some((known) => known === kind))).toEqual([])
})

describe.each(walks)('walk $title', (walk) => {
  it('names existing files, each reached from an earlier one', () => {
    expect(listProblems(walk)).toEqual([])
  })

  it('is no longer than the document says', () => {
    expect(walk.steps.length).toBeGreaterThan(10)
    expect(walk.steps.length).toBeLessThanOrEqual(walk.mostFiles)
    expect(countReturns(walk)).toBeLessThanOrEqual(walk.mostReturns)
  })
})

describe('listProblems and countReturns', () => {
  const problemsOf = (...lines: string[]) => listProblems({ steps: lines.map((line) => parseStep(line)) })

  it('reports a missing file', () => {
    expect(problemsOf('1. `server/main.ts`: starts', '2. `server/gone.ts`: goes on')).toEqual([
      'server/gone.ts is gone',
    ])
  })

  it('reports a file that no earlier file imports', () => {
    expect(problemsOf('1. `server/main.ts`: starts', '2. `server/serve.ts`: serves')).toEqual([])
    expect(problemsOf('1. `server/serve.ts`: serves', '2. `server/main.ts`: starts')).toEqual([
      'server/main.ts is imported by none of the files before it',
    ])
  })

  it('reports a file that is imported only for its types', () => {
    expect(
      problemsOf('1. `server/http/pages.ts`: answers', '2. `server/http/render-page.ts`: renders'),
    ).toEqual(['server/http/render-page.ts is imported by none of the files before it'])
  })

  it('reports a seam that does not exist', () => {
    expect(
      problemsOf(
        '1. `server/app.ts`: answers',
        '2. `server/main.ts` (handed in by `server/serve.ts`): starts',
      ),
    ).toEqual(['server/main.ts is not handed in by server/serve.ts'])
  })

  it('counts each return to an earlier folder', () => {
    const steps = ['a/1.ts', 'a/2.ts', 'b/1.ts', 'a/3.ts', 'a/4.ts', 'b/2.ts'].map((file) => ({
      file,
      seam: undefined,
    }))
    expect(countReturns({ steps })).toBe(2)
  })
})

it('files that the built server reads or starts are found from dist/app as well as from the source', () => {
  const sources = globSync('server/**/*.ts', { cwd: ROOT }).filter(
    (file) => !/\.test\.ts$|\/testing\/|\/preview\/|\/cli\/(?:build-if-stale|built-from)/.test(file),
  )
  const uses = sources.flatMap((file) =>
    [...read(file).matchAll(/^.*import\.meta\.(?:dirname|url|filename).*$/gm)].map(([line]) => ({
      file,
      line,
    })),
  )
  const isFound = ({ file, line }: { file: string; line: string }) => {
    const [, started] = /`([\w-]+)\$\{path\.extname\(import\.meta\.url\)\}`/.exec(line) ?? []
    if (started !== undefined)
      return Object.entries(ENTRIES).some(
        (entry) => entry.join() === [started, `${path.dirname(file)}/${started}.ts`].join(),
      )
    return file.split('/').length === 3 && /'\.\.\/\.\.\/\w/.test(line)
  }
  expect(uses.length).toBeGreaterThan(10)
  expect(uses.filter((use) => !isFound(use))).toEqual([])
})
