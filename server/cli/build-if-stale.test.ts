import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { expect, it, onTestFinished } from 'vitest'
import { createLogger, resolveConfig } from 'vite'

/** A checkout without build tools, in which only the script and what it imports are real. */
function aCheckout() {
  const folder = mkdtempSync(path.join(tmpdir(), 'lunchpail-built-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const script = path.join(folder, 'server/cli/build-if-stale.ts')
  for (const name of ['build-if-stale.ts', 'built-from.ts']) {
    cpSync(path.join(import.meta.dirname, name), path.join(folder, 'server/cli', name))
  }
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  const age = (file: string, days: number) => {
    const then = new Date(Date.now() - days * 86_400_000)
    utimesSync(path.join(folder, file), then, then)
  }
  write('package.json', '{ "type": "module" }')
  write('client/screen.tsx', 'export const words = "first"')
  const run = (...words: string[]) => {
    const { status, stderr } = spawnSync(process.execPath, ['--no-warnings', script, ...words], {
      encoding: 'utf8',
    })
    return [status, stderr]
  }
  const build = () => {
    run('--begin')
    mkdirSync(path.join(folder, 'dist/server'), { recursive: true })
    return run('--end')
  }
  const start = async () => {
    const [code] = await once(spawn(process.execPath, ['--no-warnings', script], { stdio: 'ignore' }), 'exit')
    return code as unknown
  }
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')
  return {
    folder,
    write,
    run,
    build,
    start,
    read,
    age,
    list: (name: string) => readdirSync(path.join(folder, name)),
  }
}

it('keeps the output of earlier builds for a fortnight', () => {
  const { write, run, list, age } = aCheckout()
  expect(run('--begin')).toEqual([0, ''])
  write('dist/client/assets/old.js', '')
  write('dist/client/assets/recent.js', '')
  age('dist/client/assets/old.js', 15)
  age('dist/client/assets/recent.js', 13)
  expect(run('--begin')).toEqual([0, ''])
  expect(list('dist/old-assets')).toEqual(['recent.js'])
})

it('starts only on a build of exactly these sources, and says what to do if there is none', () => {
  const { folder, write, run, build } = aCheckout()
  const refusal = (why: string) => [
    1,
    `${why}, and what builds it is not installed: with NODE_ENV=production npm leaves the development packages out. Run: npm ci --include=dev && npm start\n`,
  ]
  expect(run()).toEqual(refusal('The site is not built'))
  expect(build()).toEqual([0, ''])
  expect(run()).toEqual([0, ''])
  write('client/screen.tsx', 'export const words = "second"')
  expect(run()).toEqual(refusal('The build in dist/ is of other sources than these, or incomplete'))
  write('client/screen.tsx', 'export const words = "first"')
  write('client/screen.test.tsx', 'no part of a build')
  write('server/testing/fixture.ts', 'no part of a build')
  write('server/market/testing/fixture.ts', 'no part of a build')
  expect(run()).toEqual([0, ''])
  write('server/market/quotes.ts', '')
  expect(run()).toEqual(refusal('The build in dist/ is of other sources than these, or incomplete'))
  rmSync(path.join(folder, 'server/market/quotes.ts'))
  expect(run()).toEqual([0, ''])
  write('client/another.tsx', '')
  expect(run()).toEqual(refusal('The build in dist/ is of other sources than these, or incomplete'))
})

it('does not start on a build that was interrupted, nor on one whose sources changed while it ran', () => {
  const { write, run, build } = aCheckout()
  const isRefused = () => run()[0] === 1
  build()
  run('--begin')
  expect(isRefused()).toBe(true)
  write('client/screen.tsx', 'export const words = "second"')
  run('--end')
  expect(isRefused()).toBe(true)
  write('client/screen.tsx', 'export const words = "first"')
  expect(isRefused()).toBe(false)
})

it('builds once when two processes start at the same time', async () => {
  const { write, start, read } = aCheckout()
  write('node_modules/@vitejs/plugin-react/package.json', '{}')
  const build =
    'echo built >> log && BUILD --begin && sleep 1 && mkdir -p dist/server && BUILD --end'.replaceAll(
      'BUILD',
      'node --no-warnings server/cli/build-if-stale.ts',
    )
  write('package.json', JSON.stringify({ type: 'module', scripts: { build } }))
  expect(await Promise.all([start(), start()])).toEqual([0, 0])
  expect(read('log')).toBe('built\n')
})

it.each(['vite.config.ts', 'vite.email.config.ts'])(
  'a build by %s does not warn about the .env that init writes',
  async (name) => {
    const root = mkdtempSync(path.join(tmpdir(), 'lunchpail-env-'))
    onTestFinished(() => rmSync(root, { recursive: true }))
    writeFileSync(path.join(root, '.env'), 'NODE_ENV=production\n')
    const { VITE_USER_NODE_ENV } = process.env
    delete process.env['VITE_USER_NODE_ENV']
    onTestFinished(() => {
      if (VITE_USER_NODE_ENV !== undefined) process.env['VITE_USER_NODE_ENV'] = VITE_USER_NODE_ENV
    })
    const warnings: string[] = []
    const customLogger = { ...createLogger('silent'), warn: (words: string) => void warnings.push(words) }
    const configFile = path.join(import.meta.dirname, '../..', name)
    await resolveConfig({ configFile, root, customLogger }, 'build', 'production', 'production')
    expect(warnings).toEqual([])
  },
)
