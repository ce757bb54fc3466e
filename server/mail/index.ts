export { createMailer } from './create-mailer.ts'
export { createOperatorAlarm, type OperatorAlarm } from './operator-alarm.ts'
export type { Mailer, OutgoingMail, Submission } from './mailer.ts'
