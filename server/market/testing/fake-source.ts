import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { KEEP_OPEN } from '../../testing/keep-open.ts'
import { listenLocally } from '../../testing/listen-locally.ts'

export interface FakeReply {
  status?: number
  type?: string
  /** A string is sent unchanged, everything else as JSON. */
  body: unknown
  headers?: Record<string, string>
}
/** Undefined leaves the request unanswered, 'reset' breaks the connection. */
export type FakeHandler = (url: URL, request: IncomingMessage) => FakeReply | 'reset' | undefined

/** A server that answers https://HOST/PATH at /HOST/PATH. */
export interface FakeSource {
  readonly baseUrl: string
  /** Requested paths without their query, oldest first. */
  readonly asked: string[]
  /** Complete requests, oldest first. */
  readonly requests: { readonly url: URL; readonly headers: IncomingMessage['headers'] }[]
  /** The first handler whose key is part of the path answers; without one, a 404 page does. */
  readonly handlers: Map<string, FakeHandler>
  /** For createUpstreamFetch: aborts as soon as a request is left unanswered, and never before. */
  startDeadline(this: void, url: URL): AbortSignal
  close(): Promise<void>
}

const NOT_FOUND_PAGE: FakeReply = { status: 404, type: 'text/html', body: '<h1>Not found</h1>' }

/** @param decide  overrides the choice of a handler, where the source is more complicated than that */
export async function startFakeSource(
  decide: (url: URL, request: IncomingMessage, own: FakeHandler | undefined) => ReturnType<FakeHandler> = (
    url,
    request,
    own,
  ) => (own ? own(url, request) : NOT_FOUND_PAGE),
): Promise<FakeSource> {
  const asked: string[] = []
  const requests: { url: URL; headers: IncomingMessage['headers'] }[] = []
  const handlers = new Map<string, FakeHandler>()
  const deadlines = new Map<string, AbortController[]>()
  const server = createServer(KEEP_OPEN, (request, response) => {
    const url = new URL(request.url ?? '/', 'http://fake')
    asked.push(url.pathname)
    requests.push({ url, headers: request.headers })
    const own = [...handlers].find(([part]) => url.pathname.includes(part))?.[1]
    const reply = decide(url, request, own)
    if (reply === 'reset') request.socket.destroy()
    else if (reply) send(response, reply)
    else for (const deadline of deadlines.get(url.pathname + url.search) ?? []) deadline.abort()
  })
  const { url: baseUrl, close } = await listenLocally(server)
  return {
    baseUrl,
    asked,
    requests,
    handlers,
    startDeadline({ host, pathname, search }) {
      const deadline = new AbortController()
      const path = `/${host}${pathname}${search}`
      deadlines.set(path, [...(deadlines.get(path) ?? []), deadline])
      return deadline.signal
    },
    close,
  }
}

function send(response: ServerResponse, reply: FakeReply): void {
  response.writeHead(reply.status ?? 200, {
    'content-type': reply.type ?? 'application/json',
    ...reply.headers,
  })
  response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))
}
