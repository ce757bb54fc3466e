import { presentCompanyShort, presentTicker } from '../../records/names/present-names.ts'
import type { Fact } from '../facts/fact.ts'
import { formatCents, numberOf } from '../facts/format-fact.ts'
import { bound, capitalize, deriveFact, keepHeads, rateDollars } from '../statements/make-statement.ts'
import type { SectionStatements, Slot, Statement } from '../statements/statement.ts'
import type { ClusterFinding, InsiderFinding, InsiderSection } from './insider-section.ts'
import { stateInsiderCoverage } from './state-insider-coverage.ts'
import { daySlots, describeParty, INSIDER_SCALE, stateInsiderTrade } from './state-insider-trade.ts'

/** From this part of a total on, one name is worth a word of its own. */
const LARGE_SHARE = 0.3
/** And from this on the total says little without it. */
const MOST = 0.5
const TOTAL = 40
const CIRCUMSTANCE = 20
const PER_BUYER = 6
const LARGE_PLAN = 1_000_000

/** Company insiders: what the week's forms say, in statements. */
export function stateInsiders(section: InsiderSection): SectionStatements {
  const { buys, sales, clusters, completeness, totals } = section
  const isCounted = completeness !== 'below half'
  const shares = isCounted
    ? [
        ...stateShare(sales, totals.saleValue, 'sale', section),
        ...stateShare(buys, totals.buyValue, 'buy', section),
      ]
    : []
  const offering = isCounted ? stateOffering(section) : undefined
  const total = isCounted ? stateTotal(section) : undefined
  const trades = [...buys, ...sales].flatMap((finding) => stateTradeWithMore(finding))
  const several = clusters.map(stateCluster)
  const statements = [
    ...trades,
    ...several,
    ...shares.map(({ share }) => share),
    ...(offering ? [offering.statement] : []),
    ...(total ? [total] : []),
  ]
  const followers = new Set(statements.map(({ id }) => id))
  return {
    section: 'insiders',
    statements: statements.map((statement) => withFollows(statement, followers)),
    forYou: [...shares.map(({ without }) => without), ...stateLag(section)],
    coverage: stateInsiderCoverage(section),
    facts: [...shares.flatMap(({ facts }) => facts), ...(offering ? offering.facts : [])],
  }
}

/** What carries on the story of each: how much of all it is, how it came about, and what it is not. */
function withFollows(statement: Statement, known: ReadonlySet<string>): Statement {
  const after =
    statement.kind === 'trade'
      ? ['share', 'plan', 'first', 'size', 'new', 'late'].map((part) => `${statement.id}/${part}`)
      : statement.kind === 'cluster' || statement.kind === 'circumstance'
        ? ['insiders/total']
        : []
  const follows = [...after, 'insiders/offering'].filter((id) => known.has(id) && id !== statement.id)
  return follows.length > 0 && statement.heads ? { ...statement, follows } : statement
}

/** A trade, and in statements of their own what is unusual about it. */
function stateTradeWithMore(finding: InsiderFinding): Statement[] {
  const trade = stateInsiderTrade(finding)
  const { facts, side, isNewPosition, isBesideConversion, isOld } = finding
  const { wrap } = describeParty(finding)
  const who = wrap('{who}')
  const said = side === 'buy' ? 'bought' : 'sold'
  const more = (
    part: string,
    kind: Statement['kind'],
    salience: number,
    slots: Readonly<Record<string, Slot>>,
    tellings: readonly [string, ...string[]],
  ): Statement => ({
    id: `${trade.id}/${part}`,
    section: 'insiders',
    kind,
    topic: trade.topic,
    slots: { ...trade.slots, ...slots },
    direction: trade.direction,
    salience: bound(Math.min(trade.salience - 10, salience)),
    isNews: trade.isNews,
    tellings: tellings.map((telling) => capitalize(telling)) as [string, ...string[]],
  })
  if (isOld) return [trade]
  const all: Statement[] = [trade]
  if (facts.planValue && numberOf(facts.planValue) >= LARGE_PLAN) {
    all.push(
      more('plan', 'circumstance', CIRCUMSTANCE + 10, { plan: { figure: facts.planValue } }, [
        `of what ${who} ${said}, {plan} ran on a plan set up ahead.\nFor the rest, the forms name no such plan.`,
        `{plan} of the {company} stock that ${who} ${said} was set up ahead, by the forms.\nOf the rest, they do not say so.`,
        `not all of it was decided that week: {plan} of what ${who} ${said} ran on a plan set up ahead.`,
      ]),
    )
  }
  if (facts.monthsWithoutPurchase) {
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
  } else if (facts.sizeAgainstHolding && !isBesideConversion) {
    all.push(
      more('size', 'against-usual', CIRCUMSTANCE + 5, { size: { figure: facts.sizeAgainstHolding } }, [
        `it added {size} to the {company} stock that the form of {who} lists there.`,
        `the {company} holding on the form of {who} grew by {size}.`,
      ]),
    )
  }
  if (facts.partOfHolding) {
    all.push(
      more('size', 'against-usual', CIRCUMSTANCE + 5, { size: { figure: facts.partOfHolding } }, [
        `that was {size} of the {company} stock that the form of {who} lists there.`,
        `{size} of the {company} holding on the form of {who} went.`,
      ]),
    )
  }
  if (finding.isLate) {
    all.push(
      more('late', 'lag', CIRCUMSTANCE, {}, [
        `${finding.isPartlyLate ? 'part of' : 'the report on'} the {company} stock that ${who} ${said} came up to {lag} after the trade, where two are allowed.`,
      ]),
    )
  }
  return all
}

interface StatedShare {
  readonly share: Statement
  readonly without: Statement
  readonly facts: readonly Fact[]
}

/** The part that the largest one has in a total, and the total without it. */
function stateShare(
  findings: readonly InsiderFinding[],
  total: Fact,
  side: 'buy' | 'sale',
  { week }: InsiderSection,
): StatedShare[] {
  const [largest] = findings.toSorted((a, b) => numberOf(b.facts.value) - numberOf(a.facts.value))
  if (!largest || largest.isOld || numberOf(total) <= 0) return []
  const part = numberOf(largest.facts.value) / numberOf(total)
  const others = numberOf(total) - numberOf(largest.facts.value)
  const kind = side === 'buy' ? 'share-of-purchases' : 'share-of-sales'
  const inputs = [largest.facts.value.id, total.id]
  const share = deriveFact(
    {
      id: `${largest.id}/${kind}`,
      subject: total.subject,
      value: part,
      unit: 'fraction',
      formula: 'value of the finding / value of all',
      inputs,
    },
    total,
  )
  const rest = deriveFact(
    {
      id: `${largest.id}/rest-of-${side === 'buy' ? 'purchases' : 'sales'}`,
      subject: total.subject,
      value: others,
      unit: 'usd',
      formula: 'value of all - value of the finding',
      inputs,
    },
    total,
  )
  const cents = formatCents(share)
  if (part < LARGE_SHARE || others <= 0 || cents === undefined) return []
  const trade = stateInsiderTrade(largest)
  const { wrap } = describeParty(largest)
  const verb = side === 'buy' ? 'spent on their companies’ stock' : 'took in by selling stock'
  const said = side === 'buy' ? 'bought' : 'sold'
  const slots: Record<string, Slot> = {
    ...trade.slots,
    cents: { figure: share, text: cents },
    total: { figure: total },
    rest: { figure: rest },
  }
  const who = wrap('{who}')
  const shared = { section: 'insiders', topic: trade.topic, slots, isNews: true } as const
  const ofWeek = week.from === '' ? '' : ' this week'
  return [
    {
      facts: [share, rest],
      share: {
        ...shared,
        id: `${largest.id}/share`,
        kind: 'share',
        direction: side === 'buy' ? 'up' : 'down',
        salience: bound(trade.salience - 8),
        tellings: [
          `Of every dollar that insiders ${verb}${ofWeek}, {cents} ${side === 'buy' ? 'came from' : 'went to'} ${who}, by our count.`,
          `By our count, ${who} made up {cents} of every dollar that insiders (bosses, directors, big owners) ${side === 'buy' ? 'spent' : 'sold'}.`,
          `That is {cents} of every dollar of stock that insiders (bosses, directors, big owners) ${said}${ofWeek}, by our count.`,
        ],
      },
      without: {
        ...shared,
        id: `${largest.id}/without`,
        kind: 'share',
        salience: part >= MOST ? 60 : 40,
        tellings: [
          `“Insiders ${said} {total}” is true.\nLeave out ${who}, and it is {rest}.`,
          `A single name can make a week: without ${who}, insiders ${said} {rest}, not {total}.`,
          `Read “insiders ${said} {total}” with care.\nAll but ${who} together ${said} {rest}.`,
        ],
      },
    },
  ]
}

/** What part of the money spent was no shopping on the open market. */
function stateOffering({
  totals,
}: InsiderSection): { statement: Statement; facts: readonly Fact[] } | undefined {
  const { offerBuyValue, conversionBuyValue, buyValue } = totals
  const apart = numberOf(offerBuyValue) + numberOf(conversionBuyValue)
  if (apart <= 0) return undefined
  const isBoth = numberOf(offerBuyValue) > 0 && numberOf(conversionBuyValue) > 0
  const sum = deriveFact(
    {
      id: 'insiders/total/apart-buy-value',
      subject: buyValue.subject,
      value: apart,
      unit: 'usd',
      formula: 'purchases in an offering or a placement + purchases on a day of conversions',
      inputs: [offerBuyValue.id, conversionBuyValue.id],
    },
    buyValue,
  )
  const share = deriveFact(
    {
      id: 'insiders/total/apart-share-of-purchases',
      subject: buyValue.subject,
      value: apart / numberOf(buyValue),
      unit: 'fraction',
      formula: 'apart-buy-value / value of all purchases',
      inputs: [sum.id, buyValue.id],
    },
    buyValue,
  )
  const cents = formatCents(share)
  const whole = numberOf(share) > 0.995
  const what = isBoth
    ? 'came with a stock offering, a private deal, or holdings that turned into stock that day'
    : numberOf(offerBuyValue) > 0
      ? 'went into stock offerings and private deals'
      : 'was spent on days when other holdings turned into stock'
  const isNot =
    numberOf(conversionBuyValue) > 0
      ? 'It may not be shopping on the open market.'
      : 'That is no shopping on the open market.'
  const slots: Record<string, Slot> = {
    apart: { figure: sum },
    all: { figure: buyValue },
    ...(cents === undefined ? {} : { cents: { figure: share, text: cents } }),
  }
  const tellings: [string, ...string[]] =
    cents === undefined
      ? [`${whole ? 'All that insiders spent' : 'Of what insiders spent, {apart}'} ${what}.\n${isNot}`]
      : [
          `Of each dollar insiders spent, {cents} ${what}.\n${isNot}`,
          `Insiders spent {all}, and {apart} of it ${what}.\n${isNot}`,
          `{cents} of each dollar that insiders spent ${what}.\n${isNot}`,
        ]
  const statement = { id: 'insiders/offering', slots }
  const heads =
    cents === undefined
      ? undefined
      : keepHeads(
          statement,
          isBoth
            ? []
            : [
                'Insiders spent {apart} in stock offerings and private deals',
                'Insiders spent {apart} off the open market',
              ],
        )
  return {
    facts: [sum, share],
    statement: {
      ...statement,
      section: 'insiders',
      kind: 'circumstance',
      topic: 'insiders/offerings',
      salience: bound(rateDollars(apart, INSIDER_SCALE) - 8),
      isNews: true,
      tellings,
      ...(heads ? { heads } : {}),
    },
  }
}

/** What was bought and sold in all; offerings, placements and days of conversions apart. */
function stateTotal({ totals, completeness, coverage }: InsiderSection): Statement | undefined {
  const {
    marketBuyValue: buy,
    marketSaleValue: sale,
    offerBuyValue,
    offerSaleValue,
    conversionBuyValue,
  } = totals
  const hasBuys = numberOf(buy) > 0
  const hasSales = numberOf(sale) > 0
  const isApart = [offerBuyValue, offerSaleValue, conversionBuyValue].some((fact) => numberOf(fact) > 0)
  const apart = isApart ? ', stock offerings and the like apart' : ''
  const apartShort = isApart ? ', offerings apart' : ''
  const read = completeness === 'whole' ? '' : ', in the forms we could read'
  const slots: Record<string, Slot> = {
    buy: { figure: buy },
    sale: { figure: sale },
    read: { figure: coverage.read },
  }
  const shared = {
    id: 'insiders/total',
    section: 'insiders',
    kind: 'total',
    topic: 'insiders/total',
    slots,
    salience: TOTAL,
    isNews: true,
  } as const
  if (!hasBuys && !hasSales) {
    if (numberOf(coverage.read) === 0) return undefined
    const nothing = 'no purchase or sale that we could add up'
    return {
      ...shared,
      salience: 10,
      tellings: [
        `In the {read} forms we read there is ${nothing}${apart}.`,
        `We read {read} forms and found ${nothing}${apart}.`,
      ],
      lines: ['Nothing that we could add up.'],
    }
  }
  const oneSide = hasSales ? 'sold {sale}' : 'bought {buy}'
  const other = hasSales ? 'purchase' : 'sale'
  if (!hasBuys || !hasSales) {
    return {
      ...shared,
      tellings: [
        `Insiders (bosses, directors, big owners) ${oneSide} of their companies’ stock${apart}${read}.\nWe found no ${other} to add up beside it.`,
        `All told, insiders ${oneSide} of stock${apart}${read}, and we found no ${other} to add up.`,
      ],
      ...withHeads({ ...shared }, [
        `Insiders ${oneSide} of their own stock${apartShort}`,
        `Insiders ${oneSide}${apartShort}`,
      ]),
      lines: [`${capitalize(oneSide)}${apartShort}.`],
    }
  }
  return {
    ...shared,
    direction: numberOf(buy) >= numberOf(sale) ? 'up' : 'down',
    tellings: [
      `Insiders (bosses, directors, big owners) sold {sale} of their companies’ stock and bought {buy}${apart}${read}.`,
      `All told, insiders sold {sale} and bought {buy} of their companies’ stock${apart}${read}.`,
      `The week’s sum, bosses, directors and big owners together: {sale} sold, {buy} bought${apart}${read}.`,
    ],
    ...withHeads({ ...shared }, [
      `Insiders sold {sale} and bought {buy}${apartShort}`,
      `Insiders: {sale} sold, {buy} bought${apartShort}`,
      `Insiders sold {sale}${apartShort}`,
    ]),
    lines: [`Sold {sale}, bought {buy}${apartShort}.`, `{sale} sold, {buy} bought${apartShort}.`],
  }
}

function withHeads(
  statement: Pick<Statement, 'id' | 'slots'>,
  heads: readonly string[],
): Pick<Statement, 'heads'> {
  const kept = keepHeads(statement, heads)
  return kept ? { heads: kept } : {}
}

/** Several insiders of one company. */
function stateCluster({ id, issuer, facts, ownership, priceCheck, isOld }: ClusterFinding): Statement {
  const ticker = presentTicker(issuer)
  const held = ownership === 'direct' ? '' : ', partly through trusts, funds or family'
  const checked =
    priceCheck === 'all'
      ? ''
      : `\nWe had no closing price for ${priceCheck === 'none' ? 'any' : 'part'} of it.`
  const headEnd = `${ownership === 'direct' ? '' : ', part through others'}${priceCheck === 'all' ? '' : ', not all checked'}`
  const slots: Record<string, Slot> = {
    buyers: { figure: facts.buyers },
    value: { figure: facts.value },
    company: { name: presentCompanyShort(issuer.name) },
    ...(ticker === undefined ? {} : { ticker: { name: ticker } }),
    ...daySlots(facts),
  }
  const days = facts.firstTradedOn.value === facts.lastTradedOn.value ? 'on {from}' : 'from {from} to {to}'
  const extra = (numberOf(facts.buyers) - 2) * PER_BUYER
  const statement = { id, slots }
  return {
    ...statement,
    section: 'insiders',
    kind: 'cluster',
    topic: `insiders/${ticker ?? issuer.cik}`,
    direction: 'up',
    salience: isOld
      ? 8
      : bound(
          Math.max(30, rateDollars(numberOf(facts.value), INSIDER_SCALE)) +
            Math.min(24, extra) -
            (priceCheck === 'none' ? 25 : 0),
        ),
    isNews: !isOld,
    tellings: [
      `{buyers} insiders of {company}, each on a form of their own, bought {value} of its stock ${days}${held}.${checked}`,
      `At {company}, {buyers} insiders bought stock ${days}${held}: {value} in all.${checked}`,
      `Several at the same company: {buyers} insiders of {company} bought {value} of its stock ${days}${held}.${checked}`,
    ],
    ...(isOld
      ? {}
      : withHeads(statement, [
          `{buyers} insiders bought {value} of {company} stock${headEnd}`,
          `{buyers} insiders bought {value} of {company}${headEnd}`,
          ...(ticker === undefined ? [] : [`{buyers} insiders bought {value} of {ticker}${headEnd}`]),
          `{buyers} insiders of a company bought stock${headEnd}`,
        ])),
    ...(isOld ? {} : { lines: [`{buyers} insiders bought {value} of {company}${headEnd}.`] }),
  }
}

/** How old these trades are when somebody else can know of them. */
function stateLag({ usualLag }: InsiderSection): Statement[] {
  if (!usualLag || numberOf(usualLag) < 1) return []
  return [
    {
      id: 'insiders/usual-lag',
      section: 'insiders',
      kind: 'lag',
      topic: 'insiders/lag',
      slots: { lag: { figure: usualLag } },
      salience: 20,
      isNews: false,
      tellings: [
        'By the time the form was out, the typical trade here was {lag} old.\nWhoever copies it trades later, at another price.',
        'The typical form here came {lag} after the trade.\nThe price you would pay is not the price they got.',
      ],
    },
  ]
}
