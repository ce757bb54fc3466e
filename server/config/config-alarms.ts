import { isIP } from 'node:net'

import { z } from 'zod'

/** In which form the second channel of alarms is told: JSON of our own, Slack's (Mattermost's too), or that of ntfy. */
const WEBHOOK_FORMS = ['json', 'slack', 'ntfy'] as const
export type WebhookForm = (typeof WEBHOOK_FORMS)[number]

export interface AlarmSettings {
  /** Where alarms are posted, besides mail; undefined: nowhere. Holds a secret. */
  readonly webhookUrl: string | undefined
  readonly webhookForm: WebhookForm
  /** Fetched while the timetable goes well; undefined: nothing is. Holds a secret. */
  readonly heartbeatUrl: string | undefined
}

const outsideAddress = z
  .url({
    protocol: /^https?$/,
    error: 'is not a web address such as https://watch.example/token',
    abort: true,
  })
  .refine((text) => text.startsWith('https:') || isNearby(URL.parse(text)?.hostname ?? ''), {
    error: 'is not https: http is for this machine and private networks alone, since the address is a secret',
  })

/** How a person hears of what goes wrong. */
export const alarmSettingsShape = {
  ALARM_WEBHOOK_URL: outsideAddress.optional(),
  ALARM_WEBHOOK_FORM: z.enum(WEBHOOK_FORMS, `is not one of ${WEBHOOK_FORMS.join(', ')}`).default('json'),
  HEARTBEAT_URL: outsideAddress.optional(),
}

/** @returns a sentence for each setting that does nothing as it is */
export function alarmProblems(given: Readonly<Record<string, string | undefined>>): string[] {
  return given['ALARM_WEBHOOK_FORM'] !== undefined && given['ALARM_WEBHOOK_URL'] === undefined
    ? ['ALARM_WEBHOOK_FORM does nothing without ALARM_WEBHOOK_URL']
    : []
}

export function readAlarmSettings(parsed: z.infer<z.ZodObject<typeof alarmSettingsShape>>): AlarmSettings {
  return {
    webhookUrl: parsed.ALARM_WEBHOOK_URL,
    webhookForm: parsed.ALARM_WEBHOOK_FORM,
    heartbeatUrl: parsed.HEARTBEAT_URL,
  }
}

/** This machine, a private network, or a name without a dot, as docker compose gives them. */
function isNearby(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) === 4) {
    return /^(?:127|10)\.|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\.|^169\.254\./.test(host)
  }
  if (isIP(host) === 6) return host === '::1' || /^f[cd]|^fe[89ab]/.test(host)
  return !host.includes('.') || /\.(?:localhost|local|internal)$/.test(host)
}
