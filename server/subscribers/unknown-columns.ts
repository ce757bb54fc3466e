import { byTime, listed, STATUS_WORDS, verdictOf, wordsIn, type Reading } from './import-words.ts'

/** Words that rarely occur in columns about anything else. */
const TELLTALE = new Set([
  'unsubscribed',
  'unsubscribe',
  'unsub',
  'gone',
  'not subscribed',
  'non subscribed',
  'opted out',
  'unconfirmed',
  'unactivated',
  'bounced',
  'bounce',
  'hard bounced',
  'hard bounce',
  'cleaned',
  'undeliverable',
  'complained',
  'complaint',
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

/** Values of columns that switch something on or off, in many languages. No numbers: those may be counts. */
const SWITCHES = new Set(
  listed(
    'yes no true false y n t f x on off ja nein oui non si',
    'wahr falsch vrai faux verdadero falso vero checked unchecked',
    'aktiv actif activo attivo abonniert abonne inscrit suscrito iscritto',
    'aktiviert angemeldet granted accepted given',
    'tak nie sim nao da нет да sí ano ne nej igen nem evet hayır 是 否 はい いいえ 예 아니요 ναι οχι',
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
  if (TELLTALE.has(value) || (isCountOfFailures(name) && /^[1-9]\d{0,5}$/.test(value))) return value
  const inWords = OF_PAGES.test(wordsIn(name)) ? null : LEFT_IN_WORDS.exec(value)
  if (inWords) return inWords[0]
  const isWord = SWITCHES.has(value) || (verdictOf(STATUS_WORDS, value) && !OF_OTHER_THINGS.has(value))
  const parts = LIST.test(cell) ? cell.split(LIST).map(wordsIn) : []
  const found = isWord ? value : parts.find((part) => TELLTALE.has(part))
  return found === undefined || isHarmless(name) ? undefined : found
}

/** 'bounce_count', 'complaints total': an address without any may get mail. Soft bounces do not count. */
function isCountOfFailures(name: string): boolean {
  const words = wordsIn(name)
  return (
    /\b(?:hard )?(?:bounc|complain|unsub|spam report)/.test(words) &&
    !/\bsoft\b|\b(?:score|rate)\b/.test(words)
  )
}

/** How a note describes somebody who left or wants to. */
const LEFT_IN_WORDS = /\b(?:unsub(?:scribed?|s)?|opt(?:ed)? out|do not (?:e ?mail|mail|contact|send))\b/
/** Addresses of pages may have such words for other reasons. */
const OF_PAGES = /\b(?:url|link|website|source|referr?er|reason|campaign)\b/

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
  if (/^unsub\w* (?:reason|campaign|campaign title)$/.test(words)) {
    return (value) => (/\p{L}/u.test(value) ? 'unsubscribed' : 'subscribed')
  }
  if (/^suppress\w* (?:reason|origin)$/.test(words)) {
    return (value) => (/\p{L}/u.test(value) ? 'blocked' : 'subscribed')
  }
  if (!/ (?:time|at|on|date|timestamp)$/.test(words)) return undefined
  if (/^(?:unsub|opt out|optout|delet|remov|left|deactivat|withdrawn|revoked)/.test(words))
    return byTime('unsubscribed')
  if (/^(?:hard )?bounce|^clean|^undeliver/.test(words)) return byTime('bounced')
  if (/^(?:spam )?complain/.test(words)) return byTime('complained')
  return /^(?:block|black|suppress|ban)/.test(words) ? byTime('blocked') : undefined
}

const OF_TIME = new Set(listed('date time at on day timestamp d de del di'))
const OF_BEGINNING =
  /^(?:inscri|iscri|anmeld|registr|regist|alta|beitritt|joined|since|seit|depuis|subscribed|subscription|seen|order|purchase|payment|login|visit|renew|trial|invoice|contacted|received|sent|downloaded|import|export|modif|cancel|consent|confirm|opt|verif)/

/** Whether an unknown column of days may say when somebody left: 'Exit date', 'Last bounce'. */
export function mayBeDayOfLeaving(name: string): boolean {
  const words = wordsIn(name)
    .split(' ')
    .filter((word) => !OF_TIME.has(word))
  if (words.some((word) => /bounc|complain|unsub/.test(word))) return true
  return (
    words.length > 0 &&
    words[0] !== 'last' &&
    !words.some((word) => HARMLESS_NAMES.has(word) || OF_BEGINNING.test(word))
  )
}

/** How files are named that have those who get no mail. */
const OF_THOSE_WHO_LEFT =
  /(?:^| )(?:unsub|bounc|complain|spam report|suppress|(?:block|black)(?:ed|list| list)|opt(?:ed)? ?out|do not (?:mail|e ?mail|contact|send)|abgemeld|abmeld|abbestell|desabonn|desinscri|desuscri|disiscri)/

/** Whether a file's name says that those in it get no mail, as mail providers name such lists. */
export const isOfThoseWhoLeft = (fileName: string) => OF_THOSE_WHO_LEFT.test(wordsIn(fileName))

/** Whether the name of an unknown column suggests that it says who gets mail. */
export function seemsAStatus(name: string): boolean {
  const words = wordsIn(name).split(' ')
  if (WHOLE_NAME.test(words.join(' ')) || /\b(?:legal|lawful) basis\b/.test(words.join(' '))) return true
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
