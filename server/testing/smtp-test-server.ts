import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { AddressInfo, Socket } from 'node:net'

import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface ReceivedMail {
  /** The envelope's recipient and sender. */
  readonly to: string
  readonly envelopeFrom: string
  readonly raw: string
}

/** A reply other than 250. */
export interface Refusal {
  readonly code: number
  readonly text: string
}

/** No answer: a client in this process that waits no longer than this finds its time over at once. */
export interface Silence {
  readonly silentMs: number
}

export interface SmtpBehaviour {
  onConnect?(): Refusal | undefined
  onRecipient?(address: string): Refusal | undefined
  /** Called at the final dot: 'stall' never answers, 'reset' resets the connection. */
  onDot?(mail: ReceivedMail): Refusal | 'stall' | 'reset' | Silence | undefined
  /** Called when DATA starts. */
  onDataStart?(address: string): Refusal | 'reset' | undefined
}

export interface SmtpTestServer {
  readonly url: string
  /** Mails answered with 250, in order. */
  readonly received: readonly ReceivedMail[]
  /** Number of connections opened so far. */
  connectionCount(): number
  /** Number of connections open now. */
  openConnectionCount(): number
  /** Closes the open connections, without a reply or after a last one. */
  endConnections(lastReply?: string): void
  close(): Promise<void>
}

/** Starts a real local SMTP server that accepts everything unless told otherwise. */
export async function startSmtpTestServer(
  behaviour: SmtpBehaviour = {},
  options: SMTPServerOptions = {},
): Promise<SmtpTestServer> {
  const received: ReceivedMail[] = []
  const sockets = new Map<number, Socket>()
  const clients = new Set<Socket>()
  const noteClient = (created: unknown) => void clients.add((created as { socket: Socket }).socket)
  subscribe('net.client.socket', noteClient)
  let connections = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect(_session, callback) {
      connections += 1
      callback(asError(behaviour.onConnect?.()))
    },
    onRcptTo(address, _session, callback) {
      callback(asError(behaviour.onRecipient?.(address.address)))
    },
    onData(stream, session, callback) {
      const to = session.envelope.rcptTo.map((recipient) => recipient.address).join(', ')
      const sender = session.envelope.mailFrom
      const atStart = behaviour.onDataStart?.(to)
      if (atStart === 'reset') {
        sockets.get(session.remotePort)?.resetAndDestroy()
        return
      }
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const mail: ReceivedMail = {
          to,
          envelopeFrom: sender === false ? '' : sender.address,
          raw: Buffer.concat(chunks).toString('utf8'),
        }
        const answer = atStart ?? behaviour.onDot?.(mail)
        if (answer === 'stall') return
        if (answer === 'reset') {
          sockets.get(session.remotePort)?.resetAndDestroy()
          return
        }
        if (answer !== undefined && 'silentMs' in answer) {
          for (const client of clients) {
            const isPatient = !client.timeout || client.timeout > answer.silentMs
            if (client.localPort === session.remotePort && !isPatient) client.emit('timeout')
          }
          return
        }
        if (answer === undefined) received.push(mail)
        callback(asError(answer))
      })
    },
    ...options,
  })
  // Some tests' clients disconnect abruptly.
  server.on('error', () => undefined)
  // Use the TLS socket if there is one: Node 24 crashes when the socket below it is destroyed.
  server.server.on(options.secure === true ? 'secureConnection' : 'connection', (socket: Socket) => {
    const port = socket.remotePort ?? 0
    sockets.set(port, socket)
    socket.on('close', () => sockets.delete(port))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    connectionCount: () => connections,
    openConnectionCount: () => sockets.size,
    endConnections(lastReply = '') {
      for (const socket of sockets.values()) socket.end(lastReply)
    },
    close: () =>
      new Promise<void>((resolve) => {
        unsubscribe('net.client.socket', noteClient)
        for (const socket of sockets.values()) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

function asError(refusal: Refusal | undefined): Error | undefined {
  return refusal === undefined
    ? undefined
    : Object.assign(new Error(refusal.text), { responseCode: refusal.code })
}
