import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino'

export type { Logger }

// Whatever a library puts into a message, an address of a person does not reach the log whole.
// The bounds (RFC 5321 4.5.3.1) keep a long text without one cheap.
const ADDRESS = /[^\s@<>"'(),:;/]{1,64}(?:@|%40)[^\s@<>"'(),:;/]{1,255}/gi
const maskAddresses = (text: string) => text.replace(ADDRESS, '***@***')

/** @param level  'silent' in tests
 *  @param destination  1 standard output (the server), 2 standard error (commands: their output is for machines), or a
 *    stream that a test reads */
export function createLogger(level: string, destination: 1 | 2 | DestinationStream = 1): Logger {
  return pino(
    {
      level,
      serializers: {
        // What people type after the site's name can be an address of theirs.
        path: (path: unknown) => (typeof path === 'string' ? maskAddresses(path) : path),
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
