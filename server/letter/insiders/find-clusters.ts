import { firstWordOf } from '../../lib/company-name.ts'
import { addDays } from '../../lib/dates.ts'
import type { InsiderOwner } from '../../records/insiders/insider-filing.ts'
import type { EffectiveFiling } from '../../records/insiders/repeated-filings.ts'
import { presentPerson } from '../../records/names/present-names.ts'
import type { ClusterFinding } from './insider-section.ts'
import type { FactMaker } from './analyse-insiders.ts'
import { lineId, ownershipOf, type Trade, valueOfTrades } from '../../records/insiders/judge-trades.ts'
import { filingsOf, isOldTrade, priceCheckOf } from './roll-up.ts'
import { compareText } from '../../lib/text.ts'

const CLUSTER_RULE =
  'at least 3 owners, those who file together counted once, bought the same issuer within 30 days, not in an offering or a placement'
const CLUSTER_OWNERS = 3
const CLUSTER_DAYS = 30

/** Counts the independent parties among owners. Owners on the same filing are one party, and so are owners linked through
 *  several filings: a fund, its manager and its founder are one buyer, not three. So are funds and firms whose names begin
 *  with the same word, and a person of that name. */
function countParties(sources: ReadonlySet<EffectiveFiling>, names: OwnerNames): number {
  const ownersOf = (source: EffectiveFiling) => names.get(source) ?? []
  const owners = [...sources].flatMap(ownersOf)
  const firms = new Set(owners.filter(({ isFirm }) => isFirm).map(({ word }) => word))
  const partyOf = new Map<string, Set<string>>()
  for (const source of sources) {
    const keys = ownersOf(source).flatMap(({ cik, word }) =>
      firms.has(word) ? [cik, `firm ${word}`] : [cik],
    )
    const joined = new Set(keys.map((key) => partyOf.get(key) ?? new Set([key])))
    // The largest takes the others in, so that few keys move.
    const [party = new Set<string>(), ...others] = [...joined].sort((a, b) => b.size - a.size)
    for (const some of [keys, ...others]) for (const key of some) partyOf.set(key, party.add(key))
  }
  return new Set(partyOf.values()).size
}

/** The word is 'roe' for 'Roe Jane' and for 'The Roe Fund LP'. */
type OwnerNames = ReadonlyMap<
  EffectiveFiling,
  readonly { readonly cik: string; readonly word: string; readonly isFirm: boolean }[]
>

function readNames(trades: readonly Trade[]): OwnerNames {
  const sources = new Set(trades.map(({ source }) => source))
  return new Map(
    [...sources].map((source) => [
      source,
      source.owners.map((owner) => ({
        cik: owner.cik,
        word: firstWordOf(owner.name),
        isFirm: mayBeFirm(owner),
      })),
    ]),
  )
}

/** Whether a name is that of a fund, a firm or a trust, or not certainly that of a person. */
function mayBeFirm(owner: InsiderOwner): boolean {
  const person = presentPerson(owner)
  return person === undefined || person.name === person.last
}

/** @returns clusters of purchases, sorted by most buyers, then by largest value */
export function findClusters(trades: readonly Trade[], make: FactMaker): ClusterFinding[] {
  const byIssuer = Map.groupBy(trades, ({ source }) => source.filing.issuer.cik)
  return [...byIssuer]
    .flatMap(([cik, ofIssuer]) => {
      const buys = ofIssuer
        .filter(({ side, via }) => side === 'buy' && via === undefined)
        .sort((a, b) => compareText(keyOf(a), keyOf(b)))
      const cluster = widestWindow(buys)
      return cluster ? [describeCluster(cik, cluster, make)] : []
    })
    .sort(
      (a, b) =>
        Number(b.facts.buyers.value) - Number(a.facts.buyers.value) ||
        Number(b.facts.value.value) - Number(a.facts.value.value) ||
        compareText(a.id, b.id),
    )
}

function keyOf({ line, source }: Trade): string {
  return [line.tradedOn, source.filing.accession, String(line.line).padStart(4, '0')].join(' ')
}

interface Cluster {
  readonly trades: readonly Trade[]
  readonly parties: number
}

/** The 30-day window with the most parties, the earliest one if several tie; undefined if none has three.
 *  @param buys  sorted by day */
function widestWindow(buys: readonly Trade[]): Cluster | undefined {
  const names = readNames(buys)
  let widest: Cluster | undefined
  let end = 0
  for (const [start, { line }] of buys.entries()) {
    if (line.tradedOn === buys[start - 1]?.line.tradedOn) continue
    const last = addDays(line.tradedOn, CLUSTER_DAYS - 1)
    for (let next = buys[end]; next && next.line.tradedOn <= last; next = buys[end]) end++
    const trades = buys.slice(start, end)
    const parties = countParties(new Set(trades.map(({ source }) => source)), names)
    if (parties >= CLUSTER_OWNERS && parties > (widest?.parties ?? 0)) widest = { trades, parties }
  }
  return widest
}

function describeCluster(cik: string, { trades, parties }: Cluster, make: FactMaker): ClusterFinding {
  const id = `insiders/cluster/${cik}`
  const filings = filingsOf(trades)
  const issuer = filings.at(-1)?.issuer ?? { cik, name: '', ticker: undefined }
  const from = trades[0]?.line.tradedOn ?? ''
  const to = trades.at(-1)?.line.tradedOn ?? ''
  const inputs = trades.map(({ source, line }) => lineId(source.filing.accession, line.line))
  const fact = (kind: string, value: number | string, unit: 'usd' | 'count' | 'date', formula: string) =>
    make.ofFilings(
      { id: `${id}/${kind}`, kind, subject: issuer.name, value, unit, formula, inputs },
      filings,
      {
        from,
        to,
      },
    )
  return {
    id,
    issuer,
    ownership: ownershipOf(trades),
    priceCheck: priceCheckOf(trades),
    isOld: trades.some(isOldTrade),
    facts: {
      buyers: fact('buyers', parties, 'count', `distinct buyers; cluster: ${CLUSTER_RULE}`),
      value: fact('value', valueOfTrades(trades), 'usd', 'sum of shares bought x price over the lines'),
      firstTradedOn: fact('first-traded-on', from, 'date', 'earliest transaction date of the lines'),
      lastTradedOn: fact('last-traded-on', to, 'date', 'latest transaction date of the lines'),
    },
  }
}
