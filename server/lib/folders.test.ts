import { existsSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { expect, it } from 'vitest'

import { setUpFolder } from '../testing/set-up-folder.ts'
import { makeFolder } from './folders.ts'

const folder = setUpFolder()

it('makes a folder and its parents, readable only by the owner', () => {
  const deep = path.join(folder, 'a', 'b', 'c')
  makeFolder(deep, 0o700)
  makeFolder(deep, 0o700)
  expect(statSync(deep).mode & 0o777).toBe(0o700)
})

it('makes a folder named relative to the working directory', () => {
  const relative = path.relative('.', path.join(folder, 'here'))
  makeFolder(relative)
  expect(statSync(relative).isDirectory()).toBe(true)
})

it.each(['file', 'file/below'])('reports that a file is in the way of %s', (name) => {
  writeFileSync(path.join(folder, 'file'), '')
  expect(() => makeFolder(path.join(folder, name))).toThrow('EEXIST')
})

it.runIf(existsSync('/proc/self'))('throws, rather than never returning, where nothing can be made', () => {
  expect(() => makeFolder('/proc/lunchpail/data')).toThrow('ENOENT')
})
