import type { ProviderSettings } from '../../config/providers.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { UpstreamFetch } from '../../lib/upstream-fetch.ts'
import type { Bounces, IngestResult } from '../bounces/index.ts'
import { createMailgun } from './mailgun.ts'
import { createPostmark } from './postmark.ts'
import type { Provider, ProviderName, WebhookRequest } from './provider.ts'
import { createResend } from './resend.ts'
import { createSendGrid } from './sendgrid.ts'
import { createSes } from './ses.ts'
import { createSnsHost } from './sns-host.ts'

export {
  markLetter,
  MOST_UNPROVEN_BYTES,
  PROVIDERS,
  type ProviderName,
  WebhookRefusedError,
} from './provider.ts'

/** Webhooks by which mail providers report on our letters. */
export interface Webhooks {
  /** @returns undefined for an unknown name, or one whose secret is not set */
  find(name: string): ProviderName | undefined
  /** Checks a request and acts on each of its events. A repeated event changes nothing.
   *  @returns what was done, event by event
   *  @throws WebhookRefusedError; AppError if a certificate cannot be fetched now; the database's error: then the provider
   *    must send it again */
  receive(provider: ProviderName, request: WebhookRequest): Promise<readonly IngestResult[]>
}

/** @param fetch  requests to Amazon SNS */
export function createWebhooks({
  settings,
  bounces,
  clock,
  logger,
  fetch,
}: {
  settings: ProviderSettings
  bounces: Pick<Bounces, 'ingestEvent'>
  clock: Clock
  logger: Logger
  fetch: UpstreamFetch
}): Webhooks {
  const providers = createProviders(settings, { clock, logger, fetch })
  return {
    find: (name) => [...providers.keys()].find((provider) => provider === name),
    async receive(name, request) {
      const events = (await providers.get(name)?.read(request, clock.now())) ?? []
      const results: IngestResult[] = []
      for (const event of events) results.push(await bounces.ingestEvent(event))
      return results
    },
  }
}

/** @returns those whose secret is set */
function createProviders(
  settings: ProviderSettings,
  { clock, logger, fetch }: { clock: Clock; logger: Logger; fetch: UpstreamFetch },
): ReadonlyMap<ProviderName, Provider> {
  const providers = new Map<ProviderName, Provider>()
  if (settings.sesTopics.length > 0) {
    const host = createSnsHost({ fetch, now: () => clock.now() })
    const onSubscription = (what: 'confirmed' | 'ended', topic: string) => {
      if (what === 'confirmed') logger.info({ topic }, 'Amazon SNS: the subscription is confirmed')
      else logger.warn({ topic }, 'Amazon SNS: the subscription was ended; no more events come from it')
    }
    providers.set('ses', createSes({ topics: settings.sesTopics, host, onSubscription }))
  }
  const { postmarkPassword, mailgunKey, sendGridKey, resendSecret } = settings
  if (postmarkPassword !== undefined)
    providers.set('postmark', createPostmark({ password: postmarkPassword }))
  if (mailgunKey !== undefined) providers.set('mailgun', createMailgun({ signingKey: mailgunKey }))
  if (sendGridKey !== undefined) providers.set('sendgrid', createSendGrid({ publicKey: sendGridKey }))
  if (resendSecret !== undefined) providers.set('resend', createResend({ secret: resendSecret }))
  return providers
}
