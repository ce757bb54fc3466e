import { sql } from 'kysely'
import { getDomain } from 'tldts'

import type { DatabaseOrTransaction } from '../db/database.ts'
import { hashAddress } from '../sending/tokens.ts'
import { hasDroppedNotice, queueNotice, setTurn, type NoticeKind } from './notices.queries.ts'
import { databaseNow, lockAddress, type HashedAddress } from './subscribers.queries.ts'

/** An address for which a stranger may have requested mail, with what the limits on such mail need. */
export interface UnverifiedAddress extends HashedAddress {
  /** @returns the key of a count for this mailbox, whatever the spelling of its address */
  countKey(...of: readonly string[]): string
  /** Whether it is spelled as foldMailbox spells its mailbox: requests for other spellings cannot use up its mails. */
  readonly isPlain: boolean
  /** The requesting network, wide enough that another one belongs to somebody else. */
  readonly origin: string
  /** The same for its domain with all subdomains; undefined at a large provider, where each mailbox has an owner of its own. */
  readonly domainCountKey: ((...of: readonly ['links' | 'consents', ...string[]]) => string) | undefined
  /** The key of a count for the requesting network. */
  readonly originCountKey: string
  /** Whether the request brought an unused token of a form that was really loaded. */
  readonly isFromForm: boolean
}

interface Allowance {
  readonly key: string
  readonly limit: number
  readonly window: string
}

const A_DAY = '1 day'
/** For this long a network's mails go out after those of networks that caused fewer. */
const TURN_WINDOW = '1 hour'
/** Links a day for the plain address; each works for a week, even for a later sign-up. */
const LINKS_TO_PLAIN = 3
/** Links a day for all other spellings of a mailbox together; MAILS_FOR_ONE_ORIGIN of these at one network's request. */
const LINKS_TO_OTHERS = 4
const WELCOMES_TO_OTHERS = 2
const MAILS_FOR_ONE_ORIGIN = 2
/** Links a day to all addresses of one domain, whose mail one person may read; requests from a loaded form may get more. */
const LINKS_TO_DOMAIN = 30
const LINKS_TO_DOMAIN_FROM_FORMS = 60
/** How many of these one network can cause, so that it does not use up the links of everybody else at the domain. */
const LINKS_TO_DOMAIN_FOR_ONE_ORIGIN = 30

/** How many spellings of one mailbox, and addresses of one domain, can be subscribed without a link in this time: each gets
 *  every letter. */
const CONSENTS = 3
const CONSENTS_OF_DOMAIN = 20
const CONSENT_WINDOW = '30 days'

/** A tag follows a hyphen there, which names cannot contain. */
const YAHOO = /^(?:yahoo\.(?:com|[a-z]{2}|com?\.[a-z]{2})|ymail\.com|rocketmail\.com)$/
/** Domains whose servers ignore dots. */
const WITHOUT_DOTS: ReadonlySet<string> = new Set([
  'gmail.com',
  'googlemail.com',
  'pm.me',
  'proton.me',
  'protonmail.com',
])
/** Any name at `jane.fastmail.com` is `jane@fastmail.com`. */
const FASTMAIL_SUBDOMAIN = /^([^.]+)\.(fastmail\.[a-z]{2,3}(?:\.[a-z]{2})?)$/
const PROVIDERS_OF_COUNTRIES = /^(?:gmx|hotmail|live|outlook|yahoo)\.(?:com|[a-z]{2}|com?\.[a-z]{2})$/
const LARGE_PROVIDERS: ReadonlySet<string> = new Set(
  `126.com 163.com alice.it aol.com arcor.de att.net bellsouth.net bigpond.com bk.ru bluewin.ch bol.com.br
  btinternet.com charter.net comcast.net cox.net daum.net duck.com earthlink.net fastmail.com fastmail.fm
  foxmail.com free.fr freenet.de gmail.com gmx.net hanmail.net hey.com icloud.com inbox.ru interia.pl
  juno.com keemail.me laposte.net libero.it list.ru mac.com mail.com mail.ru me.com mozmail.com msn.com
  naver.com neuf.fr ntlworld.com o2.pl onet.pl optonline.net optusnet.com.au orange.fr pm.me
  privaterelay.appleid.com proton.me protonmail.com qq.com rambler.ru rediffmail.com rocketmail.com
  rogers.com sbcglobal.net seznam.cz sfr.fr shaw.ca sina.com sky.com skynet.be sympatico.ca t-online.de
  talktalk.net telenet.be telus.net terra.com.br tin.it tiscali.it tuta.com tuta.io tutamail.com
  tutanota.com tutanota.de uol.com.br verizon.net virgilio.it virginmedia.com wanadoo.fr web.de wp.pl ya.ru
  yandex.com yandex.ru ymail.com ziggo.nl zoho.com zohomail.com`.split(/\s+/),
)

/** Folds the spellings of a mailbox into one for counting. Most servers ignore tags, so these are ignored everywhere. Few ignore
 *  dots: elsewhere `jane.doe` may be her only spelling, and others must not use up what it gets. The stored address stays as typed.
 *  @param email  as returned by parseEmailAddress
 *  @returns e.g. 'jane.doe@mail.example' for 'jane.doe+news@mail.example', and 'janedoe@gmail.com' for 'jane.doe@gmail.com' */
export function foldMailbox(email: string): string {
  const at = email.lastIndexOf('@')
  const typed = email.slice(0, at)
  const domain = email.slice(at + 1)
  const [, owner, provider] = FASTMAIL_SUBDOMAIN.exec(domain) ?? []
  if (owner !== undefined) return `${owner}@${provider}`
  const tag = typed.search(YAHOO.test(domain) ? /(?<!^)[+-]/ : /(?<!^)\+/)
  const untagged = tag > 0 ? typed.slice(0, tag) : typed
  const local = WITHOUT_DOTS.has(domain) ? untagged.replaceAll('.', '') : untagged
  return `${local === '' ? typed : local}@${domain === 'googlemail.com' ? 'gmail.com' : domain}`
}

/** @param email  as returned by parseEmailAddress */
export function describeUnverifiedAddress(
  email: string,
  { origin, isFromForm, suppressionKey }: { origin: string; isFromForm: boolean; suppressionKey: string },
): UnverifiedAddress {
  const mailbox = foldMailbox(email)
  const domain = mailbox.slice(mailbox.lastIndexOf('@') + 1)
  const isLarge = LARGE_PROVIDERS.has(domain) || PROVIDERS_OF_COUNTRIES.test(domain)
  // A domain's owner can receive mail at any name below it, even one that no host may have.
  const owned = getDomain(domain, { allowPrivateDomains: true, validateHostname: false }) ?? domain
  return {
    email,
    emailHash: hashAddress(email, suppressionKey),
    // Addresses contain no line ends, so a count never has the hash of an address.
    countKey: (...of) => hashAddress(['allowance', ...of, mailbox].join('\n'), suppressionKey),
    isPlain: mailbox === email,
    origin,
    domainCountKey: isLarge
      ? undefined
      : (...of) => hashAddress(['allowance', 'domain', ...of, owned].join('\n'), suppressionKey),
    originCountKey: hashAddress(['allowance', 'origin', origin].join('\n'), suppressionKey),
    isFromForm,
  }
}

/** Like queueNotice, but only if the mailbox and its domain may get more mail. A mail that is not queued does not count, and one
 *  that is queued again because it was dropped counts once.
 *  @param trx  a transaction in which the address is locked */
export async function queueAllowedNotice(
  trx: DatabaseOrTransaction,
  kind: NoticeKind,
  address: UnverifiedAddress,
  window: string,
): Promise<'queued' | 'too-soon' | 'too-many'> {
  const isCounted = await hasDroppedNotice(trx, kind, address.emailHash)
  const allowances = isCounted ? [] : listAllowances(kind, address)
  if (!(await haveRoom(trx, address, allowances))) return 'too-many'
  const turn = await countTaken(trx, address.originCountKey)
  const outcome = await queueNotice(trx, kind, address, window, turn)
  if (outcome === 'queued') {
    for (const count of allowances) await take(trx, count)
    // The network's own count comes last, since most requests wait for it. Another of its requests may have been counted meanwhile.
    const taken = await take(trx, { key: address.originCountKey, window: TURN_WINDOW })
    if (taken > turn + 1) await setTurn(trx, kind, { ...address, turn: taken - 1 })
  }
  return outcome
}

/** Counts an address that is subscribed without a link, unless it was subscribed before.
 *  @param trx  a transaction in which the address is locked
 *  @returns false if the allowance of its mailbox or its domain is used up: then the owner must be asked */
export async function takeConsent(trx: DatabaseOrTransaction, address: UnverifiedAddress): Promise<boolean> {
  const before = await trx
    .selectFrom('subscriber')
    .select('id')
    .where('email_hash', '=', address.emailHash)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (before !== undefined) return true
  const ofMailbox = { key: address.countKey('consent'), limit: CONSENTS, window: CONSENT_WINDOW }
  const domainKey = address.domainCountKey?.('consents')
  const allowances =
    domainKey === undefined
      ? [ofMailbox]
      : [ofMailbox, { key: domainKey, limit: CONSENTS_OF_DOMAIN, window: CONSENT_WINDOW }]
  if (!(await haveRoom(trx, address, allowances))) return false
  for (const allowance of allowances) await take(trx, allowance)
  return true
}

/** Deletes expired counts, except those that a request is just taking again: that one locks several in an order of its own.
 *  @returns their number */
export async function deleteEndedAllowances(db: DatabaseOrTransaction): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('mailbox_allowance')
    .where('key', 'in', (eb) =>
      eb
        .selectFrom('mailbox_allowance')
        .select('key')
        .where('ends_at', '<=', databaseNow)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

function listAllowances(kind: NoticeKind, address: UnverifiedAddress): Allowance[] {
  // Whoever was subscribed is told, whatever strangers did to other spellings; how many of these get subscribed is limited.
  if (kind === 'unsubscribed') return []
  const ofMailbox = listAllowancesOfMailbox(kind, address)
  if (kind !== 'confirmation' || address.domainCountKey === undefined) return ofMailbox
  const limit = address.isFromForm ? LINKS_TO_DOMAIN_FROM_FORMS : LINKS_TO_DOMAIN
  const ofOrigin = address.domainCountKey('links', address.origin)
  return [
    ...ofMailbox,
    { key: address.domainCountKey('links'), limit, window: A_DAY },
    { key: ofOrigin, limit: LINKS_TO_DOMAIN_FOR_ONE_ORIGIN, window: A_DAY },
  ]
}

function listAllowancesOfMailbox(
  kind: Exclude<NoticeKind, 'unsubscribed'>,
  address: UnverifiedAddress,
): Allowance[] {
  const of = (limit: number, ...what: readonly string[]) => ({
    key: address.countKey(kind, ...what),
    limit,
    window: A_DAY,
  })
  // Welcomes to the plain address have a time window of their own.
  if (address.isPlain) return kind === 'confirmation' ? [of(LINKS_TO_PLAIN, 'plain')] : []
  return [
    of(kind === 'confirmation' ? LINKS_TO_OTHERS : WELCOMES_TO_OTHERS, 'others'),
    of(MAILS_FOR_ONE_ORIGIN, 'others', address.origin),
  ]
}

/** Locks the mailbox and its domain until the transaction ends, so that no other request takes what is left; nothing if what is
 *  asked for is not limited. */
async function haveRoom(
  trx: DatabaseOrTransaction,
  address: UnverifiedAddress,
  allowances: readonly Allowance[],
): Promise<boolean> {
  if (allowances.length === 0) return true
  await lockAddress(trx, address.countKey('lock'))
  // Always after the mailbox, so that two requests never wait for each other.
  if (address.domainCountKey !== undefined) await lockAddress(trx, address.domainCountKey('links'))
  for (const allowance of allowances) if (!(await hasRoom(trx, allowance))) return false
  return true
}

async function hasRoom(trx: DatabaseOrTransaction, { key, limit }: Allowance): Promise<boolean> {
  return (await countTaken(trx, key)) < limit
}

async function countTaken(trx: DatabaseOrTransaction, key: string): Promise<number> {
  const counted = await trx
    .selectFrom('mailbox_allowance')
    .select('taken')
    .where('key', '=', key)
    .where('ends_at', '>', databaseNow)
    .executeTakeFirst()
  return counted?.taken ?? 0
}

async function take(
  trx: DatabaseOrTransaction,
  { key, window }: Pick<Allowance, 'key' | 'window'>,
): Promise<number> {
  const endsAt = sql<Date>`lunchpail_now() + ${window}::interval`
  const isOver = sql<boolean>`mailbox_allowance.ends_at <= lunchpail_now()`
  const { taken } = await trx
    .insertInto('mailbox_allowance')
    .values({ key, taken: 1, ends_at: endsAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        taken: sql`case when ${isOver} then 1 else mailbox_allowance.taken + 1 end`,
        ends_at: sql`case when ${isOver} then excluded.ends_at else mailbox_allowance.ends_at end`,
      }),
    )
    .returning('taken')
    .executeTakeFirstOrThrow()
  return taken
}
