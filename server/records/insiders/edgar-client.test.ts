import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { createUpstreamFetch } from '../../lib/upstream-fetch.ts'
import { createEdgarClient } from './edgar-client.ts'

const PATH = '/Archives/edgar/data/42/0000000042-25-000001.txt'

interface Answer {
  status?: number
  body?: string
  headers?: Record<string, string>
  /** Closes the connection instead, or never answers. */
  broken?: 'reset' | 'hang'
}

const GOOD: Answer = { body: 'whole' }

let server: Server
/** One after another, the last one for ever. */
let answers: Answer[]
/** Of every request: over as soon as the server leaves one hanging, and never before. */
let patience: AbortController[]
let asked: { path: string | undefined; userAgent: string | undefined }[]

beforeEach(async () => {
  asked = []
  answers = [GOOD]
  patience = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    patience.push(new AbortController())
    return patience.at(-1)!.signal
  })
  server = createServer((request, response) => {
    asked.push({ path: request.url, userAgent: request.headers['user-agent'] })
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (answer?.broken === 'hang') {
      for (const ended of patience) ended.abort()
      return
    }
    if (answer?.broken === 'reset') {
      request.socket.destroy()
      return
    }
    response.writeHead(answer?.status ?? 200, answer?.headers)
    response.end(answer?.body ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterEach(async () => {
  vi.restoreAllMocks()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

function read(waits: number[] = []) {
  const { port } = server.address() as AddressInfo
  const edgar = createEdgarClient({
    fetch: createUpstreamFetch({
      upstreamBaseUrl: `http://127.0.0.1:${port}`,
      timeoutMs: 10_000,
      maxBytes: 1_000_000,
    }),
    userAgent: 'Lunchpail hello@lunchpail.example',
    takeTurn: () => Promise.resolve(),
    sleep: (ms) => {
      waits.push(ms)
      return Promise.resolve()
    },
  })
  return edgar.read(PATH, (text) => {
    if (!text.endsWith('whole')) throw new TypeError('it is cut off')
    return text
  })
}

describe('createEdgarClient', () => {
  it('says who asks', async () => {
    expect(await read()).toEqual({ status: 'read', value: 'whole' })
    expect(asked).toEqual([{ path: `/www.sec.gov${PATH}`, userAgent: 'Lunchpail hello@lunchpail.example' }])
  })

  it.each<[string, Answer]>([
    ['429', { status: 429, headers: { 'retry-after': '2' } }],
    ['503', { status: 503 }],
    ['a page of HTML', { body: '<!DOCTYPE html><html>One moment…</html>' }],
    ['a short body', { body: 'who' }],
    ['a reset', { broken: 'reset' }],
    ['no answer', { broken: 'hang' }],
  ])('asks again after %s', async (_, fault) => {
    answers = [fault, GOOD]
    expect(await read()).toEqual({ status: 'read', value: 'whole' })
    expect(asked).toHaveLength(2)
  })

  it('waits as long as the SEC says', async () => {
    answers = [{ status: 429, headers: { 'retry-after': '7' } }, GOOD]
    const waits: number[] = []
    await read(waits)
    expect(waits).toEqual([7000])
  })

  it('gives up after six attempts, and says why', async () => {
    answers = [{ status: 503 }]
    expect(await read()).toEqual({
      status: 'unavailable',
      code: 'server-failed',
      reason: 'the SEC answered 503',
    })
    expect(asked).toHaveLength(6)
  })

  it('asks once for what is missing', async () => {
    answers = [{ status: 404 }]
    expect(await read()).toEqual({
      status: 'missing',
      code: 'missing',
      reason: 'the SEC answered 404',
    })
    expect(asked).toHaveLength(1)
  })

  it('refuses to ask without a contact address', () => {
    expect(() =>
      createEdgarClient({
        fetch: createUpstreamFetch({ upstreamBaseUrl: undefined, timeoutMs: 1, maxBytes: 1 }),
        userAgent: 'Lunchpail',
      }),
    ).toThrow('CONTACT_EMAIL')
  })
})
