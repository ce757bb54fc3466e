import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'

import { CHUNK_FAILED_MESSAGE, loadChunk, logFailure } from '../../../lib/load-chunk.ts'
import type { ChartSeries, MarkedPoint, PriceChart } from './draw-chart.ts'

/** 'drawn' while the server's line is on the screen, 'live' when the chart has taken its place. */
export type ChartState = 'drawn' | 'live' | 'failed'

/** Loads the chart on demand and keeps it at the given series.
 *  @param series  the same object as long as nothing changed
 *  @returns the box to draw into, the close that is pointed at, and how to point at one by its index */
export function usePriceChart(series: ChartSeries): {
  boxRef: RefObject<HTMLDivElement | null>
  state: ChartState
  marked: MarkedPoint | undefined
  mark: PriceChart['mark']
} {
  const boxRef = useRef<HTMLDivElement>(null)
  const [chart, setChart] = useState<PriceChart>()
  const [state, setState] = useState<ChartState>('drawn')
  const [marked, setMarked] = useState<MarkedPoint>()

  useEffect(() => {
    let isCurrent = true
    let created: PriceChart | undefined
    const create = async () => {
      try {
        const { createPriceChart } = await loadChunk(() => import('./draw-chart.ts'))
        if (!isCurrent || !boxRef.current) return
        created = createPriceChart(boxRef.current, { onMark: setMarked })
        setChart(created)
      } catch (error) {
        logFailure(CHUNK_FAILED_MESSAGE, error)
        if (isCurrent) setState('failed')
      }
    }
    void create()
    return () => {
      isCurrent = false
      created?.remove()
    }
  }, [])

  useEffect(() => {
    if (!chart) return undefined
    chart.show(series)
    // The chart paints in the next frame; until then the drawn line stays.
    const frame = requestAnimationFrame(() => setState('live'))
    return () => cancelAnimationFrame(frame)
  }, [chart, series])

  const mark = useCallback((index: number | undefined) => chart?.mark(index), [chart])
  return { boxRef, state, marked, mark }
}
