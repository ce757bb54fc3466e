import { listWords } from '../../lib/text.ts'
import { formatCardinal, numberOf, plural } from '../facts/format-fact.ts'
import type { Fact } from '../facts/fact.ts'
import { capitalize, listNewFacts, markSeveral, withFollows } from '../statements/make-statement.ts'
import { createBlankCoverage, openAttempts } from '../statements/leave-out-unwritable.ts'
import type { SectionStatements, Slot, Statement } from '../statements/statement.ts'
import type { CongressSection, CountedTrades } from './congress-section.ts'
import { CHAMBER_NAMES } from './congress-facts.ts'
import { areAllImpossible, ASK, stateImpossibleDays } from './state-impossible-days.ts'
import { stateCongressCoverage } from './state-congress-coverage.ts'
import { isNameable, listTraded, nameSlots } from './congress-slots.ts'
import { stateCongressHistory, stateCongressTrade } from './state-congress-trade.ts'
import { stateHerd } from './state-herd.ts'
import { LOOK_UP, stateCopying } from './state-copying.ts'
import { stateNoTrade } from './state-no-trade.ts'

/** Low, since the total of a single trade would only repeat it. */
const TOTAL_OF_ONE = 8
const TOTAL = 38
const MOST_NAMED = 2
const NOTHING = 10
const PARTIES = 24
const MANAGED = 30
/** The letter mentions accounts that others manage if at least this share of the rows is in them. */
const MANY_MANAGED = 0.1

/** States what the week's reports say about trades of Congress. */
export function stateCongress(section: CongressSection): SectionStatements {
  const { findings, herds, noTrades, counted, limit } = section
  const { attempt, each, unwritten } = openAttempts('congress')
  const idOf = ({ id }: { readonly id: string }) => id
  const impossible = attempt({ id: 'congress/impossible-days', kind: 'circumstance' }, () =>
    stateImpossibleDays(section.coverage),
  )
  const copying = attempt({ id: 'congress/copying', kind: 'lag' }, () => stateCopying(section))
  const forYou = [...(impossible ? [ASK] : []), ...(copying ?? []), LOOK_UP]
  const statements = [
    ...findings.flatMap((finding) => {
      const { id } = finding
      const trade = attempt({ id, kind: 'trade' }, () => stateCongressTrade(finding, limit))
      if (!trade) return []
      const more = attempt({ id: `${id}/more`, kind: 'extreme' }, () => stateCongressHistory(finding, trade))
      return [trade].concat(more ?? [])
    }),
    ...each(
      noTrades.filter(({ kind }) => kind !== 'unread note'),
      stateNoTrade,
      { kind: 'no-trade', idOf },
    ),
    ...each(herds, stateHerd, { kind: 'herd', idOf }),
    attempt({ id: 'congress/total', kind: 'total' }, () => stateTotal(section, impossible)) ?? [],
    impossible ?? [],
    attempt({ id: 'congress/parties', kind: 'total' }, () => stateParties(counted)) ?? [],
    attempt({ id: 'congress/managed', kind: 'circumstance' }, () => stateManaged(counted)) ?? [],
  ].flat()
  const coverage =
    attempt({ id: 'congress/coverage', kind: 'coverage' }, () => stateCongressCoverage(section)) ??
    createBlankCoverage('congress')
  const known = new Set(statements.map(({ id }) => id))
  return {
    section: 'congress',
    statements: markSeveral(statements, listTraded(section)).map((one) =>
      withFollows(one, listFollows(one), known),
    ),
    forYou,
    coverage,
    facts: listNewFacts([...statements, ...forYou, coverage], section.facts),
    unwritten,
  }
}

function listFollows({ id, kind }: Statement): string[] {
  const own = kind === 'trade' ? [`${id}/most`, `${id}/first`] : []
  return [...own, 'congress/total', 'congress/managed', 'congress/parties']
}

/** The total bought and sold, as ranges: 'reported', since trades may be a spouse's or a child's. */
function stateTotal(section: CongressSection, impossible: Statement | undefined): Statement | undefined {
  const { counted, coverage, hasExactSum } = section
  const { filers, buySum, saleSum, chamber, party, people } = counted
  if (numberOf(filers) === 0) {
    return impossible && areAllImpossible(coverage) ? undefined : stateNothing(section, impossible)
  }
  const isOne = numberOf(filers) === 1
  const group = describeGroup(chamber, party, isOne)
  const nouns = [buySum && 'purchases of {buy}', saleSum && 'sales of {sale}'].filter(
    (side) => side !== undefined,
  )
  const names = Object.fromEntries(people.map((one, index) => [`person${index}`, nameSlots(one).who]))
  // Three names with their states would be a list, not a sentence; the tables have them.
  const isNamed = people.length > 0 && people.length <= MOST_NAMED && people.every(isNameable)
  const who = isNamed ? listWords(people.map((_, index) => `{person${index}}`)) : `{many} ${group}`
  const ranges = (whose: string) => (hasExactSum ? '' : `\n${whose} give only ranges.`)
  const statement = {
    id: 'congress/total',
    slots: {
      filers: { figure: filers },
      many: { figure: filers, text: formatCardinal(filers) },
      ...sumSlots(counted),
      ...(isNamed ? names : {}),
    },
  }
  return {
    ...statement,
    section: 'congress',
    kind: 'total',
    topic: 'congress/total',
    salience: isOne ? TOTAL_OF_ONE : TOTAL,
    isNews: true,
    tellings: [
      `All told, ${who} reported ${nouns.join(' and ')}.${ranges('Reports')}`,
      `In the reports of ${who} we count ${nouns.join(' and ')}.${ranges('Reports')}`,
      `All told, the reports of ${who} show ${nouns.join(' and ')}.${ranges('They')}`,
    ],
    // The total exists in any week, so what one member did, or what is not a trade, leads instead.
    lines: [
      isOne
        ? `A ${group} reported ${nouns.join(' and ')}.`
        : `Reports of {filers} ${group} show ${nouns.join(' and ')}.`,
    ],
    glances: [
      `${isOne ? 'A' : 'Several'} ${group} reported ${nouns.map((noun) => noun.split(' ')[0]).join(' and ')}.`,
    ],
  }
}

/** Rows that are in no sum although they may report a trade of the past year, or something that readers would call one. */
const UNCOUNTED = [
  'unreadNotes',
  'exchanges',
  'gifts',
  'reinvestments',
  'redemptions',
  'otherChanges',
  'correctionsLeftOut',
  'repeatedRows',
] as const satisfies readonly (keyof CongressSection['coverage'])[]

function stateNothing(section: CongressSection, impossible: Statement | undefined): Statement | undefined {
  const { coverage, chambers, counted } = section
  const { read, listed } = coverage
  const answered = chambers.filter(({ state }) => state === 'read' || state === 'partial')
  const areWhole = answered.every(({ state }) => state === 'read')
  const [one, ...others] = answered.map(({ chamber }) => `The ${CHAMBER_NAMES[chamber]}`)
  const failed = chambers.find(({ state }) => state === 'failed')
  const isListEmpty = numberOf(listed) === 0
  // An unread report may contain any trade.
  if (numberOf(read) === 0 && !(isListEmpty && one !== undefined)) return undefined
  const list = !areWhole
    ? 'The lists we could read name'
    : others.length > 0
      ? 'The House and the Senate list'
      : `${one} lists`
  // Without this, readers of the line would take it to be about all of Congress; the section itself ends with it.
  const missing = failed ? `The ${CHAMBER_NAMES[failed.chamber]}’s site gave no usable answer` : ''
  // Impossible days are either told or part of the rest.
  const uncounted = impossible ? UNCOUNTED : ([...UNCOUNTED, 'impossibleDays'] as const)
  const isNoTrade = uncounted.every((kind) => numberOf(coverage[kind]) === 0)
  const what = isNoTrade ? 'made in the past year' : 'that we can count'
  const none = isNoTrade ? 'was made in the past year' : 'is a trade that we can count'
  return {
    id: 'congress/total',
    section: 'congress',
    kind: 'total',
    topic: 'congress/total',
    slots: {},
    salience: NOTHING,
    isNews: true,
    tellings: isListEmpty
      ? [`${list} no new report of trades this week.`]
      : [
          `The reports we could read show no trade ${what}.`,
          `No report we could read shows a trade ${what}.`,
        ],
    ...(impossible
      ? {
          joins: impossible.id,
          carry: [`Of the rest, none ${none}.`, `None of the rest ${none}.`],
        }
      : {
          lines: [
            missing === ''
              ? isListEmpty
                ? 'No new report of trades this week.'
                : numberOf(counted.slipRows) > 0
                  ? `The reports from Congress show ${plural(counted.slipRows, 'a trade', 'trades')} dated over a year back, and none ${what}.`
                  : `The reports from Congress show no trade ${what}.`
              : `${missing}; what we got ${isListEmpty ? 'lists no new report' : `shows no trade ${what}`}.`,
          ],
        }),
  }
}

function describeGroup(
  chamber: CongressSection['counted']['chamber'],
  party: string | undefined,
  isOne: boolean,
): string {
  const s = isOne ? '' : 's'
  const isKnown = party === 'Democrat' || party === 'Republican'
  if (chamber === 'senate')
    return isKnown ? `${party} senator${s}`.replace('Democrat ', 'Democratic ') : `senator${s}`
  if (chamber === 'house') return isKnown ? `House ${party}${s}` : `House filer${s}`
  return isKnown ? `${party}${s} in Congress` : `filer${s} in Congress`
}

function sumSlots({ buySum, saleSum }: CountedTrades): Record<string, Slot> {
  return {
    ...(buySum ? { buy: { figure: buySum } } : {}),
    ...(saleSum ? { sale: { figure: saleSum } } : {}),
  }
}

/** Compares the parties, if both traded. */
function stateParties({ parties }: CongressSection['counted']): Statement | undefined {
  const [first, second] = parties
  if (!first || !second) return undefined
  const slots: Record<string, Slot> = {}
  const tell = (one: CountedTrades & { party: string }, mark: string) => {
    const sides = [['purchases', one.buySum] as const, ['sales', one.saleSum] as const].flatMap(
      ([noun, fact]: readonly [string, Fact | undefined]) => {
        if (!fact) return []
        slots[`${mark}${capitalize(noun)}`] = { figure: fact }
        return [`${noun} of {${mark}${capitalize(noun)}}`]
      },
    )
    return `${one.party}s reported ${sides.join(' and ')}`
  }
  const told = [tell(first, 'first'), tell(second, 'second')]
  return {
    id: 'congress/parties',
    section: 'congress',
    kind: 'total',
    topic: 'congress/parties',
    slots,
    salience: PARTIES,
    isNews: true,
    tellings: [`${told.join('; ')}.`, `By party: ${told.join('; ')}.`],
  }
}

/** What share of the week's rows nobody in Congress may have chosen. A single row says so itself. */
function stateManaged({ managedRows, rows }: CongressSection['counted']): Statement | undefined {
  if (numberOf(rows) < 2 || numberOf(managedRows) === 0) return undefined
  if (numberOf(managedRows) < numberOf(rows) * MANY_MANAGED) return undefined
  const were = plural(managedRows, 'was made in an account', 'were made in accounts')
  const accounts = plural(managedRows, 'account', 'accounts')
  return {
    id: 'congress/managed',
    section: 'congress',
    kind: 'circumstance',
    topic: 'congress/managed',
    slots: { managed: { figure: managedRows }, rows: { figure: rows } },
    salience: MANAGED,
    isNews: true,
    tellings: [
      `{managed} of the {rows} trades we count ${were} that others manage, by the reports’ own words.`,
      `By the reports’ own words, others manage the ${accounts} of {managed} of the {rows} trades we count.`,
    ],
  }
}
