import { createServer, type AddressInfo } from 'node:net'

import { describe, expect, it } from 'vitest'

import { createSmtpMailer } from './smtp-mailer.ts'

const LETTER = { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello\n' }
const READERS = [1, 2, 3, 4, 5, 6].map((number) => `r${number}@reader.example`)

describe('a server that sends an extra answer', () => {
  it('gets each message once, since a connection that is out of step is not reused', async () => {
    const taken: string[] = []
    let mails = 0
    const server = createServer((socket) => {
      let rest = ''
      let recipient = ''
      let isData = false
      socket.on('error', () => undefined).write('220 here\r\n')
      const answer = (line: string) => {
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
      }
      socket.on('data', (chunk) => {
        const lines = `${rest}${chunk.toString('latin1')}`.split('\r\n')
        rest = lines.pop() ?? ''
        for (const line of lines) answer(line)
      })
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const mailer = createSmtpMailer({
      url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
      from: 'monday@lunchpail.example',
      connections: 1,
    })
    const submissions = []
    for (const reader of READERS)
      submissions.push(await mailer.submit({ ...LETTER, to: reader, messageId: `${reader}.1` }))
    await mailer.close()
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
    expect(submissions.map(({ status }) => status)).toEqual([
      'submitted',
      'unknown',
      'submitted',
      'submitted',
      'submitted',
      'submitted',
    ])
    expect(taken).toEqual(READERS)
  })
})
