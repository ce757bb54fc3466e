import type { FoundAsset } from '../../shared/market-contract.ts'
import { DAY_MS } from '../lib/dates.ts'
import { isWithin } from '../lib/clock.ts'
import { SourceError } from '../lib/errors.ts'
import { askOnBehalfOf } from '../lib/askers.ts'
import { firstWithin } from '../lib/patience.ts'
import type { Freshness, Loaded, ReadThroughCache } from './cache/read-through.ts'
import { keepFor, loadedNow, type Feed, type Found } from './feeds.ts'
import type { LiveSources } from './live-sources.ts'
import { joinListings, type FilingCompany, type Listed, type ListedHits } from './providers/join-listings.ts'
import type { Listing, ListingSource } from './providers/listings.ts'
import type { Asset, AssetFinder } from './providers/provider.ts'
import { describeFaults } from './providers/source-faults.ts'
import { createLongWork } from './ask-in-order.ts'
import { cleanSearchText, mergeFound } from './search-assets.ts'

const SEARCH = {
  ...keepFor(DAY_MS),
  isPoor: (found) => found.length === 0,
} satisfies Freshness<readonly FoundAsset[]>
/** A list that is not available is not requested again with each search. */
const LISTING = { ...keepFor(DAY_MS), pauseMs: 10 * 60_000 }
/** A list with less than this part of the rows that are known is not a whole list: thousands of companies do not vanish in a day. */
const LEAST_OF_KNOWN = 0.5
/** How long a search, which runs while a person types, waits for a list, or for a finder when the lists have hits. */
const SEARCH_WAIT_MS = 1_500
/** An edition can wait for the names of its companies. */
const TITLES_WAIT_MS = 30_000
/** How long the lists found are used before they are looked up again. */
const LISTS_MS = 10_000

/** How public records write the names of companies, by ticker. */
export type ListSpellings = () => Promise<ReadonlyMap<string, readonly string[]>>

/** The search of the live feed: official lists first, then a finder for what they cannot answer. */
export interface LiveSearch extends Pick<Feed, 'search' | 'suggest'> {
  /** Returns the available lists, looked up at most every ten seconds. */
  findLists(): Promise<Lists>
  /** Returns the companies of the SEC's list by CIK; empty if the list is not available. */
  listCompanyTitles(): Promise<ReadonlyMap<string, string>>
  /** Returns the company that the SEC lists under a ticker; undefined if there is none or its list is not available. */
  findCompany(ticker: string): Promise<FilingCompany | undefined>
  /** Whether an available list has the asset, which then exists; none has coins. */
  isListed(this: void, asset: Pick<Asset, 'kind' | 'ticker'>): Promise<boolean>
  /** Returns the lists found last, however long ago; undefined before the first lookup. */
  lastLists(): Lists | undefined
}

export function createLiveSearch({
  cache,
  sources,
  listSpellings,
}: {
  cache: ReadThroughCache
  sources: LiveSources
  listSpellings?: ListSpellings | undefined
}): LiveSearch {
  const { guard } = sources
  const joinListed = rememberLast(joinListings)
  const joinCoins = rememberLast(joinListings)
  /** Many may wait for the lists, with a text each that is compared with all of them. */
  const inTurn = createLongWork({ places: 1 })

  const loadFound = (finder: AssetFinder, text: string): Promise<Loaded<readonly FoundAsset[]>> =>
    cache.load(
      searchKeyOf(finder, text),
      SEARCH,
      () => guard.run(finder.id, 'search', () => finder.findAssets(text)),
      () => sources.throwIfRefused([finder.id]),
    )

  /** Loads a list on the site's own account: it is for everybody, even if the client that first needed it has hung up. */
  const loadListing = (source: ListingSource): Promise<Loaded<Listing>> =>
    askOnBehalfOf(undefined, () =>
      cache.load(listingKeyOf(source), LISTING, () =>
        guard.run(source.id, 'listing', () => loadWholeListing(source)),
      ),
    )

  /** @throws SourceError also for a list that lacks most of what is known; then the known one is used until it is a week old */
  async function loadWholeListing(source: ListingSource): Promise<Listing> {
    const listing = await source.loadListing()
    const known = await cache.peek<Listing>(listingKeyOf(source))
    if (known === undefined || listing.rows.length >= LEAST_OF_KNOWN * known.value.rows.length) return listing
    throw describeFaults(source.name).failed(`${source.name} sent a list that lacks most of its entries.`)
  }

  let lists: Lists | undefined

  async function findLists(): Promise<Lists> {
    const now = sources.clock.now().getTime()
    if (lists && isWithin(now, lists.foundAt, LISTS_MS)) return lists
    const [spellings, coins, ...listings] = await Promise.all([
      listSpellings && findWithin(listSpellings()),
      ...[sources.coins, ...sources.listings].map((source) => findWithin(loadListing(source))),
    ])
    const answered = sources.listings.flatMap((source, index) => {
      const loaded = listings[index]
      return loaded ? [{ source, loaded }] : []
    })
    lists = {
      answered,
      listed: joinListed(
        answered.map(({ loaded }) => loaded.value),
        spellings,
      ),
      coins: coins && joinCoins([coins.value]),
      // Without spellings that are late, they are looked up again.
      foundAt: listSpellings && !spellings ? -Infinity : now,
    }
    return lists
  }

  return {
    findLists,
    lastLists: () => lists,
    isListed: async ({ kind, ticker }) => kind === 'stock' && (await findLists()).listed.has(ticker),

    async listCompanyTitles() {
      const list = sources.listings.find(({ id }) => id === 'sec')
      const [loaded] = await Promise.all([
        list && findWithin(loadListing(list), TITLES_WAIT_MS),
        listSpellings && findWithin(listSpellings(), TITLES_WAIT_MS),
      ])
      const { listed } = await findLists()
      return new Map(
        (loaded?.value.rows ?? []).flatMap(([ticker, title, , cik]) =>
          typeof cik !== 'string' ? [] : [[cik, listed.findName(ticker) ?? title]],
        ),
      )
    },

    findCompany: async (ticker) => (await findLists()).listed.findCompany(ticker),

    async search(text) {
      const { answered, listed, coins } = await findLists()
      const { own, isAnswered } = await inTurn(() => {
        const own = listed.search(text)
        // These lists have no coins: they do not answer a text that may mean one.
        return { own, isAnswered: own.isAnswer && coins !== undefined && !coins.search(text).isHit }
      })
      if (isAnswered) return combineFound(text, { answered, own })
      const { finder } = sources
      const asked = cleanSearchText(text).toLowerCase()
      if (asked === '') {
        const nothing = loadedNow<readonly FoundAsset[]>(sources.clock, [])
        return combineFound(text, { answered, own, found: { source: finder, loaded: nothing } })
      }
      const finding = loadFound(finder, asked)
      // Without any hits, the finder's failure is the answer: an empty list would say that there is no such asset.
      const loaded = own.results.length > 0 ? await findWithin(finding) : await finding
      const combined = combineFound(text, {
        answered,
        own,
        ...(loaded && { found: { source: finder, loaded } }),
      })
      return loaded ? combined : { ...combined, isStale: true }
    },

    async suggest(text) {
      const key = searchKeyOf(sources.finder, cleanSearchText(text).toLowerCase())
      const found = await cache.peek<readonly FoundAsset[]>(key)
      const { listed } = await findLists()
      const own = await inTurn(() => listed.search(text))
      return mergeFound(text, [found?.value ?? [], own.results])
    },
  }
}

const listingKeyOf = ({ id }: ListingSource) => `listing:${id}`
const searchKeyOf = (finder: AssetFinder, text: string) => `search:${finder.id}:${encodeURIComponent(text)}`

/** @returns undefined if it fails or takes too long */
function findWithin<Value>(loading: Promise<Value>, waitMs = SEARCH_WAIT_MS): Promise<Value | undefined> {
  return firstWithin(
    waitMs,
    loading.catch((error: unknown) => {
      if (error instanceof SourceError) return undefined
      throw error
    }),
  )
}

interface Answered<Value> {
  readonly source: Pick<AssetFinder, 'name' | 'url'>
  readonly loaded: Loaded<Value>
}

interface Lists {
  readonly answered: readonly Answered<Listing>[]
  /** All lists combined. */
  readonly listed: Listed
  /** Undefined while nobody knows which texts may mean a coin. */
  readonly coins: Listed | undefined
  readonly foundAt: number
}

function combineFound(
  text: string,
  {
    answered,
    own,
    found,
  }: { answered: Lists['answered']; own: ListedHits; found?: Answered<readonly FoundAsset[]> },
): Loaded<Found> {
  const all = [...(found ? [found] : []), ...answered]
  return {
    value: {
      results: mergeFound(text, [found?.loaded.value ?? [], own.results]),
      sources: all.map(({ source: { name, url } }) => ({ name, url })),
    },
    // The answer is as old as its oldest part.
    retrievedAt: all.map(({ loaded }) => loaded.retrievedAt).sort()[0] ?? '',
    isStale: all.some(({ loaded }) => loaded.isStale),
  }
}

/** @returns `join`, which repeats its work only if the lists have changed */
function rememberLast(join: typeof joinListings): typeof joinListings {
  let last: { listings: readonly Listing[]; spellings: unknown; joined: Listed } | undefined
  return (listings, spellings) => {
    const isSame =
      last?.spellings === spellings &&
      last?.listings.length === listings.length &&
      last.listings.every((one, at) => one === listings[at])
    if (!last || !isSame) last = { listings, spellings, joined: join(listings, spellings) }
    return last.joined
  }
}
