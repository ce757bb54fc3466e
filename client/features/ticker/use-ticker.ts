import { useCallback, useEffect, useRef, useState, type MouseEvent } from 'react'

import { DAY_RANGE, rangePath } from '../../../shared/asset-address.ts'
import type { ApiClient } from '../../lib/api-client.ts'
import {
  askForLetters,
  askForPrices,
  findOtherPage,
  mayHaveTrades,
  readWanted,
  type TickerScreenData,
  type WantedPrices,
} from './load-ticker.ts'
import type { Retry } from './ticker-missing.tsx'

/** Shows the asset over another range, or compared with another asset, and puts that into the address. */
export type ShowPrices = (wanted: WantedPrices) => void

/** Handles a click on a link to such a view: shows it here, but leaves clicks that open a tab or window to the browser. */
export const showsOnClick = (show: ShowPrices, wanted: WantedPrices) => (event: MouseEvent) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  show(wanted)
}

/** The data that the ticker screen shows: what came with the page, and what was requested since. Another ticker is another page.
 *  @param first  what came with the page
 *  @returns `isLoading` while another range or comparison is loading */
export function useTicker(
  first: TickerScreenData,
  api: ApiClient,
): { data: TickerScreenData; isLoading: boolean; show: ShowPrices; retry: Retry } {
  const { kind, ticker = '' } = first
  const [data, setData] = useState(first)
  const shown = useRef(data)
  useEffect(() => {
    shown.current = data
  })
  const [asking, setAsking] = useState<'for another' | 'again'>()
  const [outcome, setOutcome] = useState<Retry['outcome']>()
  /** What is shown or being loaded. */
  const wanted = useRef<WantedPrices>({ range: first.range, compare: first.compare?.ticker ?? null })

  const ask = useCallback(
    async (next: WantedPrices): Promise<{ ok: boolean } | undefined | 'overtaken'> => {
      wanted.current = next
      const prices = await askForPrices(api, { kind, ticker, ...next }, shown.current)
      if (wanted.current !== next) return 'overtaken'
      const otherPage = findOtherPage(kind, prices.answer, window.location.search)
      if (otherPage !== undefined) {
        window.location.replace(otherPage)
        return 'overtaken'
      }
      setData((before) => ({ ...before, ...prices }))
      setAsking(undefined)
      return prices.day && !prices.day.ok ? prices.day : prices.answer
    },
    [api, kind, ticker],
  )
  const show = async (next: WantedPrices, address?: string) => {
    setAsking('for another')
    setOutcome(undefined)
    if ((await ask(next)) !== 'overtaken' && address !== undefined)
      window.history.pushState(null, '', address)
  }
  const askAgain = async () => {
    setAsking('again')
    setOutcome(undefined)
    const answer = await ask({ ...wanted.current })
    if (answer !== 'overtaken') setOutcome(answer?.ok ? 'loaded' : 'failed')
  }

  // The browser requests what the page lacked when it was sent.
  const isLate =
    first.answer === undefined ||
    (first.compare !== undefined && !first.compare.answer) ||
    (first.range === DAY_RANGE && !first.day)
  useEffect(() => {
    if (!isLate) return
    void ask({ ...wanted.current })
    if (first.answer || !mayHaveTrades(kind, ticker)) return
    void askForLetters(api, ticker).then((letters) => setData((before) => ({ ...before, letters })))
  }, [api, ask, first, isLate, kind, ticker])

  const showRef = useRef(show)
  useEffect(() => {
    showRef.current = show
  })
  useEffect(() => {
    const onPopState = () => {
      const { range, compare } = readWanted(new URLSearchParams(window.location.search))
      // A link to a part of the page changes the address too.
      if (range === wanted.current.range && compare === wanted.current.compare) return
      void showRef.current({ range, compare })
    }
    window.addEventListener('popstate', onPopState)
    return () => window.removeEventListener('popstate', onPopState)
  }, [])

  // The button that was clicked is gone, and the focus with it, so the focus moves.
  useEffect(() => {
    if (outcome === 'loaded' && document.activeElement === document.body) {
      document.querySelector('main')?.focus({ preventScroll: true })
    }
  }, [outcome])

  return {
    data,
    isLoading: asking === 'for another',
    show: (next) => void show(next, rangePath(kind, ticker, next.range, next.compare ?? undefined)),
    retry: {
      isRetrying: asking === 'again',
      outcome,
      retry: () => {
        if (asking === undefined) void askAgain()
      },
    },
  }
}
