import { expect, it } from 'vitest'

import { composeRecipientMail } from './sending/deliveries/recipient-mail.ts'
import { createComposer } from './sending/mail/compose-message.ts'
import { createTestConfig } from './testing/app-fixture.ts'
import { anEdition } from './testing/edition-fixtures.ts'
import { createPreviewLinks, createRecipientLinks, domainOf } from './reader-links.ts'

const KEYS = { secretKey: 's'.repeat(40), oldSecretKeys: [], suppressionKey: 'p'.repeat(40) }
const REVIEW = {
  date: '2026-11-23',
  builtAt: new Date('2026-11-23T00:00:00Z'),
  times: {
    askedAt: new Date('2026-11-23T01:00:00Z'),
    writeAt: new Date('2026-11-23T00:00:00Z'),
    sendAt: new Date('2026-11-23T14:00:00Z'),
    cutoffAt: new Date('2026-11-24T02:00:00Z'),
    phase: 'ahead' as const,
    nextSendAt: new Date('2026-11-23T14:00:00Z'),
  },
}
const linksFor = (operators: string[]) =>
  createPreviewLinks({ siteUrl: 'https://lunchpail.test', operators }, KEYS)(REVIEW)

it('a preview links to its edition’s page at the desk if there is a desk', () => {
  expect(linksFor([]).map(({ words }) => words)).toEqual(['Hold it', 'Release it'])
  expect(linksFor(['ann@lunchpail.test']).at(-1)).toEqual({
    words: 'See it at the desk',
    url: 'https://lunchpail.test/desk/editions/2026-11-23',
  })
})

it('a letter has headers in ASCII alone, whatever the domains in the settings', async () => {
  const config = createTestConfig({
    MAIL_FROM: 'Jörgs Pail <monday@bücher.example>',
    CONTACT_EMAIL: 'hello@bücher.example',
    SITE_URL: 'https://bücher.example',
  })
  const mail = composeRecipientMail(
    { ...anEdition(), id: '7', state: 'frozen', builtAt: REVIEW.builtAt, held: undefined },
    { subscriberId: '42', email: 'jane@reader.example' },
    {
      links: createRecipientLinks(config, KEYS),
      list: { domain: domainOf(config.mailFrom), unsubscribeMailbox: config.contactEmail },
    },
  )
  const { parts } = await createComposer({ from: config.mailFrom })(mail)
  const [head = ''] = Buffer.concat(parts).toString().split('\r\n\r\n')
  expect(head).toMatch(/^List-Id: <weekly\.xn--bcher-kva\.example>\r$/m)
  expect(head).toMatch(/^Message-ID: <[^@]+@xn--bcher-kva\.example>\r$/m)
  expect(head).toMatch(/<mailto:hello@xn--bcher-kva\.example\?subject=unsubscribe>/)
  expect(head).toMatch(/^[\r\n\x20-\x7e]+$/)
})
