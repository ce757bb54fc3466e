import { createServer } from 'node:net'
import fc from 'fast-check'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { afterAll, describe, expect, it } from 'vitest'
import { listenLocally } from '../../testing/listen-locally.ts'
import { createComposer } from './compose-message.ts'
import { MessageStream, passPlainLines, rememberIfPlain } from './message-stream.ts'

const taken: string[] = []
/** A server that accepts everything, and keeps what comes between its go-ahead and the final dot. */
const sink = createServer((socket) => {
  let data: string | undefined
  const answerCommand = (command: string) => {
    if (command.startsWith('DATA')) data = ''
    return command.startsWith('DATA') ? '354 go on\r\n' : '250 fine\r\n'
  }
  socket.on('data', (chunk: Buffer) => {
    const received = chunk.toString('latin1')
    if (data === undefined) {
      socket.write(answerCommand(received))
      return
    }
    data += received
    if (!data.endsWith('\r\n.\r\n')) return
    taken.push(data)
    data = undefined
    socket.write('250 taken\r\n')
  })
  socket.write('220 hello\r\n')
})
const { port, close } = await listenLocally(sink)
const [original, faster] = await Promise.all([connect(() => {}), connect(passPlainLines)])

async function connect(change: (connection: SMTPConnection) => void): Promise<SMTPConnection> {
  const connection = new SMTPConnection({ host: '127.0.0.1', port })
  change(connection)
  await new Promise<void>((resolve, reject) => {
    connection.connect((error) => (error ? reject(error) : resolve()))
  })
  return connection
}

afterAll(async () => {
  for (const connection of [original, faster]) connection.close()
  await close()
})

/** @returns what the server received, and the size that nodemailer reports */
async function send(
  connection: SMTPConnection,
  message: MessageStream,
): Promise<[string | undefined, number]> {
  const size = await new Promise<number>((resolve, reject) => {
    const envelope = { from: 'a@pail.example', to: ['b@reader.example'] }
    connection.send(envelope, message, (error, info) =>
      error ? reject(error) : resolve(info?.messageSize ?? -1),
    )
  })
  return [taken.pop(), size]
}

const bytesOf = (text: string) => Buffer.from(text, 'latin1')

describe('plain lines', () => {
  it('are sent exactly as nodemailer sends them, in any surroundings', async () => {
    const stretch = fc.constantFrom(
      'a',
      'b c',
      '.',
      '\r',
      '\n',
      '\r\n',
      '\r\n.',
      'Line.\r\n',
      'x'.repeat(100),
    )
    // Chunks end anywhere, but the first is never a final dot, and the last never ends with half of one.
    const chunk = fc.array(stretch, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(fc.array(chunk, { minLength: 1, maxLength: 6 }), async (chunks) => {
        const asSent = await send(original, new MessageStream(chunks.map(bytesOf)))
        const parts = chunks.map((text) => rememberIfPlain(bytesOf(text)))
        expect(await send(faster, new MessageStream(parts))).toEqual(asSent)
      }),
      { numRuns: 150 },
    )
  })

  it.each(['.a\r\n', 'a\r\n.\r\n', 'a\rb\r\n', 'a\nb\r\n', '\na\r\n', 'a\r\n\n', 'a\r', 'a'])(
    'exclude %j',
    async (text) => {
      const parts = () => [bytesOf('A: b\r\n'), rememberIfPlain(bytesOf(text)), bytesOf('b\r\n')]
      expect(await send(faster, new MessageStream(parts()))).toEqual(
        await send(original, new MessageStream(parts())),
      )
    },
  )

  it('are not scanned again', async () => {
    const lines = rememberIfPlain(bytesOf('one\r\ntwo\r\n'))
    // Breaks the rule, to show that nobody scans.
    lines.write('.', 5)
    const parts = [bytesOf('A: b\r\n'), lines]
    expect(await send(original, new MessageStream(parts))).toEqual(['A: b\r\none\r\n..wo\r\n.\r\n', 20])
    expect(await send(faster, new MessageStream(parts))).toEqual(['A: b\r\none\r\n.wo\r\n.\r\n', 19])
  })

  it('are shared by the messages of an edition of any size', async () => {
    const compose = createComposer({ from: 'a@pail.example' })
    const mail = {
      messageId: '1@pail.example',
      to: 'b@reader.example',
      subject: 'Hello',
      html: '<p>.</p>\n.\n.. MARK\n'.repeat(2) + '<p>A line of it.</p>\n'.repeat(10_000),
      text: '.\nMARK\n',
      values: { MARK: '.' },
    }
    const { parts } = await compose(mail)
    const shared = parts.filter((part) => part.length > 1000)
    expect(shared.length).toBeGreaterThan(3)
    for (const part of shared) part.write('.', part.indexOf('\n') + 1)
    const [received = ''] = await send(faster, new MessageStream(parts))
    expect(received.match(/\n\.(?!\r\n$)/g)).toHaveLength(shared.length)
    expect(received).not.toContain('\n..')
  })
})
