import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { createSigner, hashAddress, type DeliveryId } from './tokens.ts'

const signer = createSigner('k'.repeat(40))
const now = new Date('2026-11-23T14:00:00Z')
const later = new Date('2026-11-30T14:00:00Z')
/** Also half characters. */
const anyText = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units))

describe('unsubscribe tokens', () => {
  it('return the subscriber they were signed for', () => {
    expect(signer.verifyUnsubscribe(signer.signUnsubscribe('9007199254740993'))).toBe('9007199254740993')
  })

  it('are short and need no escaping in an address', () => {
    expect(signer.signUnsubscribe('9223372036854775807')).toMatch(/^[\w.-]{1,59}$/)
  })

  it('are not accepted from another key', () => {
    expect(signer.verifyUnsubscribe(createSigner('x'.repeat(40)).signUnsubscribe('7'))).toBeUndefined()
  })

  it('are not accepted for another subscriber', () => {
    const [, signature] = signer.signUnsubscribe('7').split('.')
    expect(signer.verifyUnsubscribe(`8.${signature}`)).toBeUndefined()
  })

  it.each(['', '.', '7', '7.', '.AAAA', '7.AAAAAAAAAAAAAAAAAAAAAA', '7.é', ' 7.x'])(
    'refuse %j without throwing',
    (token) => {
      expect(signer.verifyUnsubscribe(token)).toBeUndefined()
    },
  )

  it('refuse any text without throwing', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(signer.verifyUnsubscribe(text)).toBeUndefined()
        expect(signer.verifyConfirmation(text, now)).toBeUndefined()
        expect(signer.verifyForm(text)).toBeUndefined()
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

  it('return the subscriber until they expire', () => {
    expect(signer.verifyConfirmation(token, now)).toBe('42')
    expect(signer.verifyConfirmation(token, later)).toBeUndefined()
  })

  it('are short and need no escaping in an address', () => {
    expect(signer.signConfirmation('9223372036854775807', later)).toMatch(/^[\w.-]{1,59}$/)
  })

  it('are invalid for another purpose', () => {
    expect(signer.verifyUnsubscribe(token)).toBeUndefined()
    expect(signer.verifyConfirmation(signer.signUnsubscribe('42'), now)).toBeUndefined()
  })
})

describe('form tokens', () => {
  const token = signer.signForm(now)

  it('return the time at which they were signed, to the millisecond, even with an old key', () => {
    expect(signer.verifyForm(token)).toEqual(now)
    expect(createSigner('n'.repeat(40), ['k'.repeat(40)]).verifyForm(token)).toEqual(now)
  })

  it('are invalid after any change of a character, for another purpose, and from another key', () => {
    expect(signer.verifyForm(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).toBeUndefined()
    expect(signer.verifyForm(`1${token}`)).toBeUndefined()
    expect(signer.verifyForm(signer.signUnsubscribe('42'))).toBeUndefined()
    expect(signer.verifyUnsubscribe(token)).toBeUndefined()
    expect(createSigner('x'.repeat(40)).verifyForm(token)).toBeUndefined()
  })
})

describe('tokens of a browser at the desk', () => {
  const token = signer.signDeskBrowser('ann@lunchpail.test')

  it('are valid for the address that signed in, even with an old key, and no two are the same', () => {
    expect(signer.isDeskBrowserOf(token, 'ann@lunchpail.test')).toBe(true)
    const next = createSigner('n'.repeat(40), ['k'.repeat(40)])
    expect(next.isDeskBrowserOf(token, 'ann@lunchpail.test')).toBe(true)
    expect(signer.signDeskBrowser('ann@lunchpail.test')).not.toBe(token)
    expect(token).not.toContain('lunchpail.test')
  })

  it('are not valid for another address, after any change, or from another key', () => {
    expect(signer.isDeskBrowserOf(token, 'ben@lunchpail.test')).toBe(false)
    expect(signer.isDeskBrowserOf(`x${token}`, 'ann@lunchpail.test')).toBe(false)
    expect(signer.isDeskBrowserOf(`${token}.x`, 'ann@lunchpail.test')).toBe(false)
    expect(signer.isDeskBrowserOf('', 'ann@lunchpail.test')).toBe(false)
    expect(createSigner('x'.repeat(40)).isDeskBrowserOf(token, 'ann@lunchpail.test')).toBe(false)
    expect(signer.verifyForm(token)).toBeUndefined()
  })
})

const PURPOSES = ['bounce', 'mail-unsubscribe', 'letter'] as const

describe.each(PURPOSES)('%s tokens in an address', (purpose) => {
  const sign = (delivery: DeliveryId) => signer.signMail(purpose, delivery)
  const verify = (token: string) => signer.verifyMail(purpose, token)
  const delivery = { editionId: '12', subscriberId: '345678' }
  const id = fc.bigInt({ min: 1n, max: 9_223_372_036_854_775_807n }).map(String)

  it('return any delivery, in at most 44 characters allowed in an address', () => {
    fc.assert(
      fc.property(id, id, (editionId, subscriberId) => {
        const token = sign({ editionId, subscriberId })
        expect(token).toMatch(/^[0-9a-z-]{20,44}$/)
        expect(verify(token)).toEqual({ editionId, subscriberId })
      }),
    )
  })

  it('are read in capitals too', () => {
    expect(verify(sign(delivery).toUpperCase())).toEqual(delivery)
  })

  it('are invalid after any change of a character', () => {
    const token = sign(delivery)
    fc.assert(
      fc.property(
        fc.nat(token.length - 1),
        fc.constantFrom(...'0123456789abcdefghijklmnopqrstuvwxyz-.+_='.split('')),
        (at, other) => {
          fc.pre(token[at] !== other)
          expect(verify(token.slice(0, at) + other + token.slice(at + 1))).toBeUndefined()
        },
      ),
    )
  })

  it('refuse any text without throwing', () => {
    const form = fc.stringMatching(/^[0-9a-z]{1,13}-[0-9a-z]{1,13}-[0-9a-v]{16}$/)
    fc.assert(
      fc.property(fc.oneof(anyText, form), (text) => {
        expect(verify(text)).toBeUndefined()
      }),
    )
  })

  it('are not accepted from another key, nor for another purpose', () => {
    const readBy = (one: typeof signer) =>
      PURPOSES.map((wanted) => one.verifyMail(wanted, sign(delivery))).filter((found) => found !== undefined)
    expect(readBy(createSigner('x'.repeat(40)))).toEqual([])
    expect(readBy(signer)).toHaveLength(1)
  })
})

describe('tokens of a consent in an address', () => {
  const consent = { subscriberId: '345678', recordedAt: new Date('2026-11-20T12:00:00.123Z') }
  const delivery = { editionId: String(consent.recordedAt.getTime()), subscriberId: '345678' }

  it('return subscriber and time, even in capitals and with an old key, in at most 44 characters', () => {
    const bounce = signer.signMail('bounce', consent)
    const leave = signer.signMail('mail-unsubscribe', consent)
    const renewed = createSigner('n'.repeat(40), ['k'.repeat(40)])
    expect(signer.verifyMail('bounce', bounce.toUpperCase())).toEqual(consent)
    expect(renewed.verifyMail('mail-unsubscribe', leave)).toEqual(consent)
    for (const token of [bounce, leave]) expect(token).toMatch(/^[0-9a-z-]{20,44}$/)
  })

  it('are invalid for another purpose, and a delivery’s token is invalid for theirs', () => {
    const readAs = (token: string) => PURPOSES.map((wanted) => signer.verifyMail(wanted, token))
    for (const mail of [consent, delivery]) {
      expect(readAs(signer.signMail('bounce', mail))).toEqual([mail, undefined, undefined])
      expect(readAs(signer.signMail('mail-unsubscribe', mail))).toEqual([undefined, mail, undefined])
      expect(readAs(signer.signMail('letter', mail))).toEqual([undefined, undefined, mail])
    }
  })
})

describe('a new key', () => {
  const delivery = { editionId: '12', subscriberId: '345678' }
  const old = createSigner('o'.repeat(40))
  const older = createSigner('p'.repeat(40))
  const renewed = createSigner('n'.repeat(40), ['o'.repeat(40), 'p'.repeat(40)])

  it('still reads tokens that the old keys signed', () => {
    expect(renewed.verifyUnsubscribe(old.signUnsubscribe('7'))).toBe('7')
    expect(renewed.verifyUnsubscribe(older.signUnsubscribe('7'))).toBe('7')
    expect(renewed.verifyConfirmation(old.signConfirmation('7', later), now)).toBe('7')
    expect(renewed.verifyMail('bounce', older.signMail('bounce', delivery))).toEqual(delivery)
    expect(renewed.verifyMail('mail-unsubscribe', old.signMail('mail-unsubscribe', delivery))).toEqual(
      delivery,
    )
  })

  it('is the only key that signs', () => {
    const only = createSigner('n'.repeat(40))
    expect(renewed.signUnsubscribe('7')).toBe(only.signUnsubscribe('7'))
    expect(renewed.signMail('bounce', delivery)).toBe(only.signMail('bounce', delivery))
    expect(old.verifyMail('bounce', renewed.signMail('bounce', delivery))).toBeUndefined()
  })

  it('does not read tokens of a key that is not among the old ones', () => {
    expect(renewed.verifyUnsubscribe(createSigner('q'.repeat(40)).signUnsubscribe('7'))).toBeUndefined()
  })
})

describe('hashAddress', () => {
  it('depends on the key and hides the address', () => {
    const hash = hashAddress('ada@mail.example', 'k'.repeat(40))
    expect(hash).toMatch(/^[\w-]{43}$/)
    expect(hashAddress('ada@mail.example', 'x'.repeat(40))).not.toBe(hash)
  })
})
