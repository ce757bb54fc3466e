import { needsSmtpUtf8 } from '../../shared/email-address.ts'
import type { Clock } from '../lib/clock.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { AppError } from '../lib/errors.ts'
import { createOnce } from '../lib/once.ts'
import type { Keys } from '../config/local-keys.ts'
import { createSigner, fingerprintKey, hashAddress } from '../sending/tokens.ts'
import { confirmSubscription, subscribe, type SignUpRules } from './subscribe.ts'
import { eraseAddress, type Erasure } from './erase-address.ts'
import { forgetExpired, type Forgotten } from './forget-expired.ts'
import { importSubscribers, type ImportOptions, type ImportSummary } from './import-subscribers.ts'
import { saveImported } from './save-imported.ts'
import { listSubscribers, type ListedSubscriber } from './list-subscribers.ts'
import { describeUnverifiedAddress, type UnverifiedAddress } from './mailbox-allowance.ts'
import { createOneAtATime } from './limits-of-routes.ts'
import { readEverythingAbout, type EverythingAbout } from './read-everything-about.ts'
import {
  countActive,
  findSuppression,
  isActiveAddress,
  type HashedAddress,
  type SuppressionReason,
} from './subscribers.queries.ts'
import { unsubscribeByAddress, unsubscribeById, unsubscribeHash } from './unsubscribe.ts'
import {
  countSuppressions,
  DO_NOT_MAIL,
  importSuppressions,
  listSuppressions,
  saveSuppressions,
  type ListedSuppression,
  type ReasonGiven,
  type SuppressionSummary,
} from './suppressions.ts'

export { createFormTokens, OLDEST_FORM_MS } from './form-tokens.ts'
export type { Erasure } from './erase-address.ts'
export { IMPORT_PROGRAMS } from './import-columns.ts'
export type { ImportSummary, RejectedLine } from './import-subscribers.ts'
export type { ListedSubscriber } from './list-subscribers.ts'
export type { EverythingAbout } from './read-everything-about.ts'
export { createSubscriberForms } from './form-routes.ts'
export { describeOperatorPaths, OPERATOR_SECURITY } from './operator-api/openapi.ts'
export { createOperatorRouter } from './operator-api/routes.ts'
export { createOperatorTokens, SCOPES, type OperatorToken, type Scope } from './operator-api/tokens.ts'
export { createSubscriberRequests, createSubscriberRouter } from './routes.ts'
export { describeSubscriberPaths } from './openapi.ts'
export { createSubscriptionLimits } from './limits-of-routes.ts'
export { findNoticeTroubles, type NoticeTroubles } from './notices.queries.ts'
export { createNoticeSender } from './submit-notices.ts'
export { isActive, isUnproven } from './subscribers.queries.ts'
export { lockSubscriber, suppressSubscriber, unsubscribeById } from './unsubscribe.ts'
export { REASONS_GIVEN, type ReasonGiven, type SuppressionSummary } from './suppressions.ts'
export { acceptNewKey, checkKeys, countForNewKey, KeyMismatchError } from './key-fingerprints.ts'

/** Everything that can be done with subscribers. Addresses are as returned by parseEmailAddress; no answer to a visitor reveals
 *  whether one was known. */
export interface Subscribers {
  /** Idempotent; any number of simultaneous calls make one subscriber.
   *  @param request.origin  the requesting network, which limits the mails it can cause to one mailbox
   *  @param request.isFromForm  whether it brought an unused token of a form that was really loaded
   *  @param request.confirmation  'always': asks the owner by mail, whatever the settings say */
  subscribe(
    email: string,
    request?: { origin?: string; isFromForm?: boolean; confirmation?: SignUpRules['confirmation'] },
  ): Promise<void>
  /** @returns 'invalid-token' also for a link that has expired or is no longer needed */
  confirm(token: string): Promise<'confirmed' | 'invalid-token'>
  /** Unsubscribes without proof: the subscriber gets one short notice, at most one a day. */
  unsubscribeByAddress(email: string, request?: { origin?: string }): Promise<void>
  /** Whether a token from a letter's link was signed by us. Does nothing else. */
  isUnsubscribeToken(token: string): boolean
  /** Unsubscribes with the signed link of a letter; idempotent.
   *  @param email  the address that came with the token, which must then be the token's own, and gets one short notice
   *  @param way  the page behind the link, or the mail program's button; by default the page */
  unsubscribeByToken(
    token: string,
    email?: string,
    way?: 'link' | 'one-click',
  ): Promise<'unsubscribed' | 'invalid-token'>
  /** Forgets an address for good; mail to it stays suppressed. */
  erase(email: string): Promise<Erasure>
  /** Puts an address on the do-not-mail list and ends its subscription; `suppressSubscriber` takes an id and a transaction.
   *  @returns 'already' if it was listed; a graver reason replaces the one before */
  suppress(email: string, reason: ReasonGiven): Promise<'suppressed' | 'already'>
  /** @returns the number of recipients of the next edition */
  count(): Promise<number>
  /** Adds an address on an operator's word that its owner agreed.
   *  @throws AppError for an address on the do-not-mail list */
  add(email: string): Promise<'added' | 'already'>
  /** Adds an address on a program's word. Those who left, or come without consent, are asked by mail, as is everybody with
   *  SUBSCRIBE_CONFIRM; those who complained, bounced, were blocked or erased are not.
   *  @param request.program  its name, stored as the source of the consent
   *  @param request.consent  when (ISO 8601) and where the person agreed */
  addByProgram(
    email: string,
    request: { program: string; consent?: { at: string; source: string } | undefined },
  ): Promise<'added' | 'already' | 'asked-to-confirm' | 'do-not-mail'>
  /** @returns whether the address was subscribed */
  remove(email: string): Promise<boolean>
  /** @throws InvalidInputError without a column of addresses, or with an unknown one that may say who left */
  importCsv(csv: AsyncIterable<Uint8Array>, options?: ImportOptions): Promise<ImportSummary>
  /** Lists subscribers page by page, ordered by id.
   *  @param after  an id, '0' for the first page */
  list(range: {
    after: string
    limit: number
    only: 'active' | 'all'
  }): AsyncIterable<readonly ListedSubscriber[]>
  /** Counts the do-not-mail list by reason. */
  countSuppressions(): Promise<Readonly<Record<SuppressionReason, number>>>
  /** Lists the do-not-mail list page by page. */
  listSuppressions(): AsyncIterable<readonly ListedSuppression[]>
  /** Identifies our SUPPRESSION_KEY. */
  readonly suppressionKeyFingerprint: string
  /** Puts the addresses, or exported hashes, of a CSV file on the do-not-mail list.
   *  @throws InvalidInputError for a file with neither, or addresses without a reason; AppError for hashes of another key */
  importSuppressions(
    csv: AsyncIterable<Uint8Array>,
    options: {
      reason: ReasonGiven | undefined
      column: string | undefined
      onRejected?: (rejected: { line: number; reason: string }) => Promise<void> | void
    },
  ): Promise<SuppressionSummary>
  /** Returns everything stored about an address, which its owner may ask for. */
  readEverythingAbout(email: string): Promise<EverythingAbout>
  /** Forgets addresses that were never confirmed and old traces of notices; once a day is enough. */
  forgetExpired(): Promise<Forgotten>
}

export function createSubscribers(deps: {
  db: Database
  keys: Keys
  clock: Clock
  config: Pick<Config, 'subscribeConfirm' | 'welcomeMail'>
  /** Called after a request that queued a mail, to send it without making the visitor wait. */
  onNoticeQueued?: () => void
}): Subscribers {
  const { db, keys, clock, config } = deps
  const signer = createSigner(keys.secretKey, keys.oldSecretKeys)
  const hash = (email: string) => hashAddress(email, keys.suppressionKey)
  const keyFingerprint = fingerprintKey(keys.suppressionKey, 'SUPPRESSION_KEY')
  const hashed = (email: string): HashedAddress => ({ email, emailHash: hash(email) })
  const oneAtATime = createOneAtATime()
  const signingUp = createOnce<void>()
  const rules: SignUpRules = {
    confirmation: config.subscribeConfirm ? 'always' : 'if-suppressed',
    welcome: config.welcomeMail,
    source: 'site',
  }
  const wakeIf = ({ queued }: { queued: boolean }) => {
    if (queued) deps.onNoticeQueued?.()
  }

  const describeAddress = (email: string, request: { origin: string; isFromForm: boolean }) =>
    describeUnverifiedAddress(email, { ...request, suppressionKey: keys.suppressionKey })

  /** Runs the work of sign-ups for the same domain, or for the same mailbox at a large provider, one after the other: these wait for
   *  one lock, and a flood of them must wait for it without a database connection. */
  async function inTurn(address: UnverifiedAddress, work: () => Promise<{ queued: boolean }>): Promise<void> {
    const key = address.domainCountKey?.('links') ?? address.countKey('lock')
    wakeIf(await oneAtATime(key, work, address.origin))
  }

  /** Simultaneous sign-ups for one address by one network, with the same rules, are one. Otherwise they would add up in their line,
   *  and by more for an address that is not subscribed, until the time of the last answer told which it is. */
  const signUp = (address: UnverifiedAddress, its: Partial<SignUpRules>) => {
    const { emailHash, origin, isFromForm } = address
    return signingUp.run(JSON.stringify([emailHash, origin, isFromForm, its]), () =>
      inTurn(address, () => subscribe(db, address, { ...rules, ...its })),
    )
  }

  return {
    subscribe: (email, { origin = '', isFromForm = false, confirmation = rules.confirmation } = {}) =>
      signUp(describeAddress(email, { origin, isFromForm }), {
        // Not every mail server takes mail to it: the link shows whether ours does.
        confirmation: needsSmtpUtf8(email) ? 'always' : confirmation,
      }),
    async confirm(token) {
      const subscriberId = signer.verifyConfirmation(token, clock.now())
      if (subscriberId === undefined) return 'invalid-token'
      const confirmation = await oneAtATime(subscriberId, () => confirmSubscription(db, subscriberId, rules))
      wakeIf(confirmation)
      return confirmation.outcome === 'confirmed' ? 'confirmed' : 'invalid-token'
    },
    async unsubscribeByAddress(email, { origin = '' } = {}) {
      const address = describeAddress(email, { origin, isFromForm: false })
      const work = () => unsubscribeByAddress(db, address)
      wakeIf(await oneAtATime(address.emailHash, work, address.origin))
    },
    isUnsubscribeToken: (token) => signer.verifyUnsubscribe(token) !== undefined,
    async unsubscribeByToken(token, email, way = 'link') {
      const subscriberId = signer.verifyUnsubscribe(token)
      if (subscriberId === undefined) return 'invalid-token'
      const address = email === undefined ? undefined : hashed(email)
      const unsubscription = await oneAtATime(subscriberId, () =>
        unsubscribeById(db, subscriberId, { address, way }),
      )
      wakeIf(unsubscription)
      return unsubscription.outcome === 'unsubscribed' ? 'unsubscribed' : 'invalid-token'
    },
    erase: (email) => eraseAddress(db, hash(email)),
    async suppress(email, reason) {
      const { added } = await oneAtATime(hash(email), () => saveSuppressions(db, [[hash(email), reason]]))
      return added > 0 ? 'suppressed' : 'already'
    },
    count: () => countActive(db),
    async add(email) {
      const consent = { email, source: 'operator', consentedAt: 'now' }
      const { added, suppressed } = await saveImported(db, hash, [consent])
      if (suppressed > 0) throw new AppError('invalid-email', DO_NOT_MAIL)
      return added > 0 ? 'added' : 'already'
    },
    async addByProgram(email, { program, consent }) {
      const suppression = await findSuppression(db, hash(email))
      if (suppression !== undefined && suppression !== 'unsubscribed') return 'do-not-mail'
      const source = `api:${program}`
      if (consent && suppression === undefined && !config.subscribeConfirm) {
        const given = { email, consentedAt: consent.at, source: `${source} (${consent.source})` }
        const { added, suppressed } = await oneAtATime(hash(email), () => saveImported(db, hash, [given]))
        if (suppressed > 0) return 'do-not-mail'
        return added > 0 ? 'added' : 'already'
      }
      if (await isActiveAddress(db, hash(email))) return 'already'
      // A program's sign-ups count like those of a loaded form, since its token proves as much.
      const address = describeAddress(email, { origin: source, isFromForm: true })
      await signUp(address, { confirmation: 'always', source })
      return 'asked-to-confirm'
    },
    remove: async (email) =>
      (await oneAtATime(hash(email), () => unsubscribeHash(db, hash(email)))).wasSubscribed,
    importCsv: (csv, options) => importSubscribers(db, hash, csv, options),
    countSuppressions: () => countSuppressions(db),
    listSuppressions: () => listSuppressions(db),
    suppressionKeyFingerprint: keyFingerprint,
    importSuppressions: (csv, options) => importSuppressions(db, { hash, keyFingerprint }, csv, options),
    list: (range) => listSubscribers(db, range),
    readEverythingAbout: (email) => readEverythingAbout(db, hashed(email)),
    forgetExpired: () => forgetExpired(db),
  }
}
