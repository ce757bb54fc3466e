import { createServer, type ServerResponse } from 'node:http'

import type { RecordSource } from '../record-source.ts'
import { KEEP_OPEN } from '../../../testing/keep-open.ts'
import { listenLocally } from '../../../testing/listen-locally.ts'

/** Answers a request to https://HOST/PATH?QUERY, given as 'HOST/PATH?QUERY'; undefined is a 404. */
export type AnswerUpstream = (
  address: string,
  request: { body: string; response: ServerResponse },
) => string | Uint8Array | { status: number; body?: string } | undefined

export interface FakeUpstream {
  /** The value for UPSTREAM_BASE_URL. */
  readonly baseUrl: string
  /** Requests received, as 'HOST/PATH?QUERY', in order. */
  readonly asked: string[]
  answer: AnswerUpstream
  /** Every answer waits for this. */
  held: Promise<void>
  close(): Promise<void>
}

/** Starts a server that stands in for every outside source. */
export async function startFakeUpstream(answer: AnswerUpstream = () => undefined): Promise<FakeUpstream> {
  const server = createServer(KEEP_OPEN, (request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const address = (request.url ?? '').slice(1)
      upstream.asked.push(address)
      void upstream.held.then(() => write(address, body, response))
    })
  })
  function write(address: string, body: string, response: ServerResponse): void {
    const given = upstream.answer(address, { body, response }) ?? { status: 404 }
    const isBody = typeof given === 'string' || given instanceof Uint8Array
    const { status, body: content = '' } = isBody ? { status: 200, body: given } : given
    response.writeHead(status)
    response.end(content)
  }

  const { url, close } = await listenLocally(server)
  const upstream: FakeUpstream = {
    baseUrl: url,
    asked: [],
    answer,
    held: Promise.resolve(),
    close,
  }
  return upstream
}

/** The sources without their rate limits.
 *  @param ids  the sources to return */
export function withoutWaiting(sources: readonly RecordSource[], ids: readonly string[]): RecordSource[] {
  return sources
    .filter(({ id }) => ids.includes(id))
    .map((source) =>
      Object.assign({}, source, { limits: Object.assign({}, source.limits, { requestsPerSecond: 1000 }) }),
    )
}
