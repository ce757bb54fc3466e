import { useRef, useState, type KeyboardEvent } from 'react'

import { formatDay } from '../../../../shared/format-date.ts'
import { formatPrice, type PriceStyle } from '../../../../shared/format-price.ts'
import styles from './price-chart.module.css'
import type { PricePoint } from './price-points.ts'
import { findWalkTarget } from './walk-closes.ts'

/** Lets the keyboard, and gestures of screen readers, walk the closes of the chart below it: a slider whose value is a
 *  close, since screen readers announce its value after each step and pass the arrows on to it.
 *  @param points  oldest first, at least one
 *  @param onMark  told which close is reached, and of undefined when the walk is over */
export function ChartWalker({
  points,
  priceStyle,
  onMark,
}: {
  points: readonly PricePoint[]
  priceStyle: PriceStyle
  onMark: (index: number | undefined) => void
}) {
  const newest = points.length - 1
  const reached = useRef(newest)
  const [announced, setAnnounced] = useState(newest)
  const point = points[announced]

  const walkTo = (target: number) => {
    reached.current = target
    onMark(target)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Escape') {
      onMark(undefined)
      return
    }
    const target = findWalkTarget(event.key, points, reached.current)
    if (target === undefined) return
    event.preventDefault()
    walkTo(target)
    // A key held down passes many closes: the one where it comes to rest is announced.
    if (!event.repeat) setAnnounced(target)
  }

  return (
    <input
      className={styles.walker}
      type="range"
      min={1}
      max={points.length}
      value={announced + 1}
      aria-label="Closes, arrow keys to walk"
      aria-valuetext={point && `${formatDay(point.day)}: ${formatPrice(point.price, priceStyle)}`}
      onKeyDown={onKeyDown}
      onKeyUp={() => setAnnounced(reached.current)}
      onChange={({ target }) => {
        walkTo(Number(target.value) - 1)
        setAnnounced(reached.current)
      }}
      onFocus={() => onMark(reached.current)}
      onBlur={() => onMark(undefined)}
    />
  )
}
