import { addDays } from '../../lib/dates.ts'
import type { Trade } from '../../records/insiders/judge-trades.ts'
import type { Fact } from '../facts/fact.ts'
import { numberOf } from '../facts/format-fact.ts'
import { capitalize, deriveFact, type Traded } from '../statements/make-statement.ts'
import type { Statement } from '../statements/statement.ts'
import { describeVia, listNotes, splitNotes } from './insider-notes.ts'
import type { InsiderFinding, InsiderSection } from './insider-section.ts'
import { describeParty } from './describe-party.ts'

const WEEKS_OF_A_YEAR = 52
const PAY_USD = 1000
const FEWEST_YEARS = 10

/** How long pay of $1,000 a week takes to add up to a trade.
 *  @returns whole years to two digits; undefined for a trade that is too small to wonder at */
export function makeYearsOfPay({ id, facts: { value } }: InsiderFinding): Fact | undefined {
  const years = Number((numberOf(value) / (PAY_USD * WEEKS_OF_A_YEAR)).toPrecision(2))
  if (years < FEWEST_YEARS) return undefined
  return deriveFact(
    {
      id: `${id}/years-of-pay`,
      value: years,
      unit: 'count',
      formula: `years of ${PAY_USD} a week: value / (${PAY_USD} x ${WEEKS_OF_A_YEAR}), to two digits`,
      inputs: [value.id],
    },
    value,
  )
}

interface Joined {
  readonly finding: InsiderFinding
  /** What the same person sold of the company for taxes alone. The sale's own statement tells it, so readers learn of both
   *  together. */
  readonly forTaxes: InsiderFinding | undefined
  /** The trade that it is told with: the one of the same person, company and side on the open market, or otherwise the
   *  largest. */
  readonly to: InsiderFinding | undefined
}

/** Finds trades of one person in one company that belong together: those on the open market, in offerings, in private
 *  deals and for taxes are counted separately, but told together. Trades from years ago are not joined. */
export function joinTrades(findings: readonly InsiderFinding[]): Joined[] {
  const groups = Map.groupBy(findings, ({ id, side, issuer, owners, isOld, isMaybeSlip }) =>
    isOld || isMaybeSlip ? id : [side, issuer.cik, ...owners.map(({ cik }) => cik).toSorted()].join('/'),
  )
  const heads = new Map(
    [...groups.values()].flatMap((group) => {
      const [head] = group.toSorted(
        (a, b) =>
          Number(a.via !== undefined) - Number(b.via !== undefined) ||
          numberOf(b.facts.value) - numberOf(a.facts.value),
      )
      return group.map((finding) => [finding.id, head] as const)
    }),
  )
  const isToldByHead = (finding: InsiderFinding) => {
    const head = heads.get(finding.id)
    return finding.via === 'taxes' && head !== undefined && head.via !== 'taxes'
  }
  return findings.flatMap((finding) => {
    if (isToldByHead(finding)) return []
    const head = heads.get(finding.id)
    const forTaxes = findings.find((one) => isToldByHead(one) && heads.get(one.id) === finding)
    return [{ finding, to: head === finding ? undefined : head, forTaxes }]
  })
}

/** Everything on the week's forms, whether counted in a sum or not. */
export function listTraded({ buys, sales, others, heldBack, clusters }: InsiderSection): Traded[] {
  const all = [...buys, ...sales, ...others, ...heldBack]
  return [
    ...all.map(({ id, issuer }) => ({ id, company: issuer.cik })),
    ...clusters.map(({ id, issuer: { cik } }) => ({
      id,
      company: cik,
      of: all.filter(({ side, issuer }) => side === 'buy' && issuer.cik === cik).length,
    })),
  ]
}

/** Told with the other trade, it appears whatever its salience. Told alone after the story has used the other, it says
 *  less. */
const LESS_BESIDE = 10

/** Words a trade as another deal of the person in the company just mentioned. */
export function joinTo(trade: Statement, to: InsiderFinding, finding: InsiderFinding): Statement {
  const { opening: _, caveat: __, heads: ___, ...rest } = trade
  const { wrap, through } = describeParty(finding)
  const verb = finding.side === 'buy' ? 'bought' : 'sold'
  const noun = finding.side === 'buy' ? 'purchase' : 'sale'
  const where = describeVia(finding)
  const [tail, notes] = splitNotes(listNotes(finding))
  const end = [
    ...(through === '' ? [] : [`${through.replace(' ', ' of it was ')}.`]),
    ...notes.map(({ sentence }) => sentence(through === '' ? 'it' : `that ${noun}`)),
  ]
    .map((sentence) => `\n${sentence}`)
    .join('')
  return {
    ...rest,
    salience: Math.max(0, trade.salience - LESS_BESIDE),
    joins: to.id,
    tellings: [
      `${capitalize(wrap('{who}'))} ${verb} another {value} of {company} stock${where}${tail}.${end}`,
      `${capitalize(wrap('{who}'))} ${verb} {value} more of {company} stock${where}${tail}.${end}`,
    ],
  }
}

const FEW_DAYS = 10
const FAR_APART_TIMES = 2

/** Whether lines a few days apart differ in price by more than any market moves. */
export function areFarApart(trades: readonly Trade[]): boolean {
  const days = trades.map(({ line }) => line.tradedOn).sort()
  const prices = trades.map(({ price }) => price)
  return (
    (days.at(-1) ?? '') <= addDays(days[0] ?? '', FEW_DAYS) &&
    Math.max(...prices) >= FAR_APART_TIMES * Math.min(...prices)
  )
}
