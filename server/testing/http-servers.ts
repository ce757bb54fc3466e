import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'

import { afterEach } from 'vitest'

import { createHttpServer } from '../http/http-server.ts'

export const MINUTE_MS = 60_000

type Limits = NonNullable<Parameters<typeof createHttpServer>[2]>

/** No limit expires unless a test shortens it. */
const AMPLE = {
  headMs: MINUTE_MS,
  requestMs: MINUTE_MS,
  idleMs: MINUTE_MS,
  answerMs: MINUTE_MS,
  checkEveryMs: 20,
}

/** Call this once per file: the servers of a test are closed after it. */
export function setUpHttpServers() {
  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections()
  })
  /** Starts a server.
   *  @returns its port as well */
  const listen = async (
    app: Parameters<typeof createHttpServer>[0],
    { isProxy = false, ...limits }: Partial<Limits> & { isProxy?: boolean } = {},
  ): Promise<{ server: Server; port: number }> => {
    const server = createHttpServer(app, () => isProxy, { ...AMPLE, ...limits }).listen(0, '127.0.0.1')
    servers.push(server)
    await once(server, 'listening')
    return { server, port: (server.address() as AddressInfo).port }
  }
  return { servers, listen }
}

/** A connection on which a test writes raw HTTP. It may be cut off.
 *  @param options.allowHalfOpen  goes on sending although the server has ended its side
 *  @returns `answer` resolves to all that was received, once it is closed */
export async function openConnection(
  port: number,
  { allowHalfOpen = false } = {},
): Promise<{ socket: Socket; answer: Promise<string> }> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  // Not once(), which throws the error of the cut-off connection.
  const closed = new Promise((resolve) => socket.once('close', resolve))
  return { socket, answer: closed.then(() => Buffer.concat(chunks).toString()) }
}
