import { describe, expect, it } from 'vitest'

import { InvalidInputError, SourceError } from '../../lib/errors.ts'
import {
  codeOfUnread,
  commonCode,
  toUnread,
  toUnreadable,
  UnreadableFilingError,
  type UnreadCode,
} from './unread-reason.ts'

describe('the code of a source', () => {
  it.each<[readonly UnreadCode[], UnreadCode]>([
    [['not-read', 'stopped', 'server-failed', 'missing'], 'server-failed'],
    [['not-read', 'stopped'], 'stopped'],
    [['not-read', 'not-read'], 'not-read'],
    [['off'], 'off'],
    [[], 'other'],
  ])('of which is unread %j is %s: what it did, before what we left undone', (codes, code) => {
    expect(codeOfUnread(codes.map((one) => ({ code: one })))).toBe(code)
  })

  it('is that of all of them, where several hold up a section, or none', () => {
    expect(commonCode([{ code: 'unfinished' }, { code: 'unfinished' }])).toBe('unfinished')
    expect(commonCode([{ code: 'missing' }, { code: 'server-failed' }])).toBe('other')
    expect(commonCode([])).toBe('other')
  })
})

describe('why something is not read', () => {
  it('is what its source did', () => {
    const error = new SourceError('Figures', 'Figures answered 503', { fault: 'server-failed' })
    expect(toUnread(error)).toEqual({ code: 'server-failed', reason: 'Figures answered 503' })
  })

  it('is what its reader made of it', () => {
    const tooMuch = new UnreadableFilingError('it took too long', { code: 'too-much' })
    expect(toUnreadable(tooMuch)).toEqual({ code: 'too-much', reason: 'it took too long' })
    expect(toUnreadable(new TypeError('it is cut off'))).toEqual({
      code: 'incomplete',
      reason: 'it is cut off',
    })
  })

  it.each([toUnread, toUnreadable])('is no mistake of the program (%o)', (read) => {
    const mistake = new InvalidInputError('malformed-request', 'no')
    expect(() => read(mistake)).toThrow(mistake)
  })
})
