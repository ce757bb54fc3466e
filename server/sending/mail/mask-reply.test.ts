import { expect, it } from 'vitest'

import { maskReply } from './classify-failure.ts'

it.each([
  ['550 5.1.1 <jane.doe@reader.example>: unknown', '550 5.1.1 <j***@***.example>: unknown'],
  ['550 see https://x.example/?to=jane.doe%40reader.example', '550 see https:/***@***.example'],
  ['550 "jane.doe"@reader.example is unknown', '550 j***@***.example is unknown'],
  ['550 user jane.doe unknown', '550 user j*** unknown'],
  ['550 user JANE.DOE: unknown', '550 user j***: unknown'],
  ['550 janexdoe, jane.doering', '550 janexdoe, jane.doering'],
  ['550 jane\u200b.doe@reader.example \u202enwonknu', '550 j***@***.example nwonknu'],
  ['250 queued\u0000 as\u001b[2J 12\r\n', '250 queued as [2J 12'],
])('masks the addresses in %j', (reply, kept) => {
  expect(maskReply(reply, 'jane.doe@reader.example')).toBe(kept)
})

it('does not mask words equal to a short name', () => {
  expect(maskReply('550 no such user', 'no@reader.example')).toBe('550 no such user')
})

it('matches non-ASCII letters in either case', () => {
  expect(maskReply('550 no \u212aim.s here', 'kim.s@reader.example')).toBe('550 no k*** here')
})
