import { afterEach, beforeEach, vi } from 'vitest'

/** Fails each test of the calling block in which something was reported to the browser's console. */
export function failOnConsoleError(): void {
  let spy = vi.spyOn(console, 'error')
  beforeEach(() => {
    spy = vi.spyOn(console, 'error')
    spy.mockClear()
  })
  afterEach(() => {
    const [call] = spy.mock.calls
    if (call) throw new Error(`console.error was called: ${call.map(String).join(' ')}`)
  })
}
