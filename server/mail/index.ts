export { createMailer } from './create-mailer.ts'
export { createOperatorAlarm, type OperatorAlarm } from './operator-alarm.ts'
export { maskReply } from './mask-reply.ts'
export type { Mailer, OutgoingMail, Submission } from './mailer.ts'
