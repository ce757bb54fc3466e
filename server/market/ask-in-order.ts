import type { AssetKind, Source } from '../../shared/market-contract.ts'
import { parseTicker } from '../../shared/asset-address.ts'
import { AppError, InvalidInputError, SourceError } from '../lib/errors.ts'
import type { Asset, MarketPart, MarketProvider } from './providers/provider.ts'
import { currentAskers } from '../lib/askers.ts'
import { createWorkQueue, type FairQueueOptions, type WorkQueue } from '../lib/fair-queue.ts'
import { noteOwnWaits, answerWithinLimits } from '../lib/patience.ts'
import { BudgetUsedUpError } from './sources/budget-refusals.ts'
import type { SourceGuard } from './sources/source-guard.ts'

/** Coins whose own name ends in USD after three or more letters: CRVUSD is not CRV in dollars. */
const NAMES_ENDING_IN_USD = new Set(['CRVUSD'])

/** Lists what a typed ticker may mean, in the order in which to try: the asset of the requested kind; without a kind, the
 *  stock, then the coin. A coin written with its currency, BTC-USD or BTCUSD, is that coin for either kind.
 *  @throws InvalidInputError 'invalid-ticker' */
export function listCandidates(typed: string, kind: AssetKind | undefined): Asset[] {
  const ticker = parseTicker(typed)
  if (ticker === undefined) {
    throw new InvalidInputError(
      'A ticker has 1 to 15 letters, digits or . - ^ = with at least one letter or digit, such as AAPL or BRK-B.',
      { code: 'invalid-ticker' },
    )
  }
  const stock: Asset = { kind: 'stock', ticker, symbol: ticker }
  const coin = toCoin(ticker)
  if (kind === 'crypto' || ticker === coin.symbol) return [coin]
  const hasDollars = coin.ticker !== ticker
  return kind === 'stock' && !hasDollars ? [stock] : [stock, coin]
}

/** The likeliest candidate, if the text can be a ticker at all. */
export const firstCandidate = ({ ticker, kind }: Pick<Asset, 'kind' | 'ticker'>): Asset[] =>
  listCandidates(ticker, kind).slice(0, 1)

/** Reads a coin's ticker: BTC, BTC-USD and BTCUSD are the same coin, which Yahoo calls BTC-USD. */
export function toCoin(ticker: string): Asset {
  const base =
    /^(.+)-USD$/.exec(ticker)?.[1] ??
    (NAMES_ENDING_IN_USD.has(ticker) ? undefined : /^(.{3,})USD$/.exec(ticker)?.[1]) ??
    ticker
  return { kind: 'crypto', ticker: base, symbol: `${base}-USD` }
}

/** Asks for each candidate until one exists.
 *  @throws AppError 'unknown-ticker' if none does; any other failure at once */
export async function findFirstKnown<Answer>(
  candidates: readonly Asset[],
  ask: (asset: Asset) => Promise<Answer>,
): Promise<Answer> {
  let unknown: AppError | undefined
  for (const asset of candidates) {
    try {
      return await ask(asset)
    } catch (error) {
      if (!isUnknownTicker(error)) throw error
      unknown ??= error
    }
  }
  throw unknown ?? new AppError('unknown-ticker', 'No ticker was asked for.')
}

export function isUnknownTicker(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'unknown-ticker'
}

/** Whether a source says that it does not have an asset that exists. */
export function isMissing(error: unknown): boolean {
  return error instanceof SourceError && error.code === 'not-at-source'
}

/** Asks one provider; undefined if it does not have the part.
 *  @param isForLacking  whether earlier sources were asked, and each works and merely lacks what was asked about this asset */
export type Ask<Data> = (provider: MarketProvider) => ((isForLacking: boolean) => Promise<Data>) | undefined

/** A question put to one source after the other. */
export interface Question<Data> {
  readonly part: MarketPart
  readonly ask: Ask<Data>
  /** Completes an answer before it is cached. */
  readonly finish?: (value: Sourced<Data>) => Promise<Sourced<Data>>
  /** Set for long answers. */
  readonly queued?: WorkQueue
}

/** Data, with the source to credit for it. */
export interface Sourced<Data> {
  readonly source: Source & { readonly republishable: boolean }
  readonly data: Data
}

export type AskInOrder = <Data extends object>(
  part: MarketPart,
  asset: Asset,
  ask: Ask<Data>,
) => Promise<Sourced<Data>>

/** Limit for all sources together, however many requests the question takes. */
const QUESTION_MS = 11_000
/** Limit for each source but the last: leaves time for the next one. */
const PATIENCE_MS = 5_000
/** Limit for waiting in our own queues, which does not count as a source's time. With QUESTION_MS, it is less than another process
 *  waits. */
const LINES_MS = 5_000
const RETRY_AFTER_SECONDS = 10

/** Asks one source after the other until one answers. If an earlier source did not answer, a later one that does not know
 *  the asset proves nothing: it may name it otherwise. A source that does not know an asset that exists lacks it, perhaps only at
 *  the moment.
 *  @throws AppError 'unknown-ticker' if a source that knows every asset, and before which none failed, or each source that covers
 *  this one, does not know it; otherwise the first SourceError of a source that failed, else 'not-at-source' if one lacks an asset that exists */
export function createAskInOrder(deps: {
  providers: readonly MarketProvider[]
  guard: SourceGuard
  /** Whether an asset is on an official list, or was known until now. */
  exists?: (asset: Asset) => Promise<boolean>
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
    let missing: unknown
    let unknown: unknown
    let hasFailed = false
    let wasAnswered = false
    for (const [index, { provider, question }] of questions.entries()) {
      const waitMs = index === questions.length - 1 ? leftMs.theirs : Math.min(leftMs.theirs, PATIENCE_MS)
      const patience = { theirs: waitMs, ours: leftMs.ours }
      try {
        const answered = await answerWithinLimits(
          noteOwnWaits(() =>
            deps.guard.run(provider.id, part, () => question(index > 0 && !hasFailed), asset.symbol),
          ),
          patience,
        )
        if ('late' in answered) throw answered.late === 'ours' ? crowdedError(provider) : lateError(provider)
        return { source: describeSource(provider, asset), data: answered.value }
      } catch (error) {
        wasAnswered ||=
          isUnknownTicker(error) ||
          (error instanceof SourceError && ['ticker', 'source'].includes(error.concerns))
        if (isUnknownTicker(error)) {
          if (await deps.exists?.(asset)) missing ??= missingError(provider, asset, error)
          else if (provider.knowsEveryAsset && failure === undefined) throw error
          else unknown ??= error
          // A source that has only another coin of that name hides no failure; one that says that a stock is gone counts as one.
        } else if (asset.kind === 'crypto' && isMissing(error)) missing = error
        else if (error instanceof SourceError && !isHeldBack(error)) {
          if (error.concerns === 'asker') currentAskers().noteRefusal()
          hasFailed ||= error.concerns === 'source' || error.concerns === 'pause'
          // What is not asked since others merely lack the asset does not hide that they do.
          if (!missing || !isForFailures(error)) failure ??= error
        } else throw error
      } finally {
        leftMs.theirs -= waitMs - patience.theirs
        leftMs.ours = patience.ours
      }
    }
    if (wasAnswered && failure instanceof SourceError && failure.concerns === 'pause') {
      throw toCachedFailure(failure)
    }
    throw (
      failure ??
      missing ??
      unknown ??
      new SourceError('Market data', `No source has ${part} of ${asset.ticker}.`)
    )
  }
}

/** Whether we held the question back for this client. Then no other source is asked, since its poorer answer would be cached
 *  for everybody. Only a source's own failure leads to the next one; if it failed only this client, the answer is only for
 *  it. */
function isHeldBack({ concerns, fault }: SourceError): boolean {
  return concerns === 'asker' && fault !== 'stopped'
}

/** The failure of a source that was not asked is not cached, so the source that was asked in its place would be asked each time. */
function toCachedFailure({
  source,
  message,
  fault,
  retryAfterSeconds = RETRY_AFTER_SECONDS,
  cause,
}: SourceError) {
  return new SourceError(source, message, { fault, retryAfterSeconds, cause, concerns: 'source' })
}

function isForFailures(error: SourceError): boolean {
  return error instanceof BudgetUsedUpError && error.whose === 'for failures'
}

function lateError({ name }: MarketProvider): SourceError {
  return new SourceError(name, `${name} does not answer in time. Try again in a moment.`, {
    fault: 'no-answer',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}

function missingError({ name }: MarketProvider, { ticker }: Asset, cause: unknown): SourceError {
  const words = `${ticker} is listed, or was until now, but ${name} does not have it. Try again later.`
  return new SourceError(name, words, {
    code: 'not-at-source',
    fault: 'missing',
    cause,
    concerns: 'ticker',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}

/** An error that says nothing about the source, which was not asked. */
function crowdedError({ name }: MarketProvider): SourceError {
  return new SourceError(name, 'Many are asking at the moment. Try again in a few seconds.', {
    retryAfterSeconds: LINES_MS / 1000,
    concerns: 'asker',
  })
}

export function describeSource(provider: MarketProvider, asset: Asset): Sourced<unknown>['source'] {
  return { name: provider.name, url: provider.pageUrl(asset), republishable: provider.republishable }
}

/** Shorter histories take less than two milliseconds to read or write. */
const LONG = 4_000
/** Work that may wait at once. One client may have a quarter: more than the long histories it may request in a minute. */
const MAX_WAITING = 1_024
/** Shorter than an answer may take (http/in-time.ts), so that the reason can still be told. */
const QUEUE_MS = 20_000

/** Reading or writing a century of prices takes tens of milliseconds of the one thread that answers everybody. Such work queues,
 *  each client in a queue of its own.
 *  @param options.places  pieces of work at once; one client has at most half of them
 *  @returns a queue that throws SourceError if too many are waiting, which concerns the asker alone, and whatever `work` throws */
export function createLongWork(options: Pick<FairQueueOptions, 'places' | 'countsAsQueued'>): WorkQueue {
  return createWorkQueue({
    ...options,
    maxWaiting: MAX_WAITING,
    patienceMs: QUEUE_MS,
    describeFull: (cause) =>
      new SourceError(
        'Market data',
        'Many prices are being read at the moment. Try again in a few seconds.',
        { cause, retryAfterSeconds: 5, concerns: 'asker' },
      ),
  })
}

/** @param closes  their number, or that of a source's bars */
export const isLong = (closes: number): boolean => closes > LONG
