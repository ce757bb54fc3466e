import { useEffect, useState, type RefObject } from 'react'

/** Rounding of scaled screens leaves fractions of a pixel. */
const TOLERANCE_PX = 2
/** A card that was cut off at the edge is whole after a step. */
const STEP_FRACTION = 0.8

/** Where a row that scrolls sideways stands: at both ends at once where everything fits. */
export interface RowEnds {
  isAtStart: boolean
  isAtEnd: boolean
}

/** Watches how far a row is scrolled, and scrolls it by most of its width.
 *  @param rowRef  the scrolling element, there from the first drawing on */
export function useRowEnds(rowRef: RefObject<HTMLElement | null>): {
  ends: RowEnds
  scroll: (direction: -1 | 1) => void
} {
  const [ends, setEnds] = useState<RowEnds>({ isAtStart: true, isAtEnd: true })
  useEffect(() => {
    const row = rowRef.current
    if (!row) return undefined
    const measure = () => {
      const isAtStart = row.scrollLeft <= TOLERANCE_PX
      const isAtEnd = row.scrollLeft + row.clientWidth >= row.scrollWidth - TOLERANCE_PX
      setEnds((known) =>
        known.isAtStart === isAtStart && known.isAtEnd === isAtEnd ? known : { isAtStart, isAtEnd },
      )
    }
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(row)
    row.addEventListener('scroll', measure, { passive: true })
    return () => {
      sizes.disconnect()
      row.removeEventListener('scroll', measure)
    }
  }, [rowRef])
  return {
    ends,
    scroll(direction) {
      const row = rowRef.current
      if (!row) return
      const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
      row.scrollBy({
        left: direction * row.clientWidth * STEP_FRACTION,
        behavior: isCalm ? 'instant' : 'smooth',
      })
    },
  }
}
