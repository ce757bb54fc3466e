import { useNavigation, useRevalidator } from 'react-router'

import type { ApiClient } from '../../lib/api-client.ts'
import { Page } from '../../ui/page.tsx'
import { AssetView } from './asset-view.tsx'
import { tickerPath, type TickerScreenData } from './load-ticker.ts'
import { TickerError } from './ticker-error.tsx'
import { TickerLoading } from './ticker-loading.tsx'
import { TickerPrompt } from './ticker-prompt.tsx'
import styles from './ticker-screen.module.css'
import { TickerSearch } from './ticker-search.tsx'

/** The ticker detail screen in each of its states: idle, loading, loaded, error.
 *  @param api  asked for what loads after the main data */
export function TickerScreen({ data, api }: { data: TickerScreenData; api: ApiClient }) {
  return (
    <Page className={styles['screen']}>
      <TickerSearch kind={data.kind} ticker={data.ticker} />
      <TickerState data={data} api={api} />
    </Page>
  )
}

function TickerState({ data, api }: { data: TickerScreenData; api: ApiClient }) {
  const { kind, ticker, answer } = data
  const onItsWay = useTickerOnItsWay(data)
  if (onItsWay.is === 'another ticker') return <TickerLoading ticker={onItsWay.ticker} />
  if (ticker === undefined || !answer) return <TickerPrompt kind={kind} />
  if (!answer.ok) return <TickerError kind={kind} ticker={ticker} code={answer.code} />
  return (
    <AssetView kind={kind} stock={answer.data} api={api} isRangeLoading={onItsWay.is === 'another range'} />
  )
}

type OnItsWay = { is: 'nothing' } | { is: 'another range' } | { is: 'another ticker'; ticker: string }

/** What the router is loading for this screen. */
function useTickerOnItsWay({ kind, ticker, answer }: TickerScreenData): OnItsWay {
  const { location } = useNavigation()
  const revalidator = useRevalidator()
  if (ticker !== undefined && answer && !answer.ok && revalidator.state === 'loading') {
    return { is: 'another ticker', ticker }
  }
  if (!location) return { is: 'nothing' }
  if (answer?.ok && location.pathname === tickerPath(kind, ticker ?? '')) return { is: 'another range' }
  const next = /^\/(?:stocks|crypto)\/([^/]+)$/.exec(location.pathname)?.[1]
  return next === undefined ? { is: 'nothing' } : { is: 'another ticker', ticker: decodeURIComponent(next) }
}
