import { formatDay, formatDayOfYear } from '../../../shared/format-date.ts'
import {
  hasNumeral,
  presentCompany,
  presentCompanyShort,
  presentPerson,
  presentPlainRole,
  presentTicker,
} from '../../records/names/present-names.ts'
import type { Fact } from '../facts/fact.ts'
import { numberOf } from '../facts/format-fact.ts'
import { bound, capitalize, keepHeads, rateDollars } from '../statements/make-statement.ts'
import type { Slot, Statement } from '../statements/statement.ts'
import type { InsiderFinding } from './insider-section.ts'

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

const LESS = { offer: 15, conversion: 15, fund: 15, unchecked: 25, partlyChecked: 8, long: 15 }
/** What a report tells of years ago is hardly told. */
const OLD = 8
/** A month of business days: what lies further back is less of this week's news. */
const LONG_LATE_DAYS = 20

/** Who trades, in the words around `{who}`. */
interface Party {
  /** A name, or words that stand in the place of one. */
  readonly who: Slot
  /** Turns the words for the person into those for whoever traded: 'a trust of X', 'X and linked funds'. */
  readonly wrap: (person: string) => string
  /** Ends the sentence: ', partly through a trust'. */
  readonly tail: string
  /** The same in a head. */
  readonly headTail: string
  /** In a head that names nobody: 'by a trust of an insider'. */
  readonly unnamed: string
  readonly isFund: boolean
  /** 'a director of {company}' */
  readonly apposition: string | undefined
  /** 'director', before a name. */
  readonly role: string | undefined
}

const PARTLY: Readonly<Record<NonNullable<InsiderFinding['heldThrough']> | 'others', string>> = {
  trust: 'a trust',
  spouse: 'a spouse',
  children: 'children',
  fund: 'funds',
  'fund or company': 'a firm',
  others: 'others',
}
const WHOLLY: Readonly<
  Record<NonNullable<InsiderFinding['heldThrough']> | 'others', (person: string) => string>
> = {
  trust: (person) => `a trust of ${person}`,
  spouse: (person) => `the spouse of ${person}`,
  children: (person) => `children of ${person}`,
  fund: (person) => `funds tied to ${person}`,
  'fund or company': (person) => `a firm tied to ${person}`,
  others: (person) => `an account tied to ${person}`,
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
  const more = [people.length > 1 ? 'others' : '', linked].filter((one) => one !== '')
  const beside = more.length === 0 ? '' : `${more.length > 1 ? ',' : ' and'} ${more.join(' and ')}`
  const how = heldThrough ?? 'others'
  // Funds and trusts that report with a person are those that hold.
  const isThrough = entities.length === 0 && ownership === 'indirect'
  const isPartly = ownership === 'partly indirect'
  const role =
    first && owners.length === people.length && people.length === 1 ? roleOf(first.owner) : undefined
  const inCommon = {
    tail: isPartly ? `, partly through ${PARTLY[how]}` : '',
    headTail: isPartly ? `, partly by ${PARTLY[how]}` : '',
    isFund: (entities.length > 0 && !isTrust) || how === 'fund' || how === 'fund or company',
    role,
    apposition: role && appositionOf(role),
  }
  if (!first) {
    const [fund] = entities
    const name = fund ? presentCompany(fund.name) : ''
    const isNamed = name !== '' && !hasNumeral(name)
    return {
      ...inCommon,
      who: { name: isNamed ? name : 'an insider' },
      wrap: (person) => `${person}${entities.length > 1 ? ' and linked funds' : ''}`,
      unnamed: isNamed ? 'by a large holder' : 'by an insider',
    }
  }
  const wrap = (person: string) => (isThrough ? WHOLLY[how](person + beside) : person + beside)
  return {
    ...inCommon,
    who: { name: first.name, short: first.last },
    wrap,
    unnamed: `by ${wrap('an insider')}`,
  }
}

type Role = NonNullable<ReturnType<typeof presentPlainRole>>

const roleOf = (owner: InsiderFinding['owners'][number]): Role | undefined => presentPlainRole(owner)

function appositionOf(role: Role): string {
  if (role === 'CEO' || role === 'finance chief') return `the ${role} of {company}`
  return role === 'executive' ? 'an executive of {company}' : `a ${role} of {company}`
}

const VIA = { offering: 'in a stock offering', placement: 'in a private deal' } as const

/** What is true of the trade beside who, what and when; each is told with it. */
function listNotes({
  plan,
  isLate,
  isPartlyLate,
  priceCheck,
  isBesideConversion,
  isMaybeSlip,
  via,
}: InsiderFinding) {
  const notes: { long: string; short: string }[] = []
  if (plan === 'all') notes.push({ long: 'It ran on a plan set up ahead.', short: 'on a plan' })
  if (plan === 'some') notes.push({ long: 'Part of it ran on a plan set up ahead.', short: 'part on a plan' })
  if (isBesideConversion && via === undefined) {
    notes.push({
      long: 'On the same form other holdings turned into stock that day, so it may not be a market purchase.',
      short: 'maybe no market purchase',
    })
  }
  if (isMaybeSlip) {
    notes.push({
      long: 'The report came {lag} later: a gap of years may be a slip.',
      short: 'reported years later',
    })
  } else if (isPartlyLate) {
    notes.push({ long: 'Part of it was reported late.', short: 'part reported late' })
  } else if (isLate) notes.push({ long: 'It was reported late.', short: 'reported late' })
  if (priceCheck === 'none') {
    notes.push({ long: 'We had no closing price to check it against.', short: 'price not checked' })
  }
  if (priceCheck === 'some') {
    notes.push({
      long: 'We could check only part of it against closing prices.',
      short: 'price partly checked',
    })
  }
  return notes
}

/** One owner's purchase or sale, or that of owners who report together. */
export function stateInsiderTrade(finding: InsiderFinding): Statement {
  const { id, side, issuer, facts, filings, via, isOld, isMaybeSlip } = finding
  const party = describeParty(finding)
  const notes = listNotes(finding)
  const [page] = filings.length === 1 ? filings : []
  const href = page && { href: page.pageUrl }
  const company = presentCompanyShort(issuer.name)
  const slots: Record<string, Slot> = {
    who: party.who,
    company: { name: company },
    value: { figure: facts.value, ...href },
    shares: { figure: facts.shares, ...href },
    lag: { figure: facts.lag, ...href },
    ...daySlots(facts, href),
    ...(facts.averagePrice ? { price: { figure: facts.averagePrice, ...href } } : {}),
  }
  const isOneDay = facts.firstTradedOn.value === facts.lastTradedOn.value
  const days = isOneDay ? 'on {from}' : 'from {from} to {to}'
  const verb = side === 'buy' ? 'bought' : 'sold'
  const where = via === undefined ? '' : ` ${VIA[via]}`
  const end = `${where}${party.tail}.${notes.map(({ long }) => `\n${long}`).join('')}`
  const { wrap, apposition, role } = party
  const isNamed = role !== undefined
  const plainWho = wrap('{who}')
  const fullWho = wrap(apposition === undefined ? '{who}' : `{who}, ${apposition}`)
  // A name in the middle of a sentence ends with a comma where its apposition began with one.
  const comma = apposition === undefined || !fullWho.endsWith(apposition) ? '' : ','
  const tellings = [
    `${fullWho}${comma} ${verb} {value} of ${apposition === undefined ? '{company} stock' : 'the company’s stock'} ${days}${end}`,
    `${plainWho} ${verb} {shares} of {company} for {value} ${days}${end}`,
    `At {company}, ${wrap(isNamed ? `${role} {who}` : '{who}')} ${verb} {value} of stock ${days}${end}`,
    `${days}, ${plainWho} ${verb} {value} of {company} stock${end}`,
    ...(facts.averagePrice
      ? [
          `${plainWho} ${verb} {value} of {company} stock ${days}, at ${isOneDay && facts.value.inputs.length === 1 ? '' : 'an average of '}{price} a share${end}`,
        ]
      : []),
  ].map((telling) => capitalize(telling)) as [string, ...string[]]
  const statement = { id, slots: { ...slots, ...headSlots(finding, party) } }
  const canLead = !isOld && !isMaybeSlip && !finding.isBesideConversion
  const heads = canLead ? keepHeads(statement, writeHeads(finding, party, notes)) : undefined
  const noteTail = notes.map(({ short }) => `, ${short}`).join('')
  return {
    ...statement,
    section: 'insiders',
    kind: 'trade',
    topic: `insiders/${presentTicker(issuer) ?? issuer.cik}`,
    direction: side === 'buy' ? 'up' : 'down',
    salience: rateTrade(finding, party),
    isNews: !isOld && !isMaybeSlip,
    tellings,
    ...(heads ? { heads } : {}),
    ...(isMaybeSlip || isOld
      ? {}
      : {
          lines: [
            `${capitalize(wrap('{who}'))} ${verb} {value} of {company}${where}${party.tail}${noteTail}.`,
          ],
        }),
  }
}

function headSlots({ issuer }: InsiderFinding, { who }: Party): Record<string, Slot> {
  const ticker = presentTicker(issuer)
  return {
    ...('short' in who && who.short !== undefined ? { last: { name: who.short } } : {}),
    ...(ticker === undefined ? {} : { ticker: { name: ticker } }),
  }
}

function writeHeads(
  finding: InsiderFinding,
  { who, wrap, headTail, unnamed }: Party,
  notes: readonly { short: string }[],
): string[] {
  const { side, via, issuer } = finding
  const verb = side === 'buy' ? 'bought' : 'sold'
  const where = via === undefined ? '' : via === 'offering' ? ' in an offering' : ' in a private deal'
  const end = `${where}${headTail}${notes.map(({ short }) => `, ${short}`).join('')}`
  const names = ['{who}', ...('short' in who && who.short !== undefined ? ['{last}'] : [])].map((name) =>
    capitalize(wrap(name)),
  )
  const companies = ['{company}', ...(presentTicker(issuer) === undefined ? [] : ['{ticker}'])]
  return [
    ...names.flatMap((name) => companies.map((company) => `${name} ${verb} {value} of ${company}${end}`)),
    ...[...companies.map((company) => `of ${company} `), 'of stock '].map(
      (what) => `{value} ${what}${verb} ${unnamed}${end}`,
    ),
  ]
}

function rateTrade(finding: InsiderFinding, { isFund }: Party): number {
  const { facts, via, isBesideConversion, priceCheck, isOld, isMaybeSlip } = finding
  if (isOld || isMaybeSlip) return OLD
  return bound(
    rateDollars(numberOf(facts.value), INSIDER_SCALE) -
      (via === undefined ? 0 : LESS.offer) -
      (isBesideConversion ? LESS.conversion : 0) -
      (isFund ? LESS.fund : 0) -
      (priceCheck === 'none' ? LESS.unchecked : priceCheck === 'some' ? LESS.partlyChecked : 0) -
      (numberOf(facts.lag) > LONG_LATE_DAYS ? LESS.long : 0),
  )
}

/** The first and the last day, without the year where that is the year of the report. */
export function daySlots(
  { firstTradedOn, lastTradedOn }: { readonly firstTradedOn: Fact; readonly lastTradedOn: Fact },
  href: { readonly href: string } | undefined = undefined,
): Record<'from' | 'to', Slot> {
  const year = firstTradedOn.asOf.slice(0, 4)
  const slot = (fact: Fact): Slot => {
    const day = String(fact.value)
    return { figure: fact, text: day.startsWith(year) ? formatDayOfYear(day) : formatDay(day), ...href }
  }
  return { from: slot(firstTradedOn), to: slot(lastTradedOn) }
}
