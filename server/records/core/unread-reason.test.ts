import { describe, expect, it } from 'vitest'

import { InvalidInputError, SourceError } from '../../lib/errors.ts'
import {
  codeOfUnread,
  commonCode,
  toUnread,
  toUnreadable,
  toUnstorable,
  UnreadableFilingError,
  type UnreadCode,
} from './unread-reason.ts'

describe('codeOfUnread and commonCode', () => {
  it.each<[readonly UnreadCode[], UnreadCode]>([
    [['not-read', 'stopped', 'server-failed', 'missing'], 'server-failed'],
    [['not-read', 'stopped'], 'stopped'],
    [['not-read', 'not-read'], 'not-read'],
    [['off'], 'off'],
    [[], 'other'],
  ])("reduces %j to %s: the source's faults take precedence over ours", (codes, code) => {
    expect(codeOfUnread(codes.map((one) => ({ code: one })))).toBe(code)
  })

  it('returns the code that all sources share, else "other"', () => {
    expect(commonCode([{ code: 'unfinished' }, { code: 'unfinished' }])).toBe('unfinished')
    expect(commonCode([{ code: 'missing' }, { code: 'server-failed' }])).toBe('other')
    expect(commonCode([])).toBe('other')
  })
})

describe('toUnread and toUnreadable', () => {
  it('gives the fault of the source', () => {
    const error = new SourceError('Figures', 'Figures answered 503', { fault: 'server-failed' })
    expect(toUnread(error)).toEqual({ code: 'server-failed', reason: 'Figures answered 503' })
  })

  it('gives the verdict of the reader', () => {
    const tooMuch = new UnreadableFilingError('it took too long', { code: 'too-much' })
    expect(toUnreadable(tooMuch)).toEqual({ code: 'too-much', reason: 'it took too long' })
    expect(toUnreadable(new TypeError('it is cut off'))).toEqual({
      code: 'incomplete',
      reason: 'it is cut off',
    })
  })

  it.each([toUnread, toUnreadable])('rethrows a programming error (%o)', (read) => {
    const mistake = new InvalidInputError('no')
    expect(() => read(mistake)).toThrow(mistake)
  })
})

describe('toUnstorable', () => {
  const refusal = (code: string) => Object.assign(new Error('refused'), { code })

  it.each(['22008', '22021', '22P02', '23514', '54000'])(
    'blames a value that the database refuses: %s',
    (code) => {
      expect(toUnstorable(refusal(code))).toMatchObject({ code: 'unreadable' })
    },
  )

  it.each(['40P01', '42P01', '53100', '57P01'])('rethrows what is no fault of a value: %s', (code) => {
    expect(() => toUnstorable(refusal(code))).toThrow('refused')
  })
})
