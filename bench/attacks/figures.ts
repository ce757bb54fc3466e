/** The outcome of one attack, one figure per line. */
export interface Figure {
  readonly attack: string
  readonly measured: string
  readonly value: string
}

/** @param folder  the built checkout whose code is attacked */
export type Attack = (folder: string) => Promise<Figure[]>

/** Runs one attack and returns its figures. */
export const figureOf =
  (attack: string) =>
  (measured: string, value: string): Figure => ({ attack, measured, value })

/** @returns the median; NaN if there are none */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** '9.6 s', '12 ms' */
export function inTime(ms: number): string {
  return ms >= 1_000 ? `${(ms / 1_000).toFixed(1)} s` : `${ms.toFixed(0)} ms`
}

/** '200: 55, 503: 5'; 0 stands for no answer. */
export function countStatuses(answers: readonly { status: number }[]): string {
  const counts = new Map<number, number>()
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${status === 0 ? 'no answer' : status}: ${count}`)
    .join(', ')
}
