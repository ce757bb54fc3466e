import { spawnSync } from 'node:child_process'

import { expect, it } from 'vitest'

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
