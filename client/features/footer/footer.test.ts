import { describe, expect, it } from 'vitest'

import { socialLabel } from './footer.tsx'

describe('socialLabel', () => {
  it.each([
    ['https://x.com/lunchpail', 'X'],
    ['https://www.youtube.com/@lunchpail', 'YouTube'],
    ['https://m.facebook.com/lunchpail', 'Facebook'],
    ['https://social.coop/@lunchpail', 'social.coop'],
  ])('calls %s %s', (address, label) => {
    expect(socialLabel(address)).toBe(label)
  })
})
