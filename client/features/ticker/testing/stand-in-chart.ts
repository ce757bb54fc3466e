import type { createPriceChart as drawPriceChart, ChartSeries, MarkedPoint } from '../chart/draw-chart.ts'

/** What the chart was told, and how it behaves. */
export const chart = {
  shown: [] as ChartSeries[],
  removed: 0,
  marked: [] as (number | undefined)[],
  point: undefined as ((point: MarkedPoint | undefined) => void) | undefined,
  fails: false,
}

export function resetChart(): void {
  Object.assign(chart, { shown: [], removed: 0, marked: [], point: undefined, fails: false })
}

/** In the place of draw-chart.ts in all tests of the client, whose documents have no canvas: see vitest.config.ts. */
export const createPriceChart: typeof drawPriceChart = (_box, { onMark }) => {
  if (chart.fails) throw new Error('no canvas')
  chart.point = onMark
  return {
    show: (series) => void chart.shown.push(series),
    mark: (index) => void chart.marked.push(index),
    remove: () => {
      chart.removed += 1
    },
  }
}
