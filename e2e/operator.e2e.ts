import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createConnection, type Socket } from 'node:net'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import {
  createDataDir,
  fillDataDir,
  runCommand,
  runServer,
  startSite,
  type RunningSite,
} from './support/site.ts'

const NEEDED_IN_PRODUCTION = [
  'DATABASE_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'SITE_URL',
  'SECRET_KEY',
  'SUPPRESSION_KEY',
  'CONTACT_EMAIL',
  'POSTAL_ADDRESS',
  'OPERATOR_NAME',
]

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
/** Settings for a separate process, with a data folder that is empty or contains only tables. */
function ownFolder({ isFilled = false } = {}): Record<string, string> {
  const folder = createDataDir()
  folders.push(folder)
  if (isFilled) fillDataDir(folder)
  return { DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1' }
}

describe('unusable settings', () => {
  it('keep production from starting, and are all listed', async () => {
    const { code, errors } = await runServer({ NODE_ENV: 'production', ...ownFolder() })
    expect(code).toBe(1)
    for (const name of NEEDED_IN_PRODUCTION) expect(errors).toContain(`${name} is missing`)
    expect(errors).not.toContain('    at ')
  })

  it('are reported all at once, also by commands', async () => {
    const wrong = { ...ownFolder(), SITE_URL: 'lunchpail.test', SEND_PER_SECOND: 'fast', PORT: '99999' }
    for (const { code, errors } of await Promise.all([
      runServer(wrong),
      runCommand(['subscribers', 'count'], wrong),
    ])) {
      expect(code).toBe(1)
      for (const name of ['SITE_URL', 'SEND_PER_SECOND', 'PORT']) expect(errors).toContain(`- ${name} is `)
    }
  })
})

describe('a start that fails unexpectedly', () => {
  it('reports lines of the source files, not of the build', async () => {
    const fails = `import http from "node:http"; http.Server.prototype.listen = () => { throw new Error("on purpose") }`
    const { code, errors } = await runServer({
      ...ownFolder({ isFilled: true }),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fails)}`,
    })
    expect(code).toBe(1)
    expect(errors).toMatch(/^Could not start: Error: on purpose\n/m)
    expect(errors).toMatch(/ at async start \(\S+\/server\/serve\.ts:\d+:\d+\)/)
  })
})

describe('a command', () => {
  it('exits with 2 and a sentence if it is wrong', async () => {
    const { code, output, errors } = await runCommand(['frobnicate'], ownFolder())
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(errors).toContain("error: unknown command 'frobnicate'")
    expect(errors).not.toContain('    at ')
  })

  it('opens its own database if no site is running', async () => {
    const { code, errors } = await runCommand(
      ['edition', 'status', '--date', '2025-02-03'],
      ownFolder({ isFilled: true }),
    )
    expect(code).toBe(1)
    expect(errors).toContain('There is no edition of 2025-02-03. Build it first.')
  })
})

describe('next to a running site', () => {
  let site: RunningSite
  beforeAll(async () => {
    site = await startSite()
  })
  afterAll(async () => {
    await site?.stop()
  })

  it('a second site on the same port ends and says what to do, when it is started as a command too', async () => {
    const settings = () => ({ ...ownFolder({ isFilled: true }), PORT: String(site.port) })
    for (const { code, errors } of await Promise.all([
      runServer(settings()),
      runCommand(['serve'], settings()),
    ])) {
      expect(code).toBe(1)
      expect(errors).toContain(`Port ${site.port} is taken. Stop what uses it, or set PORT to another one.`)
      expect(errors).not.toContain('    at ')
    }
  })

  it('a second site with the same data is refused, with its owner and what to do', async () => {
    const { code, errors } = await runServer({ ...ownFolder(), DATA_DIR: site.dataDir })
    expect(code).toBe(1)
    expect(errors).toContain(
      `The data in ${site.dataDir} is in use by process ${site.process.pid}. Stop that process first, ` +
        'give this one another DATA_DIR, or set DATABASE_URL to share one Postgres.',
    )
    expect(errors).not.toContain('    at ')
    expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
  })

  it('commands run inside the running site', async () => {
    const beside = { DATA_DIR: site.dataDir }
    expect((await runCommand(['subscribers', 'add', 'reader@home.org'], beside)).code).toBe(0)
    expect(await runCommand(['subscribers', 'count'], beside)).toEqual({ code: 0, output: '1\n', errors: '' })
    expect((await site.command('subscribers', 'remove', 'nobody@home.org')).code).toBe(1)
  })

  it('SIGTERM drains the site: open requests are answered, it is not ready, and the process exits with 0', async () => {
    // A request that is still being sent keeps its connection open.
    const socket = await connect(site.port)
    socket.write('GET /readyz HTTP/1.1\r\nHost: site\r\n')
    await expect.poll(() => fetch(`${site.url}/readyz`).then(({ status }) => status)).toBe(200)
    const exited = once(site.process, 'exit')
    site.process.kill('SIGTERM')
    await expect.poll(() => site.log.join('\n')).toContain('"stopping"')
    const answer = read(socket)
    socket.write('Connection: close\r\n\r\n')
    expect(await answer).toMatch(/^HTTP\/1\.1 503 [^]*\{"status":"draining"\}$/)
    expect(await exited).toEqual([0, null])
    expect(site.log.at(-1)).toContain('"stopped"')
    await expect(connect(site.port)).rejects.toThrow('ECONNREFUSED')
  })
})

async function connect(port: number): Promise<Socket> {
  const socket = createConnection(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

async function read(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  return text
}
