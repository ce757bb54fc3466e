import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { type Listening, listenLocally } from '../../testing/listen-locally.ts'

const postgresUrl = process.env['LUNCHPAIL_TEST_POSTGRES']
const CHILD = path.join(import.meta.dirname, '../testing/load-child.ts')

interface Child {
  readonly process: ChildProcess
  /** @returns the number of loads by value or error code */
  load(times: number): Promise<Record<string, number>>
}

describe.skipIf(postgresUrl === undefined)(
  'two processes on one database (only on a real Postgres: the embedded one has one process)',
  () => {
    let opened: TestDatabase
    let source: Listening
    let calls: number
    let answer: (response: ServerResponse) => unknown
    let children: Child[]

    beforeEach(async () => {
      opened = await createTestDatabase()
      calls = 0
      const server = createServer((_request, response) => {
        calls++
        answer(response)
      })
      source = await listenLocally(server)
      children = await Promise.all([startChild(), startChild()])
    })
    afterEach(async () => {
      await source.close()
      await Promise.all(
        children.map(async ({ process: child }) => {
          if (child.exitCode !== null || child.signalCode !== null) return
          child.stdin?.end()
          await once(child, 'exit')
        }),
      )
      await opened.close()
    })

    async function startChild(): Promise<Child> {
      const child = spawn(process.execPath, [CHILD, opened.url ?? '', `${source.url}/`], {
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
      expect((await lines.next()).value).toBe('ready')
      return {
        process: child,
        async load(times) {
          child.stdin.write(`${times}\n`)
          const line = await lines.next()
          return JSON.parse(line.value ?? '{}') as Record<string, number>
        },
      }
    }

    const loadInFirstTwo = (times: number) =>
      Promise.all(children.slice(0, 2).map((child) => child.load(times)))
    const down500 = [{ 'source-unavailable': 500 }, { 'source-unavailable': 500 }]
    const later = async (response: ServerResponse, status: number, body: string) => {
      await setTimeout(300)
      response.writeHead(status).end(body)
    }
    const endPause = () =>
      sql`update market_cache set keep_until = lunchpail_now() where key like 'failed:%'`.execute(opened.db)

    it('ask the source once for a thousand simultaneous callers of an empty cache', async () => {
      answer = (response) => later(response, 200, 'value')
      expect(await loadInFirstTwo(500)).toEqual([{ value: 500 }, { value: 500 }])
      expect(calls).toBe(1)
    })

    it('ask a failing source once for a thousand callers, and not again until the pause is over', async () => {
      const newcomers = await Promise.all([startChild(), startChild()])
      children.push(...newcomers)
      const [early, late] = newcomers
      answer = (response) => later(response, 503, '')
      expect(await loadInFirstTwo(500)).toEqual(down500)
      expect(await loadInFirstTwo(500)).toEqual(down500)
      expect(await early.load(10)).toEqual({ 'source-unavailable': 10 })
      expect(calls).toBe(1)
      await endPause()
      answer = (response) => later(response, 200, 'back')
      expect(await late.load(10)).toEqual({ back: 10 })
      expect(calls).toBe(2)
    })

    it('carry on when the process that asks is killed', async () => {
      let isFirst = true
      answer = (response) => {
        if (!isFirst) response.end('value')
        isFirst = false
      }
      const [first, second] = children
      void first!.load(500)
      await vi.waitFor(() => {
        expect(calls).toBe(1)
      })
      const answers = second!.load(500)
      // Gives the second process time to start waiting.
      await setTimeout(500)
      expect(calls).toBe(1)
      first!.process.kill('SIGKILL')
      expect(await answers).toEqual({ value: 500 })
      expect(calls).toBe(2)
    })
  },
)
