/** Runs what is done about one key in this process one after the other, in the order of the calls; a failure concerns
 *  its own caller alone. Waiting so costs no database connection: a flood about one address must not take them all. */
export function createOneAtATime(): <Result>(key: string, work: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const before = last.get(key)
    const mine = before === undefined ? work() : before.then(work, work)
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}
