import {
  hasNumeral,
  presentCompany,
  presentCompanyShort,
  presentPerson,
  presentPlainRole,
  presentTicker,
} from '../../records/names/present-names.ts'
import { formatDay } from '../../../shared/format-date.ts'
import { numberOf } from '../facts/format-fact.ts'
import { bound, capitalize, daySlots, keepHeads, rateDollars } from '../statements/make-statement.ts'
import type { Slot, Statement } from '../statements/statement.ts'
import { describeVia, listNotes, type Note } from './insider-notes.ts'
import type { InsiderFinding } from './insider-section.ts'
import { rateHistory } from './state-insider-history.ts'

/** USD on the open market, and how telling that is. */
export const INSIDER_SCALE = [
  [10_000, 0],
  [1_000_000, 30],
  [10_000_000, 45],
  [100_000_000, 60],
  [1_000_000_000, 78],
  [5_000_000_000, 88],
  [100_000_000_000, 100],
] as const

const LESS = { offer: 15, taxes: 25, conversion: 15, fund: 6, unchecked: 15, partlyChecked: 4, long: 15 }
/** A price that nothing bears out may be a slip, however large it makes a trade. */
const MOST_UNCHECKED = 45
/** What a report tells of years ago is hardly told. */
const OLD = 8
/** A month of business days: what lies further back is less of this week's news. */
const LONG_LATE_DAYS = 20

/** Who trades, in the words around `{who}`. */
interface Party {
  /** A name, or words that stand in the place of one. */
  readonly who: Slot
  /** Turns a name into the words for whoever traded: '{who}’s trust', '{who} and linked funds'. */
  readonly wrap: (name: string) => string
  /** The same around words that end in an apposition: 'a trust of {who}, a director of {company},'. */
  readonly wrapLong: (name: string, apposition: string) => string
  /** All of it in few words: '{who} and a trust'. */
  readonly brief: (name: string) => string
  /** Ends the sentence: ', {indirect} through a trust'. */
  readonly tail: string
  readonly isFund: boolean
  readonly role: Role | undefined
}

type Role = NonNullable<ReturnType<typeof presentPlainRole>>
type Through = NonNullable<InsiderFinding['heldThrough']> | 'others'

const PARTLY: Readonly<Record<Through, string>> = {
  trust: 'a trust',
  spouse: 'a spouse',
  children: 'children',
  fund: 'funds',
  'fund or company': 'a firm',
  others: 'others',
}
/** Before and behind a name. */
const WHOLLY: Readonly<Record<Through, readonly [before: string, behind: string]>> = {
  trust: ['', '’s trust'],
  spouse: ['', '’s spouse'],
  children: ['', '’s children'],
  fund: ['funds tied to ', ''],
  'fund or company': ['a firm tied to ', ''],
  others: ['an account tied to ', ''],
}
const WHOLLY_OF: Readonly<Record<Through, string>> = {
  trust: 'a trust of ',
  spouse: 'the spouse of ',
  children: 'children of ',
  fund: 'funds tied to ',
  'fund or company': 'a firm tied to ',
  others: 'an account tied to ',
}

/** @returns the person first: a fund that reports with one is beside it */
export function describeParty({ owners, ownership, heldThrough }: InsiderFinding): Party {
  const people = owners.flatMap((owner) => {
    const person = presentPerson(owner)
    return person === undefined || hasNumeral(person.name) ? [] : [{ owner, ...person }]
  })
  const [first] = people
  const entities = owners.filter((owner) => presentPerson(owner) === undefined)
  const isTrust = entities.length > 0 && entities.every(({ name }) => /\btrusts?\b/i.test(name))
  const linked = entities.length === 0 ? '' : isTrust ? 'a linked trust' : 'linked funds'
  const how = heldThrough ?? 'others'
  const isPartly = ownership === 'partly indirect'
  const isFund = (entities.length > 0 && !isTrust) || how === 'fund' || how === 'fund or company'
  const tail = isPartly ? `, {indirect} through ${PARTLY[how]}` : ''
  if (!first) {
    const name = presentCompany(entities[0]?.name ?? '')
    const isNamed = name !== '' && !hasNumeral(name)
    const wrap = (one: string) =>
      `${isNamed ? one : 'an insider'}${entities.length > 1 ? ' and linked funds' : ''}`
    return {
      who: { name: isNamed ? name : 'An insider' },
      wrap,
      wrapLong: (one, apposition) => `${wrap(one)}, ${apposition},`,
      brief: wrap,
      tail,
      isFund,
      role: undefined,
    }
  }
  const more = [people.length > 1 ? 'others' : '', linked].filter((one) => one !== '')
  const beside = more.length === 0 ? '' : `${more.length > 1 ? ',' : ' and'} ${more.join(' and ')}`
  // Funds and trusts that report with a person are those that hold.
  const isThrough = entities.length === 0 && ownership === 'indirect'
  const [before, behind] = isThrough ? WHOLLY[how] : ['', '']
  const wrap = (name: string) => `${before}${name}${beside}${behind}`
  return {
    who: { name: first.name, short: first.last },
    wrap,
    wrapLong: (name, apposition) => `${isThrough ? WHOLLY_OF[how] : ''}${name}, ${apposition},${beside}`,
    brief: (name) =>
      isPartly ? `${name}${beside === '' ? ' and' : beside + ' and'} ${PARTLY[how]}` : wrap(name),
    tail,
    isFund,
    role: owners.length === 1 ? presentPlainRole(first.owner) : undefined,
  }
}

function appositionOf(role: Role): string {
  if (role === 'CEO' || role === 'finance chief') return `the ${role} of {company}`
  return role === 'executive' ? 'an executive of {company}' : `a ${role} of {company}`
}

/** One owner's purchase or sale, or that of owners who report together. */
export function stateInsiderTrade(finding: InsiderFinding): Statement {
  const { id, side, issuer, facts, filings, isOld, isMaybeSlip } = finding
  const party = describeParty(finding)
  const notes = listNotes(finding)
  const [page] = filings.length === 1 ? filings : []
  const href = page && { href: page.pageUrl }
  const ticker = presentTicker(issuer)
  const slots: Record<string, Slot> = {
    who: party.who,
    ...('short' in party.who && party.who.short !== undefined ? { last: { name: party.who.short } } : {}),
    company: { name: presentCompanyShort(issuer.name) },
    ...(ticker === undefined ? {} : { ticker: { name: ticker } }),
    value: { figure: facts.value, ...href },
    shares: { figure: facts.shares, ...href },
    ...(isMaybeSlip ? { lag: { figure: facts.lag, ...href } } : {}),
    ...daySlots(facts, href),
    ...(facts.averagePrice ? { price: { figure: facts.averagePrice, ...href } } : {}),
    ...(facts.rangeLow && facts.rangeHigh
      ? { low: { figure: facts.rangeLow, ...href }, high: { figure: facts.rangeHigh, ...href } }
      : {}),
    ...(facts.planValue ? { plan: { figure: facts.planValue, ...href } } : {}),
    ...(facts.planAdoptedOn && finding.plan === 'all'
      ? {
          adopted: {
            figure: facts.planAdoptedOn,
            text: formatDay(String(facts.planAdoptedOn.value)),
            ...href,
          },
        }
      : {}),
    ...(facts.indirectValue ? { indirect: { figure: facts.indirectValue, ...href } } : {}),
  }
  const statement = { id, slots }
  // Whoever must sell for taxes made no choice that could lead a letter.
  const canLead = !isOld && !isMaybeSlip && !finding.isBesideConversion && finding.via !== 'taxes'
  const heads = canLead ? keepHeads(statement, writeHeads(finding, party, notes)) : {}
  const verb = side === 'buy' ? 'bought' : 'sold'
  const where = describeVia(finding)
  const noteTail = notes.map(({ short }) => `, ${short}`).join('')
  const line = `${capitalize(party.brief('{who}'))} ${verb} {value} of {company}${where}${noteTail}.`
  return {
    ...statement,
    section: 'insiders',
    kind: 'trade',
    topic: `insiders/${ticker ?? issuer.cik}`,
    direction: side === 'buy' ? 'up' : 'down',
    salience: rateTrade(finding, party),
    isNews: !isOld && !isMaybeSlip,
    tellings: writeTellings(finding, party, notes),
    ...heads,
    ...(isMaybeSlip || isOld ? {} : { lines: [line] }),
  }
}

function writeTellings(
  finding: InsiderFinding,
  { wrap, wrapLong, tail, role }: Party,
  notes: readonly Note[],
): [string, ...string[]] {
  const { side, facts } = finding
  const isOneDay = facts.firstTradedOn.value === facts.lastTradedOn.value
  const days = isOneDay ? 'on {from}' : 'from {from} to {to}'
  const verb = side === 'buy' ? 'bought' : 'sold'
  const where = describeVia(finding)
  const end = `${tail}.${notes.map(({ sentence }) => `\n${sentence}`).join('')}`
  const who = wrap('{who}')
  // Of several, prices of years of options may stand beside each other.
  const isOneLine = facts.value.inputs.length === 1
  const [first, ...more] = [
    role === undefined
      ? `${who} ${verb} {value} of {company} stock${where} ${days}${end}`
      : `${wrapLong('{who}', appositionOf(role))} ${verb} {value} of the company’s stock${where} ${days}${end}`,
    `${who} ${verb} {shares} of {company} for {value}${where} ${days}${end}`,
    `At {company}, ${wrap(role === undefined ? '{who}' : `${role} {who}`)} ${verb} {value} of stock${where} ${days}${end}`,
    `${days}, ${who} ${verb} {value} of {company} stock${where}${end}`,
    ...(isOneLine && facts.rangeLow && facts.rangeHigh
      ? [`${who} ${verb} {value} of {company} stock${where} ${days}, at {low} to {high} a share${end}`]
      : []),
    ...(isOneLine && facts.averagePrice
      ? [`${who} ${verb} {value} of {company} stock${where} ${days}, at {price} a share${end}`]
      : []),
  ].map(capitalize)
  return [first ?? '', ...more]
}

function writeHeads(finding: InsiderFinding, party: Party, notes: readonly Note[]): string[] {
  const { side, issuer } = finding
  const verb = side === 'buy' ? 'bought' : 'sold'
  const where = describeVia(finding).replace('a stock', 'an').replace('stock ', '')
  const inHead = notes.filter(({ shortest }) => shortest !== undefined)
  const ends = [inHead.map(({ short }) => short), inHead.map(({ shortest }) => shortest)].map((list) =>
    [where, ...list.map((note) => `, ${note}`)].join(''),
  )
  const names = ['{who}', ...('short' in party.who ? ['{last}'] : [])].map((name) =>
    capitalize(party.brief(name)),
  )
  const companies = ['{company}', ...(presentTicker(issuer) === undefined ? [] : ['{ticker}'])]
  const unnamed = party.brief('an insider')
  return [
    ...companies.flatMap((company) =>
      ends.flatMap((end) => names.map((name) => `${name} ${verb} {value} of ${company}${end}`)),
    ),
    ...ends.flatMap((end) =>
      [...companies, 'stock'].map((what) => `{value} of ${what} ${verb} by ${unnamed}${end}`),
    ),
  ]
}

function rateTrade(finding: InsiderFinding, { isFund }: Party): number {
  const { facts, via, isBesideConversion, priceCheck, isOld, isMaybeSlip } = finding
  if (isOld || isMaybeSlip) return OLD
  const most = priceCheck === 'none' ? MOST_UNCHECKED : 100
  return bound(
    Math.min(most + LESS.unchecked, rateDollars(numberOf(facts.value), INSIDER_SCALE)) +
      rateHistory(finding) -
      (via === undefined ? 0 : via === 'taxes' ? LESS.taxes : LESS.offer) -
      (isBesideConversion ? LESS.conversion : 0) -
      (isFund ? LESS.fund : 0) -
      (priceCheck === 'none' ? LESS.unchecked : priceCheck === 'some' ? LESS.partlyChecked : 0) -
      (numberOf(facts.lag) > LONG_LATE_DAYS ? LESS.long : 0),
  )
}
