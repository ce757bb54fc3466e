import type { Source } from '../../shared/market-contract.ts'
import type { Clock } from '../lib/clock.ts'
import { SourceError } from '../lib/errors.ts'
import { currentAskers } from '../lib/fair-queue.ts'
import { isUnknownTicker } from './asset.ts'
import { firstWithin } from '../lib/patience.ts'
import type { Asset, MarketPart, MarketProvider } from './providers/provider.ts'
import type { SourceGuard } from './sources/source-guard.ts'

/** Data, and whom to credit for it. */
export interface Sourced<Data> {
  readonly source: Source & { readonly republishable: boolean }
  readonly data: Data
}

export type AskInOrder = <Data extends object>(
  part: MarketPart,
  asset: Asset,
  /** Undefined where the provider does not have the part. */
  ask: (provider: MarketProvider) => (() => Promise<Data>) | undefined,
) => Promise<Sourced<Data>>

/** For the whole question, however many requests it takes: less than another process waits for the answer. */
const QUESTION_MS = 11_000
/** Leaves time for the next source. */
const PATIENCE_MS = 5_000
const RETRY_AFTER_SECONDS = 10

/** Asks one source after the other until one answers. A later source that does not know the asset proves nothing while
 *  an earlier one does not answer: its list may be shorter.
 *  @throws AppError 'unknown-ticker' where a source with every asset, or each that covers this one, does not know it;
 *    SourceError, the first one, else */
export function createAskInOrder(deps: {
  providers: readonly MarketProvider[]
  guard: SourceGuard
  clock: Clock
}): AskInOrder {
  return async (part, asset, ask) => {
    const questions = deps.providers
      .filter((provider) => provider.covers(asset))
      .flatMap((provider) => {
        const question = ask(provider)
        return question ? [{ provider, question }] : []
      })
    let leftMs = QUESTION_MS
    let failure: unknown
    let unknown: unknown
    for (const [index, { provider, question }] of questions.entries()) {
      const waitMs = index === questions.length - 1 ? leftMs : Math.min(leftMs, PATIENCE_MS)
      const askedAt = deps.clock.now().getTime()
      try {
        const data = await firstWithin(waitMs, deps.guard.run(provider.id, part, question))
        if (data === undefined) throw lateError(provider)
        return { source: describeSource(provider, asset), data }
      } catch (error) {
        if (isUnknownTicker(error)) {
          if (provider.knowsEveryAsset) throw error
          unknown ??= error
        } else if (error instanceof SourceError && !isHeldBack(error)) {
          if (error.concerns === 'asker') currentAskers().noteRefusal()
          failure ??= error
        } else throw error
      } finally {
        // If this process is blocked, the next source must not lose that time.
        leftMs -= Math.min(waitMs, deps.clock.now().getTime() - askedAt)
      }
    }
    throw failure ?? unknown ?? new SourceError('Market data', `No source has ${part} of ${asset.ticker}.`)
  }
}

/** This client is not asked for: another source's answer, which may be the poorer one, would be given to him and kept for
 *  all. Only what a source did leads to the next one, and if it did so to this client alone, the answer is his alone. */
function isHeldBack({ concerns, fault }: SourceError): boolean {
  return concerns === 'asker' && fault !== 'stopped'
}

function lateError({ name }: MarketProvider): SourceError {
  return new SourceError(name, `${name} does not answer in time. Try again in a moment.`, {
    fault: 'no-answer',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}

export function describeSource(provider: MarketProvider, asset: Asset): Sourced<unknown>['source'] {
  return { name: provider.name, url: provider.pageUrl(asset), republishable: provider.republishable }
}
