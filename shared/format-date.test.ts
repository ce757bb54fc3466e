import { describe, expect, it } from 'vitest'

import { formatDay, formatDayOfYear, formatInstant, formatLongDay } from './format-date.ts'

describe('dates', () => {
  it('formats calendar days without shifting them', () => {
    expect(formatDay('2026-11-20')).toBe('Nov 20, 2026')
    expect(formatLongDay('2026-11-20')).toBe('Friday, November 20, 2026')
    expect(formatDayOfYear('2026-01-01')).toBe('Jan 1')
  })

  it('formats moments in UTC', () => {
    expect(formatInstant('2026-11-20T21:05:59.123Z')).toBe('Nov 20, 2026, 21:05 UTC')
    expect(formatInstant('2026-11-20T00:00:00Z')).toBe('Nov 20, 2026, 00:00 UTC')
  })
})
