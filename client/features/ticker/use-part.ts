import { useEffect, useRef, useState } from 'react'

import type { Answer } from '../../lib/api-client.ts'

/** Retrying what could not be loaded. */
export interface PartRetry {
  isRetrying: boolean
  /** True once there was a retry. */
  wasRetried: boolean
  retry: () => void
}

/** A part of the screen that comes after the prices. It came with the page or, if it did not arrive in time, the browser requests
 *  it.
 *  @param first  what came with the page
 *  @param options.ask  never rejects
 *  @param options.isWanted  false if it has no place on the screen, and so is not requested
 *  @returns `answer`, undefined while loading; what was loaded stays, whatever the outcome of a retry */
export function usePartWithRetry<Data>(
  first: Answer<Data> | undefined,
  { ask, isWanted }: { ask: () => Promise<Answer<Data>>; isWanted: boolean },
) {
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
    } satisfies PartRetry,
  }
}

/** Whether a part could not be loaded, other than because its source has none. */
export const isLost = (answer: Answer<unknown> | undefined) =>
  answer?.ok === false && answer.code !== 'not-at-source'

/** The same for a part without a retry.
 *  @param first  what came with the page */
export function usePart<Data>(
  first: Data | undefined,
  ask: () => Promise<Answer<Data>>,
): Answer<Data> | undefined {
  const [inTime] = useState<Answer<Data> | undefined>(first && { ok: true, data: first })
  return usePartWithRetry(inTime, { ask, isWanted: true }).answer
}
