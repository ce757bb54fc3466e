import { describe, expect, it } from 'vitest'

import { InvalidInputError } from './errors.ts'
import { getEditionWeek } from './edition-week.ts'

describe('getEditionWeek', () => {
  it('returns the seven days before the Monday', () => {
    expect(getEditionWeek('2025-02-03')).toEqual({ from: '2025-01-27', to: '2025-02-02' })
  })

  it.each(['2025-02-04', '2025-02-30', 'monday', ''])('refuses "%s"', (day) => {
    expect(() => getEditionWeek(day)).toThrow(InvalidInputError)
  })

  it('suggests the next Monday', () => {
    expect(() => getEditionWeek('2025-02-04')).toThrow('the next is 2025-02-10')
  })
})
