import { useEffect, useRef, useState, type RefObject } from 'react'
import { useLocation } from 'react-router'

/** Tells people who do not see the page change that it has: after a navigation within the site focus moves to <main> and
 *  the new title is announced. The first page is the browser's own to announce. */
export function useArrival(): { mainRef: RefObject<HTMLElement | null>; announcement: string } {
  const { pathname } = useLocation()
  const mainRef = useRef<HTMLElement>(null)
  const shownPath = useRef(pathname)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    if (shownPath.current === pathname) return undefined
    shownPath.current = pathname
    mainRef.current?.focus({ preventScroll: true })
    // The effect that sets the title belongs to the same commit; it has run by the next task.
    const timer = setTimeout(() => setAnnouncement(document.title))
    return () => clearTimeout(timer)
  }, [pathname])
  return { mainRef, announcement }
}
