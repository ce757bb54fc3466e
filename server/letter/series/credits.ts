import type { Fact } from '../facts/fact.ts'

const BY_WAY_OF_FRED = ', by way of FRED'

interface Owner {
  /** The name shown above a finding, if it is shorter. */
  readonly short?: string
  /** The notice that its licence, or custom, requires next to the figures. */
  readonly credit: string
}

/** Keyed by the owner's name in the catalogue, or the name of a source of prices. */
const OWNERS: Readonly<Record<string, Owner>> = {
  'Freddie Mac': { credit: 'Mortgage rates: Freddie Mac, Primary Mortgage Market Survey.' },
  'Federal Housing Finance Agency': {
    short: 'FHFA',
    credit: 'House prices: Federal Housing Finance Agency, House Price Index.',
  },
  'S&P Dow Jones Indices LLC': {
    short: 'S&P Dow Jones Indices',
    credit: 'Home prices: Case-Shiller index, © S&P Dow Jones Indices LLC.',
  },
  Zillow: { credit: 'Home values and rents: Zillow Home Value Index and Observed Rent Index, Zillow.' },
  'US Census Bureau': {
    short: 'Census Bureau',
    credit: 'Housing starts, permits and new homes: US Census Bureau.',
  },
  'US Bureau of Labor Statistics': {
    short: 'Bureau of Labor Statistics',
    credit: 'Prices, pay and jobs: US Bureau of Labor Statistics.',
  },
  'US Employment and Training Administration': {
    short: 'Department of Labor',
    credit: 'Jobless claims: US Employment and Training Administration.',
  },
  'Board of Governors of the Federal Reserve System': {
    short: 'Federal Reserve',
    credit: 'Interest rates: Board of Governors of the Federal Reserve System.',
  },
  'Federal Reserve Bank of St. Louis': {
    short: 'St. Louis Fed',
    credit: 'Gap of Treasury yields: Federal Reserve Bank of St. Louis.',
  },
  'US Department of the Treasury': {
    short: 'Treasury',
    credit: 'Treasury yields: US Department of the Treasury.',
  },
  'US Energy Information Administration': {
    short: 'Energy Information Administration',
    credit: 'Gas prices: US Energy Information Administration.',
  },
  'University of Michigan': { credit: 'Consumer sentiment: Surveys of Consumers, © University of Michigan.' },
  'Yahoo Finance': { credit: 'Closing prices: Yahoo Finance.' },
  CoinGecko: { credit: 'Data provided by CoinGecko.' },
}

const ADJUSTED_CREDIT = 'Consumer prices are from the index with seasonal swings taken out.'
const FRED_CREDIT = 'Some figures came by way of FRED, Federal Reserve Bank of St. Louis.'
/** The terms of the Bureau's API require exactly these words. */
const BLS_CREDIT =
  'BLS.gov cannot vouch for the data or analyses derived from these data after the data have been retrieved from BLS.gov.'
const SP500_CREDIT = 'The S&P 500 is an index of S&P Dow Jones Indices LLC.'

/** The name of the place that a fact links to. */
export function presentPlace({ sourceName, sourceUrl }: Fact): string {
  if (sourceUrl.startsWith('https://fred.stlouisfed.org/')) return 'FRED'
  // If there are several owners, the link leads to the first.
  return presentOwner(listOwners(sourceName)[0] ?? sourceName)
}

function presentOwner(reading: string): string {
  const owner = reading.replace(BY_WAY_OF_FRED, '')
  return OWNERS[owner]?.short ?? owner
}

/** Each owner's credit once, in the order of the facts. */
export function listCredits(facts: readonly Fact[]): string[] {
  const readings = [...new Set(facts.flatMap(({ sourceName }) => listOwners(sourceName)))]
  const owners = readings.map((reading) => reading.replace(BY_WAY_OF_FRED, ''))
  const hasBls = readings.includes('US Bureau of Labor Statistics')
  return [
    ...new Set([
      ...owners.map((owner) => OWNERS[owner]?.credit ?? `Source: ${owner}.`),
      ...(readings.some((reading) => reading.endsWith(BY_WAY_OF_FRED)) ? [FRED_CREDIT] : []),
      ...(hasBls ? [BLS_CREDIT] : []),
      ...(facts.some(({ id }) => id.startsWith('economy/cpi-adjusted/')) ? [ADJUSTED_CREDIT] : []),
      ...(facts.some(({ id }) => id.startsWith('markets/sp500/')) ? [SP500_CREDIT] : []),
    ]),
  ]
}

/** 'Freddie Mac, by way of FRED and US Census Bureau' names two readings. */
function listOwners(sourceName: string): string[] {
  const known = new Set(Object.keys(OWNERS).flatMap((owner) => [`${owner}${BY_WAY_OF_FRED}`, owner]))
  const [first, ...others] = sourceName.split(' and ')
  const joined = [first ?? '']
  // Some owners' names contain an 'and'.
  for (const part of others) {
    const last = joined.at(-1) ?? ''
    if (known.has(last)) joined.push(part)
    else joined[joined.length - 1] = `${last} and ${part}`
  }
  return joined
}
