import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { makeFolder } from './make-folder.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'lunchpail-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('makes a folder with those above it, for the owner alone', () => {
  const deep = path.join(folder, 'a', 'b', 'c')
  makeFolder(deep, 0o700)
  makeFolder(deep, 0o700)
  expect(statSync(deep).mode & 0o777).toBe(0o700)
})

it('makes a folder that is named from where the process stands', () => {
  const relative = path.relative('.', path.join(folder, 'here'))
  makeFolder(relative)
  expect(statSync(relative).isDirectory()).toBe(true)
})

it.each(['file', 'file/below'])('says that a file stands in the way of %s', (name) => {
  writeFileSync(path.join(folder, 'file'), '')
  expect(() => makeFolder(path.join(folder, name))).toThrow('EEXIST')
})

it.runIf(existsSync('/proc/self'))('comes back where nothing can be made', () => {
  expect(() => makeFolder('/proc/lunchpail/data')).toThrow('ENOENT')
})
