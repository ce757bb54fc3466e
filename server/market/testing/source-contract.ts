import { inspect, isDeepStrictEqual as isDeepEqual } from 'node:util'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { AppError, SourceError } from '../../lib/errors.ts'
import { createUpstreamFetch, type UpstreamFetch } from '../../lib/upstream-fetch.ts'
import type { FakeHandler, FakeSource } from './fake-source.ts'

/** Anything that reads a source, with a fake of it. */
export interface SourceWorld {
  readonly source: FakeSource
  /** The normal body of each endpoint, by a part of its path. */
  readonly answers: Readonly<Record<string, unknown>>
  /** Every question it can be asked, with an asset or text that it knows. */
  readonly ask: Readonly<Record<string, () => Promise<unknown>>>
  /** What no error may contain. */
  readonly secret?: string
}

/** Never reached: an unanswered request is aborted at once. */
const TIMEOUT_MS = 60_000
const PAGE = '<!DOCTYPE html><title>One moment…</title>'
const page = (status: number, headers = {}): FakeHandler => {
  return () => ({ status, type: 'text/html', body: PAGE, headers })
}

const FAULTS: readonly (readonly [name: string, retry: 'now' | 'later', FakeHandler])[] = [
  ['401', 'later', page(401)],
  ['403', 'later', page(403)],
  ['a 404 page', 'later', page(404)],
  ['429', 'later', page(429, { 'retry-after': '2' })],
  ['500', 'now', page(500)],
  ['503', 'now', page(503)],
  ['503 with a time to come back', 'later', page(503, { 'retry-after': '60' })],
  ['a redirect to nowhere', 'later', page(302, { location: 'https://elsewhere.example/' })],
  ['a broken connection', 'now', () => 'reset'],
  ['no answer in time', 'later', () => undefined],
  ['a page with status 200', 'now', page(200)],
  ['an empty body', 'now', () => ({ body: '' })],
  ['null', 'now', () => ({ body: 'null' })],
  ['a single word', 'now', () => ({ body: '"hello"' })],
  ['another shape', 'now', () => ({ body: { hello: 'there' } })],
]

/** Creates a fetch that reads from the fake. */
export function fetchFrom(source: FakeSource): UpstreamFetch {
  return createUpstreamFetch({
    upstreamBaseUrl: source.baseUrl,
    timeoutMs: TIMEOUT_MS,
    maxBytes: 1_000_000,
    startDeadline: source.startDeadline,
  })
}

/** Declares the tests that every reader of a source must pass: a failing source shows as failed, never as an unknown ticker or
 *  an empty answer, and no error contains the key.
 *  @param open  opens a fake for each test */
export function itSurvivesSourceFaults(open: () => Promise<SourceWorld>): void {
  let world: SourceWorld
  beforeEach(async () => {
    world = await open()
    answerWell(world)
    world.source.handlers.set('/elsewhere.example/', page(404))
  })
  afterEach(() => world.source.close())

  it.each(FAULTS)('shows %s of any endpoint as a failure of the source', async (_name, retry, fault) => {
    const good = await askAll(world)
    const complaints: string[] = []
    for (const path of Object.keys(world.answers)) {
      complaints.push(...(await listComplaints(world, good, { path, fault, retry })))
    }
    expect(complaints).toEqual([])
  })

  it('shows half an answer of any endpoint as a failure of the source', async () => {
    const good = await askAll(world)
    const complaints: string[] = []
    for (const [path, answer] of Object.entries(world.answers)) {
      const body = JSON.stringify(answer)
      const fault: FakeHandler = () => ({ body: body.slice(0, body.length >> 1) })
      complaints.push(...(await listComplaints(world, good, { path, fault, retry: 'now' })))
    }
    expect(complaints).toEqual([])
  })

  it('throws only its own errors, whatever a field contains', async () => {
    const surprises: unknown[] = []
    // Asking only what reads the endpoint takes a third of the time.
    const requests = await listRequests(open, Object.keys(world.ask))
    for (const [path, answer] of Object.entries(world.answers)) {
      const ask = Object.fromEntries(
        Object.entries(world.ask).filter(([part]) => requests.get(part)?.some((one) => one.includes(path))),
      )
      expect(ask).not.toEqual({})
      for (const body of listOddBodies(answer)) {
        world.source.handlers.set(path, () => ({ body }))
        for (const result of Object.values(await askAll({ ask }))) {
          const isFine = 'error' in result ? result.error instanceof AppError : isPlainJson(result.value)
          if (!isFine) surprises.push({ path, body, result })
        }
      }
      answerWell(world)
    }
    expect(surprises).toEqual([])
  })
}

/** Makes every endpoint answer normally. */
export function answerWell({ source, answers }: Pick<SourceWorld, 'source' | 'answers'>): void {
  for (const [path, body] of Object.entries(answers)) source.handlers.set(path, () => ({ body }))
}

/** Whether a value survives a cache that stores JSON. */
export function isPlainJson(value: unknown): boolean {
  return value === undefined || isDeepEqual(JSON.parse(JSON.stringify(value)), dropUndefined(value))
}

function dropUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dropUndefined)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) {
    return value
  }
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(fields.map(([key, field]) => [key, dropUndefined(field)]))
}

/** Checks that every question fails, or is answered normally because it does not need this endpoint. */
async function listComplaints(
  world: SourceWorld,
  good: Results,
  trial: { path: string; fault: FakeHandler; retry: 'now' | 'later' },
): Promise<string[]> {
  world.source.handlers.set(trial.path, trial.fault)
  const results = await askAll(world)
  answerWell(world)
  const errors = Object.values(results).filter((result) => 'error' in result)
  const complaints = [
    ...(errors.length === 0 ? ['nothing failed'] : []),
    ...Object.entries(results)
      .filter(([part, result]) => !('error' in result) && !isDeepEqual(result, good[part]))
      .map(([part]) => `${part}: another answer`),
    ...errors.flatMap(({ error }) => listErrorComplaints(error, trial.retry, world.secret)),
  ]
  return complaints.map((complaint) => `${trial.path}: ${complaint}`)
}

function listErrorComplaints(error: unknown, retry: 'now' | 'later', secret?: string): string[] {
  if (!(error instanceof SourceError)) return [`not a SourceError: ${inspect(error)}`]
  return [
    ...(error.retryAfterSeconds === undefined ? [`no time to try again: ${error.message}`] : []),
    ...(error.retry !== retry ? [`to be tried ${error.retry}: ${error.message}`] : []),
    ...(secret !== undefined && inspect(error, { depth: 10 }).includes(secret) ? ['tells the key'] : []),
  ]
}

type Results = Record<string, { value: unknown } | { error: unknown }>

/** Returns the endpoints that each question requests of a source that nobody asked before. */
async function listRequests(
  open: () => Promise<SourceWorld>,
  parts: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const part of parts) {
    const world = await open()
    answerWell(world)
    await world.ask[part]?.()
    found.set(
      part,
      world.source.requests.map(({ url }) => url.pathname),
    )
    await world.source.close()
  }
  return found
}

async function askAll(world: Pick<SourceWorld, 'ask'>): Promise<Results> {
  const results: Results = {}
  for (const [part, ask] of Object.entries(world.ask)) {
    try {
      results[part] = { value: await ask() }
    } catch (error) {
      results[part] = { error }
    }
  }
  return results
}

/** Returns the body with one field malformed, for every field and every malformation. */
function* listOddBodies(body: unknown): Generator {
  for (const path of listPaths(body)) {
    for (const odd of [null, 'odd', -1, 1e300, {}]) yield replaceAt(body, path, odd)
  }
}

function listPaths(node: unknown, above: readonly string[] = []): (readonly string[])[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, child]) => {
    const path = above.concat(key)
    return [path].concat(listPaths(child, path) as string[][])
  })
}

function replaceAt(node: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(node)) {
    return node.map((child: unknown, index) =>
      String(index) === key ? replaceAt(child, rest, value) : child,
    )
  }
  const record = node as Record<string, unknown>
  return { ...record, [key]: replaceAt(record[key], rest, value) }
}
