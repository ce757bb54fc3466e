import { once } from 'node:events'
import type { Server } from 'node:net'

import { AppError } from '../lib/errors.ts'

/** How many connections wait for one turn of the event loop, as many as Linux allows. Beyond Node's 511 the kernel dropped the next
 *  one, whose client tries again only after a second: somebody who opens and resets a thousand at once kept others out. */
const MOST_UNACCEPTED = 4_096
/** Codes of the system for a host that is no address of this machine, or no address at all. */
const NOT_OURS = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL', 'EAFNOSUPPORT'])

/** Makes a server listen.
 *  @throws AppError that names the setting to change, or the system's error */
export async function listen(
  server: Server,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<void> {
  server.listen({ port, host, backlog: MOST_UNACCEPTED })
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const words = describeRefusal(code, { port, host })
    throw words === undefined ? error : new AppError('not-ready', words, { cause: error })
  }
}

function describeRefusal(code: string, { port, host }: { port: number; host: string }): string | undefined {
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Stop what uses it, or set PORT to another one.`
  if (code === 'EACCES')
    return `This user may not open port ${port}. Set PORT to 1024 or more: the proxy in front has 80 and 443.`
  return NOT_OURS.has(code)
    ? `"${host}" is no address of this machine (${code}). Set HOST to one, without a port; 0.0.0.0 is all of them.`
    : undefined
}
