import { LRUCache } from 'lru-cache'

import { isWithin, type Clock } from '../../lib/clock.ts'
import { SourceError } from '../../lib/errors.ts'
import { describeWait } from '../../lib/text.ts'
import type { SourceId } from '../providers/provider.ts'

const MAX_REFUSALS = 10_000

/** How often a source may be called. */
export interface CallLimit {
  readonly source: SourceId
  /** The source's name for readers. */
  readonly name: string
  /** Calls in any 60 seconds, over all processes; at least 1. */
  readonly perMinute: number
  /** Calls in a day in UTC, over all processes; undefined or 0 without such a limit. */
  readonly perDay?: number | undefined
}

/** What a question takes of a limit. */
export interface Charge extends CallLimit {
  /** Calls to count at once, all or none of them; 1 by default. */
  readonly calls?: number | undefined
  /** Whether the sources before this one work and merely lack the asset: calls of a day that are kept for failures are then not
   *  available. */
  readonly isForLacking?: boolean | undefined
}

/** Why there is no call; 'of a crowd': this process has no free connection to count one. */
const REASONS = {
  'of all': {
    concerns: 'pause',
    describe: ({ name, perMinute }: Charge) =>
      `${name} has been asked ${perMinute} times within a minute, which is all it is asked.`,
  },
  'of the asker': {
    concerns: 'asker',
    describe: ({ name }: Charge) =>
      `Your address has asked for so much that is new that ${name} is not asked for more right now.`,
  },
  'of the rest': {
    concerns: 'asker',
    describe: ({ name, perMinute }: Charge) =>
      `${name} is asked ${perMinute} times a minute at most, and what is left of that is kept for others.`,
  },
  'of a crowd': {
    concerns: 'asker',
    describe: () => 'Many people are asking for something new right now.',
  },
  'of the day': {
    concerns: 'pause',
    describe: ({ name, perDay }: Charge) =>
      `${name} has been asked ${perDay} times today, which is all it is asked in a day.`,
  },
  'of the asker today': {
    concerns: 'asker',
    describe: ({ name }: Charge) =>
      `Your address has asked for so much that is new that ${name} is not asked for more today.`,
  },
  'for failures': {
    concerns: 'pause',
    describe: ({ name, perDay }: Charge) =>
      `${name} is asked ${perDay} times a day at most, and what is left of that is kept for when others fail.`,
  },
} as const

/** Whose calls are used up: everybody's, those of one client, or those kept for a client that has made few or for when other
 *  sources fail. */
type Whose = keyof typeof REASONS

/** Enough calls were made, in all or for this client: the source was not asked, and its state is not known. */
export class BudgetUsedUpError extends SourceError {
  readonly limit: Charge
  readonly whose: Whose

  constructor(limit: Charge, secondsLeft: number, whose: Whose = 'of all') {
    const { concerns, describe } = REASONS[whose]
    super(limit.name, `${describe(limit)} Try again in ${describeWait(secondsLeft)}.`, {
      code: whose.startsWith('of the asker') ? 'too-many-requests' : 'source-unavailable',
      retryAfterSeconds: secondsLeft,
      concerns,
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
      const key = error.concerns === 'pause' ? keyOfAll(source) : keyOf(source, asker)
      refused.set(key, { since, lengthMs, error })
      return error
    },
    find(
      source: SourceId,
      asker: string | undefined,
      { calls = 1, isForLacking = false }: Pick<Charge, 'calls' | 'isForLacking'> = {},
    ): BudgetUsedUpError | undefined {
      const now = clock.now().getTime()
      const known = [keyOfAll(source), keyOf(source, asker)].map((key) => refused.get(key))
      const holding = known.find(
        (each) =>
          each &&
          isWithin(now, each.since, each.lengthMs) &&
          // Fewer calls, or those kept for failures, may be left.
          calls >= (each.error.limit.calls ?? 1) &&
          (isForLacking || each.error.whose !== 'for failures'),
      )
      if (!holding) return undefined
      const { error, since, lengthMs } = holding
      return new BudgetUsedUpError(error.limit, Math.ceil((since + lengthMs - now) / 1000), error.whose)
    },
  }
}
