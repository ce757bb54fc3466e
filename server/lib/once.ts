import { SourceError } from './errors.ts'
import { Askers, askOnBehalfOfAll, currentAskers } from './fair-queue.ts'

/** Work that several ask for at the same time is done once. What comes of it is not kept: that is a cache's part, which may
 *  let go of anything it holds, and whoever waits must get an answer all the same. It is done for all who wait for it: each
 *  who joins is one of its askers from then on (see currentAskers). What was shaped by a refusal of its askers is for who
 *  started it alone: each who joined asks for himself, one after the other. */
export interface Once<Value> {
  /** @returns what comes of the work that is under way for the key, or starts it */
  run(key: string, start: () => Promise<Value>): Promise<Value>
  readonly isIdle: boolean
  /** Resolves when all that is under way by now has ended, well or badly. */
  ended(): Promise<unknown>
}

export function createOnce<Value>(): Once<Value> {
  const underWay = new Map<string, { outcome: Promise<Value>; askers: Askers }>()
  return {
    async run(key, start) {
      const own = currentAskers()
      for (let running = underWay.get(key); running; running = underWay.get(key)) {
        running.askers.join(own)
        await Promise.allSettled([running.outcome])
        if (!running.askers.wereRefused || own.areGone) return running.outcome
      }
      const askers = new Askers()
      askers.join(own)
      const outcome = askOnBehalfOfAll(askers, start)
        .catch((error: unknown) => {
          if (error instanceof SourceError && error.concerns === 'asker') askers.noteRefusal()
          throw error
        })
        .finally(() => {
          underWay.delete(key)
          if (askers.wereRefused) own.noteRefusal()
        })
      underWay.set(key, { outcome, askers })
      return outcome
    },
    get isIdle() {
      return underWay.size === 0
    },
    ended: () => Promise.allSettled([...underWay.values()].map(({ outcome }) => outcome)),
  }
}

/** Keeps one value while its key stays the same; a failure is not kept. Whoever asks meanwhile waits for the same. */
export function createKept<Value>() {
  let kept: { readonly key: string; readonly value: Promise<Value> } | undefined
  return async (key: string, load: () => Promise<Value>): Promise<Value> => {
    const asked = kept?.key === key ? kept : { key, value: load() }
    kept = asked
    try {
      return await asked.value
    } catch (error) {
      if (kept === asked) kept = undefined
      throw error
    }
  }
}
