type Points = readonly (readonly [at: number, salience: number])[]

/** Scores a weekly figure by how many usual moves it moved: an ordinary move scores 20. */
const WEEKLY: Points = [
  [0, 18],
  [1, 20],
  [2, 32],
  [3, 44],
  [5, 60],
  [8, 75],
]
/** Scores a new monthly figure by how many usual deviations it is from its own mean of twelve months: an ordinary one
 *  scores 40. */
const MONTHLY: Points = [
  [0, 34],
  [1, 40],
  [2, 48],
  [3, 60],
  [5, 74],
  [8, 85],
]
/** Scores a share index by the percent that it moved in the week. */
const SHARES: Points = [
  [0, 12],
  [1, 20],
  [2, 34],
  [3, 52],
  [5, 70],
  [8, 85],
]
/** Scores a coin by the percent that it moved in the week: coins move three times as much as shares, and fewer people
 *  hold them. */
const COIN: Points = [
  [0, 10],
  [4, 18],
  [10, 28],
  [20, 60],
  [35, 80],
]
/** The score of two figures that move apart, before points for how long they have. */
const PAIR = 66
/** The most that a figure scores if it is not new this week. */
export const MOST_OF_OLD = 30
const SHARE_OF_OLD = 0.4
/** The least and the most that an extreme or a streak adds to the score of its figure. */
const SHORT_BONUS = -4
const LONG_BONUS = 12

/** How much a figure matters in its week: see "Salience of series" in docs/writing.md. */
export const salience = {
  weekly: (moves: number) => interpolate(WEEKLY, Math.abs(moves)),
  monthly: (deviations: number) => interpolate(MONTHLY, Math.abs(deviations)),
  shares: (fraction: number) => interpolate(SHARES, Math.abs(fraction) * 100),
  coin: (fraction: number) => interpolate(COIN, Math.abs(fraction) * 100),
  /** @param own  the score of the figure itself
   *  @param years  how far back the extreme reaches */
  extreme: (own: number, years: number) => own + (years < 1 ? SHORT_BONUS : Math.min(LONG_BONUS, years * 4)),
  /** @param count  how many periods in a row */
  streak: (own: number, count: number) => own + Math.min(LONG_BONUS, SHORT_BONUS + (count - 3) * 2),
  /** Scores two figures that pull apart in a household's life.
   *  @param years  since one of them was so low or so high
   *  @param weeks  how many weeks in a row the other moved the same way */
  pair: (years: number, weeks: number) =>
    PAIR + Math.min(LONG_BONUS, years * 4) + Math.min(LONG_BONUS, (weeks - 2) * 3),
  /** @param fresh  the score that it would have as news */
  old: (fresh: number) => Math.min(MOST_OF_OLD, fresh * SHARE_OF_OLD),
}

function interpolate(points: Points, at: number): number {
  const after = points.findIndex(([from]) => from > at)
  const [x0, y0] = points[after < 0 ? points.length - 1 : Math.max(0, after - 1)] ?? [0, 0]
  const [x1, y1] = points[after] ?? [x0, y0]
  return x1 === x0 ? y0 : y0 + ((at - x0) / (x1 - x0)) * (y1 - y0)
}
