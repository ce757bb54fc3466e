import { createServer } from 'node:net'

import { afterEach, describe, expect, it } from 'vitest'

import { listenLocally } from '../../testing/listen-locally.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

describe('a refusal over a socket', () => {
  const cleanups: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  })

  /** Answers one command with the given reply, all others with 250. */
  async function submitTo(refused: RegExp, reply: string) {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.on('data', (chunk: Buffer) => {
        socket.write(refused.test(chunk.toString('latin1')) ? `${reply}\r\n` : '250 fine\r\n')
      })
      socket.write('220 hello\r\n')
    })
    const { port, close } = await listenLocally(server)
    const mailer = createSmtpMailer({
      url: `smtp://127.0.0.1:${port}`,
      from: 'monday@pail.example',
      connections: 1,
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

  it('of the sender is not a bounce of the reader', async () => {
    expect(await submitTo(/^MAIL/, '550 5.1.1 User unknown')).toEqual({
      status: 'refused',
      permanent: true,
      about: 'policy',
      reply: '550 5.1.1 User unknown',
    })
  })

  it('with several lines is judged as a whole', async () => {
    const callout =
      '550-Verification failed for <b@pail.example>\r\n550-No Such User Here\r\n550 Sender verify failed'
    expect(await submitTo(/^RCPT/, callout)).toMatchObject({ permanent: true, about: 'policy' })
    expect(await submitTo(/^RCPT/, '550-5.1.1 Nobody\r\n550 5.1.1 of that name')).toMatchObject({
      permanent: true,
      about: 'recipient',
    })
  })
})
