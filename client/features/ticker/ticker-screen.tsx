import { useEffect, useRef, useState } from 'react'
import { useLoaderData, useNavigation, useRevalidator } from 'react-router'

import { readTickerPath, tickerPath } from '../../../shared/asset-address.ts'
import type { ApiClient } from '../../lib/api-client.ts'
import { browserApiClient } from '../../lib/browser-api-client.ts'
import { Page, VisuallyHidden } from '../../ui/primitives.tsx'
import { AssetView } from './asset-view.tsx'
import type { TickerScreenData } from './load-ticker.ts'
import { ToldInLetters } from './look-up/told-in-letters.tsx'
import { rememberTicker } from './search/recent-tickers.ts'
import { RETRY_FAILED, TickerError, type Retry } from './ticker-error.tsx'
import { TickerLoading } from './ticker-loading.tsx'
import styles from './ticker-screen.module.css'

/** The ticker detail screen in each of its states: idle, loading, loaded, error.
 *  @param api  asked for suggestions */
export function TickerScreen({ api = browserApiClient }: { api?: ApiClient }) {
  const data = useLoaderData<TickerScreenData>()
  const retry = useRetry(data)
  useRemember(data)
  useFollowUp(data)
  return (
    <Page className={styles.screen}>
      <TickerState data={data} api={api} retry={retry} />
      <VisuallyHidden>
        <span aria-live="polite">{describeRetry(retry, data)}</span>
      </VisuallyHidden>
    </Page>
  )
}

function TickerState({ data, api, retry }: { data: TickerScreenData; api: ApiClient; retry: Retry }) {
  const shown = useLastShown(data)
  const onItsWay = useTickerOnItsWay(shown)
  const { kind, ticker, answer, trades, compare, parts } = shown
  const failedRange = shown === data ? undefined : data.range
  if (onItsWay.is === 'another ticker') return <TickerLoading ticker={onItsWay.ticker} />
  if (!answer) return <TickerLoading ticker={ticker ?? ''} />
  if (!answer.ok) {
    const { code, detail, suggestions = [] } = answer
    return (
      <TickerError
        kind={kind}
        ticker={ticker ?? ''}
        code={code}
        detail={detail}
        suggestions={suggestions}
        retry={retry}
        api={api}
      />
    )
  }
  return (
    <>
      <AssetView
        key={`${kind} ${answer.data.ticker}`}
        kind={kind}
        stock={answer.data}
        trades={trades}
        parts={parts}
        compare={compare}
        isRangeLoading={onItsWay.is === 'another range'}
        failed={failedRange && { range: failedRange, retry }}
      />
      <ToldInLetters letters={shown.letters ?? []} />
    </>
  )
}

/** Another range that its source does not give takes the chart away from nobody: what was shown of the ticker stays. */
function useLastShown(data: TickerScreenData): TickerScreenData {
  const [last, setLast] = useState(data)
  if (last !== data && data.answer?.ok) setLast(data)
  const { kind, ticker, answer } = data
  const isFailure =
    answer && !answer.ok && answer.code !== 'unknown-ticker' && answer.code !== 'invalid-ticker'
  return isFailure && last.answer?.ok && last.kind === kind && last.ticker === ticker ? last : data
}

/** What the page was sent without is asked for from the browser. */
function useFollowUp({ ticker, answer, compare }: TickerScreenData): void {
  const { revalidate } = useRevalidator()
  const isLate = (ticker !== undefined && answer === undefined) || (compare && !compare.answer)
  useEffect(() => {
    if (isLate) void revalidate()
  }, [isLate, revalidate])
}

/** What was shown is among the recent tickers from then on. */
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

type OnItsWay = { is: 'nothing' } | { is: 'another range' } | { is: 'another ticker'; ticker: string }

/** What the router is loading for this screen. */
function useTickerOnItsWay({ kind, ticker, answer }: TickerScreenData): OnItsWay {
  const { location } = useNavigation()
  if (!location) return { is: 'nothing' }
  if (answer?.ok && location.pathname === tickerPath(kind, ticker ?? '')) return { is: 'another range' }
  const next = readTickerPath(location.pathname)?.ticker
  return next === undefined ? { is: 'nothing' } : { is: 'another ticker', ticker: next }
}

/** Asks for the screen's main data again, one question at a time. Once it is there and the button that asked is gone, the
 *  focus goes to <main>. */
function useRetry(data: TickerScreenData): Retry {
  const { state, revalidate } = useRevalidator()
  const [outcome, setOutcome] = useState<Retry['outcome']>()
  const askedFor = useRef<TickerScreenData>(undefined)
  useEffect(() => {
    const before = askedFor.current
    askedFor.current = undefined
    if (before?.kind !== data.kind || before.ticker !== data.ticker) {
      setOutcome(undefined)
      return
    }
    setOutcome(data.answer?.ok ? 'loaded' : 'failed')
    if (data.answer?.ok && document.activeElement === document.body) {
      document.querySelector('main')?.focus({ preventScroll: true })
    }
  }, [data])
  const isRetrying = state === 'loading'
  return {
    isRetrying,
    outcome,
    retry: () => {
      if (isRetrying || askedFor.current) return
      askedFor.current = data
      setOutcome(undefined)
      void revalidate()
    },
  }
}
