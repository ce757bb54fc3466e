import { describe, expect, it } from 'vitest'

import { DatabaseUnavailableError, isDatabaseGone } from '../db/database-unavailable.ts'
import { AppError, InvalidInputError } from '../lib/errors.ts'
import { refuse } from '../sending/editions/edition-refusal.ts'
import { packError, unpackError } from './packed-error.ts'

const carry = (error: unknown) => unpackError(structuredClone(packError(error)))

describe('an error from another process', () => {
  it('keeps its kind and its stack', () => {
    const known = new AppError('source-unavailable', 'No section could be built.', { retryAfterSeconds: 3 })
    expect(carry(known)).toEqual(known)
    expect(carry(known).stack).toBe(known.stack)
    const input = new InvalidInputError('That is no Monday.')
    expect(carry(input)).toBeInstanceOf(InvalidInputError)
    const refused = refuse('2025-02-03', 'build', 'frozen')
    expect(carry(refused)).toMatchObject({ name: 'EditionStateError', refusal: refused.refusal })
    expect(carry(new TypeError('x is undefined'))).toMatchObject({ message: 'x is undefined' })
    expect(carry('no error at all')).toMatchObject({ message: 'no error at all' })
  })

  it('is recognized as an outage of the database', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    for (const error of [
      refused,
      new AggregateError([refused, refused]),
      new DatabaseUnavailableError('postgres://127.0.0.1/x', new AggregateError([refused])),
      new Error('Connection terminated unexpectedly'),
    ]) {
      expect(isDatabaseGone(carry(error))).toBe(true)
    }
    expect(isDatabaseGone(carry(new Error('x')))).toBe(false)
  })
})
