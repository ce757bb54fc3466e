import { afterEach, describe, expect, it } from 'vitest'

import { loadConfig } from '../../config/config.ts'
import type { IngestResult } from '../bounces/index.ts'
import { createMailboxJob, fetchMailbox, MailboxError } from './fetch-mailbox.ts'
import { startImapPeer, type ImapPeer } from './testing/imap-peer.ts'

const NEVER = new AbortController().signal
const BOUNCE: IngestResult = { kind: 'permanent', outcome: 'suppressed' }
const LETTER: IngestResult = { kind: 'mail', outcome: 'nothing', token: 'none' }

let peer: ImapPeer | undefined
afterEach(() => peer?.close())

/** @param results  for each message, in order */
function fetch(
  results: readonly IngestResult[],
  { after = 'seen', password = 'right', folder = 'INBOX', longestMs = 60_000 } = {},
) {
  const { bounceMailbox: settings } = loadConfig({
    BOUNCE_ADDRESS: 'bounces@lunchpail.test',
    BOUNCE_IMAP_URL: `imap://bounces:${password}@127.0.0.1:${peer!.port}/${folder}`,
    BOUNCE_IMAP_AFTER: after,
  })
  const read: string[] = []
  const bounces = {
    ingest: (message: Buffer) => {
      const result = results[read.push(message.toString()) - 1]
      return result === undefined
        ? Promise.reject(new Error('the database is gone'))
        : Promise.resolve(result)
    },
  }
  return {
    read,
    done: fetchMailbox({ settings: settings!, bounces, onResult: () => undefined, longestMs }, NEVER),
  }
}
const standing = () => [...peer!.messages.values()].map(({ flags, folder }) => [folder, ...flags].join(' '))

describe('a mailbox of bounces', () => {
  it('is read once, message by message; mail written by people stays for a person', async () => {
    peer = await startImapPeer(['one', 'two'])
    const first = fetch([BOUNCE, LETTER])
    expect(await first.done).toEqual({ read: 1, left: 1 })
    expect(first.read).toEqual(['one', 'two'])
    expect(standing()).toEqual(['INBOX \\Seen', 'INBOX \\Flagged'])
    expect(await fetch([]).done).toEqual({ read: 0, left: 0 })
  })

  it.each([
    ['move:Done', ['Done', 'INBOX \\Flagged']],
    ['delete', ['INBOX \\Flagged']],
  ])('that is told to %s', async (after, expected) => {
    peer = await startImapPeer(['one', 'two'])
    await fetch([BOUNCE, LETTER], { after }).done
    expect(standing()).toEqual(expected)
  })

  it('keeps a message that the database did not accept', async () => {
    peer = await startImapPeer(['one', 'two'])
    await expect(fetch([BOUNCE]).done).rejects.toThrow('the database is gone')
    expect(standing()).toEqual(['INBOX \\Seen', 'INBOX'])
  })

  it('is given up if its server says something now and then, but never what it was asked for', async () => {
    peer = await startImapPeer(['one'], { dodges: { command: 'UID FETCH', by: '* OK soon\r\n' } })
    await expect(fetch([BOUNCE], { longestMs: 200 }).done).rejects.toThrow('cannot be read')
  })

  it('is given up at once if its server announces a message larger than any mail', async () => {
    const by = '* 1 FETCH (UID 1 BODY[]<0> {999999999}\r\n'
    peer = await startImapPeer(['one'], { dodges: { command: 'UID FETCH', by } })
    await expect(fetch([BOUNCE]).done).rejects.toThrow('cannot be read')
  })

  it('is reported as such if its folder is missing', async () => {
    peer = await startImapPeer([])
    await expect(fetch([], { folder: 'Bounces' }).done).rejects.toThrow(
      'The server of the mailbox at 127.0.0.1 refuses that (NO): is the folder of BOUNCE_IMAP_URL there?',
    )
  })

  it('is reported without user or password', async () => {
    peer = await startImapPeer([])
    const error: unknown = await fetch([], { password: 'wrong-one' }).done.catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(MailboxError)
    expect(String(error)).toBe('MailboxError: The mailbox at 127.0.0.1 refuses the user or the password')
    expect((error as Error).stack).not.toMatch(/wrong-one|bounces:/)
  })

  it('raises an alarm when it cannot be read three times in a row', async () => {
    const alarms: string[] = []
    const job = createMailboxJob({
      fetch: () => Promise.reject(new MailboxError('nothing')),
      whileNobodyElseDoes: (work) => work(),
      alarm: (reason) => Promise.resolve(alarms.push(reason)),
    })
    await expect(job(NEVER)).rejects.toThrow('nothing')
    await expect(job(NEVER)).rejects.toThrow('nothing')
    expect(alarms).toEqual([])
    await expect(job(NEVER)).rejects.toThrow('nothing')
    expect(alarms).toEqual(['nothing'])
  })
})
