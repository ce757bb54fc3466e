/** Numbers that look drawn, and are the same for the same seed on every machine (mulberry32). */
export interface Random {
  /** @returns a whole number from `low` to `high`, both included */
  between(low: number, high: number): number
  /** @throws RangeError for an empty list */
  pick<T>(list: readonly T[]): T
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    between,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new RangeError('Nothing to pick from.')
      return list[between(0, list.length - 1)] as T
    },
  }
}
