import { addDays, listDays } from '../../lib/dates.ts'
import { SourceError } from '../../lib/errors.ts'
import { isBusinessDay } from '../../lib/business-days.ts'
import { BACK_FILL_DAYS, type RecordSource } from '../core/record-source.ts'
import { readApart } from '../core/reading/read-apart.ts'
import type { BlsAnswer } from './read-bls.ts'
import type { SeriesDefinition } from './series-observation.ts'
import { collectSeries } from './series-source.ts'
import { blsSeries } from './series-bls.ts'
import { fredCodeOf, fredSeries } from './series-fred.ts'
import { fhfaSeries, pmmsSeries, treasurySeries, zillowSeries } from './series-housing.ts'

const SMALL = { requestsPerSecond: 1, timeoutMs: 20_000, maxBytes: 4_000_000 }
const LARGE = { requestsPerSecond: 1, timeoutMs: 60_000, maxBytes: 64_000_000 }
/** The most the Bureau's API returns without a key, and enough for "the highest in ten years". */
const YEARS = 10

const pmms: RecordSource = {
  id: 'pmms',
  name: 'Freddie Mac PMMS',
  licence: 'Freddie Mac: single figures with credit.',
  republishable: false,
  limits: SMALL,
  collect(context) {
    const url = 'https://www.freddiemac.com/pmms/docs/PMMS_history.csv'
    const read = () => context.client.read(url, (csv) => readApart('pmms', csv))
    return collectSeries(context, this, [{ url, series: pmmsSeries, covers: 'all', read }])
  },
}

const fhfa: RecordSource = {
  id: 'fhfa',
  name: 'FHFA House Price Index',
  licence: 'Public domain; the agency asks to be cited.',
  republishable: true,
  limits: LARGE,
  collect(context) {
    const url = 'https://www.fhfa.gov/hpi/download/monthly/hpi_master.csv'
    const read = () => context.client.read(url, (csv) => readApart('fhfa', csv))
    return collectSeries(context, this, [{ url, series: fhfaSeries, covers: 'all', read }])
  },
}

const ZILLOW_FILES = {
  ZHVI: 'zhvi/Metro_zhvi_uc_sfrcondo_tier_0.33_0.67_sm_sa_month.csv',
  ZORI: 'zori/Metro_zori_uc_sfrcondomfr_sm_month.csv',
} as const

const zillow: RecordSource = {
  id: 'zillow',
  name: 'Zillow Research',
  licence: 'Zillow: single figures with credit.',
  republishable: false,
  limits: LARGE,
  collect(context) {
    return collectSeries(
      context,
      this,
      Object.entries(ZILLOW_FILES).map(([kind, file]) => {
        const url = `https://files.zillowstatic.com/research/public_csvs/${file}`
        const series = zillowSeries.filter(({ id }) => id.startsWith(`${kind}-`))
        const parse = async (csv: Uint8Array) => {
          const regions = await readApart('zillow', csv)
          return new Map([...regions].map(([region, list]) => [`${kind}-${region}`, list]))
        }
        return { url, series, covers: 'all' as const, read: () => context.client.read(url, parse) }
      }),
    )
  },
}

const treasury: RecordSource = {
  id: 'treasury',
  name: 'US Treasury yields',
  licence: 'Public domain.',
  republishable: true,
  limits: SMALL,
  backFillDays: BACK_FILL_DAYS,
  collect(context) {
    const { asOf, days } = context
    const codes = treasurySeries.map(({ id }) => id)
    return collectSeries(
      context,
      this,
      listMonths({ asOf, days }).map((month) => {
        const url = `https://home.treasury.gov/resource-center/data-chart-center/interest-rates/pages/xml?data=daily_treasury_yield_curve&field_tdr_date_value_month=${month.replace('-', '')}`
        return {
          url,
          series: treasurySeries,
          covers: 'period' as const,
          read: () => context.client.read(url, (xml) => readApart('treasury', xml, { codes })),
          reasonFor: () => `the feed of ${month} has no value of it`,
        }
      }),
    )
  },
}

/** Lists the last day's month, the one before it, and any earlier months of the requested days; leaves out a month whose
 *  first yields are not out yet. */
function listMonths({ asOf, days }: { asOf: string; days: number }): string[] {
  const monthBefore = addDays(`${asOf.slice(0, 7)}-01`, -1)
  const since = addDays(asOf, 1 - days)
  const first = since < monthBefore ? since : monthBefore
  const months = new Set(listDays(first, asOf).map((day) => day.slice(0, 7)))
  return [...months].filter((month) => listDays(`${month}-01`, addDays(asOf, -1)).some(isBusinessDay))
}

const bls: RecordSource = {
  id: 'bls',
  name: 'US Bureau of Labor Statistics',
  licence: 'Public domain; the Bureau asks to be cited.',
  republishable: true,
  // Without a key: 25 requests a day, each of at most 25 series and ten years.
  limits: SMALL,
  collect(context) {
    const url = 'https://api.bls.gov/publicAPI/v1/timeseries/data/'
    const endYear = Number(context.asOf.slice(0, 4))
    const question = {
      seriesid: blsSeries.map(({ id }) => id),
      startyear: String(endYear - YEARS + 1),
      endyear: String(endYear),
    }
    let messages: readonly string[] = []
    const read = async () => {
      const answer = await context.client.read(url, (json) => readApart('bls', json), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(question),
      })
      const { series, messages: told } = requireAnswer(this.name, answer.value)
      messages = told
      return { ...answer, value: series }
    }
    const reasonFor = ({ id }: SeriesDefinition) => messages.find((message) => message.includes(id))
    return collectSeries(context, this, [{ url, series: blsSeries, covers: 'period', read, reasonFor }])
  },
}

/** @throws SourceError with the Bureau's reason: retrying does not help when the daily limit is used up */
function requireAnswer(name: string, answer: BlsAnswer): Extract<BlsAnswer, { status: 'answered' }> {
  if (answer.status === 'refused') {
    throw new SourceError(name, `it did not answer: ${answer.reason}`, {
      code: 'source-failed',
      fault: answer.isOverLimit ? 'slow-down' : 'other',
    })
  }
  return answer
}

const fred: RecordSource = {
  id: 'fred',
  name: 'FRED, Federal Reserve Bank of St. Louis',
  licence: 'FRED: terms of each series’ owner; not for training models.',
  republishable: false,
  limits: { ...SMALL, requestsPerSecond: 2 },
  collect(context) {
    const since = `${Number(context.asOf.slice(0, 4)) - YEARS}-01-01`
    return collectSeries(
      context,
      this,
      // One by one, since a single unknown code turns a request for several into a 404.
      fredSeries.map((series) => {
        const code = fredCodeOf(series.id)
        const url = `https://fred.stlouisfed.org/graph/fredgraph.csv?id=${code}&cosd=${since}`
        const read = async () => {
          const answer = await context.client.read(url, (csv) => readApart('fred', csv))
          return { ...answer, value: new Map([[series.id, answer.value.get(code) ?? []]]) }
        }
        return { url, series: [series], terms: series, covers: 'all' as const, read }
      }),
    )
  },
}

/** The sources of series on housing and the economy. */
export const seriesSources: readonly RecordSource[] = [pmms, fhfa, zillow, treasury, bls, fred]
