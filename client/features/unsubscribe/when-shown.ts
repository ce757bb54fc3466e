/** Calls back once the page is really before someone: not while the browser renders it ahead, nor in a hidden tab.
 *  @returns takes the call back */
export function whenShown(callback: () => void): () => void {
  const stop = new AbortController()
  const tryNow = () => {
    // `prerendering` is Chromium's alone; elsewhere it is absent.
    const { prerendering = false } = document as Document & { prerendering?: boolean }
    if (prerendering || document.visibilityState === 'hidden') return
    stop.abort()
    callback()
  }
  document.addEventListener('prerenderingchange', tryNow, { signal: stop.signal })
  document.addEventListener('visibilitychange', tryNow, { signal: stop.signal })
  tryNow()
  return () => stop.abort()
}
