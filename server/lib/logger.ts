import { write, writeSync } from 'node:fs'
import { format, stripVTControlCharacters } from 'node:util'

import { LRUCache } from 'lru-cache'
import { pino, stdSerializers, symbols, type DestinationStream, type Logger } from 'pino'

export type { Logger }

// No full address reaches the log, whatever a library puts into a message. The @ may be encoded any number of times (%2540), or
// be the full-width or the small form. Each run of characters is tried only from its beginning, so a long text without an
// address is cheap.
const ADDRESS =
  /(?<![^\s@＠﹫<>"'(),:;/])[^\s@＠﹫<>"'(),:;/]+?(?:[@＠﹫]|%(?:25)*(?:40|u(?:0040|FE6B|FF20)|EF%(?:25)*(?:B9%(?:25)*AB|BC%(?:25)*A0)))[^\s@＠﹫<>"'(),:;/]+/gi
const MARKS_OF_ADDRESSES = /[@＠﹫%]/
const maskAddresses = (text: string) =>
  MARKS_OF_ADDRESSES.test(text) ? text.replace(ADDRESS, '***@***') : text

/** How much gathers before it is written. This is lost at most, and only if the process is killed: any other end writes it. */
const GATHERED_LENGTH = 65_536
const GATHERED_MS = 100
/** While nobody reads the log, about this many characters wait; further lines are lost, and their number is told. */
const MOST_WAITING = 8_000_000

const LONGEST_PATH = 500
/** A path may contain one of our tokens, which are at least this long; no page or file has such a long name. */
const TOKEN = /[\w.~%=-]{40,}/g
const SHORTEST_TOKEN = 40

/** Masks addresses and tokens in a path as it was requested, and cuts a very long one. */
function maskPath(path: string): string {
  const cut = path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}...` : path
  const masked = maskAddresses(cut)
  return masked.length < SHORTEST_TOKEN ? masked : masked.replace(TOKEN, '***')
}

/** @param level  'silent' in tests
 *  @param tell  words for a known error, which replace its stack trace
 *  @param destination  1 for standard output (the server), 2 for standard error (commands, whose standard output is for
 *    machines), or a stream that a test reads */
export function createLogger(
  level: string,
  destination: 1 | 2 | DestinationStream = 1,
  { tell }: { tell?: (error: unknown) => string | undefined } = {},
): Logger {
  return pino(
    {
      level,
      // Readable by people and log collectors alike, without a table of level numbers.
      timestamp: createTimestamp(),
      formatters: { level: (label) => ({ level: label }) },
      serializers: {
        path: (path: unknown) => (typeof path === 'string' ? maskPath(path) : path),
        err: (error: unknown) => {
          const { type, message, stack, code } = stdSerializers.err(error as Error)
          const words = tell?.(error)
          if (words !== undefined) return { type, message: maskAddresses(words), code }
          return { type, message: maskAddresses(message), stack: maskAddresses(stack ?? ''), code }
        },
      },
      hooks: {
        logMethod(args, method) {
          const masked = args.map((value: unknown) =>
            typeof value === 'string' ? maskAddresses(value) : value,
          )
          method.apply(this, masked as typeof args)
        },
      },
    },
    destinationOf(level === 'silent' ? NOWHERE : destination),
  )
}

type Console = Pick<typeof console, 'log' | 'info' | 'warn' | 'error'>

/** Redirects what libraries print into the log, so that every line of output is one object. */
export function gatherConsole(logger: Logger, target: Console = console): void {
  const gather =
    (level: 'info' | 'warn' | 'error') =>
    (...words: unknown[]) => {
      const text = stripVTControlCharacters(format(...words)).trim()
      logger[level]({ from: 'console' }, text)
    }
  Object.assign(target, {
    log: gather('info'),
    info: gather('info'),
    warn: gather('warn'),
    error: gather('error'),
  })
}

/** Returns the time of a line in the format of isoTime, formatted only once per millisecond. */
function createTimestamp(): () => string {
  let writtenMs = Number.NaN
  let written = ''
  return () => {
    const nowMs = Date.now()
    if (nowMs !== writtenMs) {
      writtenMs = nowMs
      written = `,"time":"${new Date(nowMs).toISOString()}"`
    }
    return written
  }
}

/** Discards everything: a real destination would wake every tenth of a second to write nothing. */
const NOWHERE: DestinationStream = { write() {} }

function destinationOf(destination: 1 | 2 | DestinationStream): DestinationStream {
  if (destination === 1) return openStandardOutput()
  return destination === 2 ? { write: (line) => writeNow(2, Buffer.from(line)) } : destination
}

/** Lines are gathered and written together: a write per line would cost a server as much as its answers do. Pino's own destination
 *  ends the process when a disk is full, and first tries for ever to write its last lines. */
function openStandardOutput(): DestinationStream & { flushSync(): void } {
  let gathered = ''
  /** What was gathered before, in the course of being written. */
  let taken = Buffer.alloc(0)
  /** How much of its beginning is with the system now. */
  let underWay = 0
  let lost = 0
  const takeGathered = () => {
    const lines = lost === 0 ? gathered : gathered + describeLost(lost)
    gathered = ''
    lost = 0
    return Buffer.from(lines)
  }
  const passOn = () => {
    if (underWay > 0) return
    if (taken.length === 0) taken = takeGathered()
    if (taken.length === 0) return
    underWay = findPiece(taken)
    write(1, taken, 0, underWay, null, (error, length) => {
      // What a full disk or a closed pipe does not take is lost: no server must end because of its log.
      const ended = error === null ? length : error.code === 'EAGAIN' ? 0 : underWay
      taken = taken.subarray(ended)
      underWay = 0
      if (error === null && (taken.length > 0 || gathered.length >= GATHERED_LENGTH)) passOn()
    })
  }
  const flushSync = () => {
    const waiting = Buffer.concat([taken.subarray(underWay), takeGathered()])
    taken = taken.subarray(0, underWay)
    writeNow(1, waiting)
  }
  process.on('exit', flushSync)
  setInterval(passOn, GATHERED_MS).unref()
  return {
    write(line) {
      if (taken.length + gathered.length > MOST_WAITING) {
        lost += 1
        return
      }
      gathered += line
      if (gathered.length >= GATHERED_LENGTH) passOn()
    },
    // Pino calls this after a fatal line.
    flushSync,
  }
}

const describeLost = (lost: number) =>
  `{"level":"warn"${createTimestamp()()},"lost":${lost},"msg":"lines are missing from the log: nobody read it"}\n`

/** How often a pipe whose reader is slow is tried again, after how long, before what is left is lost: ten seconds in all. */
const MOST_TRIES = 1_000
const TRY_AGAIN_MS = 10

/** What a pipe takes in one piece: between larger writes it may put another one's. */
const PIECE_LENGTH = 4_096

/** The length of the whole lines, at least one, at the beginning of these bytes that can be written in one piece. While one is being
 *  written, the end of the process may write others. */
function findPiece(bytes: Buffer): number {
  if (bytes.length <= PIECE_LENGTH) return bytes.length
  return bytes.lastIndexOf('\n', PIECE_LENGTH - 1) + 1 || bytes.indexOf('\n') + 1 || bytes.length
}

/** Writes before it returns; what a full disk or a closed pipe does not take is lost. */
function writeNow(to: 1 | 2, bytes: Buffer): void {
  let left = bytes
  let tries = 0
  while (left.length > 0 && tries < MOST_TRIES) {
    try {
      left = left.subarray(writeSync(to, left, 0, findPiece(left)))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
      tries += 1
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TRY_AGAIN_MS)
    }
  }
}

/** A request for the log; `path` is as it was requested. */
export interface LoggedRequest {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly milliseconds: number
  readonly isAborted: boolean
}

/** Writes the same line as `logger.info({ method, path, status, milliseconds }, 'request')`, or `logger.warn`. Every request writes
 *  one, and Pino is too slow for that: it checks for everything that a line may hold. */
export function createRequestLines(logger: Logger): (request: LoggedRequest) => void {
  const about = logger as Logger & {
    [symbols.streamSym]: DestinationStream
    [symbols.timeSym]: () => string
    [symbols.chindingsSym]: string
  }
  const paths = new LRUCache<string, string>({ maxSize: 1_000, sizeCalculation: () => 1 })
  function writePath(path: string): string {
    const known = paths.get(path)
    if (known !== undefined) return known
    const written = JSON.stringify(maskPath(path))
    if (path.length < LONGEST_PATH) paths.set(path, written)
    return written
  }
  return ({ method, path, status, milliseconds, isAborted }) => {
    const level = status >= 500 ? 'warn' : 'info'
    if (logger.levelVal > (logger.levels.values[level] ?? 0)) return
    about[symbols.streamSym].write(
      `{"level":"${level}"${about[symbols.timeSym]()}${about[symbols.chindingsSym]},"method":"${method}","path":${writePath(path)},"status":${status},"milliseconds":${milliseconds}${isAborted ? ',"aborted":true' : ''},"msg":"request"}\n`,
    )
  }
}
