import { pino, stdSerializers, type Logger } from 'pino'

export type { Logger }

// Whatever a library puts into a message, an address of a person does not reach the log whole.
const ADDRESS = /[^\s@<>"'(),:;]+@([^\s@<>"'(),:;]+)/g
const maskAddresses = (text: string) => text.replace(ADDRESS, '***@***')

/** @param level  'silent' in tests
 *  @param destination  1 standard output (the server), 2 standard error (commands: their output is for machines) */
export function createLogger(level: string, destination: 1 | 2 = 1): Logger {
  return pino(
    {
      level,
      serializers: {
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
    pino.destination({ dest: destination, sync: destination === 2 }),
  )
}
