import { LRUCache } from 'lru-cache'

import { SourceError } from './errors.ts'
import { Askers, askOnBehalfOfAll, currentAskers } from './askers.ts'

/** Runs work once for all simultaneous callers (single flight). The result is not kept: that is the job of a cache, which may
 *  evict anything, while every caller here must get an answer. Each caller becomes one of the work's askers (see
 *  currentAskers). A result shaped by a refusal of its askers goes only to the client who started it; the others run the work
 *  themselves, as soon as it is refused: one of them for all, unless that is refused too. One who no longer waits gets a
 *  GoneError in place of the result. */
export interface Once<Value> {
  /** @returns the result of the work in progress for the key, or of new work */
  run(key: string, start: () => Promise<Value>): Promise<Value>
  /** The result of the work in progress for the key; undefined if there is none, or once it waits in a queue in which others
   *  need not wait. Watching neither adds an asker nor starts the work. */
  watch(key: string): Promise<Value | undefined> | undefined
  readonly isIdle: boolean
  /** Resolves when all work in progress has ended, even by failing. */
  ended(): Promise<unknown>
}

export function createOnce<Value>(): Once<Value> {
  interface Run {
    readonly outcome: Promise<Value>
    readonly askers: Askers
    /** Resolves if its askers are refused. */
    readonly refused: Promise<void>
    /** None once all have hung up: it may then end for nobody, whoever joins it later. */
    startedBy: Askers['clients']
  }
  const underWay = new Map<string, readonly Run[]>()
  const findRun = (key: string, isWanted: (run: Run) => boolean) => underWay.get(key)?.find(isWanted)

  function end(key: string, run: Run): void {
    const others = underWay.get(key)?.filter((each) => each !== run) ?? []
    if (others.length > 0) underWay.set(key, others)
    else underWay.delete(key)
  }

  return {
    async run(key, start) {
      const own = currentAskers()
      const isOwn = ({ startedBy }: Run) =>
        own.clients.every((client) => client !== undefined && startedBy.includes(client))
      const findJoinable = () => findRun(key, ({ askers }) => !askers.wereRefused) ?? findRun(key, isOwn)
      for (let running = findJoinable(); running; running = findJoinable()) {
        running.askers.join(own)
        const isOthers = !isOwn(running)
        await Promise.race([Promise.allSettled([running.outcome]), ...(isOthers ? [running.refused] : [])])
        own.throwIfGone()
        if (isOthers && running.askers.wereRefused) continue
        own.noteFreshUntil(running.askers.freshUntilMs)
        if (!isOthers && running.askers.wereRefused) own.noteRefusal()
        return running.outcome
      }
      const askers = new Askers()
      askers.join(own)
      askers.onRefusal(() => own.noteRefusal())
      askers.onQueued((areQueued) => own.noteQueued(areQueued))
      const outcome = askOnBehalfOfAll(askers, start)
        .catch((error: unknown) => {
          if (error instanceof SourceError && error.concerns === 'asker') askers.noteRefusal()
          throw error
        })
        .finally(() => {
          end(key, run)
          own.noteFreshUntil(askers.freshUntilMs)
        })
      const refused = new Promise<void>((resolve) => askers.onRefusal(resolve))
      const run: Run = { outcome, askers, refused, startedBy: own.clients }
      askers.onChange(() => {
        if (askers.areGone) run.startedBy = []
      })
      underWay.set(key, [...(underWay.get(key) ?? []), run])
      return outcome
    },
    watch(key) {
      const run = findRun(key, ({ askers }) => !askers.wereRefused && !askers.areQueued)
      if (run === undefined) return undefined
      const queued = new Promise<undefined>((resolve) =>
        run.askers.onQueued((areQueued) => areQueued && resolve(undefined)),
      )
      return Promise.race([run.outcome, queued])
    },
    get isIdle() {
      return underWay.size === 0
    },
    ended: () => Promise.allSettled([...underWay.values()].flat().map(({ outcome }) => outcome)),
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

/** @returns the function, which then works out the value of each object only once */
export function onceEach<Item extends object, Value>(work: (item: Item) => Value): (item: Item) => Value {
  const known = new WeakMap<Item, { readonly value: Value }>()
  return (item) => {
    const found = known.get(item)
    if (found) return found.value
    const value = work(item)
    known.set(item, { value })
    return value
  }
}

/** Keeps values by key, those last asked for until `maxSize` is reached; failures are not kept. Simultaneous callers share one
 *  computation, as with createOnce.
 *  @param sizeOf  in the unit of maxSize; 512 is added for the key and its place */
export function createKeptOnce<Value extends object>({
  maxSize,
  sizeOf,
}: {
  maxSize: number
  sizeOf: (value: Value) => number
}) {
  const kept = new LRUCache<string, Value>({ maxSize, sizeCalculation: (value) => sizeOf(value) + 512 })
  const making = createOnce<Value>()
  return async (key: string, make: () => Promise<Value>): Promise<Value> => {
    const makeAndKeep = async () => {
      const value = await make()
      kept.set(key, value)
      return value
    }
    return kept.get(key) ?? making.run(key, makeAndKeep)
  }
}
