import { addToken } from './sending/bounces/index.ts'
import type { Config } from './config/config.ts'
import type { Keys } from './config/local-keys.ts'
import type { RecipientLinks } from './sending/deliveries/recipient-mail.ts'
import { createSigner } from './sending/tokens.ts'
import type { NoticeAddresses } from './subscribers/index.ts'

/** The links and return addresses that a letter carries, each its reader's own. */
export function createRecipientLinks(config: Config, keys: Keys): RecipientLinks {
  const signer = createSigner(keys.secretKey, keys.oldSecretKeys)
  const { bounceAddress, unsubscribeMailbox } = config
  return {
    unsubscribeUrlFor: ({ subscriberId, email }) =>
      `${config.siteUrl}/unsubscribe?${new URLSearchParams({ email, token: signer.signUnsubscribe(subscriberId) })}`,
    oneClickUrlFor: ({ subscriberId }) =>
      `${config.siteUrl}/api/unsubscribe/one-click?${new URLSearchParams({ token: signer.signUnsubscribe(subscriberId) })}`,
    bounceAddressFor: (delivery) => bounceAddress && addToken(bounceAddress, signer.signBounce(delivery)),
    unsubscribeMailboxFor: (delivery) =>
      unsubscribeMailbox && addToken(unsubscribeMailbox, signer.signMailUnsubscribe(delivery)),
  }
}

/** Those of single mails, which belong to no edition. */
export function createNoticeAddresses(config: Config, keys: Keys): NoticeAddresses {
  const signer = createSigner(keys.secretKey, keys.oldSecretKeys)
  const { bounceAddress, unsubscribeMailbox } = config
  return {
    bounceAddressFor: (consent) =>
      bounceAddress && addToken(bounceAddress, signer.signConsentBounce(consent)),
    unsubscribeMailboxFor: (consent) =>
      unsubscribeMailbox && addToken(unsubscribeMailbox, signer.signConsentMailUnsubscribe(consent)),
  }
}

/** @param sender  'Name <address>' or an address */
export function domainOf(sender: string): string {
  return /@([^\s@<>]+)>?\s*$/.exec(sender)?.[1] ?? 'localhost.localdomain'
}
