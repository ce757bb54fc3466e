import { describe, expect, it } from 'vitest'

import { createContentCache } from './prepare-content.ts'

const letter = { subject: 'Hello', html: '<p>MARK</p>', text: 'MARK\n' }

describe('createContentCache', () => {
  it('prepares a letter once for all readers, even with other mails in between', () => {
    const prepared = createContentCache()
    const first = prepared({ ...letter, values: { MARK: 'one' } })
    for (const subject of ['an alarm', 'a notice', 'a preview']) prepared({ ...letter, subject })
    expect(prepared({ ...letter, values: { MARK: 'two' } })).toBe(first)
  })

  it.each([
    ['subject', { ...letter, subject: 'Other', values: { MARK: 'one' } }],
    ['html', { ...letter, html: '<p>MARK!</p>', values: { MARK: 'one' } }],
    ['text', { ...letter, text: 'MARK!\n', values: { MARK: 'one' } }],
    ['marks', { ...letter, values: { MARK: 'one', p: 'two' } }],
  ])('distinguishes letters by their %s', (_, other) => {
    const prepared = createContentCache()
    expect(prepared(other)).not.toBe(prepared({ ...letter, values: { MARK: 'one' } }))
  })

  it('forgets the oldest content', () => {
    const prepared = createContentCache()
    const first = prepared(letter)
    for (const subject of ['1', '2', '3', '4']) prepared({ ...letter, subject })
    expect(prepared(letter)).not.toBe(first)
  })
})
