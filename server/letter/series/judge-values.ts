/** What a value of a series can be; beyond it, it is a slip more often than a figure. */
export interface ValueLimits {
  readonly min: number
  readonly max: number
  /** A value further than this from the middle one of those around it is not believed: 0.1 is ten percent. */
  readonly maxStep?: number
}

interface Dated {
  readonly date: string
  readonly value: number
}

export interface DoubtfulValue<Value> {
  readonly value: Value
  readonly reason: string
}

/** So many values on each side are held against one. */
const NEIGHBOURS = 2

/** Parts the values that can be believed from those that cannot. Where the level breaks for good, as after a new base
 *  year, only what comes after the break is left: nothing is compared across it.
 *  @param values  oldest first, one for each date */
export function judgeValues<Value extends Dated>(
  values: readonly Value[],
  { min, max, maxStep }: ValueLimits,
): { believed: Value[]; doubtful: DoubtfulValue<Value>[] } {
  const doubtful: DoubtfulValue<Value>[] = []
  const possible = values.filter((value) => {
    if (value.value >= min && value.value <= max) return true
    doubtful.push({ value, reason: `not between ${min} and ${max}` })
    return false
  })
  if (maxStep === undefined) return { believed: possible, doubtful }

  const near = possible.filter((value, index) => {
    const around = possible.slice(Math.max(0, index - NEIGHBOURS * 2), index + NEIGHBOURS + 1)
    // The newest has nothing behind it: it is held against the four before.
    const window = index + NEIGHBOURS < possible.length ? around.slice(-NEIGHBOURS * 2 - 1) : around
    if (isStepWithin(middleOf(window), value.value, maxStep)) return true
    doubtful.push({ value, reason: `more than ${maxStep * 100}% from the values around it` })
    return false
  })
  const breakAt = near.findLastIndex((value, index) => {
    const before = near[index - 1]
    return before !== undefined && !isStepWithin(before.value, value.value, maxStep)
  })
  const isBroken = breakAt > 0
  const first = near[breakAt]
  if (isBroken && first) {
    for (const value of near.slice(0, breakAt)) {
      doubtful.push({ value, reason: `before a jump of more than ${maxStep * 100}% on ${first.date}` })
    }
  }
  return { believed: isBroken ? near.slice(breakAt) : near, doubtful }
}

function isStepWithin(from: number, to: number, maxStep: number): boolean {
  return Math.abs(to - from) <= Math.abs(from) * maxStep
}

function middleOf(values: readonly { readonly value: number }[]): number {
  const ordered = values.map(({ value }) => value).sort((a, b) => a - b)
  const low = ordered[Math.floor((ordered.length - 1) / 2)] ?? 0
  const high = ordered[Math.ceil((ordered.length - 1) / 2)] ?? 0
  return low / 2 + high / 2
}
