import { createServer, type IncomingMessage, type RequestListener } from 'node:http'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createLogger } from '../../lib/logger.ts'
import { createAlarmWebhook, createHeartbeat, type PostedAlarm } from './outside-watch.ts'
import { KEEP_OPEN } from '../../testing/keep-open.ts'
import { type Listening, listenLocally } from '../../testing/listen-locally.ts'

const SECRET = 'T0P-s3cret'
const alarm: PostedAlarm = {
  kind: 'paused',
  subject: 'The edition of 2026-11-23 is paused',
  detail: 'Why: <sign-in> & more',
  raisedAt: new Date('2026-11-23T14:00:00Z'),
}
const site = { name: 'Lunchpail', url: 'https://lunchpail.test' }

let server: Listening
let base = ''
let answers: (number | 'break')[]
let asked: { url: string; method: string; headers: IncomingMessage['headers']; body: string }[]
let pauses: number[]
let logLines: string[]
beforeEach(async () => {
  answers = []
  asked = []
  pauses = []
  logLines = []
  const accept: RequestListener = (request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      asked.push({ url: request.url ?? '', method: request.method ?? '', headers: request.headers, body })
      const answer = answers.shift() ?? 200
      if (answer === 'break') response.destroy()
      else response.writeHead(answer, { location: '/elsewhere' }).end('ok')
    })
  }
  server = await listenLocally(createServer(KEEP_OPEN, accept))
  base = `127.0.0.1:${server.port}`
})
afterEach(() => server.close())

const deps = () => ({
  logger: createLogger('info', { write: (line) => void logLines.push(line) }),
  pause: (ms: number) => Promise.resolve(pauses.push(ms)),
})
const post = (webhookForm: 'json' | 'slack' | 'ntfy', user = '') =>
  createAlarmWebhook({ webhookUrl: `http://${user}${base}/${SECRET}`, webhookForm }, site, deps())?.(alarm)

describe('the second channel of alarms', () => {
  it('is JSON with the kind as a code', async () => {
    expect(await post('json')).toBe(true)
    expect(asked[0]).toMatchObject({ url: `/${SECRET}`, method: 'POST' })
    expect(asked[0]?.headers['content-type']).toBe('application/json')
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
      site: 'Lunchpail',
      siteUrl: 'https://lunchpail.test',
      kind: 'paused',
      subject: 'The edition of 2026-11-23 is paused',
      detail: 'Why: <sign-in> & more',
      raisedAt: '2026-11-23T14:00:00.000Z',
    })
  })

  it('is text for Slack, with its three characters escaped', async () => {
    expect(await post('slack')).toBe(true)
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
      text: 'Lunchpail: The edition of 2026-11-23 is paused.\nWhy: &lt;sign-in&gt; &amp; more',
    })
  })

  it('is a title and text for ntfy, with the user of the address as a header', async () => {
    expect(await post('ntfy', 'op:pa%24s@')).toBe(true)
    const { headers, body } = asked[0] ?? {}
    expect(body).toBe('Why: <sign-in> & more')
    expect(headers?.['title']).toBe(
      `=?UTF-8?B?${Buffer.from('Lunchpail: The edition of 2026-11-23 is paused').toString('base64')}?=`,
    )
    expect(headers?.['authorization']).toBe(`Basic ${Buffer.from('op:pa$s').toString('base64')}`)
  })

  it('is tried three times if that may help', async () => {
    answers = [503, 'break', 200]
    expect(await post('json')).toBe(true)
    expect({ tries: asked.length, pauses }).toEqual({ tries: 3, pauses: [1_000, 5_000] })
    expect(logLines).toEqual([])
  })

  it.each([
    ['is refused', [404], 1, 'answered 404'],
    ['is redirected', [302], 1, 'answered 302'],
    ['keeps failing', [500, 500, 500], 3, 'answered 500'],
    ['breaks off', ['break', 'break', 'break'], 3, 'UND_ERR_SOCKET'],
  ] as const)('is logged if it %s, without the secret in its address', async (_, given, tries, failure) => {
    answers = [...given]
    expect(await post('json', 'op:pa%24s@')).toBe(false)
    expect(asked).toHaveLength(tries)
    expect(logLines).toHaveLength(1)
    expect(JSON.parse(logLines[0] ?? '')).toMatchObject({ host: base, failure })
    expect(logLines.join('')).not.toMatch(/T0P-s3cret|pa\$s|pa%24s/)
  })

  it('is logged if its address cannot be read, without the secret in it', async () => {
    expect(await post('json', 'op:s3cret%s@')).toBe(false)
    expect(asked).toEqual([])
    expect(JSON.parse(logLines[0] ?? '')).toMatchObject({ host: base, failure: 'URIError' })
    expect(logLines.join('')).not.toContain('s3cret')
  })

  it('does not exist without an address', () => {
    expect(createAlarmWebhook({ webhookUrl: undefined, webhookForm: 'json' }, site, deps())).toBeUndefined()
    expect(createHeartbeat({ heartbeatUrl: undefined }, deps())).toBeUndefined()
  })
})

it('sends a heartbeat once, and logs a failure as a warning without the secret', async () => {
  const beat = createHeartbeat({ heartbeatUrl: `http://${base}/${SECRET}` }, deps())
  await beat?.()
  expect(asked).toMatchObject([{ method: 'GET', url: `/${SECRET}` }])
  expect(logLines).toEqual([])
  answers = [301]
  await beat?.()
  expect(asked).toHaveLength(2)
  expect(JSON.parse(logLines[0] ?? '')).toMatchObject({ level: 'warn', host: base, failure: 'answered 301' })
  expect(logLines.join('')).not.toContain(SECRET)
})
