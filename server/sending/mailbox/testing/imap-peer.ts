import { createServer } from 'node:net'

import { listenLocally } from '../../../testing/listen-locally.ts'

/** A mailbox with one folder: as much of IMAP as reading bounces needs. */
export interface ImapPeer {
  readonly port: number
  /** By UID, from 1. */
  readonly messages: Map<number, { text: string; flags: Set<string>; folder: string }>
  close(): Promise<void>
}

/** Speaks IMAP4rev1 (RFC 3501) with MOVE, without TLS.
 *  @param refuses  answers NO to commands that begin with it
 *  @param dodges  answers commands that begin with it with this, over and over, and never finishes */
export async function startImapPeer(
  texts: readonly string[],
  {
    password = 'right',
    refuses,
    dodges,
  }: { password?: string; refuses?: string; dodges?: { command: string; by: string } } = {},
): Promise<ImapPeer> {
  const messages: ImapPeer['messages'] = new Map(
    texts.map((text, index) => [index + 1, { text, flags: new Set<string>(), folder: 'INBOX' }]),
  )
  const inbox = () => [...messages].filter(([, { folder }]) => folder === 'INBOX')

  /** @returns untagged lines, and the words after the tag */
  function answer(command: string): [readonly string[], string] {
    const uid = Number(/^UID \w+ (\d+)/i.exec(command)?.[1])
    const message = messages.get(uid)
    if (refuses !== undefined && command.startsWith(refuses)) return [[], 'NO [INUSE] not now']
    if (command.startsWith('CAPABILITY')) return [['CAPABILITY IMAP4rev1 MOVE UIDPLUS'], 'OK']
    if (command.startsWith('LOGIN')) {
      return command.includes(password) ? [[], 'OK'] : [[], 'NO [AUTHENTICATIONFAILED] no']
    }
    if (command.startsWith('SELECT')) {
      if (!command.includes('INBOX')) return [[], 'NO [NONEXISTENT] no such folder']
      return [
        [`${inbox().length} EXISTS`, 'FLAGS (\\Seen \\Flagged \\Deleted)', 'OK [UIDVALIDITY 1] ok'],
        'OK [READ-WRITE]',
      ]
    }
    if (command.startsWith('UID SEARCH')) {
      const found = inbox().filter(([, { flags }]) => !flags.has('\\Seen') && !flags.has('\\Flagged'))
      return [[`SEARCH ${found.map(([id]) => id).join(' ')}`.trim()], 'OK']
    }
    if (command.startsWith('UID FETCH')) {
      if (message === undefined) return [[], 'OK']
      return [
        [`${uid} FETCH (UID ${uid} BODY[]<0> {${Buffer.byteLength(message.text)}}\r\n${message.text})`],
        'OK',
      ]
    }
    if (command.startsWith('UID STORE')) {
      for (const flag of command.match(/\\\w+/g) ?? []) message?.flags.add(flag)
      return [[], 'OK']
    }
    if (command.startsWith('UID MOVE') && message !== undefined) message.folder = command.split(' ')[3] ?? ''
    if (command.startsWith('UID EXPUNGE')) messages.delete(uid)
    return [[], 'OK']
  }

  const server = createServer((socket) => {
    let rest = ''
    socket.on('error', () => socket.destroy())
    socket.write('* OK ready\r\n')
    socket.on('data', (chunk) => {
      const lines = `${rest}${chunk.toString()}`.split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const [tag = '', ...words] = line.split(' ')
        if (dodges !== undefined && words.join(' ').startsWith(dodges.command)) {
          const dodging = setInterval(() => socket.write(dodges.by), 10)
          socket.on('close', () => clearInterval(dodging))
          return
        }
        const [untagged, end] = answer(words.join(' '))
        socket.write(
          [...untagged.map((one) => `* ${one}`), `${tag} ${end} done`].map((one) => `${one}\r\n`).join(''),
        )
        if (words[0] === 'LOGOUT') socket.end()
      }
    })
  })
  const { port, close } = await listenLocally(server)
  return { port, messages, close }
}
