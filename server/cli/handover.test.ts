import { once } from 'node:events'
import { statSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import path from 'node:path'

import { pino } from 'pino'
import { describe, expect, it } from 'vitest'

import { setUpFolder } from '../testing/set-up-folder.ts'
import { acceptCommands, handOver } from './handover.ts'
import { OutputClosedError } from './process-output.ts'

const countSubscribers = { words: ['subscribers', 'count'], folder: '/srv' }
const logger = pino({ level: 'silent' })
const folder = setUpFolder()

function captured() {
  const texts = { output: '', error: '' }
  return {
    texts,
    output: {
      write: (text: string) => void (texts.output += text),
      writeError: (text: string) => void (texts.error += text),
    },
  }
}

describe('a command handed over', () => {
  it('runs in the process that holds the folder and returns its output and exit code', async () => {
    const server = await acceptCommands(folder, {
      logger,
      run: async ({ words, folder: typedIn }, output) => {
        output.write(`ran ${words.join(' ')} in ${typedIn}\n`)
        output.writeError('with a word to people\n')
        return 3
      },
    })
    const { texts, output } = captured()
    expect(await handOver(folder, countSubscribers, output)).toBe(3)
    expect(texts).toEqual({ output: 'ran subscribers count in /srv\n', error: 'with a word to people\n' })
    expect(statSync(path.join(folder, 'commands.sock')).mode & 0o777).toBe(0o600)
    await server.stop()
  })

  it('runs in its own process when no server listens', async () => {
    expect(await handOver(folder, countSubscribers, captured().output)).toBeUndefined()
  })

  it('runs in its own process when a killed process left the socket', async () => {
    writeFileSync(path.join(folder, 'commands.sock'), '')
    expect(await handOver(folder, countSubscribers, captured().output)).toBeUndefined()
  })

  it('ends with an error when the server goes away in the middle', async () => {
    const server = await acceptCommands(folder, { logger, run: () => Promise.reject(new Error('gone')) })
    const { texts, output } = captured()
    expect(await handOver(folder, countSubscribers, output)).toBe(1)
    expect(texts.error).toContain('went away')
    await server.stop()
  })

  it('does not harm the server if its terminal disconnects', async () => {
    const goOn = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    const server = await acceptCommands(folder, {
      logger,
      run: async (_command, output) => {
        output.write('started\n')
        await goOn.promise
        for (let line = 0; line < 100; line += 1) output.write('x'.repeat(10_000))
        setTimeout(ended.resolve, 50)
        return 0
      },
    })
    const terminal = createConnection(path.join(folder, 'commands.sock'))
    terminal.write(`${JSON.stringify(countSubscribers)}\n`)
    await once(terminal, 'data')
    terminal.destroy()
    goOn.resolve()
    // Without a listener the broken pipe would be an uncaught error, which fails the test run.
    await ended.promise
    const { output } = captured()
    expect(await handOver(folder, countSubscribers, output)).toBe(0)
    await server.stop()
  })

  it('runs no faster than its output is read', async () => {
    const page = 'x'.repeat(10_000)
    let written = 0
    const server = await acceptCommands(folder, {
      logger,
      run: async (_command, output) => {
        for (; written < 10_000; written += 1) {
          output.write(page)
          await output.caughtUp?.()
        }
        return 0
      },
    })
    const isFull = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    let read = 0
    const ended = handOver(folder, countSubscribers, {
      write: (text) => void (read += text.length),
      writeError: () => undefined,
      caughtUp() {
        isFull.resolve()
        return goOn.promise
      },
    })
    await isFull.promise
    await new Promise((resolve) => setTimeout(resolve, 500))
    // The buffers of the socket and its reader: a fraction of the hundred megabytes.
    expect(written).toBeLessThan(3_000)
    goOn.resolve()
    expect(await ended).toBe(0)
    expect(read).toBe(100_000_000)
    await server.stop()
  })

  it('ends when nobody reads its output any more', async () => {
    const ended = Promise.withResolvers<unknown>()
    const server = await acceptCommands(folder, {
      logger,
      run: async (_command, output) => {
        try {
          for (;;) {
            output.write('x'.repeat(10_000))
            await output.caughtUp?.()
          }
        } catch (error) {
          ended.resolve(error)
          return 1
        }
      },
    })
    const { texts, output } = captured()
    const caughtUp = () => Promise.reject(new OutputClosedError())
    expect(await handOver(folder, countSubscribers, { ...output, caughtUp })).toBe(1)
    expect(texts.error).toBe('The output was closed before its end.\n')
    expect(await ended.promise).toBeInstanceOf(OutputClosedError)
    await server.stop()
  })

  it('is awaited by the stop of its server', async () => {
    const started = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<number>()
    const server = await acceptCommands(folder, {
      logger,
      run: () => {
        started.resolve()
        return goOn.promise
      },
    })
    const { output } = captured()
    const handedOver = handOver(folder, countSubscribers, output)
    await started.promise
    let hasStopped = false
    const stopped = server.stop().then(() => (hasStopped = true))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(hasStopped).toBe(false)
    goOn.resolve(3)
    expect(await handedOver).toBe(3)
    await stopped
  })

  it('does not keep its server from stopping if nobody reads on', async () => {
    const isFull = Promise.withResolvers<void>()
    const server = await acceptCommands(folder, {
      logger,
      run: async (_command, output) => {
        output.write('x'.repeat(10_000_000))
        isFull.resolve()
        await output.caughtUp?.()
        return 0
      },
    })
    const terminal = createConnection(path.join(folder, 'commands.sock'))
    terminal.write(`${JSON.stringify(countSubscribers)}\n`)
    await isFull.promise
    await expect(server.stop()).resolves.toBeUndefined()
    terminal.destroy()
  })

  it('knows whether a person is reading along, and that it has no standard input', async () => {
    const server = await acceptCommands(folder, {
      logger,
      run: (_command, output) => {
        const { isTerminal, isHandedOver } = output
        output.write(JSON.stringify({ isTerminal, isHandedOver }))
        return Promise.resolve(0)
      },
    })
    for (const isTerminal of [true, false]) {
      const { texts, output } = captured()
      await handOver(folder, countSubscribers, { ...output, isTerminal })
      expect(JSON.parse(texts.output)).toEqual({ isTerminal, isHandedOver: true })
    }
    await server.stop()
  })
})
