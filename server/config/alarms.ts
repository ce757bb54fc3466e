import { z } from 'zod'

import { areDecodable, isNearby, oneOf, setting, STRAY_PERCENT, webAddress } from './settings.ts'

const outsideAddress = webAddress('https://watch.example/token')
  .refine((text) => text.startsWith('https:') || isNearby(URL.parse(text)?.hostname ?? ''), {
    error: 'is not https: http is for this machine and private networks alone, since the address is a secret',
  })
  .refine((text) => areDecodable(new URL(text).username, new URL(text).password), { error: STRAY_PERCENT })

/** An incoming webhook. Slack's triggers of workflows, at other paths, accept other forms. */
const SLACK_ADDRESS = /^https:\/\/hooks\.slack(?:-gov)?\.com\/services\//i

const settings = z.object({
  /** Where alarms are posted, in addition to mail; undefined: nowhere. Contains a secret. */
  webhookUrl: setting('ALARM_WEBHOOK_URL', outsideAddress.optional()),
  /** Our own JSON, or the format of Slack (Mattermost accepts it too) or ntfy. */
  webhookForm: setting('ALARM_WEBHOOK_FORM', oneOf(['json', 'slack', 'ntfy']).default('json'), {
    needs: 'ALARM_WEBHOOK_URL',
  }),
  /** An address requested regularly while the timetable keeps running; undefined: no request. Contains a secret. */
  heartbeatUrl: setting('HEARTBEAT_URL', outsideAddress.optional()),
})
/** How alarms reach a person. */
export const alarmSettings = settings.refine(
  ({ webhookUrl = '', webhookForm }) => webhookForm === 'slack' || !SLACK_ADDRESS.test(webhookUrl),
  {
    path: ['webhookForm'],
    error: 'has to be slack for an incoming webhook of Slack, which answers anything else with 400',
  },
)
export type AlarmSettings = z.infer<typeof alarmSettings>
