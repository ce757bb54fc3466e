import { SourceError } from './errors.ts'
import { Askers, askOnBehalfOfAll, currentAskers } from './fair-queue.ts'

/** Runs work once for all simultaneous callers (single flight). The result is not kept: that is a cache's job, which may
 *  evict anything, while every caller here must get an answer. The work is done for all who wait: each who joins becomes
 *  one of its askers (see currentAskers). A result shaped by a refusal of its askers is only for the one who started it;
 *  those who joined ask for themselves, one after the other. */
export interface Once<Value> {
  /** @returns the result of the work under way for the key, or of new work */
  run(key: string, start: () => Promise<Value>): Promise<Value>
  readonly isIdle: boolean
  /** Resolves when all work under way has ended or failed. */
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
