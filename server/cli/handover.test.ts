import { mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { pino } from 'pino'
import { describe, expect, it } from 'vitest'

import { acceptCommands, handOver } from './handover.ts'

const countSubscribers = { words: ['subscribers', 'count'], folder: '/srv' }
const logger = pino({ level: 'silent' })
const newFolder = () => mkdtempSync(path.join(tmpdir(), 'lunchpail-'))

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
  it('runs in the process that holds the folder and brings its words and exit code back', async () => {
    const folder = newFolder()
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
    server.stop()
  })

  it('stays here when nobody listens', async () => {
    const folder = newFolder()
    expect(await handOver(folder, countSubscribers, captured().output)).toBeUndefined()
  })

  it('stays here when the socket was left by a killed process', async () => {
    const folder = newFolder()
    writeFileSync(path.join(folder, 'commands.sock'), '')
    expect(await handOver(folder, countSubscribers, captured().output)).toBeUndefined()
  })

  it('ends with an error when the server goes away in the middle', async () => {
    const folder = newFolder()
    const server = await acceptCommands(folder, { logger, run: () => Promise.reject(new Error('gone')) })
    const { texts, output } = captured()
    expect(await handOver(folder, countSubscribers, output)).toBe(1)
    expect(texts.error).toContain('went away')
    server.stop()
  })
})
