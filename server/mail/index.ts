export { createMailer } from './create-mailer.ts'
export type { Mailer, OutgoingMail, Submission } from './mailer.ts'
