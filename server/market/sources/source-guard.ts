import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  DelegateBackoff,
  handleWhen,
  handleWhenResult,
  retry,
  type CircuitBreakerPolicy,
} from 'cockatiel'

import { AppError, SourceError } from '../../errors.ts'
import type { Logger } from '../../logger.ts'
import type { SourceId } from '../providers/provider.ts'
import { BudgetUsedUpError } from './call-budget.ts'

const FAILURES_TO_OPEN = 5
const OPEN_MS = 15_000
const RETRY_WAIT_MS = { shortest: 150, longest: 450 }

/** Stands between a question and its source. */
export interface SourceGuard {
  /** Asks, a second time where the failure says that this may help at once. After five failures in a row the part of
   *  the source is left alone for 15 seconds; then one question tries it.
   *  @param part  what fails by itself: a source's prices often live when its profiles do not
   *  @throws what `ask` throws; SourceError 'source-unavailable' while the part is left alone */
  run<Value>(source: SourceId, part: string, ask: () => Promise<Value>): Promise<Value>
}

export function createSourceGuard({ logger }: { logger: Logger }): SourceGuard {
  const circuits = new Map<string, Circuit>()
  const retryOnce = retry(
    handleWhen((error) => error instanceof SourceError && error.retry === 'now'),
    {
      maxAttempts: 1,
      backoff: new DelegateBackoff(
        () => RETRY_WAIT_MS.shortest + Math.random() * (RETRY_WAIT_MS.longest - RETRY_WAIT_MS.shortest),
      ),
    },
  )

  function getCircuit(source: SourceId, part: string): Circuit {
    const name = `${source}:${part}`
    let circuit = circuits.get(name)
    if (!circuit) {
      circuit = createCircuit(logger, source, part)
      circuits.set(name, circuit)
    }
    return circuit
  }

  return {
    async run<Value>(source: SourceId, part: string, ask: () => Promise<Value>): Promise<Value> {
      const { breaker, describeOpen } = getCircuit(source, part)
      // The others do not wait for what the one trial brings.
      if (breaker.state === CircuitState.HalfOpen) throw describeOpen()
      const isTrial = breaker.state === CircuitState.Open
      let settled: Settled<Value>
      try {
        settled = await breaker.execute(() =>
          settle(isTrial ? ask : () => retryOnce.execute(() => ask()), { isTrial }),
        )
      } catch (error) {
        throw error instanceof BrokenCircuitError ? describeOpen() : error
      }
      if ('error' in settled) throw settled.error
      return settled.value
    },
  }
}

interface Circuit {
  readonly breaker: CircuitBreakerPolicy
  describeOpen(this: void): SourceError
}

function createCircuit(logger: Logger, source: SourceId, part: string): Circuit {
  const breaker = circuitBreaker(
    handleWhenResult((settled) => (settled as Settled<unknown>).isAgainstSource),
    { halfOpenAfter: OPEN_MS, breaker: new ConsecutiveBreaker(FAILURES_TO_OPEN) },
  )
  let openedAt = 0
  let isToldOpen = false
  breaker.onStateChange((state) => {
    if (state === CircuitState.Open) {
      openedAt = Date.now()
      // A trial that failed opens it anew; told once is enough.
      if (!isToldOpen) logger.warn({ source, part, err: lastErrorOf(breaker) }, 'market source left alone')
      isToldOpen = true
    } else if (state === CircuitState.Closed) {
      if (isToldOpen) logger.info({ source, part }, 'market source answers again')
      isToldOpen = false
    }
  })
  return {
    breaker,
    describeOpen() {
      const error = lastErrorOf(breaker)
      const name = error instanceof SourceError ? error.source : source
      const seconds = Math.max(1, Math.ceil((openedAt + OPEN_MS - Date.now()) / 1000))
      return new SourceError(
        name,
        `${name} has failed several times in a row and is left alone for a moment. Try again in ${seconds} seconds.`,
        { cause: error, retryAfterSeconds: seconds, concerns: 'pause' },
      )
    },
  }
}

function lastErrorOf(breaker: CircuitBreakerPolicy): unknown {
  const failure = breaker.lastFailure
  const settled = failure && 'value' in failure ? (failure.value as Settled<unknown>) : undefined
  return settled && 'error' in settled ? settled.error : undefined
}

type Settled<Value> =
  | { readonly value: Value; readonly isAgainstSource: false }
  | { readonly error: unknown; readonly isAgainstSource: boolean }

/** @throws what says nothing about the source: neither a failure of it nor an answer */
async function settle<Value>(
  ask: () => Promise<Value>,
  { isTrial }: { isTrial: boolean },
): Promise<Settled<Value>> {
  try {
    return { value: await ask(), isAgainstSource: false }
  } catch (error) {
    if (isAnswer(error)) return { error, isAgainstSource: false }
    const isFailure = error instanceof SourceError && !(error instanceof BudgetUsedUpError)
    // A trial that brought no answer leaves the source alone for another while.
    if (isFailure || isTrial) return { error, isAgainstSource: true }
    throw error
  }
}

/** The source works: it does not know the asset, or lacks only what was asked about it. */
function isAnswer(error: unknown): boolean {
  return error instanceof SourceError
    ? error.concerns === 'ticker'
    : error instanceof AppError && error.code === 'unknown-ticker'
}
