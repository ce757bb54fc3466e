import type { CongressFinding, CongressSection } from './congress-section.ts'
import { midpointOf } from './congress-facts.ts'
import { byId, type TradeGroup } from './roll-up.ts'

/** A late report, and a trade that belongs to a herd, rank as if three times as large. */
const LATE_WEIGHT = 3
const HERD_WEIGHT = 3
/** How many findings a letter has room for, of which two are of the same filer unless others have less to tell. */
const SHOWN = 7
const SHOWN_OF_FILER = 2
/** The slowest report is among this many first findings. */
const SLOWEST_BY = 5

/** Ranks by the middle of each range, which is never printed; late reports and trades of a herd precede others of the
 *  same size. */
export function rankGroups(
  groups: readonly TradeGroup[],
  isInHerd: (group: TradeGroup) => boolean,
): TradeGroup[] {
  const rankOf = (group: TradeGroup) =>
    midpointOf(group.amount) * (group.late === 'none' ? 1 : LATE_WEIGHT) * (isInHerd(group) ? HERD_WEIGHT : 1)
  return groups.toSorted((a, b) => rankOf(b) - rankOf(a) || byId(a, b))
}

/** Puts the findings in the order of the letter: the first few are of different filers, and include the slowest report. */
export function orderForTelling(ranked: readonly CongressFinding[]): CongressFinding[] {
  const slowest = findSlowest(ranked)
  const first: CongressFinding[] = []
  for (const finding of ranked) {
    if (slowest && first.length === SLOWEST_BY - 1 && !first.includes(slowest)) first.push(slowest)
    const ofFiler = first.filter(({ filer }) => isSameFiler(filer, finding.filer))
    const isRoomFor = first.length < SHOWN && ofFiler.length < SHOWN_OF_FILER
    if (!first.includes(finding) && (isRoomFor || finding === slowest)) first.push(finding)
  }
  return [...first, ...ranked.filter((finding) => !first.includes(finding))]
}

/** The late finding with the longest delay, the first of equals. */
function findSlowest(ranked: readonly CongressFinding[]): CongressFinding | undefined {
  const lagOf = ({ facts }: CongressFinding) => Number(facts.lag?.value ?? 0)
  return ranked
    .filter(({ isLate }) => isLate)
    .toSorted((a, b) => lagOf(b) - lagOf(a))
    .at(0)
}

/** The finding that took longest to become public, late or not, the first of equals; without possible slips. */
export function findSlowestToRead(ranked: readonly CongressFinding[]): CongressSection['slowest'] {
  const daysOf = ({ facts }: CongressFinding) => Number(facts.publicLag?.value)
  const [finding, next] = ranked
    .filter(({ isMaybeSlip, facts }) => !isMaybeSlip && facts.publicLag !== undefined)
    .toSorted((a, b) => daysOf(b) - daysOf(a))
  return finding && { finding, isAlone: next === undefined || daysOf(next) < daysOf(finding) }
}

type Filer = CongressFinding['filer']

function isSameFiler(a: Filer, b: Filer): boolean {
  return a.name === b.name && a.chamber === b.chamber && a.state === b.state
}
