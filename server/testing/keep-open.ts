/** Options of a test's HTTP server that keep it from closing a connection which a client on a slow machine is about to
 *  reuse. */
export const KEEP_OPEN = { keepAliveTimeout: 600_000 } as const
