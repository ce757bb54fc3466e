import { CHUNK_FAILED_MESSAGE } from './load-chunk.ts'

/** Says above the page, which stays as the server drew it, that its scripts did not come, with a way to try again. */
export function reportFailedStart(error: unknown): void {
  // oxlint-disable-next-line no-console -- the browser's console is the only log there is
  console.error(error)
  const bar = document.createElement('p')
  bar.className = 'failed-start'
  bar.setAttribute('role', 'alert')
  const again = document.createElement('a')
  again.href = window.location.href
  again.textContent = 'Try again'
  bar.append(`${CHUNK_FAILED_MESSAGE}. `, again)
  document.body.prepend(bar)
}
