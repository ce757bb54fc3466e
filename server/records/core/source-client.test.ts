import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'

import { afterEach, describe, expect, it, vi } from 'vitest'

import { SourceError, type SourceFault } from '../../lib/errors.ts'
import type { KeptVersion } from './documents.ts'
import type { SourceLimits } from './record-source.ts'
import { createSourceClient, FailedAttempt } from './source-client.ts'
import { ReadingStoppedError, UnreadableFilingError } from './unread-reason.ts'

const URL = 'https://figures.example/all.csv'
let sources = 0

type Reply = { status: number; body?: string; headers?: Record<string, string> } | Error

/** A client with its own queue whose source gives these replies, repeating the last one.
 *  @returns `counts.asked` is the number of requests */
function createClient(
  replies: readonly Reply[],
  backoffMs = { first: 1, most: 5 },
  { signal, kept, ...limits }: Partial<SourceLimits> & { signal?: AbortSignal; kept?: KeptVersion } = {},
) {
  const counts = { asked: 0 }
  const requests: Record<string, string>[] = []
  const client = createSourceClient(
    {
      backoffMs,
      signal,
      findVersion: async () => kept,
      fetch: async (_url, init) => {
        requests.push(Object.fromEntries(new Headers(init?.headers)))
        const reply = replies[Math.min(counts.asked, replies.length - 1)]
        counts.asked++
        if (!reply || reply instanceof Error) throw reply ?? new Error('no reply')
        return new Response(reply.status === 304 ? null : (reply.body ?? ''), {
          status: reply.status,
          headers: reply.headers ?? {},
        })
      },
    },
    {
      id: `figures-${sources++}`,
      name: 'Figures',
      limits: { requestsPerSecond: 1000, timeoutMs: 60_000, maxBytes: 1000, ...limits },
    },
  )
  return { client, counts, requests }
}

const parse = (bytes: Buffer) => {
  const text = bytes.toString()
  if (!text.startsWith('date,')) throw new TypeError('the head is missing')
  return text.length
}
const GOOD = { status: 200, body: 'date,value\n' }

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

describe('createSourceClient', () => {
  it('returns the parsed value and the bytes', async () => {
    const { client } = createClient([GOOD])
    expect(await client.read(URL, parse)).toEqual({
      value: 11,
      bytes: Buffer.from('date,value\n'),
      validators: { etag: null, lastModified: null },
    })
  })

  it.each<[string, Reply]>([
    ['a 500', { status: 500 }],
    ['a 429', { status: 429 }],
    ['a broken connection', new SourceError('figures.example', 'The connection failed.', { retry: 'now' })],
    ['a page of HTML', { status: 200, body: '<!DOCTYPE html><title>One moment</title>' }],
    ['an empty answer', { status: 200, body: '' }],
    ['a missing header line', { status: 200, body: 'nonsense' }],
  ])('retries after %s', async (_, reply) => {
    const { client, counts } = createClient([reply, GOOD])
    expect((await client.read(URL, parse)).value).toBe(11)
    expect(counts.asked).toBe(2)
  })

  it.each<[string, Reply, string, string]>([
    ['a 500', { status: 500 }, 'source-unavailable', 'Figures answered 500'],
    ['HTML', { status: 200, body: '<html></html>' }, 'source-failed', 'a page of HTML came instead'],
    ['nothing', { status: 200, body: '' }, 'source-failed', 'an empty answer came'],
    ['half a file', { status: 200, body: 'da' }, 'source-failed', 'the head is missing'],
  ])('gives up after four attempts that return %s', async (_, reply, code, message) => {
    const { client, counts } = createClient([reply])
    await expect(client.read(URL, parse)).rejects.toMatchObject({ code, message, source: 'Figures' })
    expect(counts.asked).toBe(4)
  })

  it("reports broken JSON without the parser's own message", async () => {
    const { client } = createClient([{ status: 200, body: '{"a": [1, 2' }])
    await expect(client.read(URL, (bytes) => JSON.parse(bytes.toString()) as unknown)).rejects.toThrow(
      /^the answer is cut off or damaged$/,
    )
  })

  it.each([404, 400, 403])('does not retry a %i', async (status) => {
    const { client, counts } = createClient([{ status }, GOOD])
    await expect(client.read(URL, parse)).rejects.toThrow(`Figures answered ${status}`)
    expect(counts.asked).toBe(1)
  })

  it('pauses a source after six refusals in a row, and says why', async () => {
    const { client, counts } = createClient([{ status: 403 }])
    const reasons: string[] = []
    for (let i = 0; i < 8; i++) {
      await client.read(URL, parse).catch((error: Error) => reasons.push(error.message))
    }
    expect(counts.asked).toBe(6)
    expect(reasons.slice(5)).toEqual([
      'Figures answered 403',
      'not asked: Figures had failed 6 times in a row (Figures answered 403)',
      'not asked: Figures had failed 6 times in a row (Figures answered 403)',
    ])
  })

  it("reports the source's own failure for the request that opened the circuit", async () => {
    const { client, counts } = createClient([{ status: 500 }])
    const reasons: string[] = []
    for (let i = 0; i < 3; i++) {
      await client.read(URL, parse).catch((error: Error) => reasons.push(error.message))
    }
    expect(counts.asked).toBe(6)
    expect(reasons).toEqual([
      'Figures answered 500',
      'Figures answered 500',
      'not asked: Figures had failed 6 times in a row (Figures answered 500)',
    ])
  })

  it('does not count 404s as failures of the source', async () => {
    const { client, counts } = createClient([{ status: 404 }])
    for (let i = 0; i < 8; i++) await client.read(URL, parse).catch(() => undefined)
    expect(counts.asked).toBe(8)
  })

  it('waits as long as Retry-After says', async () => {
    const waits = vi.spyOn(timers, 'setTimeout').mockResolvedValue(undefined)
    syncBuiltinESMExports()
    const { client, counts } = createClient([{ status: 429, headers: { 'retry-after': '20' } }, GOOD], {
      first: 1,
      most: 30_000,
    })
    expect((await client.read(URL, parse)).value).toBe(11)
    expect(counts.asked).toBe(2)
    expect(waits.mock.calls.map(([ms]) => ms)).toContain(20_000)
  })

  it('awaits an asynchronous parser', async () => {
    const { client, counts } = createClient([{ status: 200 }, GOOD])
    const size = (bytes: Buffer) => Promise.resolve(bytes.length)
    expect(await client.read(URL, size)).toMatchObject({ value: 11 })
    expect(counts.asked).toBe(2)
  })

  it.each<[Reply, SourceFault]>([
    [{ status: 401 }, 'refused'],
    [{ status: 403 }, 'refused'],
    [{ status: 404 }, 'missing'],
    [{ status: 429 }, 'slow-down'],
    [{ status: 502 }, 'server-failed'],
    [{ status: 400 }, 'refused'],
    [{ status: 300 }, 'other'],
    [new SourceError('figures.example', 'The connection failed.', { fault: 'connection' }), 'connection'],
    [{ status: 200, body: 'da' }, 'incomplete'],
  ])('maps the response to a fault code (%o)', async (reply, fault) => {
    const { client } = createClient([reply])
    await expect(client.read(URL, parse)).rejects.toMatchObject({ fault })
  })

  it("passes on the reader's code for an unreadable document", async () => {
    const { client, counts } = createClient([GOOD])
    const reading = client.read(URL, () => {
      throw new UnreadableFilingError('it took too long', { code: 'too-much' })
    })
    await expect(reading).rejects.toMatchObject({ fault: 'too-much', message: 'it took too long' })
    expect(counts.asked).toBe(1)
  })

  it('retries what we were stopped from reading, without counting it against the source', async () => {
    const { client, counts } = createClient([GOOD], undefined, { failuresToPause: 2 })
    const reading = client.read(URL, () => Promise.reject(new ReadingStoppedError('stopped twice')))
    await expect(reading).rejects.toMatchObject({ fault: 'other', message: 'stopped twice' })
    expect(counts.asked).toBe(4)
    expect(await client.read(URL, parse)).toBeDefined()
  })

  it("takes the number of attempts and failures to pause from the source's limits", async () => {
    const { client, counts } = createClient([{ status: 500 }], undefined, {
      attempts: 6,
      failuresToPause: 13,
    })
    const faults: string[] = []
    for (let i = 0; i < 4; i++)
      await client.read(URL, parse).catch((error: SourceError) => faults.push(error.fault))
    expect(counts.asked).toBe(13)
    expect(faults).toEqual(['server-failed', 'server-failed', 'server-failed', 'stopped'])
  })

  it("stays within the source's request rate over all callers, even when the clock is set back by hours", async () => {
    vi.useFakeTimers({ toFake: ['performance', 'Date'] })
    const waits = vi.spyOn(timers, 'setTimeout').mockResolvedValue(undefined)
    syncBuiltinESMExports()
    const { client, counts } = createClient([GOOD], undefined, { requestsPerSecond: 8 })
    await client.read(URL, parse)
    vi.setSystemTime(Date.now() - 8 * 3_600_000)
    await Promise.all(Array.from({ length: 19 }, () => client.read(URL, parse)))
    expect(counts.asked).toBe(20)
    expect(waits.mock.calls.map(([ms]) => ms)).toEqual(Array.from({ length: 19 }, (_, at) => (at + 1) * 125))
  })

  it('stops waiting for its rate when aborted', async () => {
    const stopping = new AbortController()
    const { client, counts } = createClient([GOOD], undefined, {
      signal: stopping.signal,
      requestsPerSecond: 1 / 3600,
    })
    await client.read(URL, parse)
    const reading = client.read(URL, parse)
    stopping.abort(new Error('the server stops'))
    await expect(reading).rejects.toThrow('the server stops')
    expect(counts.asked).toBe(1)
  })

  it('stops waiting when aborted', async () => {
    const stopping = new AbortController()
    const { client, counts } = createClient(
      [{ status: 500 }],
      { first: 600_000, most: 600_000 },
      {
        signal: stopping.signal,
      },
    )
    const reading = client.read(URL, parse)
    await vi.waitFor(() => expect(counts.asked).toBe(1))
    stopping.abort(new Error('the server stops'))
    await expect(reading).rejects.toThrow('the server stops')
    expect(counts.asked).toBe(1)
  })

  describe('a document that is stored already', () => {
    const validators = { etag: '"7"', lastModified: 'Fri, 31 Jan 2025 10:00:00 GMT' }
    const kept = { validators, read: async () => Buffer.from('date,value\nkept\n') }

    it('sends a conditional request and reads the stored bytes after a 304', async () => {
      const { client, requests } = createClient([{ status: 304 }], undefined, { kept })
      const { bytes } = await client.read(URL, parse, { headers: { accept: 'text/csv' } })
      expect(bytes.toString()).toBe('date,value\nkept\n')
      expect(requests).toEqual([
        {
          accept: 'text/csv',
          'if-none-match': '"7"',
          'if-modified-since': 'Fri, 31 Jan 2025 10:00:00 GMT',
        },
      ])
    })

    it('reads a changed document and returns its validators for the next request', async () => {
      const newer = { ...GOOD, headers: { etag: '"8"', 'last-modified': 'x'.repeat(501) } }
      const { client } = createClient([newer], undefined, { kept })
      expect(await client.read(URL, parse)).toMatchObject({
        value: 11,
        validators: { etag: '"8"', lastModified: null },
      })
    })

    it('sends a POST without validators', async () => {
      const { client, requests } = createClient([GOOD], undefined, { kept })
      await client.read(URL, parse, { method: 'POST', body: '{}' })
      expect(requests).toEqual([{}])
    })

    it('rejects a 304 for a document that is not stored', async () => {
      const { client } = createClient([{ status: 304 }])
      await expect(client.read(URL, parse)).rejects.toThrow('Figures answered 304')
    })
  })

  it('repeats all requests of a piece of work on each attempt', async () => {
    const { client, counts } = createClient([GOOD, { status: 302 }, GOOD])
    const value = await client.insist(async (send) => {
      await send(URL)
      const { status } = await send(URL)
      if (status === 302) throw new FailedAttempt('it leads elsewhere')
      return status
    })
    expect([value, counts.asked]).toEqual([200, 4])
  })

  it('rethrows a programming error', async () => {
    const { client } = createClient([GOOD])
    const broken = () => {
      throw new RangeError('a mistake')
    }
    await expect(client.read(URL, broken)).rejects.toThrow(RangeError)
  })
})
