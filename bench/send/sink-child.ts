// An SMTP server that accepts everything and records the recipients: a process of its own on plain sockets, since a
// library that parses mail would be slower than what is measured. Argument: milliseconds before the answer to a message.
import { createServer, type AddressInfo, type Socket } from 'node:net'

import type { SinkMessage, SinkOrder } from './sinks.ts'

const delayMs = Number(process.argv[2] ?? 0)
const END_OF_DATA = Buffer.from('\r\n.\r\n')
const REPLIES: Record<string, string> = {
  EHLO: '250-sink\r\n250-PIPELINING\r\n250 8BITMIME\r\n',
  HELO: '250 sink\r\n',
  MAIL: '250 ok\r\n',
  RCPT: '250 ok\r\n',
  RSET: '250 ok\r\n',
  NOOP: '250 ok\r\n',
  DATA: '354 go on\r\n',
  QUIT: '221 bye\r\n',
}

let copies = new Map<string, number>()
let accepted = 0
let bytes = 0
let announceAt = Number.POSITIVE_INFINITY
let sample: string | undefined

const server = createServer({ noDelay: true }, (socket) => {
  let recipient = ''
  let command = ''
  // Undefined between messages; the last bytes before the next chunk during one.
  let dataTail: Buffer | undefined
  let kept: Buffer[] = []
  socket.on('error', () => socket.destroy())
  socket.write('220 sink\r\n')
  socket.on('data', (chunk: Buffer) => {
    let rest = chunk
    while (rest.length > 0) rest = dataTail === undefined ? readLine(rest) : readData(rest, dataTail)
  })

  function readLine(chunk: Buffer): Buffer {
    const end = chunk.indexOf(10)
    if (end < 0) {
      command += chunk.toString('latin1')
      return Buffer.alloc(0)
    }
    obey((command + chunk.toString('latin1', 0, end)).trim())
    command = ''
    return chunk.subarray(end + 1)
  }

  function obey(line: string): void {
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'RCPT') recipient = /<([^<>]*)>/.exec(line)?.[1] ?? ''
    if (verb === 'DATA') dataTail = Buffer.from('\r\n')
    socket.write(REPLIES[verb] ?? '502 what?\r\n')
    if (verb === 'QUIT') socket.end()
  }

  /** The end marker may span two chunks, so the last bytes of the previous one are searched too. */
  function readData(chunk: Buffer, tail: Buffer): Buffer {
    const seam = Buffer.concat([tail, chunk.subarray(0, END_OF_DATA.length)])
    const inSeam = seam.indexOf(END_OF_DATA)
    const end = inSeam >= 0 ? inSeam + END_OF_DATA.length - tail.length : endAfter(chunk.indexOf(END_OF_DATA))
    const taken = end < 0 ? chunk : chunk.subarray(0, end)
    bytes += taken.length
    if (sample === undefined) kept.push(taken)
    if (end < 0) {
      const last = chunk.length >= 4 ? chunk : Buffer.concat([tail, chunk])
      dataTail = last.subarray(-4)
      return Buffer.alloc(0)
    }
    dataTail = undefined
    sample ??= Buffer.concat(kept).toString('latin1')
    kept = []
    accept(socket, recipient)
    return chunk.subarray(end)
  }
})

const endAfter = (index: number) => (index < 0 ? -1 : index + END_OF_DATA.length)

/** Counts a message at the final dot, before the answer: the server has it then, whether or not its client is still
 *  listening. */
function accept(socket: Socket, recipient: string): void {
  copies.set(recipient, (copies.get(recipient) ?? 0) + 1)
  accepted += 1
  if (accepted === announceAt) tell({ type: 'reached', accepted })
  const answer = () => socket.write('250 ok\r\n')
  if (delayMs === 0) answer()
  else setTimeout(answer, delayMs)
}

process.on('message', (order: SinkOrder) => {
  if (order.type === 'announce') announceAt = order.at
  if (order.type === 'report') {
    tell({ type: 'report', copies: Object.fromEntries(copies), accepted, bytes, sample })
  }
  if (order.type === 'forget') {
    copies = new Map()
    accepted = 0
    bytes = 0
    announceAt = Number.POSITIVE_INFINITY
    sample = undefined
  }
})
process.on('disconnect', () => process.exit(0))

server.listen(0, '127.0.0.1', 511, () => {
  tell({ type: 'listening', port: (server.address() as AddressInfo).port })
})

function tell(message: SinkMessage): void {
  process.send?.(message)
}
