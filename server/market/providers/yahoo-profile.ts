import type { Profile } from './provider.ts'
import { recordOf, recordsOf, textOf } from './read-field.ts'

/** The longest description has about 4,000 characters, and no source lists more than a dozen officers. */
const LONGEST_ABOUT = 10_000
const LONGEST_ADDRESS = 1_000
const MOST_OFFICERS = 200
const CHIEF_EXECUTIVE = /\bCEO\b|\bchief executive\b/i

/** Reads the modules assetProfile and price of quoteSummary field by field; malformed fields are left out. */
export function parseProfile(modules: Record<string, unknown>): Profile {
  const profile = recordOf(modules['assetProfile'])
  const price = recordOf(modules['price'])
  const employees = profile['fullTimeEmployees']
  return {
    name: textOf(profile['name']) ?? textOf(price['longName']) ?? textOf(price['shortName']),
    about:
      textOf(profile['longBusinessSummary'], LONGEST_ABOUT) ?? textOf(profile['description'], LONGEST_ABOUT),
    founded: dayOf(profile['startDate']),
    website: webAddressOf(profile['website']),
    headquarters: joinTexts([profile['city'], profile['state'], profile['country']]),
    ceo: findChiefExecutive(profile['companyOfficers']),
    employees:
      typeof employees === 'number' && Number.isInteger(employees) && employees > 0 ? employees : undefined,
    exchange: textOf(price['exchangeName']),
  }
}

/** @returns the name of the first officer with the title of chief executive */
export function findChiefExecutive(officers: unknown): string | undefined {
  const chief = recordsOf(officers, MOST_OFFICERS).find((officer) =>
    CHIEF_EXECUTIVE.test(textOf(officer['title']) ?? ''),
  )
  return textOf(chief?.['name'])?.replaceAll(/\s+/g, ' ')
}

function joinTexts(parts: readonly unknown[]): string | undefined {
  return (
    parts
      .map((part) => textOf(part))
      .filter((part) => part !== undefined)
      .join(', ') || undefined
  )
}

/** Accepts only what a link may contain: a complete https or http address. */
function webAddressOf(value: unknown): string | undefined {
  if (typeof value === 'string' && value.length > LONGEST_ADDRESS) return undefined
  const text = textOf(value, LONGEST_ADDRESS)
  return text !== undefined && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : undefined
}

function dayOf(value: unknown): string | undefined {
  return /^\d{4}-\d{2}-\d{2}/.exec(textOf(value) ?? '')?.[0]
}
