import { readdirSync, writeFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { setUpFolder } from '../testing/set-up-folder.ts'
import { loadConfig } from './config.ts'
import { loadKeys } from './local-keys.ts'

const folder = setUpFolder()

it('making keys on a full disk leaves no half-written file, and succeeds once there is room', () => {
  const config = loadConfig({ DATA_DIR: folder })
  const onFullDisk: typeof writeFileSync = (file) => {
    writeFileSync(file, '')
    throw new Error('ENOSPC: no space left on device, write')
  }
  expect(() => loadKeys(config, onFullDisk)).toThrow(`The data folder ${folder} cannot be used: ENOSPC`)
  expect(readdirSync(folder)).toEqual([])
  const made = loadKeys(config)
  expect(made.secretKey).toHaveLength(43)
  expect(loadKeys(config)).toEqual(made)
})
