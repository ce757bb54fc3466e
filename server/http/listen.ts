import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer as createListener, type ListenOptions, type Server as Listener } from 'node:net'

import { AppError } from '../lib/errors.ts'

/** How many connections wait for one turn of the event loop, as many as Linux allows. Beyond Node's 511 the kernel dropped the next
 *  one, whose client tries again only after a second: somebody who opens and resets a thousand at once kept others out. */
const MOST_UNACCEPTED = 4_096
/** Codes of the system for a host that is no address of this machine, or no address at all. */
const NOT_OURS = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL', 'EAFNOSUPPORT'])

/** A listener accepts one connection in each turn of the event loop: with a single one, whoever made the turns long and opened
 *  a few hundred connections a second kept every new visitor waiting. The kernel spreads connections over all that share a port. */
const LISTENERS = process.platform === 'linux' ? 16 : 1

export interface Listening {
  readonly port: number
  /** Accepts no more connections, and closes each once its request is answered, or when that much time is over.
   *  @returns a promise that resolves once all are closed */
  close(this: void, withinMs: number): Promise<void>
}

/** Makes a server listen, with others in this process that pass their connections on to it.
 *  @param probe  shows what prevents it: whoever shares a port is not told that another program has it
 *  @throws AppError that names the setting to change, or the system's error */
export async function listen(
  server: Server,
  { port: wanted, host }: { readonly port: number; readonly host: string },
  probe: Listener = createListener(),
): Promise<Listening> {
  const others = Array.from({ length: LISTENERS - 1 }, () =>
    createListener(AS_HTTP, (socket) => server.emit('connection', socket)),
  )
  const all = [server, ...others]
  try {
    const port = await open(probe, { port: wanted, host })
    await closed(probe)
    for (const each of all) await open(each, { port, host, reusePort: LISTENERS > 1 })
    return {
      port,
      async close(withinMs) {
        const ended = Promise.all(all.map(closed))
        server.closeIdleConnections()
        const hurry = setTimeout(() => server.closeAllConnections(), withinMs)
        await ended
        clearTimeout(hurry)
      },
    }
  } catch (error) {
    for (const each of all) if (each.listening) each.close()
    const { code = '' } = error as NodeJS.ErrnoException
    const words = describeRefusal(code, { port: wanted, host })
    throw words === undefined ? error : new AppError('not-ready', words, { cause: error })
  }
}

/** What an HTTP server sets for its connections. */
const AS_HTTP = { allowHalfOpen: true, noDelay: true }

/** @returns the port */
async function open(listener: Listener, asked: ListenOptions): Promise<number> {
  listener.listen({ ...asked, backlog: MOST_UNACCEPTED })
  await once(listener, 'listening')
  const address = listener.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function closed(listener: Listener): Promise<void> {
  const closing = once(listener, 'close')
  listener.close()
  await closing
}

function describeRefusal(code: string, { port, host }: { port: number; host: string }): string | undefined {
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Stop what uses it, or set PORT to another one.`
  if (code === 'EACCES')
    return `This user may not open port ${port}. Set PORT to 1024 or more: the proxy in front has 80 and 443.`
  return NOT_OURS.has(code)
    ? `"${host}" is no address of this machine (${code}). Set HOST to one, without a port; 0.0.0.0 is all of them.`
    : undefined
}
