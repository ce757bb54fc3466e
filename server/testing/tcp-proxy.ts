import { connect, createServer, type Socket } from 'node:net'

import { listenLocally } from './listen-locally.ts'

/** A connection between client and server that a test can damage. */
export interface TcpProxy {
  readonly port: number
  /** Ends every connection at once and accepts none until `mend`. */
  cut(): void
  /** Ends or freezes the next connection that sends these words, once, before the other side reads them. */
  at(words: string, happens: 'cut' | 'freeze'): void
  /** Holds back what either side sends, without ending anything, until `mend`. */
  freeze(): void
  /** Makes current connections swallow whatever either side sends, its end too, permanently; new ones work. */
  silence(): void
  /** Everything passes again, including what was held back. */
  mend(): void
  close(): Promise<void>
}

/** @param target  where connections are forwarded to */
export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let state: 'open' | 'cut' | 'frozen' = 'open'
  let trap: { words: string; happens: 'cut' | 'freeze' } | undefined
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (client) => {
    if (state === 'cut') {
      client.resetAndDestroy()
      return
    }
    const upstream = connect({ ...target, noDelay: true, allowHalfOpen: true })
    join(client, upstream)
    join(upstream, client)
  })

  function join(from: Socket, to: Socket): void {
    sockets.add(from)
    from.on('data', (chunk) => {
      if (trap === undefined || !chunk.includes(trap.words)) {
        to.write(chunk)
        return
      }
      const { happens } = trap
      trap = undefined
      if (happens === 'cut') {
        from.resetAndDestroy()
      } else {
        from.pause()
        from.unshift(chunk)
      }
    })
    from.on('end', () => to.end())
    // Tests make either side disconnect.
    from.on('error', () => to.destroy())
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
    if (state === 'frozen') from.pause()
  }

  const { port, close } = await listenLocally(server)
  return {
    port,
    cut() {
      state = 'cut'
      for (const socket of sockets) socket.resetAndDestroy()
    },
    at(words, happens) {
      trap = { words, happens }
    },
    freeze() {
      state = 'frozen'
      for (const socket of sockets) socket.pause()
    },
    silence() {
      for (const socket of sockets) socket.removeAllListeners('data').removeAllListeners('end').resume()
    },
    mend() {
      state = 'open'
      for (const socket of sockets) socket.resume()
    },
    close,
  }
}
