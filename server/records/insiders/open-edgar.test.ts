import { createServer } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createUpstreamFetch } from '../../lib/upstream-fetch.ts'
import { createSourceClient } from '../core/source-client.ts'
import { insiderSource, openEdgar } from './collect-insiders.ts'
import { KEEP_OPEN } from '../../testing/keep-open.ts'
import { type Listening, listenLocally } from '../../testing/listen-locally.ts'

const PATH = '/Archives/edgar/data/42/0000000042-25-000001.txt'

interface Answer {
  status?: number
  body?: string
  headers?: Record<string, string>
  /** Resets the connection or never answers. */
  broken?: 'reset' | 'hang'
}

let sources = 0
const GOOD: Answer = { body: 'whole' }

let server: Listening
/** Given in order; the last one repeats. */
let answers: Answer[]
/** Time limit of the current request; expires exactly when the server leaves the request hanging. */
let patience: AbortController
let asked: { path: string | undefined; userAgent: string | undefined }[]

beforeEach(async () => {
  asked = []
  answers = [GOOD]
  const source = createServer(KEEP_OPEN, (request, response) => {
    asked.push({ path: request.url, userAgent: request.headers['user-agent'] })
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (answer?.broken === 'hang') {
      patience.abort(new DOMException('The time is over.', 'TimeoutError'))
      return
    }
    if (answer?.broken === 'reset') {
      request.socket.destroy()
      return
    }
    response.writeHead(answer?.status ?? 200, answer?.headers)
    response.end(answer?.body ?? '')
  })
  server = await listenLocally(source)
})

afterEach(() => server.close())

/** Opens EDGAR as the source does, but without waits between requests and attempts. */
function openTestEdgar(userAgent = 'Lunchpail hello@lunchpail.example') {
  const fetch = createUpstreamFetch({
    upstreamBaseUrl: server.url,
    timeoutMs: 10_000,
    maxBytes: 1_000_000,
    startDeadline: () => {
      patience = new AbortController()
      return patience.signal
    },
  })
  const limits = { ...insiderSource.limits, requestsPerSecond: 1000 }
  const client = createSourceClient(
    { fetch, backoffMs: { first: 1, most: 1 } },
    { ...insiderSource, id: `edgar-${sources++}`, limits },
  )
  return openEdgar({ client, userAgent })
}

const read = () =>
  openTestEdgar()(`https://www.sec.gov${PATH}`, async (bytes) => {
    if (!bytes.toString().endsWith('whole')) throw new TypeError('it is cut off')
    return bytes.toString()
  })

describe('openEdgar', () => {
  it('sends the User-Agent', async () => {
    expect(await read()).toMatchObject({ value: 'whole' })
    expect(asked).toEqual([{ path: `/www.sec.gov${PATH}`, userAgent: 'Lunchpail hello@lunchpail.example' }])
  })

  it.each<[string, Answer]>([
    ['429', { status: 429, headers: { 'retry-after': '2' } }],
    ['503', { status: 503 }],
    ['a page of HTML', { body: '<!DOCTYPE html><html>One moment…</html>' }],
    ['a short body', { body: 'who' }],
    ['a reset', { broken: 'reset' }],
    ['no answer', { broken: 'hang' }],
  ])('retries after %s', async (_, fault) => {
    answers = [fault, GOOD]
    expect(await read()).toMatchObject({ value: 'whole' })
    expect(asked).toHaveLength(2)
  })

  it('waits at most a minute', () => {
    expect(insiderSource.limits.backoffMs).toEqual({ first: 500, most: 60_000 })
  })

  it('gives up after six attempts and reports the failure', async () => {
    answers = [{ status: 503 }]
    await expect(read()).rejects.toMatchObject({
      fault: 'server-failed',
      message: 'SEC EDGAR answered 503',
    })
    expect(asked).toHaveLength(6)
  })

  it.each([
    [404, 'missing'],
    [403, 'refused'],
  ])('does not retry a %i', async (status, fault) => {
    answers = [{ status }]
    await expect(read()).rejects.toMatchObject({ fault, message: `SEC EDGAR answered ${status}` })
    expect(asked).toHaveLength(1)
  })

  it('refuses to send requests without a contact address', () => {
    expect(() => openTestEdgar('Lunchpail')).toThrow('CONTACT_EMAIL')
  })
})
