import { spawnSync } from 'node:child_process'

import { expect, it } from 'vitest'

import { programFile } from '../testing/program-file.ts'

it.each([['--help'], ['help restore'], ['edition send -h']])('%s needs no valid settings', (typed) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [programFile('lunchpail'), ...typed.split(' ')],
    {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], PORT: 'none' },
    },
  )
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(/^Usage: lunchpail /)
})
