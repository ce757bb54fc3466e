/** A touch that is shorter and moves less than this is a tap: what it shows stays. */
const TAP_MS = 300
const TAP_PX = 8

/** Tracks where a mouse, pen or finger points in a box. A mouse points as long as it is over the box. A finger points while it
 *  is down or, after a tap, until the next touch outside. When the browser takes the gesture for scrolling, the pointing ends.
 *  @param onPoint  called with the distance from the box's left edge in CSS pixels; undefined when nothing points
 *  @returns a function that stops tracking */
export function followPointer(box: HTMLElement, onPoint: (x: number | undefined) => void): () => void {
  const listening = new AbortController()
  const { signal } = listening
  let press: { x: number; y: number; time: number } | undefined

  const point = ({ clientX }: PointerEvent) => onPoint(clientX - box.getBoundingClientRect().left)
  const end = () => {
    press = undefined
    onPoint(undefined)
  }

  const down = (event: PointerEvent) => {
    if (event.pointerType === 'touch') press = { x: event.clientX, y: event.clientY, time: event.timeStamp }
    point(event)
  }
  const up = (event: PointerEvent) => {
    if (!press) return
    const movedPx = Math.hypot(event.clientX - press.x, event.clientY - press.y)
    if (event.timeStamp - press.time > TAP_MS || movedPx > TAP_PX) end()
    press = undefined
  }
  const leave = ({ pointerType }: PointerEvent) => {
    // A finger also leaves when it is lifted, which `up` has already handled.
    if (pointerType !== 'touch') end()
  }
  const downOutside = ({ target }: PointerEvent) => {
    if (!(target instanceof Node && box.contains(target))) end()
  }

  box.addEventListener('pointerdown', down, { signal })
  box.addEventListener('pointermove', point, { signal })
  box.addEventListener('pointerup', up, { signal })
  box.addEventListener('pointercancel', end, { signal })
  box.addEventListener('pointerleave', leave, { signal })
  document.addEventListener('pointerdown', downOutside, { signal })
  return () => listening.abort()
}
