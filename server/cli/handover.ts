import { existsSync, rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { createConnection, createServer, type Socket } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { once } from 'node:events'

import type { Logger } from '../lib/logger.ts'
import { OutputClosedError, waitUntilDrained } from './process-output.ts'

/** Where a command writes: output for machines, and words for people. */
export interface CommandOutput {
  write(text: string): void
  writeError(text: string): void
  /** Whether a person is reading along, so that a line may be redrawn. */
  readonly isTerminal?: boolean
  /** Whether the command runs in a different process from the one where it was typed, and so has no standard input. */
  readonly isHandedOver?: boolean
  /** Resolves once the reader has caught up. Await this when writing more than fits in memory.
   *  @throws OutputClosedError if nobody is reading any more */
  caughtUp?(): Promise<void>
}

/** A command as it was typed, and the folder it was typed in. */
export interface TypedCommand {
  words: readonly string[]
  folder: string
  /** Whether it was typed in a terminal. */
  isTerminal?: boolean
}

type RunCommand = (command: TypedCommand, output: CommandOutput) => Promise<number>

type Message = { output: string } | { error: string } | { exitCode: number }

/** The embedded database belongs to one process, so commands run inside the server while it holds the database.
 *  The socket's path is relative, since a socket's address has room for only about a hundred characters. */
const socketPath = (dataDir: string) => path.relative('.', path.join(dataDir, 'commands.sock'))

/** Takes commands from other processes of the same user until `stop`, which waits for those that run. They know by the signal that
 *  ends the process when to stop; one whose output nobody is reading just now ends for lack of a reader. */
export async function acceptCommands(
  dataDir: string,
  { run, logger }: { run: RunCommand; logger: Logger },
): Promise<{ stop(): Promise<void> }> {
  const address = socketPath(dataDir)
  // The folder's lock is ours: an existing socket was left by a process that was killed.
  rmSync(address, { force: true })
  const running = new Map<Promise<void>, Socket>()
  const server = createServer((socket) => {
    const runNoted: RunCommand = async (command, output) => {
      const ended = Promise.withResolvers<void>()
      running.set(ended.promise, socket)
      try {
        return await run(command, output)
      } finally {
        running.delete(ended.promise)
        ended.resolve()
      }
    }
    answerCommand(socket, runNoted).catch((error: unknown) => {
      logger.error({ err: error }, 'a handed-over command failed')
      socket.destroy()
    })
  })
  server.listen(address)
  await once(server, 'listening')
  await chmod(address, 0o600)
  server.unref()
  return {
    async stop() {
      server.close()
      rmSync(address, { force: true })
      for (const socket of running.values()) if (socket.writableNeedDrain) socket.destroy()
      await Promise.all(running.keys())
    },
  }
}

async function answerCommand(socket: Socket, run: RunCommand): Promise<void> {
  const lines = createInterface({ input: socket })
  // If the person who typed the command does not wait for its end, that is not the server's error. Both streams emit it.
  for (const source of [socket, lines]) source.on('error', () => socket.destroy())
  const send = (message: Message) => {
    if (socket.writable) socket.write(`${JSON.stringify(message)}\n`)
  }
  for await (const line of lines) {
    const command = JSON.parse(line) as TypedCommand
    const exitCode = await run(command, {
      write: (text) => send({ output: text }),
      writeError: (text) => send({ error: text }),
      isTerminal: command.isTerminal === true,
      isHandedOver: true,
      caughtUp: () => waitUntilDrained(socket),
    })
    send({ exitCode })
    socket.end()
    return
  }
}

/** Passes a command to the server that holds the folder.
 *  @returns its exit code; undefined if no server listens there */
export async function handOver(
  dataDir: string,
  command: TypedCommand,
  output: CommandOutput,
): Promise<number | undefined> {
  const address = socketPath(dataDir)
  if (!existsSync(address)) return undefined
  const socket = createConnection(address)
  try {
    await once(socket, 'connect')
  } catch (error) {
    if (['ECONNREFUSED', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
  socket.write(`${JSON.stringify({ ...command, isTerminal: output.isTerminal === true })}\n`)
  try {
    for await (const line of createInterface({ input: socket })) {
      const message = JSON.parse(line) as Message
      if ('exitCode' in message) return message.exitCode
      if ('output' in message) output.write(message.output)
      else output.writeError(message.error)
      await output.caughtUp?.()
    }
  } catch (error) {
    if (!(error instanceof OutputClosedError)) throw error
    output.writeError(`${error.message}\n`)
    return 1
  } finally {
    // This tells the server that nobody is reading any more.
    socket.destroy()
  }
  output.writeError('The server went away before the command ended.\n')
  return 1
}
