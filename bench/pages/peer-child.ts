import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'

import express from 'express'

import { listenLocally } from '../../server/testing/listen-locally.ts'
import type { PeerAnswer } from './peers.ts'

// Sends answers from memory with minimal work, as a baseline for the site.

const [answers] = (await once(process, 'message')) as [PeerAnswer[]]
const NEEDED = ['content-type', 'content-encoding', 'content-length']
const bodies = new Map(
  answers.map(({ path, headers, body }) => [
    path,
    {
      headers,
      needed: Object.fromEntries(NEEDED.flatMap((name) => (name in headers ? [[name, headers[name]]] : []))),
      body: Buffer.from(body),
    },
  ]),
)

const sendWith =
  (which: 'headers' | 'needed'): RequestListener =>
  (request, response) => {
    const found = bodies.get(request.url ?? '')
    response.writeHead(200, found?.[which]).end(found?.body)
  }

function createExpress(): RequestListener {
  const app = express()
  for (const [path, { needed, body }] of bodies) {
    app.get(path.split('?', 1)[0] ?? '', (_request, response) => {
      response.set(needed).send(body)
    })
  }
  return app
}

const listeners: Readonly<Record<string, () => RequestListener>> = {
  bare: () => sendWith('needed'),
  dressed: () => sendWith('headers'),
  express: createExpress,
}
const { url } = await listenLocally(createServer(listeners[process.argv[2] ?? '']?.()))
process.send?.(url)
