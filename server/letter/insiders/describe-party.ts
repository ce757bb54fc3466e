import { presentCompanyShort } from '../../lib/company-name.ts'
import { numberOf } from '../facts/format-fact.ts'
import { hasNumeral, presentPerson, presentPlainRole } from '../../records/names/present-names.ts'
import { stockPage } from '../statements/make-statement.ts'
import type { Slot } from '../statements/statement.ts'
import type { InsiderFinding } from './insider-section.ts'

/** A short name for a company. Its first mention links to its page. */
export const companySlot = ({ name, ticker }: InsiderFinding['issuer']): Slot => ({
  name: presentCompanyShort(name),
  ...stockPage(ticker),
})

/** Describes who traded, in words around `{who}`. */
export interface Party {
  /** A name, or other words in its place. */
  readonly who: Slot
  /** Turns a name into the words for whoever traded: '{who}’s trust', '{who} and linked funds'. */
  readonly wrap: (name: string) => string
  /** The same for words that end in an apposition: 'a trust of {who}, a director of {company},'. */
  readonly wrapLong: (name: string, apposition: string) => string
  /** A short form of the whole: '{who} and a trust'. */
  readonly brief: (name: string) => string
  /** For a headline: the person alone, or the whole if someone else holds most of it. */
  readonly head: (name: string) => string
  /** The part that someone else holds: '{indirect} through a trust'; '' if they hold none or all of it. */
  readonly through: string
  /** The same without its figure: 'mostly through a trust'. */
  readonly partly: string
  readonly isFund: boolean
  readonly role: Role | undefined
}

export type Role = NonNullable<ReturnType<typeof presentPlainRole>>
type Through = NonNullable<InsiderFinding['heldThrough']> | 'others'

const PARTLY: Readonly<Record<Through, string>> = {
  trust: 'a trust',
  spouse: 'a spouse',
  children: 'children',
  fund: 'funds',
  'fund or company': 'a firm',
  others: 'others',
}
/** Above this part, 'partly' would say too little. */
const MOSTLY = 0.5
/** The words before and after a name. */
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

/** @returns the party, its person named first and any fund that reports with that person after */
export function describeParty({ owners, ownership, heldThrough, facts }: InsiderFinding): Party {
  const people = owners.flatMap((owner) => {
    const person = presentPerson(owner)
    return person === undefined || hasNumeral(person.name) ? [] : [{ owner, ...person }]
  })
  const [first] = people
  const entities = owners.filter((owner) => presentPerson(owner) === undefined)
  const isTrust = entities.length > 0 && entities.every(({ name }) => /\btrusts?\b/i.test(name))
  const linked = entities.length === 0 ? '' : isTrust ? 'a linked trust' : linkedTo(entities)
  const isOfFunds = entities.length > 0 && ownership === 'indirect'
  const how = heldThrough ?? (isOfFunds ? (isTrust ? 'trust' : 'fund or company') : 'others')
  const isPartly = ownership === 'partly indirect'
  const isFund = (entities.length > 0 && !isTrust) || how === 'fund' || how === 'fund or company'
  const also = isPartly ? ` and ${PARTLY[how]}` : ''
  const through = isPartly ? `{indirect} through ${PARTLY[how]}` : ''
  const isMost = facts.indirectValue && numberOf(facts.indirectValue) > numberOf(facts.value) * MOSTLY
  const partly = isPartly ? `${isMost ? 'mostly' : 'partly'} through ${PARTLY[how]}` : ''
  if (!first) {
    const name = presentCompanyShort(entities[0]?.name ?? '')
    const isNamed = name !== '' && !hasNumeral(name)
    const wrap = (one: string) =>
      `${isNamed ? one : 'an insider'}${entities.length > 1 ? ` and ${linkedTo(entities)}` : ''}`
    return {
      who: { name: isNamed ? name : 'An insider' },
      wrap,
      wrapLong: (one, apposition) => `${wrap(one)}, ${apposition},`,
      brief: wrap,
      head: wrap,
      through,
      partly,
      isFund,
      role: undefined,
    }
  }
  // Funds and trusts that report with a person are the holders: if no line lists shares as the person's own, they hold them all.
  const isThrough = ownership === 'indirect' && people.length === 1
  const [before, behind] = isThrough ? WHOLLY[how] : ['', '']
  const beside = isThrough ? '' : describeBeside(people.length > 1, linked)
  const wrap = (name: string) => `${before}${name}${beside}${behind}`
  const brief = (name: string) => (isPartly ? `${name}${beside}${also}` : wrap(name))
  return {
    who: { name: first.name, short: first.last },
    wrap,
    wrapLong: (name, apposition) =>
      `${isThrough ? WHOLLY_OF[how] : ''}${name}, ${apposition}${beside.startsWith(',') ? '' : ','}${beside}`,
    brief,
    head: isMost ? brief : wrap,
    through,
    partly,
    isFund,
    role: presentPlainRole(first.owner),
  }
}

/** Words in the names of funds and of those who run them. */
const OF_FUNDS =
  /\b(?:funds?|capital|partners|partnership|ventures?|advis[eo]rs|management|equity|investments?|investors|l\.?p|g\.?p|master|opportunit\w+|holdings?)\b/i
const linkedTo = (entities: readonly { readonly name: string }[]) =>
  entities.some(({ name }) => OF_FUNDS.test(name)) ? 'linked funds' : 'linked firms'

/** ' and linked funds', ', others and a linked trust' */
function describeBeside(areSeveral: boolean, linked: string): string {
  const more = [areSeveral ? 'others' : '', linked].filter((one) => one !== '')
  return more.length === 0 ? '' : `${more.length > 1 ? ',' : ' and'} ${more.join(' and ')}`
}
