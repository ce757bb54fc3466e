import { describe, expect, it } from 'vitest'

import { joinSpans } from './collected-spans.ts'

const span = (from: number, to: number) => ({ from: `2025-01-${from}`, to: `2025-01-${to}` })

describe('joinSpans', () => {
  it.each([
    ['joins adjacent spans', span(10, 15), span(16, 20), span(10, 20)],
    ['joins overlapping spans in any order', span(14, 20), span(10, 15), span(10, 20)],
    ['keeps the longer of two nested spans', span(10, 20), span(12, 13), span(10, 20)],
    ['keeps the later span if a day is missing between them', span(10, 14), span(16, 20), span(16, 20)],
    [
      'keeps the later span even if the earlier one is given second',
      span(16, 20),
      span(10, 14),
      span(16, 20),
    ],
  ])('%s', (_name, before, next, joined) => {
    expect(joinSpans(before, next)).toEqual(joined)
  })
})
