import { compareText } from '../../lib/text.ts'
import type { Fact } from '../facts/fact.ts'
import { numberOf } from '../facts/format-fact.ts'
import { bound, capitalize, listNewFacts, markSeveral, withFollows } from '../statements/make-statement.ts'
import { createBlankCoverage, openAttempts } from '../statements/leave-out-unwritable.ts'
import type { SectionStatements, Statement } from '../statements/statement.ts'
import type { InsiderFinding, InsiderSection } from './insider-section.ts'
import { joinTo, joinTrades, listTraded, makeYearsOfPay } from './join-trades.ts'
import { stateHistory, type StateMore } from './state-insider-history.ts'
import { stateRanks, type EarlierWeek } from './state-insider-ranks.ts'
import { stateInsiderCoverage } from './state-insider-coverage.ts'
import { stateGaps } from './state-insider-gaps.ts'
import { isPlain, LOOK_UP, stateLag, stateShare, stateWithoutOne } from './state-insider-share.ts'
import { stateOffering, stateTotal } from './state-insider-sums.ts'
import { companySlot, describeParty } from './describe-party.ts'
import { listNotes } from './insider-notes.ts'
import { stateCluster } from './state-cluster.ts'
import { MOST_UNCHECKED, stateInsiderTrade } from './state-insider-trade.ts'

const CIRCUMSTANCE = 20
/** A smaller share of the trade that it would be told with is only on the page. */
const LEAST_BESIDE = 0.1
/** Low, because it adds to a story but is no news by itself. */
const SCALE = 12
/** A smaller part of a holding is not worth telling. */
const LEAST_PART = 0.2

/** Statements about what the week's forms say of company insiders.
 *  @param earlier  sums of earlier letters */
export function stateInsiders(
  section: InsiderSection,
  earlier: readonly EarlierWeek[] = [],
): SectionStatements {
  const { completeness, totals } = section
  const { attempt, each, unwritten } = openAttempts('insiders')
  const named = attempt({ id: 'insiders/names', kind: 'trade' }, () => nameIssuers(section)) ?? section
  const { buys, sales, clusters } = named
  const gaps = attempt({ id: 'insiders/gaps', kind: 'circumstance' }, () => stateGaps(section))
  const isCounted = gaps === undefined && completeness !== 'below half'
  /** For the sums and their ranks: they say nothing about the week if most of it is missing. */
  const tryCounted = (
    id: string,
    kind: Statement['kind'],
    make: () => Statement | readonly Statement[] | undefined,
  ) => (isCounted ? [attempt({ id: `insiders/${id}`, kind }, make) ?? []].flat() : [])
  const sides = [
    ['sale', totals.marketSaleValue],
    ['buy', totals.marketBuyValue],
  ] as const
  const findings = [...buys, ...sales]
  const joined =
    attempt({ id: 'insiders/joins', kind: 'trade' }, () => joinTrades(findings)) ??
    findings.map((finding) => ({ finding, to: undefined, forTaxes: undefined }))
  const statements = [
    ...(gaps ? [gaps] : []),
    ...joined.flatMap(({ finding, to, forTaxes }) => {
      const { id } = finding
      if (to && numberOf(finding.facts.value) < LEAST_BESIDE * numberOf(to.facts.value)) return []
      const trade = attempt({ id, kind: 'trade' }, () => {
        const stated = stateInsiderTrade(finding, {
          forTaxes,
          oddPrices: findOddPrices(finding, section),
          otherWay: findOtherWay(finding, section),
        })
        // Told together with the other trade, so it cannot lead.
        return to === undefined ? stated : joinTo(stated, to, finding)
      })
      if (!trade || to) return trade ?? []
      const more = attempt({ id: `${id}/more`, kind: 'circumstance' }, () => stateMore(finding, trade))
      return [trade].concat(more ?? [])
    }),
    ...each(clusters, stateCluster, { kind: 'cluster', idOf: ({ id }) => id }),
    ...sides.flatMap(([side, sum]) =>
      tryCounted(`share/${side}`, 'share', () => stateShare(named, sum, side)),
    ),
    ...tryCounted('offering', 'circumstance', () => stateOffering(section)),
    ...tryCounted('total', 'total', () => stateTotal(section)),
    ...tryCounted('ranks', 'extreme', () => stateRanks(section, earlier)),
  ]
  const forYou = [
    ...sides.flatMap(([side, sum]) =>
      tryCounted(`without-one/${side}`, 'total', () => stateWithoutOne(named, sum, side)),
    ),
    ...(attempt({ id: 'insiders/usual-lag', kind: 'lag' }, () => stateLag(section)) ?? []),
    LOOK_UP,
  ]
  const coverage =
    attempt({ id: 'insiders/coverage', kind: 'coverage' }, () => stateInsiderCoverage(section)) ??
    createBlankCoverage('insiders')
  const offering = statements.find(({ id }) => id === 'insiders/offering')
  const ordered = tellBeside(offering, tellOnce(statements, findings)).map((one) => {
    if (!gaps) return one
    const { heads: _, ...headless } = one
    return headless
  })
  const followers = new Set(statements.map(({ id }) => id))
  const scales = statements.flatMap(({ id, kind }) => (kind === 'contrast' ? [id] : []))
  return {
    section: 'insiders',
    statements: markSeveral(ordered, listTraded(section)).map((statement) =>
      statement.kind === 'contrast'
        ? inPlaceOf(scales, statement)
        : withFollows(statement, listFollows(statement, offering), followers),
    ),
    forYou,
    coverage,
    facts: listNewFacts([...statements, ...forYou, coverage], section.facts),
    unwritten,
  }
}

const isOfSame = (
  one: Pick<InsiderFinding, 'issuer' | 'owners'>,
  { issuer, owners }: Pick<InsiderFinding, 'issuer' | 'owners'>,
) => one.issuer.cik === issuer.cik && one.owners.some(({ cik }) => owners.some((owner) => owner.cik === cik))

/** The largest that is left out of the same owner, company and side because its prices are too far from the close. */
const findOddPrices = (finding: InsiderFinding, { heldBack }: InsiderSection) =>
  heldBack.find(
    (one) => one.reason === 'suspect-price' && one.side === finding.side && isOfSame(one, finding),
  )?.value

/** What the same owners traded of the stock in the other direction, if that is all there is of it and takes no more words
 *  than its sum: whatever needs a note or a day of its own is only told by itself. */
function findOtherWay(finding: InsiderFinding, section: InsiderSection): InsiderFinding | undefined {
  const { completeness, buys, sales, others, counted, heldBack } = section
  const isOther = (one: Pick<InsiderFinding, 'side' | 'issuer' | 'owners'>) =>
    one.side !== finding.side && isOfSame(one, finding)
  const other = [...buys, ...sales].find(isOther)
  if (!other || completeness !== 'whole' || listNotes(other).length > 0 || other.isLate) return undefined
  if ([...counted, ...others, ...heldBack].some((one) => isOther(one) && one.id !== other.id))
    return undefined
  return [finding, other].every((one) => isPlain(one) && !one.isOld && !one.isMaybeSlip) &&
    nameWhole(finding) === nameWhole(other)
    ? other
    : undefined
}

function nameWhole(finding: InsiderFinding): string {
  const { who, brief } = describeParty(finding)
  return brief('name' in who ? who.name : '')
}

/** The sum of a single trade says nothing new and names nobody, so the trade ranks above it and takes its place. */
function tellOnce(
  statements: readonly Statement[],
  findings: readonly InsiderFinding[],
): readonly Statement[] {
  const [only, ...others] = findings.filter(isPlain)
  const trade = statements.find(({ id }) => id === only?.id)
  const sum = statements.find(({ id }) => id === 'insiders/total')
  if (!trade || !sum || others.length > 0) return statements
  const salience = Math.max(trade.salience, sum.salience)
  return statements.map((one) => {
    if (one === trade) return { ...trade, salience, tells: [...(trade.tells ?? []), sum.id] }
    return one === sum ? { ...sum, salience: Math.min(sum.salience, salience - 1) } : one
  })
}

/** Special deals are told together with the only ordinary purchase, which needs the salience for that. They say that it is
 *  the only one. */
function tellBeside(offering: Statement | undefined, statements: readonly Statement[]): readonly Statement[] {
  if (offering?.joins === undefined) return statements
  const least = Math.min(offering.salience, MOST_UNCHECKED)
  return statements.map((one) => {
    if (one.id === `${offering.joins}/only`) {
      const { joins: _, ...alone } = one
      return alone
    }
    return one.id === offering.joins ? { ...one, salience: Math.max(one.salience, least) } : one
  })
}

/** Forms of one week may use a company's old and new names. All of them get the name in the newest report. */
function nameIssuers(section: InsiderSection): InsiderSection {
  const { buys, sales, clusters, heldBack } = section
  const newest = [...buys, ...sales].toSorted(
    (a, b) =>
      compareText(dayOf(a.facts.filedOn), dayOf(b.facts.filedOn)) ||
      compareText(dayOf(a.facts.lastTradedOn), dayOf(b.facts.lastTradedOn)) ||
      compareText(a.id, b.id),
  )
  const byCik = new Map(newest.map(({ issuer }) => [issuer.cik, issuer]))
  const rename = <T extends Pick<InsiderFinding, 'issuer'>>(list: readonly T[]): T[] =>
    list.map((one) => ({ ...one, issuer: byCik.get(one.issuer.cik) ?? one.issuer }))
  return {
    ...section,
    buys: rename(buys),
    sales: rename(sales),
    clusters: rename(clusters),
    heldBack: rename(heldBack),
  }
}

const dayOf = ({ value }: Fact) => String(value)

/** Only one trade in a letter is compared with a wage. */
const inPlaceOf = (scales: readonly string[], statement: Statement): Statement => ({
  ...statement,
  tells: scales.filter((id) => id !== statement.id),
})

/** What continues each trade's story: its part of the total, how it came about, and what it is not. */
function listFollows({ id, kind, direction }: Statement, offering: Statement | undefined): string[] {
  const parts = ['scale', 'share', 'most', 'first', 'often', 'size', 'new', 'late']
  const after =
    kind === 'trade'
      ? parts.map((part) => `${id}/${part}`)
      : kind === 'cluster' || kind === 'circumstance'
        ? ['insiders/total']
        : kind === 'total'
          ? ['insiders/total/most-buy', 'insiders/total/most-sale']
          : []
  // This is about money spent, so it says nothing about a sale.
  const isBeside = offering?.joins === undefined || offering.joins === id
  return direction === 'up' && isBeside ? [...after, 'insiders/offering'] : after
}

/** Separate statements about what is unusual in a trade. */
function stateMore(finding: InsiderFinding, trade: Statement): Statement[] {
  const { facts, side, isNewPosition, isBesideConversion, isOld } = finding
  const party = describeParty(finding)
  const who = party.brief('{who}')
  const [said, noun] = side === 'buy' ? ['bought', 'purchase'] : ['sold', 'sale']
  const more: StateMore = (part, kind, salience, slots, tellings) => ({
    id: `${trade.id}/${part}`,
    section: 'insiders',
    kind,
    topic: trade.topic,
    slots: { who: party.who, company: companySlot(finding.issuer), ...slots },
    direction: trade.direction,
    salience: bound(Math.min(trade.salience - 10, salience)),
    isNews: trade.isNews,
    joins: trade.id,
    tellings: tellings.map((telling) => capitalize(telling)) as [string, ...string[]],
  })
  if (isOld) return []
  const all = stateHistory(finding, more)
  const years = makeYearsOfPay(finding)
  if (years) {
    all.push({
      ...more('scale', 'contrast', SCALE, { years: { figure: years } }, [
        `what ${who} ${said} of {company} is what $1,000 a week earns in about {years} years.`,
        `at $1,000 a week, it takes about {years} years to earn what ${who} ${said} of {company}.`,
      ]),
      carry: [
        `On $1,000 a week, it would take about {years} years to earn what the ${noun} came to.`,
        `At $1,000 a week, you would earn what the ${noun} came to in about {years} years.`,
      ],
      headEnd: ', or {years} years at $1,000 a week',
      thread: 'pay',
    })
  }
  if (facts.monthsWithoutPurchase && !facts.monthsWithout) {
    all.push(
      more('first', 'extreme', 45, { months: { figure: facts.monthsWithoutPurchase } }, [
        `for at least {months} months before, our records show no purchase of {company} stock by {who}.`,
        `it is the first purchase of {company} stock by {who} in {months} months or more, as far as our records go.`,
      ]),
    )
  }
  if (isNewPosition && !isBesideConversion) {
    all.push(
      more('new', 'circumstance', CIRCUMSTANCE + 5, {}, [
        `by the form, ${who} held no {company} stock of this kind before.`,
        `the form shows no earlier {company} stock of this kind for ${who}.`,
      ]),
    )
  } else if (
    facts.sizeAgainstHolding &&
    numberOf(facts.sizeAgainstHolding) >= LEAST_PART &&
    !isBesideConversion
  ) {
    all.push(
      more('size', 'against-usual', CIRCUMSTANCE + 5, { size: { figure: facts.sizeAgainstHolding } }, [
        `${who} added {size} to the {company} shares that the form lists.`,
        `by the form, that added {size} to the {company} shares of ${who}.`,
      ]),
    )
  }
  if (facts.partOfHolding && numberOf(facts.partOfHolding) >= LEAST_PART) {
    all.push(
      more('size', 'against-usual', CIRCUMSTANCE + 5, { size: { figure: facts.partOfHolding } }, [
        `${who} sold {size} of the {company} shares that the form lists.`,
        `by the form, that was {size} of the {company} shares of ${who}.`,
      ]),
    )
  }
  if (finding.isLate) {
    all.push(
      more('late', 'lag', CIRCUMSTANCE, { lag: { figure: facts.lag } }, [
        `${finding.isPartlyLate ? 'part of' : 'the report on'} the {company} stock that ${who} ${said} came up to {lag} after the trade, where two are allowed.`,
      ]),
    )
  }
  return all
}
