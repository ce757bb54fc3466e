/** Runs work on each item, at most `atOnce` at a time. Starts nothing new after an error.
 *  @throws the first error, once no work is running any more */
export async function workThrough<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]()
  let hasFailed = false
  async function workOnward(): Promise<void> {
    for (let next = queue.next(); !next.done && !hasFailed; next = queue.next()) {
      try {
        await work(next.value)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, workOnward))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
