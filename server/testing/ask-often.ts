import { once } from 'node:events'
import { Agent, createServer, request, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

const CONNECTIONS = 50

export interface Often {
  method?: 'GET' | 'POST'
  path: string
  times: number
  /** @param index  of the request, from 0 */
  headersOf?: (index: number) => Record<string, string>
}

/** Sends the same request, without a body, many times over connections that stay open, like one client in a hurry. Supertest would start a server
 *  for each, which takes several times as long as the answers.
 *  @returns the status of each answer */
export async function askOften(
  answer: RequestListener,
  { method = 'GET', path, times, headersOf = () => ({}) }: Often,
): Promise<number[]> {
  const server = createServer(answer).listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const ask = (_value: unknown, index: number) =>
    new Promise<number>((resolve, reject) => {
      request({ host: '127.0.0.1', port, method, path, headers: headersOf(index), agent }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0))
      })
        .once('error', reject)
        .end()
    })
  try {
    return await Promise.all(Array.from({ length: times }, ask))
  } finally {
    agent.destroy()
    server.close()
  }
}
