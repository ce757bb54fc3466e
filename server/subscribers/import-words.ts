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

const listed = (...lines: string[]) => lines.flatMap((line) => line.split(' '))

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
  ...wordsOf('complained', 'complained', 'complaint', 'spam complaint', 'marked as spam'),
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

/** Words that rarely occur in columns about anything else. */
const TELLTALE = new Set([
  'unsubscribed',
  'not subscribed',
  'non subscribed',
  'opted out',
  'unconfirmed',
  'unactivated',
  'bounced',
  'hard bounced',
  'hard bounce',
  'cleaned',
  'undeliverable',
  'complained',
  'spam complaint',
  'blocklisted',
  'blacklisted',
  'suppressed',
  'do not mail',
  'do not contact',
  'abgemeldet',
  'desabonne',
  'desabonnee',
  'desinscrit',
  'desinscrite',
  'desuscrito',
  'dado de baja',
  'disiscritto',
])

/** Values of columns that switch something on or off, in five languages. No numbers: those may be counts. */
const SWITCHES = new Set(
  listed(
    'yes no true false y n t f x on off ja nein oui non si',
    'wahr falsch vrai faux verdadero falso vero checked unchecked',
    'aktiv actif activo attivo abonniert abonne inscrit suscrito iscritto',
    'aktiviert angemeldet granted accepted given',
  ),
)

/** Status words that mean something else in most columns. */
const OF_OTHER_THINGS = new Set(['free', 'paid', 'comped', 'left', 'transactional', 'archived'])

/** Names of columns that do not say who gets mail, even with a yes or no: the reader's identity, place, language, dates,
 *  payments, reading habits. */
const HARMLESS_NAMES = new Set(
  listed(
    'first last full middle sur given family display user nick company organization organisation firma employer job title name names',
    'vorname nachname nom prenom nombre apellido apellidos nome cognome anrede salutation gender sex age initial initials',
    'birth birthday birthdate dob geburtsdatum created creation updated added changed joined signup start started expiry expires date time at year month day',
    'lang language locale sprache langue idioma lingua country land pays pais paese cc region province provincia county state city town ort ville ciudad zip plz postal postcode address street phone mobile latitude longitude gmtoff dstoff timezone zone',
    'id ids uuid leid euid ip key slug url link website source referrer referer medium term campaign reason other attributes metadata note notes comment comments bio description text message',
    'tier tiers plan plans paid comp comped complimentary gift gifts gifted founding bestseller stripe customer price revenue amount currency digest',
    'count number num total rate rating score open opens click clicks opened clicked received views activity days',
  ),
)
const isHarmless = (name: string) =>
  wordsIn(name)
    .split(' ')
    .some((word) => HARMLESS_NAMES.has(word))
/** Whether an unknown column may hold a 0 or 1 that switches something on or off. */
export const mayBeSwitch = (name: string) => !isHarmless(name) && !wordsIn(name).startsWith('last ')

/** Separates the tags in a cell, any of which may say that somebody left. */
const LIST = /[;,|\n"]/

/** @returns the word in a cell of an unknown column that says, or may say, who gets mail; undefined if there is none */
export function findTelltale(name: string, cell: string): string | undefined {
  const value = wordsIn(cell)
  if (TELLTALE.has(value)) return value
  const isWord = SWITCHES.has(value) || (verdictOf(STATUS_WORDS, value) && !OF_OTHER_THINGS.has(value))
  const parts = LIST.test(cell) ? cell.split(LIST).map(wordsIn) : []
  const found = isWord ? value : parts.find((part) => TELLTALE.has(part))
  return found === undefined || isHarmless(name) ? undefined : found
}

/** Looks up own keys only: "constructor" is not a word. */
const verdictOf = (words: Words, value: string) => (Object.hasOwn(words, value) ? words[value] : undefined)

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

/** Reads the time at which somebody left, which is empty for everybody else. */
const byTime =
  (verdict: Verdict): Reading =>
  (value) =>
    value === '' || NO.has(value) ? 'subscribed' : verdict

/** By column name, in lower case with words separated by spaces. */
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
  // In general
  subscribed: byYesAndNo('subscribed', 'unsubscribed'),
  'is subscribed': byYesAndNo('subscribed', 'unsubscribed'),
  unsubscribed: byYesAndNo('unsubscribed', 'subscribed'),
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

/** Columns of KNOWN_COLUMNS that have no other meaning once the program that wrote the file is known: a word that is not known is
 *  no leave to mail. */
export const COLUMNS_OF_PROGRAMS: Readonly<Record<string, Reading>> = {
  type: byWords(BUTTONDOWN_WORDS),
  'subscriber type': byWords(BUTTONDOWN_WORDS),
}

/** A word in a column's name that suggests that the column says who gets mail. */
const STATUS_NAME =
  /^(?:status|(?:un)?sub|(?:un)?subscribed?|unsubscribes?|unsubscription|opt(?:ed)?|optin|optout|bounced?|bounces|complain(?:ed|ts?)?|spam|(?:block|black)list(?:ed)?|blocked|banned|suppress(?:ed|ion)|enabled|disabled|active|inactive|activated|(?:un)?confirmed|verified|consent|cleaned|accepts|marketing|newsletters?|permission|deleted|removed|dnc|mailings?|receives?|deactivated|gdpr|dsgvo|rgpd|lgpd|baja|stat[ou]ts|statut|werbung|rundbrief)$/
/** Stems of such words, for languages that compound or inflect. */
const STATUS_STEM =
  /^(?:abgemeld|abmeld|abbestell|einwillig|zustimm|widerruf|ausgetret|austritt|gesperrt|gekundigt|inakti|inacti|inatti|deaktiv|desactiv|disattiv|desabonn|desinscri|desuscri|disiscri|cancell|consent|konsens|einverst|werbesperr|newsletter)|status$|statut$/
/** Names that suggest it only when they are the whole name. */
const WHOLE_NAME =
  /^(?:contact|contactable|delivery|left|aktiv|actif|activo|attivo|abonniert|abonne|angemeldet|inscrit|suscrito|iscritto)$/
/** A last word that makes the name about another aspect of the status. */
const ABOUT_SOMETHING_ELSE =
  /^(?:ips?|ids?|title|url|link|reason|other|note|notes|campaign|source|count|rate|score|name|address|street|city|state|zip|code|country|phone)$/

/** Recognizes a column such as BOUNCE_TIME, filled in only for those who left. */
export function leavingTime(name: string): Reading | undefined {
  const words = wordsIn(name)
  if (!/ (?:time|at|on|date|timestamp)$/.test(words)) return undefined
  if (/^(?:unsub|opt out|optout|delet|remov|left|deactivat|withdrawn|revoked)/.test(words))
    return byTime('unsubscribed')
  if (/^(?:hard )?bounce|^clean|^undeliver/.test(words)) return byTime('bounced')
  if (/^(?:spam )?complain/.test(words)) return byTime('complained')
  return /^(?:block|black|suppress|ban)/.test(words) ? byTime('blocked') : undefined
}

/** Whether the name of an unknown column suggests that it says who gets mail. */
export function seemsAStatus(name: string): boolean {
  const words = wordsIn(name).split(' ')
  if (WHOLE_NAME.test(words.join(' '))) return true
  if (ABOUT_SOMETHING_ELSE.test(words.at(-1) ?? '') || words[0] === 'last') return false
  // Only whoever exported it knows whether a plan or the letter was cancelled.
  if (words.some((word) => word.startsWith('cancel'))) return true
  const isTime = /^(?:time|at|on|date|timestamp)$/.test(words.at(-1) ?? '')
  if (
    /^(?:do not|dont|don t|no) (?:e ?mails?|mail|contact|send|call|disturb|newsletter)/.test(words.join(' '))
  )
    return true
  return !isTime && words.some((word) => STATUS_NAME.test(word) || STATUS_STEM.test(word))
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
