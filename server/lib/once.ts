import { SourceError } from './errors.ts'
import { Askers, askOnBehalfOfAll, currentAskers } from './askers.ts'

/** Runs work once for all simultaneous callers (single flight). The result is not kept: that is the job of a cache, which may
 *  evict anything, while every caller here must get an answer. Each caller becomes one of the work's askers (see
 *  currentAskers). A result shaped by a refusal of its askers goes only to the client who started it; the others run the work
 *  themselves, one after the other. */
export interface Once<Value> {
  /** @returns the result of the work in progress for the key, or of new work */
  run(key: string, start: () => Promise<Value>): Promise<Value>
  /** The result of the work in progress for the key, if any. Watching neither adds an asker nor starts the work. */
  watch(key: string): Promise<Value> | undefined
  readonly isIdle: boolean
  /** Resolves when all work in progress has ended, even by failing. */
  ended(): Promise<unknown>
}

export function createOnce<Value>(): Once<Value> {
  const underWay = new Map<
    string,
    { outcome: Promise<Value>; askers: Askers; startedBy: Askers['clients'] }
  >()
  return {
    async run(key, start) {
      const own = currentAskers()
      for (let running = underWay.get(key); running; running = underWay.get(key)) {
        running.askers.join(own)
        await Promise.allSettled([running.outcome])
        own.noteFreshUntil(running.askers.freshUntilMs)
        if (!running.askers.wereRefused || own.areGone) return running.outcome
        if (own.clients.every((client) => client !== undefined && running.startedBy.includes(client))) {
          own.noteRefusal()
          return running.outcome
        }
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
          own.noteFreshUntil(askers.freshUntilMs)
          if (askers.wereRefused) own.noteRefusal()
        })
      underWay.set(key, { outcome, askers, startedBy: own.clients })
      return outcome
    },
    watch: (key) => underWay.get(key)?.outcome,
    get isIdle() {
      return underWay.size === 0
    },
    ended: () => Promise.allSettled([...underWay.values()].map(({ outcome }) => outcome)),
  }
}

/** Keeps one value while its key stays the same; failures are not kept. Simultaneous callers share one computation. */
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
