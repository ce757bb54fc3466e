import type { SinkReport } from './sinks.ts'

/** A line of a Markdown table. */
export const row = (...cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`

/** Prints the head of a Markdown table. */
export function printHead(...columns: readonly string[]): void {
  console.log(row(...columns))
  console.log(row(...columns.map(() => '---')))
}

export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

/** @param values  at least one; for an even number the median is the mean of the middle two
 *  @throws RangeError for none */
export function spreadOf(values: readonly number[]): Spread {
  if (values.length === 0) throw new RangeError('There is no median of no values')
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  const lower = sorted[sorted.length - 1 - middle] ?? Number.NaN
  return {
    median: (lower + upper) / 2,
    min: sorted[0] ?? Number.NaN,
    max: sorted.at(-1) ?? Number.NaN,
  }
}

/** How a measure compares with another in the same rounds: the median of each round's ratio, so that a slow minute of the
 *  machine affects both sides.
 *  @param ours  one value for each round
 *  @param theirs  the same rounds, none of them 0
 *  @throws RangeError if they are not from the same rounds */
export function ratioOf(ours: readonly number[], theirs: readonly number[]): Spread {
  if (ours.length !== theirs.length) throw new RangeError('The measures are of different rounds')
  return spreadOf(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)))
}

/** The effect of a kill on the readers. */
export interface KillTally {
  /** Messages that a reader got beyond the first. */
  readonly duplicates: number
  /** Readers who got nothing, and whom the sender does not show as unknown. */
  readonly losses: number
  /** Readers whom the sender shows as unknown, not sent to again. */
  readonly unknown: number
  /** How many of those readers did receive it. */
  readonly unknownTaken: number
}

/** @param readers  everyone who should get one message
 *  @param copies  how many messages the sink accepted for each reader
 *  @param unknown  readers whom the sender shows as unknown at the end */
export function tallyKill(options: {
  readers: readonly string[]
  copies: SinkReport['copies']
  unknown: ReadonlySet<string>
}): KillTally {
  const { readers, copies, unknown } = options
  const taken = (reader: string) => copies[reader] ?? 0
  return {
    duplicates: readers.reduce((sum, reader) => sum + Math.max(0, taken(reader) - 1), 0),
    losses: readers.filter((reader) => taken(reader) === 0 && !unknown.has(reader)).length,
    unknown: unknown.size,
    unknownTaken: [...unknown].filter((reader) => taken(reader) > 0).length,
  }
}
