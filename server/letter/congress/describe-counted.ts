import type { CongressTrade } from '../../records/congress/congress-trade.ts'
import { readAccount, readAsset } from '../../records/congress/present-asset.ts'
import { rowId } from '../../records/congress/apply-amendments.ts'
import { daysBetween } from '../../lib/dates.ts'
import { compareText } from '../../lib/text.ts'
import type { Fact } from '../facts/fact.ts'
import {
  addAmounts,
  amountValue,
  factsOf,
  linksOf,
  midpointOf,
  RANGES_ADDED,
  type FactMaker,
} from './congress-facts.ts'
import type { CongressSection, CountedTrades, NoTradeFinding } from './congress-section.ts'
import { countFilers } from './find-herds.ts'
import { byId, describeAccounts, filerKeyOf, filerOf, isMaybeSlip, type TradeGroup } from './roll-up.ts'

/** How many trades are kept with their facts. */
const LISTED = 100
/** If there are more filers, they are counted, not named. */
const MOST_NAMED = 3

/** Counts who bought and sold, leaving out possible slips. */
export function describeCounted(groups: readonly TradeGroup[], make: FactMaker): CongressSection['counted'] {
  const counted = groups.filter((group) => !isMaybeSlip(group))
  const rowsOf = (some: readonly TradeGroup[]) => some.flatMap(({ trades }) => trades)
  const count = (kind: string, subject: string, rows: readonly CongressTrade[], formula: string) =>
    make.ofWeek({
      id: `counted/${kind}`,
      subject,
      value: rows.length,
      unit: 'count',
      formula,
      inputs: rows.map(rowId).sort(compareText),
    })
  const chambers = new Set(counted.map(({ filer }) => filer.chamber))
  const parties = new Set(counted.map(({ filer }) => filer.party))
  const known = counted.filter(({ filer }) => filer.party !== undefined)
  const people = [...new Map(counted.map(({ filerKey, filer }) => [filerKey, filer])).values()].sort(
    (a, b) => compareText(a.lastName, b.lastName) || compareText(a.name, b.name),
  )
  return {
    ...describeSums('counted', 'the week’s reports from Congress', counted, make),
    chamber: chambers.size === 1 ? [...chambers][0] : undefined,
    party: parties.size === 1 ? [...parties][0] : undefined,
    people: people.length > MOST_NAMED ? [] : people,
    parties: [...Map.groupBy(known, ({ filer }) => filer.party ?? '')]
      .map(([party, ofParty]) =>
        Object.assign(
          { party },
          describeSums(
            `counted/party/${party.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`,
            `${party}s`,
            ofParty,
            make,
          ),
        ),
      )
      .sort((a, b) => Number(b.filers.value) - Number(a.filers.value) || compareText(a.party, b.party)),
    slipRows: count(
      'slip-rows',
      'rows that are in no counted sum',
      rowsOf(groups.filter(isMaybeSlip)),
      'rows that became public more than 365 days after the trade',
    ),
    managedRows: count(
      'managed-rows',
      'rows in accounts that others manage',
      rowsOf(counted).filter((trade) => readAccount(trade).isManaged),
      'counted rows that the report’s own words place in an account that others manage',
    ),
    rows: count('rows', 'counted rows', rowsOf(counted), 'rows that are a purchase or a sale and count'),
  }
}

function describeSums(
  id: string,
  subject: string,
  groups: readonly TradeGroup[],
  make: FactMaker,
): CountedTrades {
  const inputsOf = (some: readonly TradeGroup[]) =>
    some.map((group) => `congress/${group.id}`).sort(compareText)
  const sum = (kind: string, side: TradeGroup['side']): Fact | undefined => {
    const some = groups.filter((group) => group.side === side)
    return some.length === 0
      ? undefined
      : make.ofWeek({
          id: `${id}/${kind}`,
          subject,
          ...amountValue(addAmounts(some.map(({ amount }) => amount))),
          formula:
            'the ranges of the findings, added low end by low end and high end by high end; what became public more than 365 days after a trade left out',
          inputs: inputsOf(some),
        })
  }
  return {
    filers: make.ofWeek({
      id: `${id}/filers`,
      subject,
      value: countFilers(groups),
      unit: 'count',
      formula: 'distinct filers with a purchase or a sale that counts',
      inputs: inputsOf(groups),
    }),
    buySum: sum('buy-sum', 'buy'),
    saleSum: sum('sale-sum', 'sale'),
  }
}

export function listCountedFacts(counted: CongressSection['counted']): (Fact | undefined)[] {
  const { filers, buySum, saleSum, parties, slipRows, managedRows, rows } = counted
  return [
    filers,
    buySum,
    saleSum,
    ...parties.flatMap((party) => [party.filers, party.buySum, party.saleSum]),
    slipRows,
    managedRows,
    rows,
  ]
}

const RECIPIENTS: readonly (readonly [RegExp, string])[] = [
  [/\buniversity\b/i, 'a university'],
  [/\bcollege\b/i, 'a college'],
  [/\bschool\b/i, 'a school'],
  [/\b(?:church|synagogue|mosque|temple|diocese)\b/i, 'a house of worship'],
  [/\bdonor[- ]advised fund\b/i, 'a fund for giving'],
  [/\b(?:foundation|charity|charitable|nonprofit|non-profit)\b/i, 'a charity'],
]
const SHARES = /(?<![\d,.$])(\d{1,3}(?:,\d{3}){0,3}|\d{1,9}) shares\b/i

/** Rows marked as trades that are not trades, the largest first. */
export function describeNoTrades(rows: readonly CongressTrade[], make: FactMaker): NoTradeFinding[] {
  const groups = Map.groupBy(rows, (row) =>
    [row.kind, row.type.slice(0, 1), filerKeyOf(row), readAsset(row).key].join('|'),
  )
  return [...groups.values()]
    .flatMap(([first, ...more]) => (first ? [describeNoTrade(first, [first, ...more], make)] : []))
    .sort((a, b) => b.midpoint - a.midpoint || byId(a, b))
    .slice(0, LISTED)
}

function describeNoTrade(
  first: CongressTrade,
  trades: readonly CongressTrade[],
  make: FactMaker,
): NoTradeFinding {
  const { chamber, reportId, row, type } = first
  const kind = first.kind === 'purchase' || first.kind === 'sale' ? 'other' : first.kind
  const id = `no-trade/${kind.replace(' ', '-')}/${chamber}-${reportId}-${row}`
  const asset = readAsset(first)
  const filer = filerOf(first)
  const days = trades.map(({ tradedOn }) => tradedOn).sort()
  const amount = addAmounts(trades)
  const note = [first.description, first.comments].filter((text) => text !== undefined).join(' ')
  const shares = trades.length === 1 ? Number(SHARES.exec(note)?.[1]?.replaceAll(',', '')) : Number.NaN
  const fact = factsOf(make, { id, subject: filer.name, trades })
  const range = amountValue(amount)
  return {
    id: `congress/${id}`,
    kind,
    markedAs: type === 'P' ? 'buy' : type === 'E' ? 'exchange' : 'sale',
    filer,
    ...describeAccounts(trades),
    reports: linksOf(trades),
    isMaybeSlip: trades.some((trade) =>
      isMaybeSlip({ publicDays: daysBetween(trade.tradedOn, trade.filedOn) }),
    ),
    midpoint: midpointOf(amount),
    shortName: asset.short,
    to: trades.length === 1 ? RECIPIENTS.find(([words]) => words.test(note))?.[1] : undefined,
    facts: {
      amount: fact('amount', range.value, range.unit, RANGES_ADDED),
      asset: fact('asset', asset.name, 'text', 'as the report names it'),
      firstTradedOn: fact('first-traded-on', days[0] ?? '', 'date', 'earliest day, by the report'),
      lastTradedOn: fact('last-traded-on', days.at(-1) ?? '', 'date', 'latest day, by the report'),
      shares:
        Number.isInteger(shares) && shares > 0
          ? fact('shares', shares, 'shares', 'the number of shares in the row’s own note')
          : undefined,
    },
  }
}
