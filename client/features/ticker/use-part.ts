import { useEffect, useRef, useState } from 'react'

import type { Answer } from '../../lib/api-client.ts'

/** Asking again for what could not be had. */
export interface PartRetry {
  isRetrying: boolean
  /** True from the first retry on. */
  wasRetried: boolean
  retry: () => void
}

/** A part of the screen that comes after the prices: what came with the page or, where it was not there in time, what is
 *  asked for from it.
 *  @param first  what came with the page
 *  @param options.ask  never rejects
 *  @param options.isWanted  nobody is asked for what has no place on the screen
 *  @returns `answer` undefined while it is on its way; what is there stays, whatever a retry comes to */
export function usePartWithRetry<Data>(
  first: Answer<Data> | undefined,
  { ask, isWanted }: { ask: () => Promise<Answer<Data>>; isWanted: boolean },
): { answer: Answer<Data> | undefined; retry: PartRetry } {
  const [answer, setAnswer] = useState(first)
  const [isAsking, setAsking] = useState(false)
  const [wasRetried, setWasRetried] = useState(false)
  const askRef = useRef(ask)
  const request = async () => {
    setAsking(true)
    const latest = await askRef.current()
    setAsking(false)
    setAnswer((before) => (latest.ok || !before?.ok ? latest : before))
  }
  const requestRef = useRef(request)
  const isMissing = first === undefined && isWanted
  useEffect(() => {
    if (isMissing) void requestRef.current()
  }, [isMissing])
  return {
    answer,
    retry: {
      isRetrying: wasRetried && isAsking,
      wasRetried,
      retry: () => {
        if (isAsking) return
        setWasRetried(true)
        void request()
      },
    },
  }
}

/** The same for what is not asked for again.
 *  @param first  what came with the page */
export function usePart<Data>(
  first: Data | undefined,
  ask: () => Promise<Answer<Data>>,
): Answer<Data> | undefined {
  const [inTime] = useState<Answer<Data> | undefined>(first && { ok: true, data: first })
  return usePartWithRetry(inTime, { ask, isWanted: true }).answer
}
