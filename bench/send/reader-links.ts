import { addToken } from '../../server/sending/bounces/index.ts'
import type { RecipientLinks } from '../../server/sending/deliveries/recipient-mail.ts'
import { createSigner } from '../../server/sending/tokens.ts'

/** The letter's sender. */
export const SENDER = {
  from: 'Lunchpail <monday@lunchpail.example>',
  domain: 'lunchpail.example',
  dkimSelector: 'bench',
} as const

const signer = createSigner('a key that signs the links of a benchmark and nothing else')

/** One reader's links with their tokens. All contenders use this code, so they all do the same work. */
export const readerLinks = {
  unsubscribeUrlFor: ({ subscriberId, email }) =>
    `https://lunchpail.example/unsubscribe?${new URLSearchParams({ email, token: signer.signUnsubscribe(subscriberId) })}`,
  oneClickUrlFor: ({ subscriberId }) =>
    `https://lunchpail.example/api/unsubscribe/one-click?${new URLSearchParams({ token: signer.signUnsubscribe(subscriberId) })}`,
  bounceAddressFor: (delivery) => addToken('bounces@lunchpail.example', signer.signBounce(delivery)),
  unsubscribeMailboxFor: (delivery) =>
    addToken('leave@lunchpail.example', signer.signMailUnsubscribe(delivery)),
} satisfies RecipientLinks
