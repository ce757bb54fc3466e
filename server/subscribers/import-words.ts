/** Statuses of an address in another program's records, gravest first: if two columns disagree, the graver counts. */
export const VERDICTS = [
  'complained',
  'bounced',
  'blocked',
  'unsubscribed',
  'unconfirmed',
  'other',
  'subscribed',
] as const
export type Verdict = (typeof VERDICTS)[number]

type Words = Readonly<Record<string, Verdict>>
/** Reads a cell given in the form of wordsIn. */
export type Reading = (value: string) => Verdict | 'unreadable'

const wordsOf = (verdict: Verdict, ...words: string[]): Words =>
  Object.fromEntries(words.map((word) => [word, verdict]))

export const listed = (...lines: string[]) => lines.flatMap((line) => line.split(' '))

/** Words of listmonk (enabled, disabled, blocklisted; lists: confirmed, unconfirmed), beehiiv (active, inactive, pending), Keila
 *  (active, unsubscribed, unreachable), Mailchimp (cleaned, transactional), Ghost (free, paid, comped) and Buttondown. */
export const STATUS_WORDS: Words = {
  ...wordsOf(
    'subscribed',
    'subscribed',
    'active',
    'enabled',
    'confirmed',
    'free',
    'paid',
    'comped',
    'opted in',
  ),
  ...wordsOf(
    'unsubscribed',
    'unsubscribed',
    'inactive',
    'disabled',
    'removed',
    'deleted',
    'archived',
    'opted out',
    ...listed('cancelled canceled deactivated refused declined withdrawn revoked left'),
  ),
  // German, French, Spanish, Italian
  ...wordsOf(
    'unsubscribed',
    'dado de baja',
    ...listed(
      'abgemeldet inaktiv deaktiviert gekundigt ausgetreten widerrufen abbestellt',
      'desabonne desinscrit inactif desactive resilie refuse desinscrite desabonnee',
      'desuscrito cancelado inactivo desactivado rechazado baja',
      'disiscritto cancellato inattivo disattivato rifiutato revocato',
    ),
  ),
  ...wordsOf('unsubscribed', 'non subscribed', 'nonsubscribed', 'not subscribed', 'transactional'),
  ...wordsOf(
    'unconfirmed',
    'unconfirmed',
    'pending',
    'unactivated',
    'not confirmed',
    'needs approval',
    'needs attention',
    'validating',
  ),
  ...wordsOf(
    'bounced',
    'bounced',
    'hard bounced',
    'hard bounce',
    'cleaned',
    'undeliverable',
    'invalid',
    'unreachable',
  ),
  ...wordsOf('complained', 'complained', 'complaint', 'spam complaint', 'marked as spam', 'junk'),
  ...wordsOf('blocked', 'blocklisted', 'blacklisted', 'blocked', 'banned', 'suppressed', 'spammy'),
}

/** The types of Buttondown subscribers who get mail, in its column "type". */
const BUTTONDOWN_WORDS: Words = {
  ...STATUS_WORDS,
  ...wordsOf(
    'subscribed',
    'regular',
    'premium',
    'trialed',
    'unpaid',
    'gifted',
    'churning',
    'churned',
    'paused',
    'past due',
  ),
}

/** Looks up own keys only: "constructor" is not a word. */
export const verdictOf = (words: Words, value: string) =>
  Object.hasOwn(words, value) ? words[value] : undefined

const YES = new Set(['true', 'yes', 'y', 't', '1', 'on'])
const NO = new Set(['false', 'no', 'n', 'f', '0', 'off'])

const byWords =
  (words: Words): Reading =>
  (value) =>
    verdictOf(words, value) ?? 'unreadable'

/** For a column that has another meaning in other programs: only known words count. */
const byWordsAlone =
  (words: Words): Reading =>
  (value) =>
    verdictOf(words, value) ?? 'subscribed'

/** Reads a yes, a no, or a status word. */
export const byYesAndNo =
  (yes: Verdict, no: Verdict): Reading =>
  (value) =>
    YES.has(value) ? yes : NO.has(value) ? no : byWords(STATUS_WORDS)(value)

const A_DAY = /^(?:\d{4} \d{1,2} \d{1,2}|\d{1,2} \d{1,2} \d{2,4})(?: |$)/

/** Also reads the time at which it became so, which means yes. */
const orSince =
  (yes: Verdict, reading: Reading): Reading =>
  (value) =>
    A_DAY.test(value) ? yes : reading(value)

/** Reads the time at which somebody left, which is empty for everybody else. */
export const byTime =
  (verdict: Verdict): Reading =>
  (value) =>
    value === '' || NO.has(value) ? 'subscribed' : verdict

/** How to read each known column, by its name in lower case with words separated by spaces. */
export const KNOWN_COLUMNS: Readonly<Record<string, Reading | 'harmless'>> = {
  status: byWords(STATUS_WORDS),
  'subscription status': byWords(STATUS_WORDS),
  'subscriber status': byWords(STATUS_WORDS),
  'email status': byWords(STATUS_WORDS),
  type: byWordsAlone(BUTTONDOWN_WORDS),
  'subscriber type': byWordsAlone(BUTTONDOWN_WORDS),
  state: byWordsAlone(STATUS_WORDS),
  // Ghost
  'subscribed to emails': byYesAndNo('subscribed', 'unsubscribed'),
  'deleted at': byTime('unsubscribed'),
  // Substack; a subscription there is a paid one
  'emails enabled': byYesAndNo('subscribed', 'unsubscribed'),
  'email enabled': byYesAndNo('subscribed', 'unsubscribed'),
  'email disabled': byYesAndNo('unsubscribed', 'subscribed'),
  'emails disabled': byYesAndNo('unsubscribed', 'subscribed'),
  'active subscription': 'harmless',
  'digest enabled': 'harmless',
  'cancel date': 'harmless',
  'days active last 30 days': 'harmless',
  // Mailchimp
  'optin time': 'harmless',
  'confirm time': 'harmless',
  'clean time': byTime('bounced'),
  'unsub time': byTime('unsubscribed'),
  // Buttondown
  'unsubscription date': byTime('unsubscribed'),
  // Brevo
  'email blacklist': byYesAndNo('blocked', 'subscribed'),
  'sms blacklist': 'harmless',
  'whatsapp blacklist': 'harmless',
  // In general
  blacklisted: byYesAndNo('blocked', 'subscribed'),
  blocklisted: byYesAndNo('blocked', 'subscribed'),
  subscribed: orSince('subscribed', byYesAndNo('subscribed', 'unsubscribed')),
  'is subscribed': byYesAndNo('subscribed', 'unsubscribed'),
  unsubscribed: orSince('unsubscribed', byYesAndNo('unsubscribed', 'subscribed')),
  'is unsubscribed': byYesAndNo('unsubscribed', 'subscribed'),
  bounced: byYesAndNo('bounced', 'subscribed'),
  complained: byYesAndNo('complained', 'subscribed'),
  'unsubscribed at': byTime('unsubscribed'),
  'unsubscribed on': byTime('unsubscribed'),
  'unsubscribe date': byTime('unsubscribed'),
  'bounced at': byTime('bounced'),
  'complained at': byTime('complained'),
  'blocklisted at': byTime('blocked'),
  'suppressed at': byTime('blocked'),
  // Our own export
  'consented at': 'harmless',
  'confirmed at': 'harmless',
}

/** Columns of KNOWN_COLUMNS that say for everybody whether they get mail. */
export const SAYS_FOR_EVERYBODY = new Set([
  'status',
  'subscription status',
  'subscriber status',
  'email status',
  'type',
  'subscriber type',
  'subscribed',
  'is subscribed',
  'unsubscribed',
  'is unsubscribed',
  'subscribed to emails',
  'emails enabled',
  'email enabled',
  'email disabled',
  'emails disabled',
  'email blacklist',
  'blacklisted',
  'blocklisted',
])

/** Columns of KNOWN_COLUMNS that have no other meaning once the program that wrote the file is known: an unknown word is
 *  no permission to mail. */
export const COLUMNS_OF_PROGRAMS: Readonly<Record<string, Reading>> = {
  type: byWords(BUTTONDOWN_WORDS),
  'subscriber type': byWords(BUTTONDOWN_WORDS),
}

/** Normalizes text to words without accents: 'subscribed_to_emails', 'Emails enabled' and 'emailsEnabled' alike. */
export function wordsIn(text: string): string {
  return text
    .slice(0, 100)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
