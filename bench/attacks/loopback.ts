import { Agent, request } from 'node:http'
import { connect, isIP, type Socket } from 'node:net'

/** Everything in this folder floods its target, so the target must be this machine.
 *  @returns the address unchanged
 *  @throws TypeError for any other host, and for names, which may lead elsewhere tomorrow */
export function assertLoopback(address: string): string {
  const host = (URL.parse(address)?.hostname ?? '').replace(/^\[|\]$/g, '')
  if (
    URL.parse(address)?.protocol === 'http:' &&
    (host === '::1' || (isIP(host) === 4 && host.startsWith('127.')))
  )
    return address
  throw new TypeError(
    `${address} is not an http address of this machine's loopback: nothing else is attacked`,
  )
}

/** The address from which the site sees most attacks come. */
export const ATTACKER = '203.0.113.66'

/** One answer, as a client sees it. */
export interface Answer {
  /** 0: no answer within the time limit, or the connection broke. */
  readonly status: number
  /** Until the last byte, milliseconds. */
  readonly ms: number
  readonly body: string
}

export interface Asked {
  readonly path: string
  readonly method?: string
  /** The address of the client, as a trusted proxy would forward it. */
  readonly client?: string
  readonly headers?: Record<string, string>
  /** Sent as JSON. */
  readonly json?: unknown
  /** Sent the way a page of the site sends a form. */
  readonly form?: Record<string, string>
  readonly patienceMs?: number
}

/** Sends requests to one site on this machine.
 *  @throws TypeError if the origin is not on this machine */
export function createClient(origin: string): (asked: Asked) => Promise<Answer> {
  const { hostname, port } = new URL(assertLoopback(origin))
  const agent = new Agent({ keepAlive: true, maxSockets: 512 })
  return ({ path, method = 'GET', client, headers = {}, json, form, patienceMs = 20_000 }) =>
    new Promise((resolve) => {
      const startedMs = performance.now()
      const chunks: Buffer[] = []
      const end = (status: number) =>
        resolve({ status, ms: performance.now() - startedMs, body: Buffer.concat(chunks).toString() })
      const sentAsJson = json === undefined ? undefined : JSON.stringify(json)
      const body = form ? new URLSearchParams(form).toString() : sentAsJson
      const sent = request(
        {
          hostname: hostname.replace(/^\[|\]$/g, ''),
          port,
          path,
          method,
          agent,
          headers: {
            ...(client !== undefined && { 'X-Forwarded-For': client, 'X-Forwarded-Proto': 'http' }),
            ...(body !== undefined && {
              'Content-Type': form ? 'application/x-www-form-urlencoded' : 'application/json',
              ...(form && { 'Sec-Fetch-Site': 'same-origin' }),
              'Content-Length': String(Buffer.byteLength(body)),
            }),
            ...headers,
          },
        },
        (response) => {
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.once('end', () => end(response.statusCode ?? 0))
          response.once('error', () => end(0))
        },
      )
      const patience = setTimeout(() => sent.destroy(), patienceMs)
      sent.once('close', () => clearTimeout(patience))
      sent.once('error', () => end(0))
      sent.end(body)
    })
}

/** Opens a connection to a site on this machine. The site is meant to cut off some, so errors are expected.
 *  @param from  the address it comes from
 *  @param use  gets the socket before it is connected
 *  @returns once it is closed, after `patienceMs` at the latest
 *  @throws TypeError if the origin is not on this machine */
export function connectTo(
  origin: string,
  { from, patienceMs = 60_000 }: { from?: string; patienceMs?: number },
  use: (socket: Socket) => void,
): Promise<void> {
  const { hostname, port } = new URL(assertLoopback(origin))
  return new Promise((resolve) => {
    const socket = connect({
      port: Number(port),
      host: hostname.replace(/^\[|\]$/g, ''),
      ...(from !== undefined && { localAddress: from }),
    })
    const patience = setTimeout(() => socket.destroy(), Math.max(0, patienceMs))
    socket.on('error', () => undefined)
    socket.once('close', () => {
      clearTimeout(patience)
      resolve()
    })
    use(socket)
  })
}

/** Writes the same text on a number of connections at once.
 *  @returns the status of every answer that began on one of them, until all are closed or time runs out */
export async function sendAtOnce(
  origin: string,
  { text, connections, patienceMs }: { text: string; connections: number; patienceMs: number },
): Promise<number[]> {
  const send = async () => {
    const chunks: Buffer[] = []
    await connectTo(origin, { patienceMs }, (socket) => {
      socket.once('connect', () => socket.write(text))
      socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    })
    const lines = Buffer.concat(chunks)
      .toString('latin1')
      .matchAll(/HTTP\/1\.1 (\d{3})/g)
    return Array.from(lines, ([, status]) => Number(status))
  }
  return (await Promise.all(Array.from({ length: connections }, send))).flat()
}

/** Sends a head and then the same text again and again, as fast as it is read, on a number of connections. Opens closed
 *  connections again. Answers are not read.
 *  @returns how often a connection was opened */
export async function sendWithoutEnd(
  origin: string,
  {
    head,
    text,
    connections,
    seconds,
    from,
  }: { head: string; text: string; connections: number; seconds: number; from: string },
): Promise<number> {
  const endMs = performance.now() + seconds * 1_000
  let opened = 0
  const sendOn = (socket: Socket) => {
    opened += 1
    const write = () => {
      while (socket.writable && socket.write(text));
      if (socket.writable) socket.once('drain', write)
    }
    socket.once('connect', () => {
      socket.write(head)
      write()
    })
    socket.resume()
  }
  const sendAgain = async () => {
    while (performance.now() < endMs)
      await connectTo(origin, { from, patienceMs: endMs - performance.now() }, sendOn)
  }
  await Promise.all(Array.from({ length: connections }, sendAgain))
  return opened
}

/** Sends a number of requests, each on a connection of its own that is reset a moment later.
 *  @returns once all connections are closed */
export async function resetSoon(
  origin: string,
  {
    textAt,
    requests,
    connections,
    afterMs,
    from,
  }: {
    textAt: (index: number) => string
    requests: number
    connections: number
    afterMs: number
    from: string
  },
): Promise<void> {
  const send = (index: number) =>
    connectTo(origin, { from }, (socket) => {
      socket.once('connect', () => {
        socket.write(textAt(index))
        setTimeout(() => socket.resetAndDestroy(), afterMs)
      })
    })
  const sendAgain = async (_value: unknown, first: number) => {
    for (let index = first; index < requests; index += connections) await send(index)
  }
  await Promise.all(Array.from({ length: connections }, sendAgain))
}

/** Starts the calls one after the other at an even pace, whether or not earlier ones have ended.
 *  @returns all results, once the last has ended */
export async function atPace<Result>(
  { perSecond, seconds }: { perSecond: number; seconds: number },
  begin: (index: number) => Promise<Result>,
): Promise<Result[]> {
  const startedMs = performance.now()
  const begun: Promise<Result>[] = []
  for (let index = 0; index < perSecond * seconds; index += 1) {
    await sleep(startedMs + (index * 1_000) / perSecond - performance.now())
    begun.push(begin(index))
  }
  return Promise.all(begun)
}

/** Sends a number of requests at the same moment. */
export const askAll = (
  { ask }: { ask: (asked: Asked) => Promise<Answer> },
  count: number,
  askedAt: (index: number) => Asked,
): Promise<Answer[]> => Promise.all(Array.from({ length: count }, (_value, index) => ask(askedAt(index))))

/** Waits; returns at once if the time has passed. */
export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, ms)))
