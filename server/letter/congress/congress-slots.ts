import { hasNumeral } from '../../records/names/present-names.ts'
import { deriveFact, stockPage, type Traded } from '../statements/make-statement.ts'
import type { Slot } from '../statements/statement.ts'
import type { CongressFiler, CongressFinding, CongressSection } from './congress-section.ts'

/** Whether no part of the name reads as a number. */
export const isNameable = ({ commonName }: CongressFiler) => !hasNumeral(commonName)

export function nameSlots({
  name,
  commonName,
  lastName,
  party,
  state,
}: CongressFiler): Record<'who' | 'name' | 'last', Slot> {
  const known = hasNumeral(commonName) ? 'A filer' : commonName
  const mark = [party?.slice(0, 1), state].filter((part) => part !== undefined).join('-')
  const last = hasNumeral(lastName) || lastName === name ? known : lastName
  return {
    who: { name: mark === '' ? known : `${known} (${mark})`, short: last },
    name: { name: known },
    last: { name: last },
  }
}

/** All that the week's reports contain, whether in the letter or only in the tables. Options on a share, a company's debt and
 *  what is no trade are about the same company. */
export function listTraded({
  findings,
  others,
  noTrades,
}: Pick<CongressSection, 'findings' | 'others' | 'noTrades'>): Traded[] {
  return [...findings, ...others, ...noTrades].map(({ id, shortName }) => ({
    id,
    company: shortName.toLowerCase().replaceAll(/^(?:options on|debt of) | preferred stock$/g, ''),
  }))
}

interface OfAsset {
  readonly shortName: string
  readonly facts: Pick<CongressFinding['facts'], 'asset'>
}

/** The ticker in an asset's name. */
const tickerOf = ({ asset }: OfAsset['facts']) => /\(([A-Z.]{1,8})\)$/.exec(String(asset.value))?.[1]

/** The ticker of shares. What is only about a company, such as an option on its shares, must not be called by it. */
export function tickerSlot({ facts }: OfAsset): Record<string, Slot> {
  const ticker = tickerOf(facts)
  return ticker === undefined ? {} : { ticker: { name: ticker } }
}

/** The asset as the report names it, and its short name. */
export function assetSlots({ shortName, facts: { asset } }: OfAsset): Record<'asset' | 'short', Slot> {
  const short = deriveFact(
    {
      id: `${asset.id}/short-name`,
      value: shortName,
      unit: 'text',
      formula: 'the asset without its ticker and its legal form',
      inputs: asset.inputs,
    },
    asset,
  )
  return {
    asset: { figure: asset },
    short: { figure: short, ...stockPage(tickerOf({ asset })) },
  }
}
