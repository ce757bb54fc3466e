import type { CommitteeOverlap } from './congress-section.ts'
import type { CongressTrade } from '../../records/congress/congress-trade.ts'

interface Field {
  readonly name: string
  /** The House's codes and the Senate's words for asset types, in lower case, that name the field by themselves. */
  readonly types: readonly string[]
  /** Words in company names that mean the field and nothing else. */
  readonly words: readonly string[]
  /** Committees that write its laws or oversee its agencies, without subcommittees. */
  readonly committees: readonly string[]
}

/** No source on companies' fields is read: only what a report itself says counts (docs/decisions/010). The list is short
 *  on purpose. */
const FIELDS: readonly Field[] = [
  {
    name: 'banking',
    types: [],
    words: ['bank', 'bancorp', 'bancshares', 'bankshares'],
    committees: ['HSBA', 'SSBK'],
  },
  { name: 'insurance', types: [], words: ['insurance', 'reinsurance'], committees: ['HSBA', 'SSBK'] },
  { name: 'mortgages', types: [], words: ['mortgage'], committees: ['HSBA', 'SSBK'] },
  {
    name: 'cryptocurrency',
    types: ['ct', 'cryptocurrency'],
    words: [],
    committees: ['HSBA', 'HSAG', 'SSBK', 'SSAF'],
  },
  {
    name: 'medicines',
    types: [],
    words: ['pharma', 'pharmaceutical', 'pharmaceuticals', 'biopharma', 'biopharmaceuticals', 'therapeutics'],
    committees: ['HSIF', 'SSHR'],
  },
  {
    name: 'oil, gas and minerals',
    types: ['mo'],
    words: ['petroleum', 'oilfield'],
    committees: ['HSIF', 'HSII', 'SSEG'],
  },
  {
    name: 'airlines and railroads',
    types: [],
    words: ['airlines', 'airways', 'railroad', 'railway'],
    committees: ['HSPW', 'SSCM'],
  },
  { name: 'farming', types: ['fa', 'farm'], words: [], committees: ['HSAG', 'SSAF'] },
]

/** A committee of the filer that works on the asset's field.
 *  @returns undefined in most cases: if the report names no field, or no committee of the filer is known to work on it */
export function findOverlap({
  chamber,
  asset,
  assetType,
  member,
}: CongressTrade): CommitteeOverlap | undefined {
  const type = (assetType ?? '').toLowerCase()
  // What follows the name says where the asset is held, or what kind it is.
  const [name = ''] = asset.toLowerCase().split(/ - |[(,;:]/)
  const words = new Set(name.split(/[^\p{L}\p{N}-]+/u))
  for (const field of FIELDS) {
    if (!field.types.includes(type) && !field.words.some((word) => words.has(word))) continue
    const seat = member?.committees.find(
      ({ id, parent }) =>
        parent === undefined &&
        id.startsWith(chamber === 'house' ? 'H' : 'S') &&
        field.committees.includes(id),
    )
    if (seat) return { committee: seat.name, field: field.name }
  }
  return undefined
}
