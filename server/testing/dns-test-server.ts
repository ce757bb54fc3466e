import { createSocket } from 'node:dgram'

/** A name's records: TXT records of one or more strings each, mail exchangers, addresses. */
export interface DnsName {
  readonly txt?: readonly (readonly string[])[]
  readonly mx?: readonly { readonly priority: number; readonly exchange: string }[]
  readonly a?: readonly string[]
}

/** 'fails' answers SERVFAIL, 'silent' never answers. */
export type DnsZone = Readonly<Record<string, DnsName | 'fails' | 'silent'>>

export interface DnsTestServer {
  /** 127.0.0.1:PORT */
  readonly address: string
  close(): Promise<void>
}

const TYPE = { a: 1, mx: 15, txt: 16 }
const NO_ERROR = 0
const SERVFAIL = 2
const NXDOMAIN = 3

/** Starts a local DNS server that knows only the names of a zone (RFC 1035 4.1). */
export async function startDnsTestServer(zone: DnsZone): Promise<DnsTestServer> {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = readQuestion(query)
    const known = zone[name]
    if (known === 'silent') return
    const code = known === undefined ? NXDOMAIN : known === 'fails' ? SERVFAIL : NO_ERROR
    const data = known === undefined || known === 'fails' ? [] : listData(known, type)
    const header = Buffer.alloc(12)
    header.writeUInt16BE(query.readUInt16BE(0), 0)
    // Flags: response, recursion desired and available.
    header.writeUInt16BE(0x8180 | code, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(data.length, 6)
    const answers = data.map((bytes) => {
      const record = Buffer.alloc(12)
      // A pointer to the name in the question, at offset 12.
      record.writeUInt16BE(0xc00c, 0)
      record.writeUInt16BE(type, 2)
      record.writeUInt16BE(1, 4)
      record.writeUInt32BE(60, 6)
      record.writeUInt16BE(bytes.length, 10)
      return Buffer.concat([record, bytes])
    })
    socket.send(Buffer.concat([header, query.subarray(12, end), ...answers]), port, address)
  })
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve)
  })
  return {
    address: `127.0.0.1:${socket.address().port}`,
    close: () =>
      new Promise<void>((resolve) => {
        socket.close(() => resolve())
      }),
  }
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let offset = 12
  for (let length = query.readUInt8(offset); length > 0; length = query.readUInt8(offset)) {
    labels.push(query.toString('latin1', offset + 1, offset + 1 + length))
    offset += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(offset + 1), end: offset + 5 }
}

function listData({ txt = [], mx = [], a = [] }: DnsName, type: number): Buffer[] {
  if (type === TYPE.txt) return txt.map((strings) => Buffer.concat(strings.map(counted)))
  if (type === TYPE.mx) {
    return mx.map(({ priority, exchange }) => {
      const bytes = Buffer.alloc(2)
      bytes.writeUInt16BE(priority, 0)
      return Buffer.concat([bytes, encodeName(exchange)])
    })
  }
  return type === TYPE.a ? a.map((address) => Buffer.from(address.split('.').map(Number))) : []
}

const counted = (text: string) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')])

const encodeName = (name: string) =>
  Buffer.concat([...name.split('.').filter(Boolean).map(counted), Buffer.from([0])])
