import { LRUCache } from 'lru-cache'

import { isWithin, type Clock } from '../../lib/clock.ts'
import { SourceError } from '../../lib/errors.ts'
import type { SourceId } from '../providers/provider.ts'

const MAX_REFUSALS = 10_000

/** How often a source may be called. */
export interface CallLimit {
  readonly source: SourceId
  /** The source's name for readers. */
  readonly name: string
  /** Calls in any 60 seconds, over all processes; at least 1. */
  readonly perMinute: number
}

/** Whose calls are used up: everybody's, those of one client, or those left for a client that has made few; 'of a crowd': this
 *  process has no free connection to count one. */
type Whose = 'of all' | 'of the asker' | 'of the rest' | 'of a crowd'

/** Enough calls were made, in all or for this client: the source was not asked, and its state is not known. */
export class BudgetUsedUpError extends SourceError {
  readonly limit: CallLimit
  readonly whose: Whose

  constructor(limit: CallLimit, secondsLeft: number, whose: Whose = 'of all') {
    const { name, perMinute } = limit
    const reason = {
      'of all': `${name} has been asked ${perMinute} times within a minute, which is all it is asked.`,
      'of the asker': `Your address has asked for so much that is new that ${name} is not asked for more right now.`,
      'of the rest': `${name} is asked ${perMinute} times a minute at most, and what is left of that is kept for others.`,
      'of a crowd': 'Many people are asking for something new right now.',
    }[whose]
    super(name, `${reason} Try again in ${secondsLeft} seconds.`, {
      code: whose === 'of the asker' ? 'too-many-requests' : 'source-unavailable',
      retryAfterSeconds: secondsLeft,
      concerns: whose === 'of all' ? 'pause' : 'asker',
    })
    this.limit = limit
    this.whose = whose
  }
}

/** Remembers refusals until the oldest call behind them expires, whether everybody's, others' or the client's own: no call
 *  becomes available before that, so this process refuses without asking. */
export function rememberRefusals(clock: Clock) {
  // Limited by size: with a maximum number of entries it would allocate room for all of them at once.
  const refused = new LRUCache<string, { since: number; lengthMs: number; error: BudgetUsedUpError }>({
    maxSize: MAX_REFUSALS,
    sizeCalculation: () => 1,
  })
  const keyOf = (source: SourceId, asker: string | undefined) => `${source} ${asker ?? ''}`
  const keyOfAll = (source: SourceId) => `${source} of all`
  return {
    note(asker: string | undefined, error: BudgetUsedUpError): BudgetUsedUpError {
      const { source } = error.limit
      const lengthMs = (error.retryAfterSeconds ?? 0) * 1000
      const since = clock.now().getTime()
      const key = error.whose === 'of all' ? keyOfAll(source) : keyOf(source, asker)
      refused.set(key, { since, lengthMs, error })
      return error
    },
    find(source: SourceId, asker: string | undefined): BudgetUsedUpError | undefined {
      const now = clock.now().getTime()
      const known = [keyOfAll(source), keyOf(source, asker)].map((key) => refused.get(key))
      const holding = known.find((each) => each && isWithin(now, each.since, each.lengthMs))
      if (!holding) return undefined
      const { error, since, lengthMs } = holding
      return new BudgetUsedUpError(error.limit, Math.ceil((since + lengthMs - now) / 1000), error.whose)
    },
  }
}
