import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { findFreePort } from '../../e2e/support/site.ts'
import { end } from '../attacks/site.ts'
import type { ContenderMessage } from './contender.ts'

export type SinkOrder = { type: 'announce'; at: number } | { type: 'report' } | { type: 'forget' }

/** What the recording sink accepted since it was last reset. */
export interface SinkReport {
  /** How many messages were accepted for each recipient. */
  readonly copies: Readonly<Record<string, number>>
  readonly accepted: number
  readonly bytes: number
  /** The first message as received, one character per byte, with dots doubled; undefined before the first one. */
  readonly sample?: string | undefined
}
export type SinkMessage =
  | { type: 'listening'; port: number }
  | { type: 'reached'; accepted: number }
  | ({ type: 'report' } & SinkReport)

export interface Sink {
  readonly url: string
  readonly words: string
  close(): Promise<void>
}

export interface RecordingSink extends Sink {
  /** Resolves when that many messages have been accepted since the last `forget`. */
  reach(accepted: number): Promise<void>
  report(): Promise<SinkReport>
  forget(): void
}

const FOLDERS = ['/usr/sbin', '/usr/lib/postfix/sbin', '/usr/local/sbin', '/opt/homebrew/sbin']

/** @returns the path of one of Postfix's programs; undefined if it is not installed */
export function findPostfixTool(name: 'smtp-sink' | 'smtp-source'): string | undefined {
  return FOLDERS.map((folder) => path.join(folder, name)).find((file) => existsSync(file))
}

/** The fastest sink available: Postfix's smtp-sink, otherwise our own. */
export async function startFastSink(): Promise<Sink> {
  const program = findPostfixTool('smtp-sink')
  if (program === undefined) return startRecordingSink({ delayMs: 0 })
  const port = await findFreePort()
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(program, [...user, `127.0.0.1:${port}`, '1000'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  process.once('exit', () => child.kill())
  await untilItListens(port)
  return { url: `smtp://127.0.0.1:${port}`, words: 'smtp-sink of Postfix', close: () => end(child) }
}

/** Starts our own sink, which records how many messages each recipient got.
 *  @param delayMs  before the answer to each message */
export async function startRecordingSink({ delayMs }: { delayMs: number }): Promise<RecordingSink> {
  const child = fork(path.join(import.meta.dirname, 'sink-child.ts'), [String(delayMs)])
  const ended = once(child, 'exit').then(() => {
    throw new Error('The sink ended by itself')
  })
  // Nothing may still be waiting when it closes.
  ended.catch(() => undefined)
  const { port } = await next(child, ended, 'listening')
  const order = (message: SinkOrder) => void child.send(message)
  return {
    url: `smtp://127.0.0.1:${port}`,
    words: `our own sink, which answers after ${delayMs} ms`,
    async reach(at) {
      order({ type: 'announce', at })
      await next(child, ended, 'reached')
    },
    async report() {
      order({ type: 'report' })
      return next(child, ended, 'report')
    },
    forget: () => order({ type: 'forget' }),
    close: () => end(child),
  }
}

type ChildMessage = SinkMessage | ContenderMessage

/** Waits for a process's next message of that type.
 *  @param ended  throws when the process ends */
export async function next<Type extends ChildMessage['type']>(
  child: ChildProcess,
  ended: Promise<never>,
  type: Type,
): Promise<Extract<ChildMessage, { type: Type }>> {
  for (;;) {
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [ChildMessage]
    if (message.type === type) return message as Extract<ChildMessage, { type: Type }>
  }
}

async function untilItListens(port: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return
    } catch {
      await setTimeout(50)
    } finally {
      socket.destroy()
    }
  }
  throw new Error(`smtp-sink does not listen on port ${port}`)
}
