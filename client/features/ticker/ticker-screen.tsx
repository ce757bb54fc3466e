import { useEffect, useState } from 'react'

import { DAY_RANGE } from '../../../shared/asset-address.ts'
import type { ApiClient } from '../../lib/api-client.ts'
import { browserApiClient } from '../../lib/browser-api-client.ts'
import { Part, useSite } from '../../lib/island.tsx'
import { Page, VisuallyHidden } from '../../ui/primitives.tsx'
import { AssetView } from './asset-view.tsx'
import { askForPart, mayHaveTrades, TRADES_FAILED, type TickerScreenData } from './load-ticker.ts'
import { ToldInLetters } from './look-up/told-in-letters.tsx'
import { rememberTicker } from './search/recent-tickers.ts'
import { RETRY_FAILED, TickerError, TickerLoading, type Retry } from './ticker-missing.tsx'
import { titleOf } from './ticker-head.ts'
import styles from './ticker-screen.module.css'
import { TradesBlocks } from './trades/trades-blocks.tsx'
import { usePartWithRetry } from './use-part.ts'
import { useTicker, type ShowPrices } from './use-ticker.ts'

/** The ticker detail screen in each of its states: loading, loaded, error.
 *  @param first  what came with the page
 *  @param api  for what did not, for other ranges and for suggestions */
export function TickerScreen({
  first,
  api = browserApiClient,
}: {
  first: TickerScreenData
  api?: ApiClient
}) {
  const { data, isLoading, show, retry } = useTicker(first, api)
  useRemember(data)
  useTitle(data)
  return (
    <Page className={styles.screen}>
      <Part>
        <TickerState data={data} api={api} isLoading={isLoading} onShow={show} retry={retry} />
      </Part>
      <VisuallyHidden>
        <span aria-live="polite">{describeRetry(retry, data)}</span>
      </VisuallyHidden>
    </Page>
  )
}

function TickerState({
  data,
  api,
  isLoading,
  onShow,
  retry,
}: {
  data: TickerScreenData
  api: ApiClient
  isLoading: boolean
  onShow: ShowPrices
  retry: Retry
}) {
  const shown = useLastShown(data)
  const { kind, ticker, answer } = shown
  const hasFailed = shown !== data || (data.range === DAY_RANGE && data.day?.ok === false)
  if (!answer) return <TickerLoading ticker={ticker ?? ''} />
  if (!answer.ok) {
    const { code, detail, suggestions = [] } = answer
    return (
      <>
        <TickerError
          kind={kind}
          ticker={ticker ?? ''}
          code={code}
          detail={detail}
          suggestions={suggestions}
          retry={retry}
          api={api}
        />
        {code === 'not-at-source' && <OtherRecords data={shown} api={api} />}
      </>
    )
  }
  return (
    <>
      <AssetView
        shown={shown}
        stock={answer.data}
        api={api}
        isRangeLoading={isLoading}
        onShow={onShow}
        failed={hasFailed ? { range: data.range, compare: data.compare?.ticker, retry } : undefined}
      />
      <ToldInLetters letters={shown.letters ?? []} />
    </>
  )
}

/** What we have of an asset that the source of prices does not have. */
function OtherRecords({
  data: { kind, ticker = '', trades, letters },
  api,
}: {
  data: TickerScreenData
  api: ApiClient
}) {
  const { answer, retry } = usePartWithRetry(trades, {
    isWanted: mayHaveTrades(kind, ticker),
    ask: () => askForPart(TRADES_FAILED, () => api.getTrades({ ticker })),
  })
  return (
    <>
      {/* Without its prices nobody knows whether it is a company or a fund, so empty blocks are left out. */}
      <TradesBlocks trades={answer} retry={retry} isCompany={false} />
      <ToldInLetters letters={letters ?? []} />
    </>
  )
}

/** If a source cannot provide a range, the chart that was shown for the ticker stays. */
function useLastShown(data: TickerScreenData): TickerScreenData {
  const [last, setLast] = useState(data)
  if (last !== data && data.answer?.ok) setLast(data)
  const { answer } = data
  const isFailure =
    answer && !answer.ok && !['unknown-ticker', 'invalid-ticker', 'not-at-source'].includes(answer.code)
  return isFailure && last.answer?.ok ? last : data
}

/** Adds a loaded asset to the recent tickers. */
function useRemember({ kind, answer }: TickerScreenData): void {
  const ticker = answer?.ok ? answer.data.ticker : undefined
  const name = answer?.ok ? answer.data.info['Company Name'] : undefined
  useEffect(() => {
    if (ticker !== undefined && name !== undefined) rememberTicker({ kind, ticker, name })
  }, [kind, ticker, name])
}

function describeRetry({ isRetrying, outcome }: Retry, { answer }: TickerScreenData): string | undefined {
  if (isRetrying && !answer?.ok) return 'Trying again...'
  if (outcome === 'failed') return RETRY_FAILED
  if (outcome === 'loaded' && answer?.ok) return `${answer.data.info['Company Name']} has loaded.`
  return undefined
}

/** A page that came without its data has only the ticker as a title. */
function useTitle(data: TickerScreenData): void {
  const { name } = useSite()
  const title = data.answer?.ok ? titleOf(data.answer.data, name) : undefined
  useEffect(() => {
    if (title !== undefined) document.title = title
  }, [title])
}
