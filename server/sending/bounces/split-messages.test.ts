import { describe, expect, it } from 'vitest'

import { splitMessages } from './split-messages.ts'

const SEPARATOR = 'From MAILER-DAEMON Mon Nov 23 14:00:00 2026\n'

async function split(text: string, chunkSize = 7) {
  async function* input() {
    for (let at = 0; at < text.length; at += chunkSize)
      yield Buffer.from(text.slice(at, at + chunkSize), 'latin1')
  }
  const messages: string[] = []
  for await (const bytes of splitMessages(input())) messages.push(bytes.toString('latin1'))
  return messages
}

describe('splitMessages', () => {
  it('returns a single message unchanged', async () => {
    expect(await split('To: a@b.example\r\n\r\nHello\r\n')).toEqual(['To: a@b.example\r\n\r\nHello\r\n'])
  })

  it('splits a mailbox, whatever chunks it is read in', async () => {
    const mailbox = `${SEPARATOR}To: a@b.example\n\nOne\n\n${SEPARATOR}To: c@d.example\n\nTwo\n`
    for (const size of [1, 5, 64, 10_000]) {
      expect(await split(mailbox, size)).toEqual(['To: a@b.example\n\nOne\n\n', 'To: c@d.example\n\nTwo\n'])
    }
  })

  it('accepts the "From " line that a pipe puts first', async () => {
    expect(await split(`${SEPARATOR}To: a@b.example\n\nHello\n`)).toEqual(['To: a@b.example\n\nHello\n'])
  })

  it('does not split a message at "From" in its text', async () => {
    const text = `${SEPARATOR}To: a@b.example\n\nFrom here on all is well.\nFrom x Mon Nov 23 14:00:00 2026\n`
    expect(await split(text)).toHaveLength(1)
    expect(await split(`To: a@b.example\n\n${SEPARATOR}Hello\n`)).toHaveLength(1)
  })

  it('returns one empty message for an empty input', async () => {
    expect(await split('')).toEqual([''])
  })

  it('keeps the first 256 KiB of 20 MiB, in one line or in many', async () => {
    for (const piece of ['x'.repeat(100_000), `${'y'.repeat(77)}\n`.repeat(1000)]) {
      async function* input() {
        yield Buffer.from('To: a@b.example\n\n')
        for (let sent = 0; sent < 20 * 1024 * 1024; sent += piece.length) yield Buffer.from(piece)
      }
      const messages = []
      for await (const message of splitMessages(input())) messages.push(message)
      expect(messages).toHaveLength(1)
      expect(messages[0]).toHaveLength(262_144)
      expect(messages[0]?.toString('latin1', 0, 2)).toBe('To')
    }
  })
})
