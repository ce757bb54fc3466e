import type { Source } from '../../shared/market-contract.ts'
import { SourceError } from '../lib/errors.ts'
import { currentAskers } from '../lib/fair-queue.ts'
import { isUnknownTicker } from './asset.ts'
import { noteOwnWaits, answerWithinLimits } from '../lib/patience.ts'
import type { Asset, MarketPart, MarketProvider } from './providers/provider.ts'
import type { SourceGuard } from './sources/source-guard.ts'

/** Data, with the source to credit for it. */
export interface Sourced<Data> {
  readonly source: Source & { readonly republishable: boolean }
  readonly data: Data
}

export type AskInOrder = <Data extends object>(
  part: MarketPart,
  asset: Asset,
  /** Returns undefined if the provider does not have the part. */
  ask: (provider: MarketProvider) => (() => Promise<Data>) | undefined,
) => Promise<Sourced<Data>>

/** Limit for all sources together, however many requests the question takes. */
const QUESTION_MS = 11_000
/** Limit for each source but the last: leaves time for the next one. */
const PATIENCE_MS = 5_000
/** Limit for waiting in our own queues, which is not a source's time. With QUESTION_MS, less than another process waits. */
const LINES_MS = 5_000
const RETRY_AFTER_SECONDS = 10

/** Asks one source after the other until one answers. If an earlier source did not answer, a later one that does not know the
 *  asset proves nothing: its list may be shorter.
 *  @throws AppError 'unknown-ticker' if a source that knows every asset, or each source that covers this one, does not know
 *    it; otherwise the first SourceError */
export function createAskInOrder(deps: {
  providers: readonly MarketProvider[]
  guard: SourceGuard
}): AskInOrder {
  return async (part, asset, ask) => {
    const questions = deps.providers
      .filter((provider) => provider.covers(asset))
      .flatMap((provider) => {
        const question = ask(provider)
        return question ? [{ provider, question }] : []
      })
    const leftMs = { theirs: QUESTION_MS, ours: LINES_MS }
    let failure: unknown
    let unknown: unknown
    for (const [index, { provider, question }] of questions.entries()) {
      const waitMs = index === questions.length - 1 ? leftMs.theirs : Math.min(leftMs.theirs, PATIENCE_MS)
      const patience = { theirs: waitMs, ours: leftMs.ours }
      try {
        const settled = await answerWithinLimits(
          noteOwnWaits(() => deps.guard.run(provider.id, part, question)),
          patience,
        )
        if ('late' in settled) throw settled.late === 'ours' ? crowdedError(provider) : lateError(provider)
        return { source: describeSource(provider, asset), data: settled.value }
      } catch (error) {
        if (isUnknownTicker(error)) {
          if (provider.knowsEveryAsset) throw error
          unknown ??= error
        } else if (error instanceof SourceError && !isHeldBack(error)) {
          if (error.concerns === 'asker') currentAskers().noteRefusal()
          failure ??= error
        } else throw error
      } finally {
        leftMs.theirs -= waitMs - patience.theirs
        leftMs.ours = patience.ours
      }
    }
    throw failure ?? unknown ?? new SourceError('Market data', `No source has ${part} of ${asset.ticker}.`)
  }
}

/** Whether we held the question back for this client: another source's answer may be poorer, and would be cached for everybody.
 *  Only what a source itself did leads to the next one; if it did so to this client alone, so is the answer. */
function isHeldBack({ concerns, fault }: SourceError): boolean {
  return concerns === 'asker' && fault !== 'stopped'
}

function lateError({ name }: MarketProvider): SourceError {
  return new SourceError(name, `${name} does not answer in time. Try again in a moment.`, {
    fault: 'no-answer',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}

/** Says nothing about the source, which was not asked. */
function crowdedError({ name }: MarketProvider): SourceError {
  return new SourceError(name, 'Many are asking at the moment. Try again in a few seconds.', {
    retryAfterSeconds: LINES_MS / 1000,
    concerns: 'asker',
  })
}

export function describeSource(provider: MarketProvider, asset: Asset): Sourced<unknown>['source'] {
  return { name: provider.name, url: provider.pageUrl(asset), republishable: provider.republishable }
}
