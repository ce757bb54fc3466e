import { createServer, type RequestListener } from 'node:http'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { describe, expect, it } from 'vitest'

import { checkHeaders, writeAnswer, writeLines } from './head-lines.ts'

const HEADERS = ['cache-control', 'public, max-age=0', 'RateLimit', '"10-in-1min"; r=9; t=60', 'etag', '"a"']
const BODY = Buffer.from('{"ü":1}')

/** Everything a server sends in reply to these bytes until it closes, except the time of day. */
async function sent(listener: RequestListener, bytes: string): Promise<string> {
  const server = createServer({ keepAliveTimeout: 50, keepAliveTimeoutBuffer: 1 }, listener).listen(0)
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port)
  socket.write(bytes)
  const answers = await text(socket)
  server.close()
  return answers.replaceAll(/^Date: .+$/gm, 'Date: now')
}

/** Answers, each with its headers in alphabetical order. */
const inOrder = (answers: string) => answers.split('\r\n\r\n').map((part) => part.split('\r\n').toSorted())

describe('the head of an answer, written as lines', () => {
  it.each([
    ['that stays open', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['of two requests', 'GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['that the client closes', 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['of HTTP/1.0', 'GET / HTTP/1.0\r\n\r\n'],
    ['of HTTP/1.0 that stays open', 'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n'],
  ])(
    'equals that of writeHead byte for byte, except for the order of the headers, on a connection %s',
    async (_connection, bytes) => {
      const byNode = await sent((_request, response) => {
        response.writeHead(200, [...HEADERS, 'content-length', String(BODY.length)]).end(BODY)
      }, bytes)
      const rest = Buffer.concat([Buffer.from(`${writeLines(checkHeaders(HEADERS.slice(2)))}\r\n`), BODY])
      const byLines = await sent(
        (_request, response) =>
          writeAnswer(response, 200, writeLines(HEADERS.slice(0, 2)), rest, BODY.length),
        bytes,
      )
      expect(byNode).toContain('RateLimit: "10-in-1min"; r=9; t=60\r\n')
      expect(inOrder(byLines)).toEqual(inOrder(byNode))
    },
  )

  it('counts as sent, with its status, and cannot be sent again', async () => {
    let seen: unknown
    const answer = await sent((_request, response) => {
      writeAnswer(response, 404, '', Buffer.from('\r\n'), 0)
      seen = [response.statusCode, response.statusMessage, response.headersSent]
      expect(() => response.writeHead(200)).toThrow('Cannot write headers')
    }, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1.1 404 Not Found\r\n[^]+\r\n\r\n$/)
    expect(seen).toEqual([404, 'Not Found', true])
  })

  it.each([
    ['a value with a line break', ['location', '/\r\nset-cookie: a']],
    ['a name with a space', ['a b', 'c']],
  ])('must not contain %s', (_what, headers) => {
    expect(() => checkHeaders(headers)).toThrow(TypeError)
  })
})
