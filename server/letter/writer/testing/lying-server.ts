import { createServer, type IncomingHttpHeaders } from 'node:http'
import { KEEP_OPEN } from '../../../testing/keep-open.ts'
import { listenLocally } from '../../../testing/listen-locally.ts'

export interface Lie {
  readonly status?: number
  readonly type?: string
  /** The whole body; if undefined, it never answers. */
  readonly body: string | undefined
  readonly afterMs?: number
}

export interface AskedRequest {
  readonly path: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A server that poses as a provider: answers each request with the next of its lies, repeating the last one, or with
 *  what a function makes of the request. */
export async function startLyingServer(lies: readonly Lie[] | ((request: AskedRequest) => Lie)) {
  const requests: AskedRequest[] = []
  const server = createServer(KEEP_OPEN, (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const asked = { path: request.url, headers: request.headers, body: Buffer.concat(parts).toString() }
      const lie = typeof lies === 'function' ? lies(asked) : lies[Math.min(requests.length, lies.length - 1)]
      requests.push(asked)
      if (lie?.body === undefined) return
      setTimeout(() => {
        response.writeHead(lie.status ?? 200, { 'content-type': lie.type ?? 'application/json' })
        response.end(lie.body)
      }, lie.afterMs ?? 0)
    })
  })
  const { url, close } = await listenLocally(server)
  return { origin: url, requests, stop: close }
}

/** An answer of the chat API with this text as its message. */
export function chatAnswer(content: string, finishReason = 'stop'): Lie {
  return {
    body: JSON.stringify({
      id: 'chat-1',
      object: 'chat.completion',
      created: 1_739_000_000,
      model: 'tiny',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finishReason }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    }),
  }
}
