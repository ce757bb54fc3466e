import express, { Router, type Request, type RequestHandler, type Response } from 'express'

import { AppError } from '../lib/errors.ts'
import type { Logger } from '../lib/logger.ts'
import { createKept } from '../lib/once.ts'
import { hasMoreParts } from '../lib/text.ts'
import { allowOnly, answerReads, refuseOtherSites, requireJson } from '../http/route-guards.ts'
import { MCP_PATH, writeLlmsText } from './llms-text.ts'
import type { AnswerParts } from './answers.ts'

/** A tool call is a line or two. */
const MAX_BODY = '16kb'
const MOST_PARTS = 500
/** Headers of the protocol; no others reach its library. */
const HEADERS = [
  'accept',
  'content-type',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'mcp-session-id',
] as const

/** Serves programs that read and act for people: GET /llms.txt, a guide to the site, and POST /mcp, the Model Context
 *  Protocol over streamable HTTP, read-only and without sessions. Its library is loaded by the first request. HTTP errors go
 *  to the application's error handler; those of a tool are in its answer. */
export function createAssistantsRouter({ logger, ...parts }: AnswerParts & { logger: Logger }): Router {
  const { site } = parts
  const llmsText = writeLlmsText(site)
  const router = Router()
  answerReads(router, '/llms.txt', (_request, response) => {
    response.set('Cache-Control', 'public, max-age=3600').type('text/markdown; charset=utf-8').send(llmsText)
  })

  const load = async () => {
    const [{ createMcpHandler }, { createToolServer }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('./tool-server.ts'),
    ])
    return createMcpHandler(() => createToolServer({ ...parts, logger }), {
      // Nothing here changes during a session, so no stream is kept open.
      maxSubscriptions: 0,
      onerror: (error) => logger.debug({ err: error }, 'a message of the Model Context Protocol was refused'),
    })
  }
  const keep = createKept<Awaited<ReturnType<typeof load>>>()

  router
    .route(MCP_PATH)
    .post(
      refuseOtherHosts(site.url),
      refuseOtherSites,
      requireJson,
      express.json({ limit: MAX_BODY, verify: refuseManyParts }),
      refuseBatches,
      async (request, response) => {
        const handler = await keep('handler', load)
        const parsedBody: unknown = request.body
        await send(response, await handler.fetch(toWebRequest(request, response, site.url), { parsedBody }))
      },
    )
    .all(allowOnly('POST'))
  return router
}

/** Prevents DNS rebinding, by which a page points its own name at this machine or one in a private network and then calls it
 *  as its own: requests must use the site's host name or a loopback name.
 *  @throws AppError 'cross-site-request' */
function refuseOtherHosts(siteUrl: string): RequestHandler {
  const { host } = new URL(siteUrl)
  return (request, _response, next) => {
    const isOwn = request.host === host || LOOPBACK_NAMES.has(request.hostname)
    if (!isOwn) throw new AppError('cross-site-request', `This is asked for at ${siteUrl}${MCP_PATH} alone.`)
    next()
  }
}
const LOOPBACK_NAMES: ReadonlySet<string | undefined> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The library answers with every fault that it finds: thousands of wrong entries would take a tenth of a second and two megabytes.
 *  @throws AppError 'malformed-request' */
function refuseManyParts(_request: unknown, _response: unknown, body: Buffer): void {
  if (!hasMoreParts(body.toString(), MOST_PARTS)) return
  throw new AppError('malformed-request', `A message has at most ${MOST_PARTS} entries, names and values.`)
}

/** Rejects batches: one request could hold a hundred calls.
 *  @throws AppError 'malformed-request' */
const refuseBatches: RequestHandler = (request, _response, next) => {
  if (!Array.isArray(request.body)) next()
  else
    throw new AppError('malformed-request', 'Messages are taken one at a time, each in a request of its own.')
}

/** Converts the request; it is aborted when the client disconnects. */
function toWebRequest(request: Request, response: Response, siteUrl: string): globalThis.Request {
  const hangUp = new AbortController()
  if (response.destroyed) hangUp.abort()
  else response.once('close', () => hangUp.abort())
  const headers = HEADERS.flatMap((name): [string, string][] => {
    const value = request.get(name)
    return value === undefined ? [] : [[name, value]]
  })
  return new globalThis.Request(siteUrl + MCP_PATH, { method: 'POST', headers, signal: hangUp.signal })
}

async function send(response: Response, answer: globalThis.Response): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer())
  // The client has disconnected, and the status would be invalid.
  if (response.destroyed) {
    response.end()
    return
  }
  const type = answer.headers.get('content-type')
  response.status(answer.status).set('Cache-Control', 'no-store')
  if (type !== null) response.set('Content-Type', type)
  response.end(body)
}
