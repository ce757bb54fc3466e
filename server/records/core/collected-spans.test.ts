import { describe, expect, it } from 'vitest'

import { joinSpans } from './collected-spans.ts'

const span = (from: number, to: number) => ({ from: `2025-01-${from}`, to: `2025-01-${to}` })

describe('two spans of days', () => {
  it.each([
    ['that follow each other are one', span(10, 15), span(16, 20), span(10, 20)],
    ['that overlap are one, in whatever order', span(14, 20), span(10, 15), span(10, 20)],
    ['one in the other are the longer one', span(10, 20), span(12, 13), span(10, 20)],
    ['with a day between them are the later one', span(10, 14), span(16, 20), span(16, 20)],
    ['of which an earlier one comes later are the later one too', span(16, 20), span(10, 14), span(16, 20)],
  ])('%s', (_name, before, next, joined) => {
    expect(joinSpans(before, next)).toEqual(joined)
  })
})
