/** Work that several ask for at the same time is done once. What comes of it is not kept: that is a cache's part, which may
 *  let go of anything it holds, and whoever waits must get an answer all the same. */
export interface Once<Value> {
  /** @returns what comes of the work that is under way for the key, or starts it */
  run(key: string, start: () => Promise<Value>): Promise<Value>
  readonly isIdle: boolean
  /** Resolves when all that is under way by now has ended, well or badly. */
  ended(): Promise<unknown>
}

/** @param isForAll  whether those who joined take an outcome; otherwise each of them asks for himself, one after the other */
export function createOnce<Value>(
  isForAll: (outcome: PromiseSettledResult<Value>) => boolean = () => true,
): Once<Value> {
  const underWay = new Map<string, Promise<Value>>()
  return {
    async run(key, start) {
      for (let running = underWay.get(key); running; running = underWay.get(key)) {
        const [outcome] = await Promise.allSettled([running])
        if (isForAll(outcome)) return running
      }
      const started = start().finally(() => underWay.delete(key))
      underWay.set(key, started)
      return started
    },
    get isIdle() {
      return underWay.size === 0
    },
    ended: () => Promise.allSettled(underWay.values()),
  }
}
