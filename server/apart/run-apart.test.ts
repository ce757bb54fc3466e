import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'

import { beforeEach, describe, expect, it } from 'vitest'

import { setUpFolder } from '../testing/set-up-folder.ts'

it('fails like other work, without harming the server, if there is no file descriptor left for a process', () => {
  const program = `
    import { closeSync, openSync } from 'node:fs'
    const { createApart } = await import(${JSON.stringify(new URL('run-apart.ts', import.meta.url))})
    const apart = createApart()
    const open = []
    try {
      for (;;) open.push(openSync('/dev/null'))
    } catch (error) {
      if (error.code !== 'EMFILE') throw error
    }
    const outcome = await apart.run('collect', {}, {}).catch((error) => error.code)
    // An unhandled rejection would end the process now.
    await new Promise((resolve) => setTimeout(resolve, 10))
    for (const one of open) closeSync(one)
    process.stdout.write(String(outcome))`
  const { status, stdout } = spawnSync(
    'sh',
    ['-c', 'ulimit -n 200 && exec "$0" --input-type=module --eval "$1"', process.execPath, program],
    { encoding: 'utf8' },
  )
  expect({ status, stdout }).toEqual({ status: 0, stdout: 'EMFILE' })
})

describe('a process apart from one that was started with a .env', () => {
  const folder = setUpFolder()
  beforeEach(() => {
    writeFileSync(path.join(folder, '.env'), 'SITE_NAME=Pail\n')
    writeFileSync(
      path.join(folder, 'working.mjs'),
      `process.once('message', () => {
        const { SITE_NAME, LLM_PROVIDER } = process.env
        process.send({ type: 'done', answer: { SITE_NAME, LLM_PROVIDER } }, () => process.disconnect())
      })`,
    )
    writeFileSync(
      path.join(folder, 'server.mjs'),
      `import { rmSync, writeFileSync } from 'node:fs'
      const { createApart } = await import(${JSON.stringify(new URL('run-apart.ts', import.meta.url))})
      const [change] = process.argv.slice(2)
      if (change === 'moved') rmSync('.env')
      else writeFileSync('.env', 'SITE_NAME=Other\\nLLM_PROVIDER=anthropic\\n')
      const apart = createApart({ program: ${JSON.stringify(path.join(folder, 'working.mjs'))} })
      process.stdout.write(JSON.stringify(await apart.run('collect', {}, {})))`,
    )
  })

  it.each([
    ['edited', '--env-file=.env'],
    ['moved', '--env-file=.env'],
    ['edited', '--env-file .env'],
    ['moved', '--env-file .env --env-file-if-exists=.env.local'],
  ])('has its settings, even if the file was %s since (%s)', (change, flags) => {
    const { SITE_NAME: _own, ...env } = process.env
    const { stdout } = spawnSync(process.execPath, [...flags.split(' '), 'server.mjs', change], {
      cwd: folder,
      encoding: 'utf8',
      env,
    })
    expect(stdout).toBe('{"SITE_NAME":"Pail"}')
  })
})
