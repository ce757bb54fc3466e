export { checkMail, type MailCheckSettings } from './check-mail.ts'
export { createDnsLookup } from './dns-lookup.ts'
export type { Check } from './check-records.ts'
