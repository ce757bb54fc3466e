/** Lets one holder at a time work on a key. Locks save work; they are no promise: one may be lost with a connection. */
export interface KeyLocks {
  /** @returns the way to give the lock back, which never throws; undefined while another holds it
   *  @throws the database's error where no lock can be had at all */
  tryLock(key: string): Promise<(() => Promise<void>) | undefined>
}

/** For a single process, which keeps its own order: every lock is free. */
export const freeLocks: KeyLocks = { tryLock: async () => async () => {} }
