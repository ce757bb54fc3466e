import { fork } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'

import { end, readCpuSeconds, readStatusMb } from '../attacks/site.ts'
import { keepApart, type Answering } from './drive.ts'

const WRITTEN_BY_NODE = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

/** A peer's answer at an address. */
export interface PeerAnswer {
  readonly path: string
  /** The site's headers, except those that Node writes itself. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** @returns the site's answer, compressed with brotli
 *  @throws Error for any status other than 200 */
export async function readAnswer(origin: string, path: string): Promise<PeerAnswer> {
  const asked = get(new URL(path, origin), { agent: false, headers: { 'Accept-Encoding': 'br' } })
  const [response] = (await once(asked, 'response')) as [
    AsyncIterable<Buffer> & { statusCode: number; headers: IncomingHttpHeaders },
  ]
  const body = await buffer(response)
  if (response.statusCode !== 200) throw new Error(`${path} answered with ${response.statusCode}`)
  const headers = Object.entries(response.headers)
    .filter(([name]) => !WRITTEN_BY_NODE.has(name))
    .map(([name, value]) => [name, String(value)] as const)
  return { path, body, headers: Object.fromEntries(headers) }
}

/** Starts a process that sends these answers from memory: Node's own server with the three headers that a browser needs,
 *  the same with all of the site's headers, or Express with a buffer. */
export async function startPeer(
  kind: 'bare' | 'dressed' | 'express',
  answers: readonly PeerAnswer[],
): Promise<Answering & { peakMb(): number; stop(): Promise<void> }> {
  const child = fork(new URL('peer-child.ts', import.meta.url), [kind], {
    serialization: 'advanced',
    env: { PATH: process.env['PATH'], NODE_ENV: 'production' },
  })
  child.send(answers)
  const [origin] = (await once(child, 'message')) as [string]
  const pid = child.pid ?? 0
  keepApart(pid)
  return {
    origin,
    pid,
    cpuSeconds: () => readCpuSeconds(pid),
    peakMb: () => readStatusMb(pid, 'VmHWM'),
    stop: () => end(child),
  }
}
