import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { text } from 'node:stream/consumers'

import { describe, expect, it, vi } from 'vitest'

import { createLogger, createRequestLines, gatherConsole } from './logger.ts'

function pathInLog(path: string): unknown {
  const lines: string[] = []
  createLogger('info', { write: (line) => void lines.push(line) }).info({ path }, 'request')
  return (JSON.parse(lines[0] ?? '') as { path: unknown }).path
}

describe('a path in the log', () => {
  it.each([
    ['/stocks/AAPL', '/stocks/AAPL'],
    ['/share-image/crypto/BTC-USD.png', '/share-image/crypto/BTC-USD.png'],
    ['/newsletter/archive/2026-11-23/figures', '/newsletter/archive/2026-11-23/figures'],
    ['/assets/ticker-screen-BQ3kZ9xW.js.br', '/assets/ticker-screen-BQ3kZ9xW.js.br'],
    ['/u/ada@mail.example', '/u/***@***'],
    ['/u/ada%40mail.example', '/u/***@***'],
    ['/u/ada%2540mail.example', '/u/***@***'],
    ['/u/ada%25252540mail%252eexample/x', '/u/***@***/x'],
    ['/u/ada＠mail.example', '/u/***@***'],
    ['/u/ada%EF%BC%A0mail.example', '/u/***@***'],
    ['/u/ada%25EF%25BC%25A0mail.example', '/u/***@***'],
    ['/u/ada﹫mail.example', '/u/***@***'],
    ['/u/ada%EF%B9%ABmail.example', '/u/***@***'],
    ['/u/ada%25ef%25b9%25abmail.example', '/u/***@***'],
    ['/u/ada%uFF20mail.example', '/u/***@***'],
    [`/u/${'a'.repeat(100)}@mail.example`, '/u/***@***'],
    [`/unsubscribe/${'A1b2-_'.repeat(8)}`, '/unsubscribe/***'],
    [`/unsubscribe/a.${'A1b2%3D'.repeat(8)}/x`, '/unsubscribe/***/x'],
  ])('%s is written as %s', (path, logged) => {
    expect(pathInLog(path)).toBe(logged)
  })

  it('is cut if it is very long', () => {
    expect(pathInLog('/'.repeat(10_000))).toBe(`${'/'.repeat(500)}...`)
  })
})

it('masks twice-encoded addresses in messages of any length', () => {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line) => void lines.push(line) })
  // A backtracking expression would take minutes here.
  logger.info(`${'%25'.repeat(300_000)} ${'%EF%B9'.repeat(150_000)} no mail to ada%2540mail.example`)
  expect(lines[0]).toContain('no mail to ***@***')
  expect(lines[0]).not.toMatch(/\bada\b/)
})

it('leaves no timer behind while it is silent', () => {
  vi.useFakeTimers()
  createLogger('silent')
  const timers = vi.getTimerCount()
  vi.useRealTimers()
  expect(timers).toBe(0)
})

it.each([
  ['process.exit(3)', 3],
  ["logger.fatal('over'); process.reallyExit(4)", 4],
  ["throw new Error('unforeseen')", 1],
])('has written all that was logged when the process ends by %s', (end, status) => {
  const logger = JSON.stringify(new URL('logger.ts', import.meta.url))
  const program = `
    const { createLogger } = await import(${logger})
    const logger = createLogger('info', 1)
    for (let line = 0; line < 2000; line += 1) logger.info({ line }, 'Grüße')
    ${end}`
  const ended = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
  const lines = ended.stdout.split('\n').filter((line) => line.includes('Grüße'))
  const numbers = lines.map((line) => (JSON.parse(line) as { line: number }).line)
  expect(ended.status).toBe(status)
  // Lines being written when the process ended may come after those that were still waiting.
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 2_000 }, (_, line) => line))
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', msg: 'Grüße' })
})

it.each([
  ['ends by itself', '', 0],
  ['exits', 'process.exit(3)', 3],
  ['logs a fatal error', "logger.fatal('over'); process.exit(4)", 4],
])('neither ends nor hangs a process whose standard output is a full disk and that %s', (_, end, status) => {
  const program = `
    process.on('uncaughtException', () => process.exit(9))
    const { createLogger } = await import(${JSON.stringify(new URL('logger.ts', import.meta.url))})
    const logger = createLogger('info', 1)
    for (let line = 0; line < 3; line += 1) {
      logger.info('x'.repeat(70_000))
      await new Promise((resolve) => setTimeout(resolve, 150))
    }
    ${end}`
  const full = openSync('/dev/full', 'w')
  const ended = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', full, 'inherit'],
    timeout: 60_000,
  })
  closeSync(full)
  expect(ended.status).toBe(status)
})

it.each([
  ['blocks', ''],
  ['answers "not now"', 'void process.stdout'],
])(
  'keeps at most some megabytes for a pipe that nobody reads and that %s, and says what it lost',
  async (_, open) => {
    const program = `
    ${open}
    const { createLogger } = await import(${JSON.stringify(new URL('logger.ts', import.meta.url))})
    const logger = createLogger('info', 1)
    for (let line = 0; line < 100; line += 1) {
      logger.info({ line }, 'x'.repeat(1_000_000))
      await new Promise((resolve) => setImmediate(resolve))
    }
    process.once('message', () => process.disconnect())
    process.send('logged')`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    await once(child, 'message')
    child.send('go on')
    const { stdout } = child
    if (stdout === null) throw new Error('no pipe')
    const lines = (await text(stdout)).trim().split('\n')
    const parsed = lines.map((line) => JSON.parse(line) as { line?: number; lost?: number; level: string })
    const kept = parsed.flatMap(({ line }) => line ?? [])
    const lost = parsed.flatMap((line) => line.lost ?? [])
    expect(kept).toEqual(Array.from({ length: kept.length }, (_value, line) => line))
    expect(kept.length).toBeLessThan(20)
    expect(kept.length + lost.reduce((sum, count) => sum + count, 0)).toBe(100)
  },
)

it('describes a known error in words, without a stack trace or an address', () => {
  const lines: string[] = []
  const logger = createLogger(
    'info',
    { write: (line) => void lines.push(line) },
    {
      tell: (error) =>
        error instanceof RangeError ? `told of ada@mail.example: ${error.message}` : undefined,
    },
  )
  logger.error({ err: new RangeError('too far') }, 'known')
  logger.error({ err: new Error('odd') }, 'unknown')
  const [known, unknown] = lines.map((line) => (JSON.parse(line) as { err: Record<string, string> }).err)
  expect(known).toEqual({ type: 'RangeError', message: 'told of ***@***: too far' })
  expect(unknown?.['stack']).toContain('logger.test.ts')
})

it('turns what libraries print into log lines, without colors or addresses', () => {
  const lines: string[] = []
  const say = (..._words: unknown[]): void => undefined
  const printed = { log: say, info: say, warn: say, error: say }
  gatherConsole(createLogger('info', { write: (line) => void lines.push(line) }), printed)
  printed.log('%s of ada@mail.example', 'mail')
  printed.warn('\u001b[33m[Warning]\u001b[39m two\nlines\n')
  expect(lines).toHaveLength(2)
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 'info', from: 'console', msg: 'mail of ***@***' },
    { level: 'warn', from: 'console', msg: '[Warning] two\nlines' },
  ])
})

describe('the line of a request', () => {
  const request = {
    method: 'GET',
    path: '/u/ada@mail.example',
    status: 200,
    milliseconds: 3,
    isAborted: false,
  }
  const clock = () => vi.useFakeTimers({ now: new Date('2026-11-23T12:00:00Z') })

  it.each([
    ['info', {}, {}],
    ['warn', { status: 503 }, {}],
    ['info', { path: '/"\\\n\u2028', isAborted: true }, { aborted: true }],
    ['info', { path: '/'.repeat(600) }, {}],
    ['info', { path: `/unsubscribe/${'A1b2-_'.repeat(8)}` }, {}],
  ] as const)('is the one that Pino would write: %s %j', (level, more, also) => {
    clock()
    const lines: string[] = []
    const logger = createLogger('info', { write: (line) => void lines.push(line) })
    const { isAborted: _isAborted, ...told } = { ...request, ...more }
    logger[level]({ ...told, ...also }, 'request')
    const write = createRequestLines(logger)
    write({ ...request, ...more })
    // The second line comes from the cache.
    write({ ...request, ...more })
    vi.useRealTimers()
    expect(lines).toHaveLength(3)
    expect(new Set(lines).size).toBe(1)
    expect(lines[0]).not.toMatch(/ada|A1b2/)
  })

  it('is left out below the level of the log', () => {
    const lines: string[] = []
    const write = createRequestLines(createLogger('warn', { write: (line) => void lines.push(line) }))
    write(request)
    write({ ...request, status: 500 })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('"status":500')
  })
})
