import { pino, stdSerializers, stdTimeFunctions, type DestinationStream, type Logger } from 'pino'

export type { Logger }

// Whatever a library puts into a message, nobody's full address reaches the log.
// Its @ may have been encoded any number of times (%2540), or be the one of full width. Each run of characters is tried from
// its beginning alone, so that a long text without an address stays cheap.
const ADDRESS =
  /(?<![^\s@＠<>"'(),:;/])[^\s@＠<>"'(),:;/]+?(?:[@＠]|%(?:25)*(?:40|EF%(?:25)*BC%(?:25)*A0))[^\s@＠<>"'(),:;/]+/gi
const maskAddresses = (text: string) => text.replace(ADDRESS, '***@***')

const LONGEST_PATH = 500
/** The length of our shortest token, which somebody may put into a path; no page or file has such a long name. */
const TOKEN = /[\w.~%=-]{40,}/g

/** A path as typed, with possible addresses and tokens masked, cut if endless. */
function maskPath(path: string): string {
  const cut = path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}...` : path
  return maskAddresses(cut).replace(TOKEN, '***')
}

/** @param level  'silent' in tests
 *  @param destination  1 standard output (the server), 2 standard error (commands: their output is for machines), or a
 *    stream that a test reads */
export function createLogger(level: string, destination: 1 | 2 | DestinationStream = 1): Logger {
  return pino(
    {
      level,
      // For people and for what collects logs: names and times that need no table.
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: {
        path: (path: unknown) => (typeof path === 'string' ? maskPath(path) : path),
        err: (error: unknown) => {
          const { type, message, stack, code } = stdSerializers.err(error as Error)
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
    typeof destination === 'number'
      ? pino.destination({ dest: destination, sync: destination === 2 })
      : destination,
  )
}
