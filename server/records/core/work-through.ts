/** Does some work on each item, so many at a time. After an error nothing new is begun.
 *  @throws the first error, when none of the work goes on any more */
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
