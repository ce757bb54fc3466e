import { X509Certificate, type KeyObject } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import { isWithin } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { currentAskers } from '../../lib/askers.ts'
import { createOnce } from '../../lib/once.ts'
import type { UpstreamFetch } from '../../lib/upstream-fetch.ts'

const CERTIFICATE_PATH = /^\/SimpleNotificationService-[0-9a-f]{32}\.pem$/
const MOST_KEPT = 20
/** Amazon changes its certificates about once a year: a client that makes up certificate URLs uses up a share of its own. */
const FETCHES_PER_MINUTE = { ofAll: 30, ofClient: 3 }
const MINUTE_MS = 60_000
/** What Amazon answers for a certificate that it does not have. Anything else says nothing about the certificate. */
const NOT_THERE = new Set([403, 404])
/** How long a certificate counts as missing, since that answer may be wrong for a moment. */
const MISSING_MS = 10 * MINUTE_MS

/** What Amazon's notification service publishes and answers, in the region of a topic. */
export interface SnsHost {
  /** @param certificateUrl  as a message names it: only one on the topic's own host is fetched, over https
   *  @returns undefined for any other, and for one that is missing or not valid now
   *  @throws AppError if it cannot be fetched just now */
  findKey(certificateUrl: string, topicArn: string): Promise<KeyObject | undefined>
  /** Confirms a subscription. @throws AppError if Amazon does not accept it */
  confirm(topicArn: string, token: string): Promise<void>
}

export function createSnsHost({ fetch, now }: { fetch: UpstreamFetch; now: () => Date }): SnsHost {
  const certificates = new LRUCache<string, X509Certificate>({ max: MOST_KEPT })
  // Separate, so that made-up ones do not push out the real ones.
  const missingSinceMs = new LRUCache<string, number>({ max: MOST_KEPT })
  const fetching = createOnce<X509Certificate | undefined>()
  let windowBeganMs = Number.NEGATIVE_INFINITY
  let fetched = 0
  const fetchedBy = new Map<string | undefined, number>()

  async function read(url: URL): Promise<Response> {
    const nowMs = now().getTime()
    if (!isWithin(nowMs, windowBeganMs, MINUTE_MS)) {
      windowBeganMs = nowMs
      fetched = 0
      fetchedBy.clear()
    }
    const askers = currentAskers()
    const [client] = askers.clients
    const own = fetchedBy.get(client) ?? 0
    if (own >= FETCHES_PER_MINUTE.ofClient || fetched >= FETCHES_PER_MINUTE.ofAll) {
      // Each waiting client asks on its own account.
      askers.noteRefusal()
      throw new AppError('not-ready', 'Too much was fetched from Amazon SNS in this minute.', {
        retryAfterSeconds: 60,
      })
    }
    fetched += 1
    fetchedBy.set(client, own + 1)
    return fetch(url, { redirect: 'error' })
  }

  async function findCertificate(url: URL): Promise<X509Certificate | undefined> {
    const kept = certificates.get(url.href)
    const nowMs = now().getTime()
    const isMissing = isWithin(nowMs, missingSinceMs.get(url.href) ?? Number.NEGATIVE_INFINITY, MISSING_MS)
    if (kept !== undefined || isMissing) return kept
    return fetching.run(url.href, async () => {
      const response = await read(url)
      if (NOT_THERE.has(response.status)) {
        missingSinceMs.set(url.href, nowMs)
        return undefined
      }
      const certificate = response.ok ? parseCertificate(await response.text()) : undefined
      if (certificate === undefined) {
        throw new AppError('not-ready', 'Amazon SNS does not give its certificate.', {
          retryAfterSeconds: 60,
        })
      }
      certificates.set(url.href, certificate)
      return certificate
    })
  }

  return {
    async findKey(certificateUrl, topicArn) {
      const url = URL.parse(certificateUrl)
      if (url?.origin !== `https://${hostOf(topicArn)}` || url.username !== '') return undefined
      if (!CERTIFICATE_PATH.test(url.pathname) || url.search !== '' || url.hash !== '') return undefined
      const certificate = await findCertificate(url)
      return certificate !== undefined && isValid(certificate, now()) ? certificate.publicKey : undefined
    },
    async confirm(topicArn, token) {
      // Not the address in the message: it is built here, from what was signed.
      const query = new URLSearchParams({ Action: 'ConfirmSubscription', TopicArn: topicArn, Token: token })
      const response = await read(new URL(`https://${hostOf(topicArn)}/?${query}`))
      if (response.ok) return
      throw new AppError('not-ready', `Amazon SNS answered ${response.status} to the confirmation.`, {
        retryAfterSeconds: 60,
      })
    },
  }
}

/** @param topicArn  from the settings, so its form is known */
function hostOf(topicArn: string): string {
  const [, partition, , region] = topicArn.split(':')
  return `sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}`
}

function parseCertificate(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem)
  } catch {
    // Not a certificate: the message is put off.
    return undefined
  }
}

const isValid = ({ validFromDate, validToDate }: X509Certificate, now: Date) =>
  validFromDate <= now && now <= validToDate
