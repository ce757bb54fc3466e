import type { Source } from '../../shared/market-contract.ts'
import { SourceError } from '../lib/errors.ts'
import { currentAskers } from '../lib/fair-queue.ts'
import { isUnknownTicker } from './asset.ts'
import { noteOwnWaits, settleApart } from '../lib/patience.ts'
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

/** For all sources together, however many requests the question takes. */
const QUESTION_MS = 11_000
/** Leaves time for the next source. */
const PATIENCE_MS = 5_000
/** For places in our lines, which is no source's time. Together with QUESTION_MS less than another process waits. */
const LINES_MS = 5_000
const RETRY_AFTER_SECONDS = 10

/** Asks one source after the other until one answers. A later source that does not know the asset proves nothing while
 *  an earlier one does not answer: its list may be shorter.
 *  @throws AppError 'unknown-ticker' where a source with every asset, or each that covers this one, does not know it;
 *    SourceError, the first one, else */
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
        const settled = await settleApart(
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

/** Says nothing about the source: the question did not get to it. */
function crowdedError({ name }: MarketProvider): SourceError {
  return new SourceError(name, 'Many are asking at the moment. Try again in a few seconds.', {
    retryAfterSeconds: LINES_MS / 1000,
    concerns: 'asker',
  })
}

export function describeSource(provider: MarketProvider, asset: Asset): Sourced<unknown>['source'] {
  return { name: provider.name, url: provider.pageUrl(asset), republishable: provider.republishable }
}
