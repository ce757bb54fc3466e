import { createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

import { listenLocally } from './listen-locally.ts'

/** The point in a session at which the script chooses a reply: connection opened, command received, final dot received. */
export type SmtpStep = 'connect' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'dot' | 'other'

export interface PeerMessage {
  /** Without angle brackets; empty if the message has none. */
  readonly messageId: string
  readonly to: string
  readonly envelopeFrom: string
  /** As received, dots doubled; only the beginning if `keepBytes` is smaller. */
  readonly raw: string
  /** When its final dot arrived, in milliseconds by this process's clock. */
  readonly at: number
}

export interface SmtpMoment {
  readonly step: SmtpStep
  /** The name given with EHLO; empty before. */
  readonly client: string
  /** The line as received; empty at 'connect' and 'dot'. */
  readonly line: string
  /** The recipient, from RCPT on. */
  readonly to: string
  /** Only at 'dot'. */
  readonly message: PeerMessage | undefined
}

/** A reply such as '250 2.0.0 Taken', or a kind of misbehavior: 'stall' never answers, 'reset' resets the connection, a drip
 *  sends its reply byte by byte. */
export type PeerAnswer = string | { readonly drip: string; readonly everyMs: number }

/** Chooses a reply; undefined for that of a server that accepts everything. */
export type PeerScript = (moment: SmtpMoment) => PeerAnswer | undefined | Promise<PeerAnswer | undefined>

export interface SmtpPeer {
  readonly url: string
  readonly port: number
  /** May be changed at any time. */
  script: PeerScript
  /** Messages answered with 250 after the final dot, in order: each is a copy that a reader gets. */
  readonly accepted: readonly PeerMessage[]
  /** Every message whose final dot arrived, whatever the answer. */
  readonly dots: readonly PeerMessage[]
  /** Every step so far, in order, with its recipient. */
  readonly steps: readonly { readonly step: SmtpStep; readonly to: string; readonly at: number }[]
  close(): Promise<void>
}

export interface PeerOptions {
  readonly script?: PeerScript
  /** Extensions offered after EHLO. */
  readonly extensions?: readonly string[]
  /** Bytes kept of each message; the rest is discarded. */
  readonly keepBytes?: number
  /** Turn off if there are too many steps to keep. */
  readonly keepSteps?: boolean
}

const USUAL: Readonly<Record<SmtpStep, string>> = {
  connect: '220 peer.test ESMTP',
  EHLO: '',
  AUTH: '235 2.7.0 Welcome',
  MAIL: '250 2.1.0 Sender taken',
  RCPT: '250 2.1.5 Recipient taken',
  DATA: '354 Go on',
  dot: '250 2.0.0 Taken',
  other: '250 2.0.0 Fine',
}
const END_OF_DATA = Buffer.from('\r\n.\r\n')

/** Starts an SMTP server on raw sockets, for misbehavior that a proper one does not offer. It expects a client that waits
 *  for each reply. */
export async function startSmtpPeer(options: PeerOptions = {}): Promise<SmtpPeer> {
  const { extensions = ['8BITMIME'], keepBytes = 1_000_000, keepSteps = true } = options
  const accepted: PeerMessage[] = []
  const dots: PeerMessage[] = []
  const steps: { step: SmtpStep; to: string; at: number }[] = []
  const ehlo = ['peer.test', ...extensions]
    .map((word, index, all) => `250${index === all.length - 1 ? ' ' : '-'}${word}`)
    .join('\r\n')

  const server = createServer({ noDelay: true }, (socket) => {
    // Tests kill clients or make them disconnect.
    socket.on('error', () => socket.destroy())
    void serveSession(socket)
  })

  async function serveSession(socket: Socket): Promise<void> {
    const input = createReader(socket)
    let client = ''
    let to = ''
    let envelopeFrom = ''

    /** @returns the reply; undefined once the session is over */
    async function answer(step: SmtpStep, line: string, message?: PeerMessage): Promise<string | undefined> {
      if (keepSteps) steps.push({ step, to, at: Date.now() })
      const given = await peer.script({ step, client, line, to, message })
      const reply = given ?? (step === 'EHLO' ? ehlo : USUAL[step])
      if (reply === 'stall') return undefined
      if (reply === 'reset') {
        socket.resetAndDestroy()
        return undefined
      }
      const text = typeof reply === 'string' ? reply : reply.drip
      if (message !== undefined && text.startsWith('250')) accepted.push(message)
      if (typeof reply === 'string') socket.write(`${reply}\r\n`)
      else await drip(socket, `${reply.drip}\r\n`, reply.everyMs)
      // The server closes the channel (RFC 5321 3.8).
      if (!text.startsWith('421')) return text
      socket.end()
      return undefined
    }

    let reply = await answer('connect', '')
    while (reply !== undefined) {
      const line = await input.readLine()
      if (line === undefined) return
      const step = stepOf(line)
      if (step === 'EHLO') client = line.replace(/^\S+ */, '')
      if (step === 'MAIL') envelopeFrom = addressIn(line)
      if (step === 'RCPT') to = addressIn(line)
      if (step === 'QUIT') {
        socket.end('221 2.0.0 Bye\r\n')
        return
      }
      reply = await answer(step, line)
      if (step !== 'DATA' || !reply?.startsWith('354')) continue
      const raw = await input.readData(keepBytes)
      if (raw === undefined) return
      const messageId = /^message-id:\s*<([^>]*)>/im.exec(raw)?.[1] ?? ''
      const message = { messageId, to, envelopeFrom, raw, at: Date.now() }
      dots.push(message)
      reply = await answer('dot', '', message)
    }
  }

  const { port, close } = await listenLocally(server)
  const peer: SmtpPeer = {
    url: `smtp://127.0.0.1:${port}`,
    port,
    script: options.script ?? (() => undefined),
    accepted,
    dots,
    steps,
    close,
  }
  return peer
}

/** Reads a session as lines and data; returns undefined once the client has gone. */
function createReader(socket: Socket) {
  const chunks: AsyncIterator<Buffer> = socket.iterator({ destroyOnReturn: false })
  let rest = Buffer.alloc(0)

  async function readMore(): Promise<Buffer | undefined> {
    const next = await chunks.next().catch(() => ({ done: true, value: undefined }) as const)
    return next.done === true ? undefined : next.value
  }

  return {
    async readLine(): Promise<string | undefined> {
      for (;;) {
        const end = rest.indexOf('\r\n')
        if (end >= 0) {
          const line = rest.toString('utf8', 0, end)
          rest = rest.subarray(end + 2)
          return line
        }
        const more = await readMore()
        if (more === undefined) return undefined
        rest = Buffer.concat([rest, more])
      }
    },
    /** @returns the message, or its first `keepBytes` and up to one chunk more */
    async readData(keepBytes: number): Promise<string | undefined> {
      const kept: Buffer[] = []
      let keptBytes = 0
      // A message may be empty: its dot then follows the DATA line directly.
      let tail = Buffer.from('\r\n')
      for (let chunk: Buffer | undefined = rest; chunk !== undefined; chunk = await readMore()) {
        if (keptBytes < keepBytes) kept.push(chunk)
        keptBytes += chunk.length
        tail = Buffer.concat([tail, chunk.subarray(-END_OF_DATA.length)]).subarray(-END_OF_DATA.length)
        if (!tail.equals(END_OF_DATA)) continue
        rest = Buffer.alloc(0)
        return Buffer.concat(kept).toString('utf8')
      }
      return undefined
    },
  }
}

function stepOf(line: string): SmtpStep | 'QUIT' {
  const verb = line.slice(0, 4).toUpperCase()
  return verb === 'EHLO' ||
    verb === 'AUTH' ||
    verb === 'MAIL' ||
    verb === 'RCPT' ||
    verb === 'DATA' ||
    verb === 'QUIT'
    ? verb
    : 'other'
}

const addressIn = (line: string) => /<([^<>]*)>/.exec(line)?.[1] ?? ''

async function drip(socket: Socket, text: string, everyMs: number): Promise<void> {
  for (const character of text) {
    if (socket.destroyed) return
    socket.write(character)
    await delay(everyMs)
  }
}
