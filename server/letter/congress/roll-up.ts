import { SLIP_AFTER_DAYS } from '../../../shared/trade-rules.ts'
import type {
  CongressFiler,
  CongressFinding,
  CongressSide,
  PartOfRows,
  ReportNote,
} from './congress-section.ts'
import type { CongressTrade } from '../../records/congress/congress-trade.ts'
import { cleanText, compareText } from '../../lib/text.ts'
import { findOverlap } from './committee-overlap.ts'
import {
  type AccountEntity,
  type Asset,
  describeAssetType,
  readAccount,
  readAsset,
} from '../../records/congress/present-asset.ts'
import {
  addAmounts,
  type Amount,
  amountValue,
  factsOf,
  type FactMaker,
  linksOf,
  midpointOf,
  RANGES_ADDED,
} from './congress-facts.ts'
import { isReportedLate } from '../../records/congress/late-reports.ts'
import type { EffectiveTrade } from '../../records/congress/apply-amendments.ts'

/** What one filer did with one asset on one side, in a fixed order. */
export interface TradeGroup {
  /** 'buy/house-20026590-1': by its first row. */
  readonly id: string
  readonly side: CongressSide
  readonly filerKey: string
  readonly filer: CongressFiler
  readonly asset: Asset
  readonly trades: readonly CongressTrade[]
  readonly amount: Amount
  /** The longest delay of its rows, of the late ones if there are any; undefined if the days of a row contradict each other. */
  readonly lagDays: number | undefined
  /** The longest delay of all its rows until anybody could read about it; undefined if `lagDays` is. */
  readonly publicDays: number | undefined
  /** Rows that were reported late. */
  readonly late: PartOfRows
}

/** Groups trades by filer, side and asset; those that may be slips go apart, so that they take no other out of the sums.
 *  @param effective  in their fixed order
 *  @returns in the order of their first rows */
export function rollUp(effective: readonly EffectiveTrade[]): TradeGroup[] {
  const groups = Map.groupBy(effective, (row) =>
    [row.side, filerKeyOf(row.trade), readAsset(row.trade).key, isMaybeSlip(row)].join('|'),
  )
  return [...groups.values()].flatMap((rows) => {
    const [first] = rows
    if (!first) return []
    const areDaysKnown = rows.every(({ lagDays }) => lagDays !== undefined)
    const isLate = ({ trade, lagDays }: EffectiveTrade) => isReportedLate(trade, lagDays)
    const late = rows.filter(isLate)
    const { chamber, reportId, row } = first.trade
    return [
      {
        id: `${first.side}/${chamber}-${reportId}-${row}`,
        side: first.side,
        filerKey: filerKeyOf(first.trade),
        filer: filerOf(first.trade),
        asset: readAsset(first.trade),
        trades: rows.map(({ trade }) => trade),
        amount: addAmounts(rows.map(({ trade }) => trade)),
        lagDays: areDaysKnown
          ? Math.max(...(late.length > 0 ? late : rows).map(({ lagDays }) => lagDays ?? 0))
          : undefined,
        publicDays: areDaysKnown ? Math.max(...rows.map(({ publicDays }) => publicDays ?? 0)) : undefined,
        late: areDaysKnown ? partOf(rows, isLate) : 'none',
      },
    ]
  })
}

/** Whether a trade became public so late that its year may be a slip. */
export function isMaybeSlip({ publicDays }: Pick<TradeGroup, 'publicDays'>): boolean {
  return publicDays !== undefined && publicDays > SLIP_AFTER_DAYS
}

function partOf<Row>(rows: readonly Row[], isSo: (row: Row) => boolean): PartOfRows {
  if (rows.every(isSo)) return 'all'
  return rows.some(isSo) ? 'some' : 'none'
}

/** Whose accounts the rows are in. */
export function describeAccounts(
  trades: readonly CongressTrade[],
): Pick<CongressFinding, 'accounts' | 'inTrust' | 'inEntity' | 'isManaged'> {
  const ofEntity = (entity: AccountEntity) => partOf(trades, (trade) => readAccount(trade).entity === entity)
  return {
    accounts: (['self', 'SP', 'JT', 'DC'] as const).filter((owner) =>
      trades.some((trade) => trade.owner === owner),
    ),
    inTrust: partOf(trades, (trade) => readAccount(trade).isTrust),
    inEntity: { firm: ofEntity('firm'), foundation: ofEntity('foundation') },
    isManaged: partOf(trades, (trade) => readAccount(trade).isManaged),
  }
}

/** Turns a group into a finding with its facts. */
export function describeGroup(
  group: TradeGroup,
  make: FactMaker,
  againstOwn: Pick<CongressFinding['facts'], 'monthsWithout' | 'mostBefore'>,
): CongressFinding {
  const { id, side, filer, asset, trades, lagDays, late } = group
  const reports = linksOf(trades)
  const days = trades.map(({ tradedOn }) => tradedOn).sort()
  const fact = factsOf(make, { id, subject: filer.name, trades })
  const amount = amountValue(group.amount)
  return {
    id: `congress/${id}`,
    side,
    filer,
    ...describeAccounts(trades),
    reports,
    isPartial: trades.every(({ type }) => type === 'S (partial)'),
    isLate: late !== 'none',
    isPartlyLate: late === 'some',
    isMaybeSlip: isMaybeSlip(group),
    midpoint: midpointOf(group.amount),
    shortName: asset.short,
    isShares: asset.shareTicker !== undefined,
    ...listNotes(trades),
    assetType: trades[0] && describeAssetType(trades[0]),
    overlap: trades[0] && findOverlap(trades[0]),
    facts: {
      ...againstOwn,
      amount: fact('amount', amount.value, amount.unit, `${RANGES_ADDED}; no high end where a row has none`),
      asset: fact(
        'asset',
        asset.name,
        'text',
        'as the report names it, without the class of the share, with its ticker where there is one',
      ),
      rows: fact('rows', trades.length, 'count', 'rows of the reports'),
      firstTradedOn: fact(
        days[0] === days.at(-1) ? 'traded-on' : 'first-traded-on',
        days[0] ?? '',
        'date',
        'earliest day of a trade, by the report',
      ),
      lastTradedOn: fact('last-traded-on', days.at(-1) ?? '', 'date', 'latest day of a trade, by the report'),
      filedOn: fact(
        'filed-on',
        reports.at(-1)?.filedOn ?? '',
        'date',
        'day on which the report became public',
      ),
      lag:
        lagDays === undefined
          ? undefined
          : fact(
              'lag',
              lagDays,
              'days',
              'longest count of calendar days from a trade to the day on which its first report was signed, or filed where it names no such day; only of those that were late, if any was',
            ),
      publicLag:
        group.publicDays === undefined
          ? undefined
          : fact(
              'public-after',
              group.publicDays,
              'days',
              'longest count of calendar days from a trade to the day on which its first report became public',
            ),
    },
  }
}

/** Identifies a filer in all reports of the week. */
export function filerKeyOf({ chamber, member, filer }: CongressTrade): string {
  return member?.bioguideId ?? `${chamber} ${cleanText(filer).toLowerCase()}`
}

export function filerOf({ chamber, member, filer, filerState }: CongressTrade): CongressFiler {
  const name = cleanText(member?.name ?? filer) || 'A filer without a name'
  return {
    chamber,
    name,
    commonName: cleanText(member?.commonName ?? '') || name,
    lastName: cleanText(member?.lastName ?? '') || name,
    party: member?.party,
    state: member?.state ?? readState(filerState),
  }
}

/** Untrusted, like everything that a report says. */
function readState(state: string | undefined): string | undefined {
  return state !== undefined && /^[A-Z]{2}$/.test(state) ? state : undefined
}

/** Orders by id, which never changes. */
export function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return compareText(a.id, b.id)
}

const NOTES: readonly (readonly [ReportNote, RegExp])[] = [
  ['gift', /\b(gift|gifted|donat(ed|ion)|(charitable )?contribution (of|to))\b/i],
  ['capital call', /\bcapital call/i],
  ['reinvested', /\b(dividend reinvest|reinvest(ed|ment)|DRIP)\b/i],
  ['redemption', /\b(redemption|redeemed)\b/i],
  [
    'short sale',
    /\bshort (?:sales?|sell|positions?)\b|\bsold short\b|\bcover(?:ed|ing)? (?:a |the )?short\b/i,
  ],
  ['option exercise', /\bexercis(e|ed|ing)\b/i],
]

/** What filers add to their rows, if it is one of a few known things; their own words are not passed on. What one row
 *  says is not claimed for all. */
function listNotes(trades: readonly CongressTrade[]): Pick<CongressFinding, 'notes' | 'notesOfSome'> {
  const found = NOTES.map(([note, pattern]) => {
    const rows = trades.filter(
      ({ description, comments }) => pattern.test(description ?? '') || pattern.test(comments ?? ''),
    )
    return { note, rows: rows.length }
  }).filter(({ rows }) => rows > 0)
  return {
    notes: found.filter(({ rows }) => rows === trades.length).map(({ note }) => note),
    notesOfSome: found.filter(({ rows }) => rows < trades.length).map(({ note }) => note),
  }
}
