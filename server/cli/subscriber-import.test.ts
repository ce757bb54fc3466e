import { describe, expect, it } from 'vitest'

import { createProgressLine } from './progress-line.ts'
import { formatProgress } from './subscriber-import.ts'

describe('formatProgress', () => {
  it.each([
    [
      { lines: 250_000, bytes: 5_000_000, totalBytes: 20_000_000, elapsedMs: 20_000 },
      '[######------------------]  25 %  250,000 lines, 12,500 lines/s, 1 min 0 s left',
    ],
    [
      { lines: 999, bytes: 999, totalBytes: 1_000, elapsedMs: 1_000 },
      '[########################]  99 %  999 lines, 999 lines/s, 1 s left',
    ],
    [
      { lines: 500, bytes: 1_000, totalBytes: 1_000, elapsedMs: 1_000 },
      '[########################] 100 %  500 lines, 500 lines/s, 0 s left',
    ],
    [
      { lines: 0, bytes: 0, totalBytes: 1_000, elapsedMs: 0 },
      '[------------------------]   0 %  0 lines, 0 lines/s',
    ],
    [{ lines: 1_500, bytes: 9, totalBytes: undefined, elapsedMs: 3_000 }, '1,500 lines, 500 lines/s'],
  ])('shows %j on one line', (progress, text) => {
    expect(formatProgress(progress)).toBe(text)
  })
})

describe('the line of its progress', () => {
  function create(isTerminal: boolean) {
    const written: string[] = []
    const time = { ms: 0 }
    const line = createProgressLine(
      {
        write: () => undefined,
        writeError: (text) => void written.push(text),
        isTerminal,
      },
      { now: () => new Date(time.ms) },
    )
    return { line, written, time }
  }
  const progress = (elapsedMs: number) =>
    formatProgress({ lines: 500, bytes: 10, totalBytes: undefined, elapsedMs })

  it('redraws itself five times a second at most, and leaves nothing behind', () => {
    const { line, written, time } = create(true)
    line.show(progress)
    time.ms = 199
    line.show(progress)
    time.ms = 200
    line.show(progress)
    line.clear()
    line.clear()
    expect(written).toEqual([
      '\r\u001b[K500 lines, 0 lines/s',
      '\r\u001b[K500 lines, 2,500 lines/s',
      '\r\u001b[K',
    ])
  })

  it('is empty without a terminal', () => {
    const { line, written } = create(false)
    line.show(progress)
    line.clear()
    expect(written).toEqual([])
  })
})
