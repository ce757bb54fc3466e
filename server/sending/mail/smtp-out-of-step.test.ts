import { createServer, type Socket } from 'node:net'

import { describe, expect, it } from 'vitest'

import { listenLocally } from '../../testing/listen-locally.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const LETTER = { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello\n' }
const READERS = [1, 2, 3, 4, 5, 6].map((number) => `r${number}@reader.example`)

/** Sends each reader a letter through a server.
 *  @param talk  answers one line of the client
 *  @returns the outcome of each letter */
async function sendThrough(
  talk: (line: string, socket: Socket) => void,
  { readers = READERS, text = LETTER.text }: { readers?: readonly string[]; text?: string } = {},
) {
  const server = createServer((socket) => {
    let rest = ''
    socket.on('error', () => undefined).write('220 here\r\n')
    socket.on('data', (chunk) => {
      const lines = `${rest}${chunk.toString('latin1')}`.split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) talk(line, socket)
    })
  })
  const { port, close } = await listenLocally(server)
  const mailer = createSmtpMailer({
    url: `smtp://127.0.0.1:${port}`,
    from: 'monday@lunchpail.example',
    connections: 1,
  })
  const submissions = []
  for (const reader of readers)
    submissions.push(await mailer.submit({ ...LETTER, text, to: reader, messageId: `${reader}.1` }))
  await mailer.close()
  await close()
  return submissions.map(({ status }) => status)
}

describe('a server that sends an extra answer', () => {
  it('gets each message once, since a connection that is out of step is not reused', async () => {
    const taken: string[] = []
    let mails = 0
    let recipient = ''
    let isData = false
    const statuses = await sendThrough((line, socket) => {
      if (isData) {
        if (line !== '.') return
        isData = false
        taken.push(recipient)
      }
      if (line.startsWith('MAIL')) mails += 1
      if (line.startsWith('RCPT')) recipient = line.slice('RCPT TO:<'.length, -1)
      if (line.startsWith('MAIL') && mails === 2) socket.write('250 one too many\r\n')
      isData = line === 'DATA'
      socket.write(isData ? '354 go on\r\n' : '250 ok\r\n')
    })
    expect(statuses).toEqual(['submitted', 'unknown', 'submitted', 'submitted', 'submitted', 'submitted'])
    expect(taken).toEqual(READERS)
  })
})

describe('a server that claims to have a message before it was sent', () => {
  it.each([
    ['together with the permission to send it', 'DATA', '354 go on\r\n250 queued\r\n', 1],
    ['with all answers in one packet', 'RCPT', '250 ok\r\n354 go on\r\n250 queued\r\n', 1],
    ['once the beginning of the message has arrived', 'Hello', '250 queued\r\n', 200_000],
  ])('is not believed: %s', async (_when, command, answers, lines) => {
    let isData = false
    let hasLied = false
    const [status] = await sendThrough(
      (line, socket) => {
        if (!hasLied && line.startsWith(command)) {
          hasLied = true
          socket.write(answers)
        } else if (!isData) socket.write(line === 'DATA' ? '354 go on\r\n' : '250 ok\r\n')
        isData ||= line === 'DATA'
      },
      { readers: ['jane@reader.example'], text: `${'Hello, '.repeat(10)}\n`.repeat(lines) },
    )
    expect(status).toBe('unreachable')
  })
})
