import { createServer, type Socket } from 'node:net'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { listenLocally } from '../../testing/listen-locally.ts'
import { classifyFailure } from './classify-failure.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

/** Longer than any test takes: only a test itself lets this time pass. */
const CONNECT_MS = 120_000

const cleanups: (() => Promise<void>)[] = []
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(async () => {
  vi.useRealTimers()
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Submits a message to a server that offers STARTTLS.
 *  @param onStartTls  the server's reaction to it */
async function submitAfter(onStartTls: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.write('220 hello\r\n')
    socket.on('data', function answer(chunk: Buffer) {
      if (chunk.toString('latin1').startsWith('STARTTLS')) {
        socket.off('data', answer)
        onStartTls(socket)
      } else socket.write('250-fine\r\n250 STARTTLS\r\n')
    })
  })
  const { port, close } = await listenLocally(server)
  const mailer = createSmtpMailer({
    url: `smtp://127.0.0.1:${port}`,
    from: 'monday@pail.example',
    connections: 1,
    timeouts: { connectMs: CONNECT_MS },
  })
  cleanups.push(async () => {
    await mailer.close()
    await close()
  })
  return mailer.submit({
    messageId: '1@pail.example',
    to: 'jane@reader.example',
    subject: 'a',
    html: 'b',
    text: 'c',
  })
}

/** Lets the client begin the handshake, then acts. */
const atHandshake = (act: (socket: Socket) => void) => (socket: Socket) => {
  socket.write('220 go ahead\r\n')
  socket.once('data', () => act(socket))
}

/** A TLS alert record, which ends the handshake (RFC 8446 6). */
const alert = (description: number) => Buffer.from([0x15, 3, 3, 0, 2, 2, description])

describe('STARTTLS', () => {
  it.each<[string, (socket: Socket) => void, string]>([
    ['a close at once', (socket) => socket.end('220 go ahead\r\n'), 'connection'],
    ['a close in the handshake', atHandshake((socket) => socket.end()), 'connection'],
    ['a reset in the handshake', atHandshake((socket) => socket.resetAndDestroy()), 'connection'],
    [
      'a close in the middle of its answer',
      atHandshake((socket) => socket.end(Buffer.from('160303007a0200007603', 'hex'))),
      'connection',
    ],
    ['silence', atHandshake(() => void vi.advanceTimersByTime(CONNECT_MS)), 'connection'],
    ['an internal error', atHandshake((socket) => socket.end(alert(80))), 'connection'],
    ['an answer that is not TLS', atHandshake((socket) => socket.write('250 what?\r\n')), 'tls'],
    ['no common version', atHandshake((socket) => socket.end(alert(70))), 'tls'],
    ['no common cipher', atHandshake((socket) => socket.end(alert(40))), 'tls'],
    ['"not now"', (socket) => socket.write('451 4.3.0 later\r\n'), 'service'],
    ['"not now", of TLS', (socket) => socket.write('454 4.7.0 TLS not available\r\n'), 'service'],
    ['"closing"', (socket) => socket.end('421 4.3.2 closing\r\n'), 'service'],
    ['"what is that?"', (socket) => socket.write('502 5.5.1 no such command\r\n'), 'tls'],
  ])('that meets %s makes the server unreachable', async (_what, onStartTls, cause) => {
    expect(await submitAfter(onStartTls)).toMatchObject({ status: 'unreachable', cause })
  })

  it('that is cut off is not an error of TLS, even if reported as one', () => {
    const cutOff = Object.assign(new Error('Connection closed unexpectedly'), {
      code: 'ETLS',
      command: 'CONN',
    })
    expect(classifyFailure(cutOff, { dataSent: false })).toMatchObject({ cause: 'connection' })
    const impossible = Object.assign(new Error('Error initiating TLS'), { code: 'ETLS', command: 'STARTTLS' })
    expect(classifyFailure(impossible, { dataSent: false })).toMatchObject({ cause: 'tls' })
  })
})
