import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

import express from 'express'

import type { PeerAnswer } from './peers.ts'

// Sends answers from memory, as little as that takes: the yardstick beside a site.

const [answers] = (await once(process, 'message')) as [PeerAnswer[]]
const bodies = new Map(answers.map(({ path, type, body }) => [path, { type, body: Buffer.from(body) }]))

const bare: RequestListener = (request, response) => {
  const { type, body } = bodies.get(request.url ?? '') ?? { type: 'text/plain', body: Buffer.alloc(0) }
  response.writeHead(200, { 'Content-Type': type, 'Content-Encoding': 'br', 'Content-Length': body.length })
  response.end(body)
}

function createExpress(): RequestListener {
  const app = express()
  for (const [path, { type, body }] of bodies) {
    app.get(path.split('?', 1)[0] ?? '', (_request, response) => {
      response.set({ 'Content-Type': type, 'Content-Encoding': 'br' }).send(body)
    })
  }
  return app
}

const server = createServer(process.argv[2] === 'bare' ? bare : createExpress()).listen(0, '127.0.0.1')
await once(server, 'listening')
process.send?.((server.address() as AddressInfo).port)
