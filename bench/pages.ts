import { once } from 'node:events'
import { createServer, Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'

import { startUpstream } from '../e2e/support/upstream.ts'
import { openDatabase } from '../server/db/open-database.ts'
import { createTestDeps } from '../server/testing/app-fixture.ts'

// How many pages a second one process answers, beside the least that Node itself can do: a server without a framework
// that sends the same bytes from memory. All in one process and in turns, so that only the ratios count.

const ROUNDS = 5
const ROUND_MS = 2_000
const CONNECTIONS = 32
const PATHS = ['/', '/stocks/RISE', '/api/stocks/RISE', '/api/stats/RISE', '/api/search?q=ris']

interface Peer {
  readonly origin: string
  readonly path: string
}

let client = 0
process.env['NODE_ENV'] = 'production'
const site = await startSite()
const bare = await startBare(site)
console.log(`${ROUNDS} rounds of ${ROUND_MS / 1000} s each, ${CONNECTIONS} connections, medians; brotli`)
console.log('path                        kB   ours/s   bare Node/s   ours : bare')
for (const path of PATHS) {
  const ours: number[] = []
  const theirs: number[] = []
  await load({ origin: site, path }, 500)
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await load({ origin: site, path }, ROUND_MS))
    theirs.push(await load({ origin: bare, path }, ROUND_MS))
  }
  const bytes = (await getBody({ origin: site, path }, new Agent())).length
  const [own, other] = [median(ours), median(theirs)]
  console.log(
    `${path.padEnd(24)} ${(bytes / 1000).toFixed(1).padStart(6)} ${own.toFixed(0).padStart(8)} ${other.toFixed(0).padStart(13)} ${(own / other).toFixed(2).padStart(11)}`,
  )
}
process.exit(0)

/** The site, its pages built before, and its sources on this machine. */
async function startSite(): Promise<string> {
  const { createApp } = await import('../server/app.ts')
  const { createPageRenderer } = await import('../server/http/render-page.ts')
  const { createPageApi } = await import('../server/http/page-api.ts')
  const database = await openDatabase({ memory: true }, (error) => {
    throw error
  })
  const upstream = await startUpstream()
  const { deps } = createTestDeps(database, {
    UPSTREAM_BASE_URL: upstream.url,
    LOG_LEVEL: 'silent',
    // Each counts as a client of its own: the limit is not what is measured.
    TRUST_PROXY: 'loopback',
  })
  const app = createApp({
    deps,
    renderPage: createPageRenderer(createPageApi(deps)),
    lifecycle: { isDraining: false },
  })
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return originOf(server.address() as AddressInfo)
}

/** Sends what the site sends, from memory. */
async function startBare(origin: string): Promise<string> {
  const agent = new Agent()
  const bodies = new Map<string, Buffer>()
  for (const path of PATHS) bodies.set(path, await getBody({ origin, path }, agent))
  const server = createServer((incoming, response) => {
    const body = bodies.get(incoming.url ?? '') ?? Buffer.alloc(0)
    response.writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Encoding': 'br',
      'Content-Length': body.length,
    })
    response.end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return originOf(server.address() as AddressInfo)
}

/** @returns answers a second */
async function load(peer: Peer, milliseconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const startedMs = performance.now()
  const endsMs = startedMs + milliseconds
  let answers = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < endsMs) {
        await getBody(peer, agent)
        answers += 1
      }
    }),
  )
  agent.destroy()
  return answers / ((performance.now() - startedMs) / 1000)
}

function getBody({ origin, path }: Peer, agent: Agent): Promise<Buffer> {
  client = (client + 1) % 65_536
  return new Promise((resolve, reject) => {
    const headers = {
      'Accept-Encoding': 'br',
      'X-Forwarded-For': `10.1.${client >> 8}.${client & 255}`,
    }
    const asked = request(new URL(path, origin), { agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        if (response.statusCode === 200) resolve(Buffer.concat(chunks))
        else reject(new Error(`${path} answered with ${response.statusCode}`))
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}

function originOf({ port }: AddressInfo): string {
  return `http://127.0.0.1:${port}`
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
