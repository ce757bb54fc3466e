import { useEffect, useRef, useState, type DOMAttributes, type RefObject } from 'react'
import { flushSync } from 'react-dom'

const SPEED = 3
/** Movements below this are part of a click: a hand that clicks moves the mouse a little. */
const CLICK_TOLERANCE_PX = 5
const MAIN_BUTTON = 0

interface Press {
  startX: number
  startScroll: number
  hasMoved: boolean
}

/** Lets the mouse drag a row sideways, three times as far as the mouse moves. Touch scrolls by itself. A drag does not count as
 *  a click, so links in the row stay links.
 *  @returns `handlers`, the props of the scrolling element */
export function useDragScroll<Row extends HTMLElement>() {
  const rowRef = useRef<Row>(null)
  const press = useRef<Press>(undefined)
  const isDragClick = useRef(false)
  const [isDragging, setIsDragging] = useState(false)

  const release = ({ isClickToCome }: { isClickToCome: boolean }) => {
    isDragClick.current = isClickToCome && (press.current?.hasMoved ?? false)
    press.current = undefined
    setIsDragging(false)
  }

  const handlers: DOMAttributes<HTMLElement> = {
    onPointerDown(event) {
      isDragClick.current = false
      if (event.pointerType !== 'mouse' || event.button !== MAIN_BUTTON || !rowRef.current) return
      press.current = { startX: event.clientX, startScroll: rowRef.current.scrollLeft, hasMoved: false }
    },
    onPointerMove(event) {
      const row = rowRef.current
      if (!press.current || !row) return
      // The button was released outside the window.
      if (event.buttons === 0) {
        release({ isClickToCome: false })
        return
      }
      const distance = event.clientX - press.current.startX
      if (!press.current.hasMoved) {
        if (Math.abs(distance) < CLICK_TOLERANCE_PX) return
        press.current.hasMoved = true
        // From here on, the row gets every move, wherever the mouse is.
        row.setPointerCapture(event.pointerId)
        // Applied before the first step, since snapping would pull the row back.
        flushSync(() => setIsDragging(true))
      }
      row.scrollLeft = press.current.startScroll - distance * SPEED
    },
    onPointerUp: () => release({ isClickToCome: true }),
    onPointerCancel: () => release({ isClickToCome: false }),
    // The browser would drag the link itself.
    onDragStart: (event) => event.preventDefault(),
    onClickCapture(event) {
      if (!isDragClick.current) return
      isDragClick.current = false
      // Enter on a link is a click without a press.
      if (event.detail === 0) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
  return { rowRef, isDragging, handlers }
}

/** Tolerance, since scaled screens leave fractions of a pixel. */
const TOLERANCE_PX = 2
/** A step is shorter than the row, so that a card cut off at the edge is fully visible after it. */
const STEP_FRACTION = 0.8

/** Tracks how far a row is scrolled, and scrolls it by most of its width.
 *  @param rowRef  the scrolling element, present from the first render
 *  @returns `ends`, at both of which a row is at once if everything fits */
export function useRowEnds(rowRef: RefObject<HTMLElement | null>) {
  const [ends, setEnds] = useState({ isAtStart: true, isAtEnd: true })
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
    scroll: (direction: -1 | 1) => {
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
