import { addToken } from './sending/bounces/index.ts'
import { markLetter } from './sending/webhooks/index.ts'
import type { Config } from './config/config.ts'
import type { Keys } from './config/local-keys.ts'
import type { RecipientLinks } from './sending/deliveries/recipient-mail.ts'
import type { PreviewLink } from './sending/editions/preview-edition.ts'
import type { EditionReview } from './sending/editions/review-edition.ts'
import { createSigner, type ConsentId, type DeliveryId, type PreviewToken } from './sending/tokens.ts'

/** The links and return addresses in a letter; each reader has their own. */
export function createRecipientLinks(config: Config, keys: Keys): RecipientLinks {
  const signer = createSigner(keys.secretKey, keys.oldSecretKeys)
  return {
    ...createReturnAddresses(config, keys),
    unsubscribeUrlFor: ({ subscriberId, email }) =>
      `${config.siteUrl}/unsubscribe?${new URLSearchParams({ email, token: signer.signUnsubscribe(subscriberId) })}`,
    oneClickUrlFor: ({ subscriberId }) =>
      `${config.siteUrl}/api/unsubscribe/one-click?${new URLSearchParams({ token: signer.signUnsubscribe(subscriberId) })}`,
  }
}

/** Where what comes back about a mail goes, with a token that tells which mail it was: a letter, or a single mail, which belongs
 *  to no edition. */
export function createReturnAddresses(config: Config, keys: Keys) {
  const signer = createSigner(keys.secretKey, keys.oldSecretKeys)
  const { bounceAddress, unsubscribeMailbox } = config
  const mark = { domain: domainOf(config.mailFrom), provider: config.providers.mailProvider }
  type Mail = DeliveryId | ConsentId
  return {
    bounceAddressFor: (mail: Mail) =>
      bounceAddress && addToken(bounceAddress, signer.signMail('bounce', mail)),
    unsubscribeMailboxFor: (mail: Mail) =>
      unsubscribeMailbox && addToken(unsubscribeMailbox, signer.signMail('mail-unsubscribe', mail)),
    markFor: (mail: Mail, name?: string) => markLetter(signer.signMail('letter', mail), { ...mark, name }),
  }
}

/** The links in a preview, valid until the edition's cutoff. They lead to a page with a button, since programs open every link in
 *  a mail. Where there is a desk, one more leads to the edition's page there, which requires a sign-in. */
export function createPreviewLinks(
  { siteUrl, operators }: Pick<Config, 'siteUrl' | 'operators'>,
  keys: Keys,
): (review: Pick<EditionReview, 'date' | 'builtAt' | 'times'>) => PreviewLink[] {
  const signer = createSigner(keys.secretKey, keys.oldSecretKeys)
  return ({ date, builtAt, times }) => {
    const token = signer.signPreview({ slotDate: date, builtAt }, times.cutoffAt)
    const review = ['Hold it', 'Release it'].map((words) => ({
      words,
      url: `${siteUrl}/review?${new URLSearchParams({ token })}`,
    }))
    const atDesk = { words: 'See it at the desk', url: `${siteUrl}/desk/editions/${date}` }
    return operators.length === 0 ? review : [...review, atDesk]
  }
}

/** Reads the tokens in preview links; undefined for a token that we did not sign or that has expired. */
export function createPreviewReader(keys: Keys): (token: string, now: Date) => PreviewToken | undefined {
  const signer = createSigner(keys.secretKey, keys.oldSecretKeys)
  return (token, now) => signer.verifyPreview(token, now)
}

/** @param sender  'Name <address>' or an address */
export function domainOf(sender: string): string {
  return /@([^\s@<>]+)>?\s*$/.exec(sender)?.[1] ?? 'localhost.localdomain'
}
