import { BudgetUsedUpError, type Charge } from './budget-refusals.ts'

/** As many as a coin's prices take at a source with a low limit, or a stock's at Twelve Data. With fewer, a client would get
 *  nothing for what it spends. */
export const LEAST_CALLS = 2

/** One client's share of a source's calls: at 600 a minute the pages of about 20 new tickers, ten of them at once. For a source
 *  with a low limit the minimum is two pages, or a third of all calls for a client on its own. */
export function shareOfClient(perMinute: number): { inAMinute: number; lately: number } {
  const least = Math.min(12, perMinute, Math.max(LEAST_CALLS, Math.ceil(perMinute / 3)))
  const inAMinute = Math.max(Math.ceil(perMinute / 6), least)
  return { inAMinute, lately: Math.max(Math.ceil(inAMinute / 2), least) }
}

/** How many calls of a day in UTC may be made. A client may make a twentieth of them, which at 800 are the prices of 20 stocks;
 *  what other sources merely lack gets half of them, the rest is kept for when they fail. */
export function limitsOfDay({ perDay, isForLacking }: Charge): { all: number; own: number } {
  if (!perDay) return { all: Number.MAX_SAFE_INTEGER, own: Number.MAX_SAFE_INTEGER }
  return {
    all: isForLacking ? Math.ceil(perDay / 2) : perDay,
    own: Math.max(Math.ceil(perDay / 20), LEAST_CALLS),
  }
}

/** A third of the calls is reserved for clients that have made few. */
export const SHARE_OF_FEW = 1 / 3
/** The part of the remaining calls that one client may use of that third. */
export const PART_OF_FEW = 1 / 10

/** A client with fewer calls than this may make another. The limit is what is left of two thirds of the calls, so that each of `n`
 *  clients that take all they can gets an `n + 1`th of these, and so does the next client. */
const shareOfRest = (perMinute: number, left: number): number =>
  Math.max(left - perMinute * SHARE_OF_FEW, left * PART_OF_FEW, Math.min(LEAST_CALLS, left))

/** The calls of the last minute, and of the day in UTC, from the point of view of one client. */
export interface Counts {
  readonly all: number
  /** The client's own. */
  readonly own: number
  /** The client's own within the last ten seconds. */
  readonly ownLately: number
  readonly allToday: number
  readonly ownToday: number
  /** Whole seconds until the oldest call of each kind expires, or the day ends. */
  readonly secondsLeft: {
    readonly all: number
    readonly own: number
    readonly ownLately: number
    readonly today: number
  }
}

/** Returns why a client is refused what it asks for: the last of its calls could not be made any more.
 *  @param asker  undefined for the site itself, which has no share */
export function findShortage(
  charge: Charge,
  asker: string | undefined,
  counts: Counts,
): BudgetUsedUpError | undefined {
  const { perMinute, calls = 1 } = charge
  const { secondsLeft } = counts
  const beforeLast = (made: number) => made + calls - 1
  const refuse = (seconds: number, whose: BudgetUsedUpError['whose']) =>
    new BudgetUsedUpError(charge, seconds, whose)
  const ofDay = limitsOfDay(charge)
  if (beforeLast(counts.allToday) >= ofDay.all)
    return refuse(secondsLeft.today, charge.isForLacking ? 'for failures' : 'of the day')
  if (asker !== undefined && beforeLast(counts.ownToday) >= ofDay.own)
    return refuse(secondsLeft.today, 'of the asker today')
  if (beforeLast(counts.all) >= perMinute) return refuse(secondsLeft.all, 'of all')
  if (asker === undefined) return undefined
  const share = shareOfClient(perMinute)
  const own = beforeLast(counts.own)
  if (own >= share.inAMinute) return refuse(secondsLeft.own, 'of the asker')
  if (beforeLast(counts.ownLately) >= share.lately) return refuse(secondsLeft.ownLately, 'of the asker')
  if (own >= shareOfRest(perMinute, perMinute - counts.all)) return refuse(secondsLeft.all, 'of the rest')
  return undefined
}
