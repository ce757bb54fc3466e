import { setTimeout as wait } from 'node:timers/promises'

import type { AlarmSettings } from '../../config/alarms.ts'
import type { Logger } from '../../lib/logger.ts'
import type { WordedAlarm } from './operator-alarm.ts'

/** An alarm as posted to the second channel. */
export interface PostedAlarm extends WordedAlarm {
  readonly raisedAt: Date
}

interface OutsideDeps {
  readonly logger: Logger
  /** For tests: waits between attempts. */
  readonly pause?: (ms: number) => Promise<unknown>
}

const TIMEOUT_MS = 10_000
/** Before the second and the third attempt. */
const PAUSES_MS = [1_000, 5_000]

/** Creates the second channel of alarms: a POST that does not depend on the mail server.
 *  @returns a function that returns whether the alarm was accepted, within three attempts; undefined if no address is set */
export function createAlarmWebhook(
  { webhookUrl, webhookForm }: Pick<AlarmSettings, 'webhookUrl' | 'webhookForm'>,
  site: { readonly name: string; readonly url: string },
  { logger, pause = wait }: OutsideDeps,
): ((alarm: PostedAlarm) => Promise<boolean>) | undefined {
  if (webhookUrl === undefined) return undefined
  return async (alarm) => {
    const message = formatAlarm[webhookForm](alarm, site)
    for (let tries = 0; ; tries += 1) {
      const outcome = await ask(webhookUrl, { method: 'POST', ...message })
      if (outcome === 'taken') return true
      const nextPauseMs = PAUSES_MS[tries]
      if (outcome.mayMend && nextPauseMs !== undefined) {
        await pause(nextPauseMs)
        continue
      }
      logger.error(
        { alarm: alarm.subject, host: hostOf(webhookUrl), failure: outcome.failure },
        'the alarm could not be posted to ALARM_WEBHOOK_URL',
      )
      return false
    }
  }
}

/** Tells an outside watcher that the timetable is running: it raises an alarm if it hears nothing for a while.
 *  @returns undefined if no address is set; else a function that never throws */
export function createHeartbeat(
  { heartbeatUrl }: Pick<AlarmSettings, 'heartbeatUrl'>,
  { logger }: OutsideDeps,
): (() => Promise<void>) | undefined {
  if (heartbeatUrl === undefined) return undefined
  return async () => {
    const outcome = await ask(heartbeatUrl, { method: 'GET' })
    if (outcome === 'taken') return
    logger.warn(
      { host: hostOf(heartbeatUrl), failure: outcome.failure },
      'HEARTBEAT_URL could not be fetched; it is tried again after the next good round',
    )
  }
}

type Message = Pick<RequestInit, 'body' | 'headers'>

const JSON_HEADERS = { 'content-type': 'application/json' }

const formatAlarm: Readonly<
  Record<AlarmSettings['webhookForm'], (alarm: PostedAlarm, site: { name: string; url: string }) => Message>
> = {
  json: ({ kind, subject, detail, raisedAt }, site) => ({
    headers: JSON_HEADERS,
    body: JSON.stringify({
      site: site.name,
      siteUrl: site.url,
      kind,
      subject,
      detail,
      raisedAt: raisedAt.toISOString(),
    }),
  }),
  // Incoming webhooks, in whose text three characters have a meaning.
  slack: ({ subject, detail }, site) => ({
    headers: JSON_HEADERS,
    body: JSON.stringify({ text: escapeForSlack(`${site.name}: ${subject}.\n${detail}`) }),
  }),
  // The address is that of a topic. Headers hold only ASCII (RFC 2047).
  ntfy: ({ kind, subject, detail }, site) => ({
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      title: `=?UTF-8?B?${Buffer.from(`${site.name}: ${subject}`).toString('base64')}?=`,
      priority: 'high',
      tags: `warning,${kind}`,
    },
    body: detail,
  }),
}

const escapeForSlack = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** @returns what went wrong, without any part of the address, which is a secret */
async function ask(
  address: string,
  init: RequestInit,
): Promise<'taken' | { failure: string; mayMend: boolean }> {
  try {
    const url = new URL(address)
    const headers = new Headers(init.headers)
    if (url.username !== '') {
      // fetch accepts no address with a user in it.
      const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
      headers.set('authorization', `Basic ${Buffer.from(user).toString('base64')}`)
      url.username = ''
      url.password = ''
    }
    const response = await fetch(url, {
      ...init,
      headers,
      // The target of a redirect was not configured by anybody.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    if (response.ok) return 'taken'
    const { status } = response
    return { failure: `answered ${status}`, mayMend: status === 429 || status >= 500 }
  } catch (error) {
    return { failure: describeBroken(error), mayMend: true }
  }
}

/** Describes an error of fetch by its name and code alone, since its message may contain the address. */
function describeBroken(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  const { code } = (error.cause ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : error.name
}

const hostOf = (address: string) => new URL(address).host
