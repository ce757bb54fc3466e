import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { maskEmailAddress, parseEmailAddress, parseNewEmailAddress } from './email-address.ts'

/** 252 characters: with a@ before it, as long as an address may be. */
const LONG_DOMAIN = `${'b'.repeat(62)}.`.repeat(3).concat('b'.repeat(63))

describe('parseEmailAddress', () => {
  it.each([
    ['ada@mail.example', 'ada@mail.example'],
    ['  Ada@Mail.Example\r\n', 'ada@mail.example'],
    ['a@b.c', 'a@b.c'],
    ["o'neil+news=1@mail.example", "o'neil+news=1@mail.example"],
    ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
    ['ada@bu\u0308cher.example', 'ada@xn--bcher-kva.example'],
    ['ada@XN--BCHER-KVA.example', 'ada@xn--bcher-kva.example'],
    ['ada@例え。テスト', 'ada@xn--r8jz45g.xn--zckzah'],
    ['ada@ＭＡＩＬ.example', 'ada@mail.example'],
    ['ada@ma\u00ADil.example', 'ada@mail.example'],
    ['Rene\u0301@mail.example', 'ren\u00e9@mail.example'],
    [`${'a'.repeat(64)}@mail.example`, `${'a'.repeat(64)}@mail.example`],
    ['ada@my_mail.a-b--c.example', 'ada@my_mail.a-b--c.example'],
    ['ada@_mail.my_.example', 'ada@_mail.my_.example'],
    [`a@${'b'.repeat(63)}.example`, `a@${'b'.repeat(63)}.example`],
    [`a@${LONG_DOMAIN}`, `a@${LONG_DOMAIN}`],
  ])('reads %j as %j', (text, address) => {
    expect(parseEmailAddress(text)).toBe(address)
  })

  it.each([
    '',
    'ada',
    '@mail.example',
    'ada@mail',
    'ada@mail.',
    'ada lovelace@mail.example',
    'ada@bob@mail.example',
    'ada\u0000@mail.example',
    'ada@mail\u001b.example',
    'ada\u0085x@mail.example',
    'ada\r\nBcc: bob@mail.example',
    'a\u200bda@mail.example',
    'ada\u202e@mail.example',
    'ada\ud800@mail.example',
    'ad\ufffd@mail.example',
    'ada@bücher.example/path.x',
    'ada@bücher.example:25',
    'ada@bücher.example?x.y',
    'ada@１.２.３.４',
    'ada@bü\u3000cher.example',
    'ada@b|b.example',
    'ada@b%b.example',
    'ada@b/b.example',
    'ada@b^b.example',
    'ada@b{b}.example',
    "ada@b'b.example",
    'ada@1.2.3.4',
    'ada@mail.123',
    'ada@mail.0x1',
    `ada@${'b'.repeat(64)}.example`,
    'ada@-mail.example',
    'ada@mail-.example',
    'ada@-.mail.example',
    'ada@mail.example-',
    'ada@mail..example',
    'ada@.mail.example',
    'ada@mail.example.',
    '<ada@mail.example>',
    'ada@mail.example>',
    'ada,bob@mail.example',
    '"ada"@mail.example',
    'ada@[127.0.0.1].example',
    `${'a'.repeat(65)}@mail.example`,
    `${'é'.repeat(33)}@mail.example`,
    `aa@${LONG_DOMAIN}`,
  ])('refuses %j', (text) => {
    expect(parseEmailAddress(text)).toBeUndefined()
  })

  it('refuses a million characters before doing any work on them', () => {
    expect(parseEmailAddress(`a@${'ü'.repeat(1_000_000)}.example`)).toBeUndefined()
  })

  it('returns an address that parses to itself', () => {
    const part = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(part, part, part, (local, domain, top) => {
        const address = parseEmailAddress(`${local}@${domain}.${top}`)
        if (address === undefined) return
        expect(parseEmailAddress(address)).toBe(address)
        expect(address).toMatch(/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/)
        expect(/\P{ASCII}/u.test(address.slice(address.indexOf('@')))).toBe(false)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('maskEmailAddress', () => {
  it('keeps the first letter and the top-level domain', () => {
    expect(maskEmailAddress('ada@mail.example')).toBe('a***@***.example')
  })
})

describe('parseNewEmailAddress', () => {
  it.each([
    ' -ada@mail.example',
    'ada%mail.example@localhost.localdomain',
    'mail.example!ada@localhost.localdomain',
  ])('refuses %j, with which somebody subscribed may still leave', (text) => {
    expect(parseNewEmailAddress(text)).toBeUndefined()
    expect(parseEmailAddress(text)).toBe(text.trim())
  })

  it.each(['a-da@mail.example', 'ada+x@mail.example', 'ada@my-mail.example'])('reads %j', (text) => {
    expect(parseNewEmailAddress(text)).toBe(text)
  })
})
