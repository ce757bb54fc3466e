import { compareText } from '../../lib/text.ts'
import { lineId, valueOfTrades, type DoubtfulTrade } from '../../records/insiders/judge-trades.ts'
import type { FactWords } from '../facts/fact.ts'
import type { FactMaker } from './analyse-insiders.ts'
import type { HeldBackTrade } from './insider-section.ts'
import { NOTHING_BEFORE } from './own-history.ts'
import { describeGroup, filingsOf, linksOf, listLineIds, type TradeGroup } from './roll-up.ts'

const MOST = 10

/** Puts what is left out for its size first, and within both parts the largest. */
export function selectHeldBack(heldBack: readonly HeldBackTrade[]): HeldBackTrade[] {
  const isSize = ({ reason }: HeldBackTrade) =>
    Number(reason === 'unverified-size' || reason === 'prices-failed')
  return heldBack
    .toSorted(
      (a, b) =>
        isSize(b) - isSize(a) || Number(b.value.value) - Number(a.value.value) || compareText(a.id, b.id),
    )
    .slice(0, MOST)
}

/** What the same owners filed of one issuer goes together, since sixty mistyped lines are one mistake. */
export function groupDoubtful(doubtful: readonly DoubtfulTrade[]): [DoubtfulTrade, ...DoubtfulTrade[]][] {
  const keyOf = ({ line, source }: DoubtfulTrade) => lineId(source.filing.accession, line.line)
  const ordered = doubtful.toSorted((a, b) => compareText(keyOf(a), keyOf(b)))
  const groups = Map.groupBy(ordered, ({ reason, side, ownersKey, source }) =>
    [reason, side, source.filing.issuer.cik, ownersKey].join('/'),
  )
  return [...groups.values()].flatMap(([first, ...more]) => (first ? [[first, ...more]] : []))
}

export function holdBackGroup(
  group: TradeGroup,
  reason: 'unverified-size' | 'prices-failed',
  make: FactMaker,
): HeldBackTrade {
  const { id, side, issuer, owners, filings, facts } = describeGroup(group, make, NOTHING_BEFORE)
  const { value } = facts
  return { id, reason, side, issuer, owners, filings, value, price: undefined, close: undefined }
}

export function holdBackTrades(
  some: readonly [DoubtfulTrade, ...DoubtfulTrade[]],
  make: FactMaker,
): HeldBackTrade {
  const [{ source, line: first, reason, side, price, close }, ...others] = some
  const { filing, owners } = source
  const id = `insiders/held-back/${lineId(filing.accession, first.line)}`
  const filings = filingsOf(some)
  const days = some.map(({ line }) => line.tradedOn).toSorted(compareText)
  const [from = first.tradedOn] = days
  const fact = (words: Omit<FactWords, 'id' | 'subject' | 'inputs'>) =>
    make.ofFilings(
      { ...words, id: `${id}/${words.kind}`, subject: filing.issuer.name, inputs: listLineIds(some) },
      filings,
      { from, to: days.at(-1) ?? from },
    )
  const ofOne = (kind: string, value: number | undefined, formula: string) =>
    value === undefined || others.length > 0
      ? undefined
      : fact({ kind, value, unit: 'usd-per-share', formula })
  const closeOfDay = ofOne('close', close, "the day's close")
  return {
    id,
    reason,
    side,
    issuer: filing.issuer,
    owners,
    filings: linksOf(filings),
    value: fact({
      kind: 'value-as-typed',
      value: valueOfTrades(some),
      unit: 'usd',
      formula: 'sum of shares x price, both as typed, over the lines that are left out for this reason',
    }),
    price: ofOne('price', price, 'price as typed on the line'),
    close: closeOfDay && { ...closeOfDay, sourceName: 'market data, daily closes' },
  }
}
