import { X509Certificate, type KeyObject } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import { AppError } from '../../lib/errors.ts'
import type { UpstreamFetch } from '../../lib/upstream-fetch.ts'

const CERTIFICATE_PATH = /^\/SimpleNotificationService-[0-9a-f]{32}\.pem$/
const MOST_KEPT = 20
/** Amazon changes its certificates about once a year; whoever makes up addresses of them gets no further. */
const FETCHES_PER_MINUTE = 10
const MINUTE_MS = 60_000

/** What Amazon's notification service publishes and answers, in the region of a topic. */
export interface SnsHost {
  /** @param certificateUrl  as a message names it: only one of the topic's own host is fetched, over https
   *  @returns undefined for any other, and for one that is not there or not valid now
   *  @throws AppError where it cannot be fetched just now */
  findKey(certificateUrl: string, topicArn: string): Promise<KeyObject | undefined>
  /** Confirms a subscription. @throws AppError where Amazon does not take it */
  confirm(topicArn: string, token: string): Promise<void>
}

export function createSnsHost({ fetch, now }: { fetch: UpstreamFetch; now: () => Date }): SnsHost {
  const keys = new LRUCache<string, { certificate: X509Certificate | undefined }>({ max: MOST_KEPT })
  let windowEndsMs = 0
  let fetched = 0

  async function read(url: URL): Promise<Response> {
    const nowMs = now().getTime()
    if (nowMs >= windowEndsMs) {
      windowEndsMs = nowMs + MINUTE_MS
      fetched = 0
    }
    fetched += 1
    if (fetched > FETCHES_PER_MINUTE) {
      throw new AppError('not-ready', 'Too much was fetched from Amazon SNS in this minute.', {
        retryAfterSeconds: 60,
      })
    }
    return fetch(url, { redirect: 'error' })
  }

  return {
    async findKey(certificateUrl, topicArn) {
      const url = URL.parse(certificateUrl)
      if (url?.origin !== `https://${hostOf(topicArn)}` || url.username !== '') return undefined
      if (!CERTIFICATE_PATH.test(url.pathname) || url.search !== '' || url.hash !== '') return undefined
      let kept = keys.get(url.href)
      if (kept === undefined) {
        const response = await read(url)
        if (response.status >= 500) {
          throw new AppError('not-ready', 'Amazon SNS does not give its certificate.', {
            retryAfterSeconds: 60,
          })
        }
        kept = { certificate: response.ok ? parseCertificate(await response.text()) : undefined }
        keys.set(url.href, kept)
      }
      const { certificate } = kept
      return certificate !== undefined && isValid(certificate, now()) ? certificate.publicKey : undefined
    },
    async confirm(topicArn, token) {
      // Not the address in the message: it is made here, of what was signed.
      const query = new URLSearchParams({ Action: 'ConfirmSubscription', TopicArn: topicArn, Token: token })
      const response = await read(new URL(`https://${hostOf(topicArn)}/?${query}`))
      if (response.ok) return
      throw new AppError('not-ready', `Amazon SNS answered ${response.status} to the confirmation.`, {
        retryAfterSeconds: 60,
      })
    },
  }
}

/** @param topicArn  of the settings, so that its form is known */
function hostOf(topicArn: string): string {
  const [, partition, , region] = topicArn.split(':')
  return `sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}`
}

function parseCertificate(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem)
  } catch {
    // Not a certificate: the message is refused.
    return undefined
  }
}

const isValid = ({ validFromDate, validToDate }: X509Certificate, now: Date) =>
  validFromDate <= now && now <= validToDate
