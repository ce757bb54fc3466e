import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

import { startUpstream } from '../../e2e/support/upstream.ts'
import { listenLocally } from '../../server/testing/listen-locally.ts'
import { startFakeUpstream } from '../../server/records/core/testing/fake-upstream.ts'
import { createWeekUpstream } from '../../server/letter/testing/week-upstream.ts'

/** The Monday of createWeekUpstream's week. */
export const MADE_UP_SLOT = '2025-02-03'

const FILINGS = 200
const HOUSE_REPORTS = 20
/** Headers that fetch sets itself, or that no longer apply once a body was decompressed. */
const OF_THE_CONNECTION = new Set([
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
  'accept-encoding',
])

/** Serves market data and public records at one address: requests that the market sources cannot answer go to the
 *  records'.
 *  @param recordsUrl  a server that answers https://HOST/PATH at /HOST/PATH; by default an invented week
 *  @returns the value for UPSTREAM_BASE_URL */
export async function startUpstreams(recordsUrl?: string): Promise<string> {
  const market = await startUpstream()
  const records = recordsUrl ?? (await startFakeUpstream(createBusyWeek())).baseUrl
  const server = createServer((request, response) => {
    void answer(request, response, [market.url, records])
  })
  return (await listenLocally(server)).url
}

/** Passes a request to each server in turn until one has an answer. */
async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  servers: readonly string[],
): Promise<void> {
  const { method = 'GET', url = '/' } = request
  const body = method === 'POST' ? { body: await buffer(request) } : {}
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === 'string' && !OF_THE_CONNECTION.has(name) ? [[name, value] as [string, string]] : [],
  )
  try {
    for (const server of servers) {
      const answered = await fetch(`${server}${url}`, { method, headers, redirect: 'manual', ...body })
      const content = Buffer.from(await answered.arrayBuffer())
      if (answered.status === 404 && server !== servers.at(-1)) continue
      const passed = [...answered.headers].filter(([name]) => !OF_THE_CONNECTION.has(name))
      response.writeHead(answered.status, passed.flat()).end(content)
      return
    }
  } catch (error) {
    process.stderr.write(`${url}: ${String(error)}\n`)
    response.writeHead(502).end()
  }
}

/** The invented week, with as many filings and reports as a quiet real one. */
function createBusyWeek() {
  return createWeekUpstream({
    purchases: Array.from({ length: FILINGS }, (_, index) => ({
      company: `Company ${index} Inc`,
      shares: 1_000 + ((index * 7_919) % 90_000),
    })),
    houseReports: Array.from({ length: HOUSE_REPORTS }, (_, index) => String(20_000_001 + index)),
  })
}
