import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { createSigner, hashAddress } from './index.ts'

const signer = createSigner('k'.repeat(40))
const now = new Date('2026-11-23T14:00:00Z')
const later = new Date('2026-11-30T14:00:00Z')

describe('unsubscribe tokens', () => {
  it('give back the subscriber they were signed for', () => {
    expect(signer.verifyUnsubscribe(signer.signUnsubscribe('9007199254740993'))).toBe('9007199254740993')
  })

  it('are short and need no escaping in an address', () => {
    expect(signer.signUnsubscribe('9223372036854775807')).toMatch(/^[\w.-]{1,59}$/)
  })

  it('are not taken from another key', () => {
    expect(signer.verifyUnsubscribe(createSigner('x'.repeat(40)).signUnsubscribe('7'))).toBeUndefined()
  })

  it('are not taken for another subscriber', () => {
    const [, signature] = signer.signUnsubscribe('7').split('.')
    expect(signer.verifyUnsubscribe(`8.${signature}`)).toBeUndefined()
  })

  it.each(['', '.', '7', '7.', '.AAAA', '7.AAAAAAAAAAAAAAAAAAAAAA', '7.é', ' 7.x'])(
    'refuse %j without throwing',
    (token) => {
      expect(signer.verifyUnsubscribe(token)).toBeUndefined()
    },
  )

  it('refuse whatever text is given, without throwing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(signer.verifyUnsubscribe(text)).toBeUndefined()
        expect(signer.verifyConfirmation(text, now)).toBeUndefined()
      }),
    )
  })

  it('refuse a token whose last character was changed', () => {
    const token = signer.signUnsubscribe('7')
    const other = token.endsWith('A') ? 'B' : 'A'
    expect(signer.verifyUnsubscribe(token.slice(0, -1) + other)).toBeUndefined()
  })
})

describe('confirmation tokens', () => {
  const token = signer.signConfirmation('42', later)

  it('give back the subscriber until they expire', () => {
    expect(signer.verifyConfirmation(token, now)).toBe('42')
    expect(signer.verifyConfirmation(token, later)).toBeUndefined()
  })

  it('are short and need no escaping in an address', () => {
    expect(signer.signConfirmation('9223372036854775807', later)).toMatch(/^[\w.-]{1,59}$/)
  })

  it('are worth nothing for another purpose', () => {
    expect(signer.verifyUnsubscribe(token)).toBeUndefined()
    expect(signer.verifyConfirmation(signer.signUnsubscribe('42'), now)).toBeUndefined()
  })
})

describe('hashAddress', () => {
  it('depends on the key and hides the address', () => {
    const hash = hashAddress('ada@mail.example', 'k'.repeat(40))
    expect(hash).toMatch(/^[\w-]{43}$/)
    expect(hashAddress('ada@mail.example', 'x'.repeat(40))).not.toBe(hash)
  })
})
