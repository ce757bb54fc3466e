import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import type { Sourced } from './ask-in-order.ts'
import {
  dateByNow,
  findImplausible,
  findImplausibleDay,
  leaveOutAhead,
  leaveOutUnadjustedClose,
  leaveOutWrongCloses,
  leaveOutWrongPrices,
} from './judge-prices.ts'
import type { Asset, DaySeries, MarketProvider, PriceSeries } from './providers/provider.ts'
import { describeFaults } from './providers/source-faults.ts'
import { findOtherCoin } from './same-coin.ts'

type FindKnown = () => Promise<Sourced<PriceSeries> | undefined>
type Source = Pick<MarketProvider, 'name' | 'knowsEveryAsset'>

/** What is known of a coin from a source that stands in may be another coin's. By that, neither the source that knows every asset is
 *  judged, or it would be refused for as long as anybody looks, nor that source itself once it gives another name. */
function measureOf(
  source: Source,
  { kind }: Asset,
  known: Sourced<PriceSeries> | undefined,
  name?: string,
): PriceSeries | undefined {
  const isOwn = known?.source.name === source.name
  const mayBeOther = source.knowsEveryAsset ? !isOwn : isOwn && name !== known.data.name
  return kind === 'crypto' && mayBeOther ? undefined : known?.data
}

/** Accepts what a source says of an asset, without what cannot be right. All but `dated` throw SourceError, and log why, if it cannot
 *  be right as a whole. */
export function createAccept({ clock, logger }: { clock: Clock; logger: Logger }) {
  /** @param why  undefined if the prices can be right */
  function refuse<Data>(name: string, asset: Asset, data: Data, why: string | undefined): Data {
    if (why === undefined) return data
    const error = describeFaults(name).implausible(asset.ticker, why)
    logger.warn({ err: error, source: name, ticker: asset.ticker }, 'implausible prices were refused')
    throw error
  }

  function acceptCloses(name: string, asset: Asset, given: PriceSeries): PriceSeries {
    const series = leaveOutAhead(given, clock.now())
    const right = leaveOutWrongCloses(series)
    const why = series.closes.length === 0 ? 'all of them are of days to come' : 'none is above zero'
    return refuse(name, asset, right, right.closes.length === 0 ? why : undefined)
  }

  /** Compares them with what is known; from a source that stands in, they may be another coin's. */
  function acceptKnown(
    source: Source,
    asset: Asset,
    data: PriceSeries,
    known: Sourced<PriceSeries> | undefined,
  ): PriceSeries {
    const { name } = source
    const other = source.knowsEveryAsset ? undefined : findOtherCoin(asset, { source: { name }, data }, known)
    return refuse(
      name,
      asset,
      data,
      other ?? findImplausible(data, measureOf(source, asset, known, data.name)),
    )
  }

  return {
    dated: <Data extends { readonly asOf?: string | undefined }>(data: Data) => dateByNow(data, clock.now()),

    /** Asks for prices up to now.
     *  @param findKnown  finds what they are compared with
     *  @returns undefined if the source gives none */
    prices(
      provider: Pick<MarketProvider, 'name' | 'knowsEveryAsset' | 'getPrices'>,
      asset: Asset,
      from: Date,
      findKnown: FindKnown,
    ) {
      const { name, getPrices } = provider
      if (!getPrices) return undefined
      return async (isForLacking: boolean) => {
        const given = await getPrices(asset, { from, to: clock.now() }, isForLacking)
        return acceptKnown(provider, asset, acceptCloses(name, asset, given), await findKnown())
      }
    },

    day(source: Source, asset: Asset, given: DaySeries, known: Sourced<PriceSeries> | undefined): DaySeries {
      const measure = measureOf(source, asset, known)
      const series = leaveOutUnadjustedClose(leaveOutWrongPrices(given), measure)
      return refuse(source.name, asset, series, findImplausibleDay(series, measure))
    },
  }
}
