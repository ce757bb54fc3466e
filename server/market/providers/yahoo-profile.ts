import type { Profile } from './provider.ts'
import { isRecord, recordOf, textOf } from './read-field.ts'

const CHIEF_EXECUTIVE = /\bCEO\b|\bchief executive\b/i

/** Reads the modules assetProfile and price of quoteSummary, field by field: an odd one is left out. */
export function parseProfile(modules: Record<string, unknown>): Profile {
  const profile = recordOf(modules['assetProfile'])
  const price = recordOf(modules['price'])
  const employees = profile['fullTimeEmployees']
  return {
    name: textOf(profile['name']) ?? textOf(price['longName']) ?? textOf(price['shortName']),
    about: textOf(profile['longBusinessSummary']) ?? textOf(profile['description']),
    founded: dayOf(profile['startDate']),
    website: webAddressOf(profile['website']),
    headquarters: joinTexts([profile['city'], profile['state'], profile['country']]),
    ceo: findChiefExecutive(profile['companyOfficers']),
    employees:
      typeof employees === 'number' && Number.isInteger(employees) && employees > 0 ? employees : undefined,
    exchange: textOf(price['exchangeName']),
  }
}

/** @returns the name of the first officer whose title says so */
export function findChiefExecutive(officers: unknown): string | undefined {
  if (!Array.isArray(officers)) return undefined
  const chief = officers
    .filter(isRecord)
    .find((officer) => CHIEF_EXECUTIVE.test(textOf(officer['title']) ?? ''))
  return textOf(chief?.['name'])?.replaceAll(/\s+/g, ' ')
}

function joinTexts(parts: readonly unknown[]): string | undefined {
  return (
    parts
      .map(textOf)
      .filter((part) => part !== undefined)
      .join(', ') || undefined
  )
}

/** Only what can stand in a link: https or http. */
function webAddressOf(value: unknown): string | undefined {
  const text = textOf(value)
  return text !== undefined && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : undefined
}

function dayOf(value: unknown): string | undefined {
  return /^\d{4}-\d{2}-\d{2}/.exec(textOf(value) ?? '')?.[0]
}
