import { expect, it } from 'vitest'

import { parseVisitorCookie } from './visits.queries.ts'

const ID = 'Ab3_-fghijklmnopqrstuv'

it.each([
  `s%3A${ID}.kJh%2Fq3%2BZ`,
  `s:${ID}.kJh/q3+Z=`,
  `__Host-visitor=s%3A${ID}.kJh`,
  `visitor=s:${ID}.kJh`,
  ` ${ID} `,
])('reads the number in %s', (shown) => {
  expect(parseVisitorCookie(shown)).toBe(ID)
})

it.each(['', 'accepted', `${ID}x`, ID.slice(1), `s:${ID}.a b`, `cookie_choice=${ID}`])(
  'reads nothing in "%s"',
  (shown) => {
    expect(parseVisitorCookie(shown)).toBeUndefined()
  },
)
