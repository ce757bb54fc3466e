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

/** All that the week's reports contain, whether in the letter or only in the tables. */
export function listTraded({ findings, others }: Pick<CongressSection, 'findings' | 'others'>): Traded[] {
  return [...findings, ...others].map(({ id, shortName }) => ({ id, company: shortName.toLowerCase() }))
}

/** The asset as the report names it, and its short name. */
export function assetSlots({
  shortName,
  facts: { asset },
}: {
  readonly shortName: string
  readonly facts: Pick<CongressFinding['facts'], 'asset'>
}): Record<string, Slot> {
  const ticker = /\(([A-Z.]{1,8})\)$/.exec(String(asset.value))?.[1]
  const short = deriveFact(
    {
      id: `${asset.id}/short-name`,
      subject: asset.subject,
      value: shortName,
      unit: 'text',
      formula: 'the asset without its ticker and its legal form',
      inputs: asset.inputs,
    },
    asset,
  )
  return {
    asset: { figure: asset },
    short: { figure: short, ...stockPage(ticker) },
    ...(ticker === undefined ? {} : { ticker: { name: ticker } }),
  }
}
