/** Options of a test's HTTP server: it does not close a connection that a client on a slow machine is about to use again. */
export const KEEP_OPEN = { keepAliveTimeout: 600_000 } as const
