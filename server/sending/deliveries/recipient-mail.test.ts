import { describe, expect, it } from 'vitest'

import { fillRecipientSlots, UNSUBSCRIBE_URL_SLOT } from './recipient-mail.ts'

describe('fillRecipientSlots', () => {
  it('fills in the address everywhere and escapes it in HTML', () => {
    const html = `<a href="${UNSUBSCRIBE_URL_SLOT}">Unsubscribe</a> <a href="${UNSUBSCRIBE_URL_SLOT}">here</a>`
    expect(
      fillRecipientSlots(html, { unsubscribeUrl: 'https://a.example/u?email=x&token="y"' }, 'html'),
    ).toBe(
      '<a href="https://a.example/u?email=x&amp;token=&quot;y&quot;">Unsubscribe</a> ' +
        '<a href="https://a.example/u?email=x&amp;token=&quot;y&quot;">here</a>',
    )
  })

  it('fills the address into plain text unchanged, even with dollar signs', () => {
    expect(
      fillRecipientSlots(
        `Unsubscribe: ${UNSUBSCRIBE_URL_SLOT}`,
        { unsubscribeUrl: 'https://a.example/u?a=$&&b=1' },
        'text',
      ),
    ).toBe('Unsubscribe: https://a.example/u?a=$&&b=1')
  })
})
