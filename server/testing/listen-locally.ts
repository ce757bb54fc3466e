import type { AddressInfo, Server, Socket } from 'node:net'
import { once } from 'node:events'

export interface Listening {
  readonly port: number
  /** The address over HTTP. */
  readonly url: string
  /** Breaks its connections, too. */
  close(this: void): Promise<void>
}

/** Makes a server listen on a free port of this machine. */
export async function listenLocally(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
