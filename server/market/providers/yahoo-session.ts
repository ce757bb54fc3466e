import { ExtendedCookieJar } from 'yahoo-finance2/lib/cookieJar'
import { _getCrumb } from 'yahoo-finance2/lib/getCrumb'

import type { AssetType } from '../../../shared/market-contract.ts'
import { isWithin, type Clock } from '../../lib/clock.ts'
import { SourceError } from '../../lib/errors.ts'
import type { UpstreamFetch } from '../../lib/upstream-fetch.ts'
import { askOnBehalfOf, currentAskers } from '../../lib/askers.ts'
import { noteOwnWaits, joinWaits, type NotedWork } from '../../lib/patience.ts'
import { isFiniteNumber, isRecord } from './read-field.ts'
import { describeFaults, findJson } from './source-faults.ts'

export const YAHOO = 'Yahoo Finance'
export const yahooFaults = describeFaults(YAHOO)

const CRUMB_PATH = '/v1/test/getcrumb'
/** The host that gets the cookies. */
const ASKED = 'https://query2.finance.yahoo.com/'
// A crumb is about 11 letters, digits, dots and slashes; a refusal is a sentence or a web page.
const CRUMB = /^[^\s<>{}]{1,64}$/
/** Pause after a refused crumb: getcrumb answers 429 to whole networks, and each retry would cost two requests. */
const CRUMB_PAUSE_MS = 10_000
/** How often the refusals of one client renew the crumb: a symbol that Yahoo refuses each time must not use up getcrumb for all
 *  others. Refusals of several clients without an answer in between renew it after CRUMB_PAUSE_MS. */
const RENEWAL_MS = 60_000

/** Yahoo sets four cookies, of some 1,500 characters. */
const LONGEST_COOKIES = 8_000

/** Yahoo's endpoints that need a crumb and its cookie. */
export interface YahooSession {
  /** Retries once with a fresh crumb if the first is refused.
   *  @returns the parsed body
   *  @throws YahooNotFoundError, SourceError */
  ask(address: string, query: Readonly<Record<string, string>>): Promise<unknown>
}

/** A crumb, with the cookies it is valid with. All clients share them, so no later answer changes them: it is about one ticker. */
interface Pass {
  readonly jar: ExtendedCookieJar
  readonly crumb: NotedWork<string>
  /** Whether Yahoo has accepted it at least once. */
  isAccepted: boolean
  /** The clients whose questions Yahoo has refused with it since then. */
  readonly refusedTo: Set<string | undefined>
  /** Whether one of those who wait for the crumb has been told that Yahoo failed. */
  isToldOnce: boolean
  /** The one in use that it is to replace, until it has its crumb. */
  replaces: Pass | undefined
}

/** Gets the cookie and the crumb through a library, including the consent form. We make the other requests ourselves, since the
 *  library loses Yahoo's error codes, prints refused addresses with their crumb, and reads some counts as dates. */
export function createYahooSession(deps: {
  fetch: UpstreamFetch
  clock: Clock
  userAgent: string
}): YahooSession {
  const { clock } = deps
  const headers = { 'User-Agent': deps.userAgent }
  let pass: Pass | undefined
  let replacement: Pass | undefined
  let renewedAtMs: number | undefined
  let hasRenewalFailed = false
  let crumbPause: { error: SourceError; sinceMs: number } | undefined

  function openPass(replaces?: Pass): Pass {
    const jar = new ExtendedCookieJar()
    // On the site's own account, since all clients share it.
    const crumb = noteOwnWaits(() => askOnBehalfOf(undefined, () => fetchCrumb(jar)))
    return { jar, crumb, isAccepted: false, refusedTo: new Set(), isToldOnce: false, replaces }
  }

  function getPass(): Pass {
    if (crumbPause && isWithin(clock.now().getTime(), crumbPause.sinceMs, CRUMB_PAUSE_MS))
      throw notAsked(crumbPause.error)
    if (pass) return pass
    const opened = openPass()
    pass = opened
    opened.crumb.outcome.catch((error: unknown) => {
      if (isFailure(error)) crumbPause = { error, sinceMs: clock.now().getTime() }
      discard(opened)
    })
    return opened
  }

  /** When several requests are refused at once, the first discards the crumb for all. */
  function discard(refusedPass: Pass): void {
    if (pass === refusedPass) pass = undefined
  }

  /** Takes another crumb in place of a refused one. If it was accepted before and a single client was refused, that may be about its
   *  symbol: then the others keep the crumb until there is another.
   *  @throws SourceError if a crumb that others use was renewed a moment ago: the refusal concerns the symbol; else the refusal */
  function renew(refusedPass: Pass, refusal: CrumbRefusedError): Pass {
    if (replacement?.replaces === refusedPass) return replacement
    const nowMs = clock.now().getTime()
    const areSeveral = refusedPass.refusedTo.size > 1
    const pauseMs = areSeveral || hasRenewalFailed ? CRUMB_PAUSE_MS : RENEWAL_MS
    if (renewedAtMs !== undefined && isWithin(nowMs, renewedAtMs, pauseMs)) {
      if (!refusedPass.isAccepted) throw refusal
      throw refusedSymbol(refusal)
    }
    renewedAtMs = nowMs
    hasRenewalFailed = false
    if (areSeveral || !refusedPass.isAccepted) {
      discard(refusedPass)
      return getPass()
    }
    const fresh = openPass(refusedPass)
    replacement = fresh
    const replace = () => {
      fresh.replaces = undefined
      if (pass === refusedPass) pass = fresh
    }
    // Those who wait for it are told of its failure.
    void fresh.crumb.outcome.then(replace, () => {
      if (replacement === fresh) replacement = undefined
      hasRenewalFailed = true
    })
    return fresh
  }

  async function fetchCrumb(jar: ExtendedCookieJar): Promise<string> {
    const crumbFetch: typeof fetch = async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input)
      // Checked because the library follows a page's Location.
      if (url.protocol !== 'https:' || !url.host.endsWith('.yahoo.com')) {
        throw yahooFaults.unavailable(`${YAHOO} gave no cookie for its crumb. Try again later.`)
      }
      const response = await deps.fetch(url, init)
      if (url.pathname === CRUMB_PATH) await checkCrumb(response)
      // Only the cookies of a page matter: it may well be a 404, or the 302 to the consent form.
      else if ([401, 403, 429].includes(response.status) || response.status >= 500)
        throw yahooFaults.refused(response)
      return response
    }
    try {
      const crumb = await _getCrumb(jar, crumbFetch, { headers }, SILENT)
      if (crumb === null) throw yahooFaults.unavailable(`${YAHOO} gave no crumb. Try again later.`)
      if ((await jar.getCookieString(ASKED, { allPaths: true })).length > LONGEST_COOKIES)
        throw yahooFaults.unavailable(`${YAHOO} set too many cookies. Try again later.`)
      return crumb
    } catch (error) {
      if (error instanceof SourceError) throw error
      throw yahooFaults.unavailable(`${YAHOO} gave no cookie for its crumb. Try again later.`, {
        cause: error,
      })
    }
  }

  /** Many may wait for one crumb, and its failure is one failure of Yahoo's. */
  async function crumbOf(used: Pass): Promise<string> {
    try {
      return await joinWaits(used.crumb)
    } catch (error) {
      if (used.replaces) {
        throw yahooFaults.lacking(
          `${YAHOO} refused this request, and gave no new crumb to repeat it with. Try again later.`,
          { cause: error },
        )
      }
      if (!isFailure(error) || !used.isToldOnce) {
        used.isToldOnce = true
        throw error
      }
      throw notAsked(error)
    }
  }

  async function askWith(used: Pass, address: string, query: Readonly<Record<string, string>>) {
    const url = `${address}?${new URLSearchParams({ ...query, crumb: await crumbOf(used) })}`
    const cookie = await used.jar.getCookieString(url, { allPaths: true })
    const response = await deps.fetch(url, { headers: { ...headers, cookie } })
    if (response.status === 401) for (const client of currentAskers().clients) used.refusedTo.add(client)
    else {
      used.isAccepted = true
      used.refusedTo.clear()
    }
    return parseYahooAnswer(response, await response.text())
  }

  async function askTwice(address: string, query: Readonly<Record<string, string>>): Promise<unknown> {
    const first = getPass()
    let second: Pass
    try {
      return await askWith(first, address, query)
    } catch (error) {
      if (!(error instanceof CrumbRefusedError)) throw error
      // Otherwise it has been replaced meanwhile.
      second = pass === first ? renew(first, error) : getPass()
    }
    return askWith(second, address, query)
  }

  return {
    async ask(address, query) {
      try {
        return await askTwice(address, query)
      } catch (error) {
        if (error instanceof SourceError || error instanceof YahooNotFoundError) throw error
        throw yahooFaults.unavailable(`${YAHOO} refused a fresh crumb. Try again later.`, { cause: error })
      }
    },
  }
}

/** Whether Yahoo failed, as opposed to not being asked. */
const isFailure = (error: unknown): error is SourceError =>
  error instanceof SourceError && !['pause', 'asker'].includes(error.concerns)

const refusedSymbol = (cause: unknown): SourceError =>
  yahooFaults.lacking(`${YAHOO} refused this one symbol. Try again later.`, { cause })

/** The failure of a crumb, for those who did not ask for it. */
const notAsked = (error: SourceError): SourceError =>
  new SourceError(YAHOO, error.message, {
    fault: error.fault,
    cause: error,
    concerns: 'pause',
    retryAfterSeconds: CRUMB_PAUSE_MS / 1000,
  })

async function checkCrumb(response: Response): Promise<void> {
  if (response.status !== 200) throw yahooFaults.refused(response)
  const crumb = await response.clone().text()
  if (!CRUMB.test(crumb)) throw yahooFaults.unavailable(`${YAHOO} gave no crumb. Try again later.`)
}

const ignore = () => undefined
// The library's messages contain the crumb, and its failures are thrown anyway.
const SILENT = { info: ignore, warn: ignore, error: ignore, debug: ignore, dir: ignore }

/** The crumb or its cookie is no longer valid: a fresh pair may be. */
export class CrumbRefusedError extends Error {
  override readonly name = 'CrumbRefusedError'
}

/** Yahoo's own "Not Found": for the symbol, or only for the part requested. */
export class YahooNotFoundError extends Error {
  override readonly name = 'YahooNotFoundError'
}

/** Reads an answer of Yahoo's JSON endpoints.
 *  @returns the parsed body of a 200
 *  @throws YahooNotFoundError only for a 404 in Yahoo's own words, CrumbRefusedError for 401, otherwise SourceError; for a
 *  400 or any other 404 in JSON it concerns only the ticker */
export function parseYahooAnswer(response: Response, text: string): unknown {
  if (response.ok) return yahooFaults.parseJson(text)
  if (response.status === 401) throw new CrumbRefusedError(`${YAHOO} refused the crumb.`)
  const body = findJson(text)
  if (response.status === 404 && isRecord(body)) {
    const error = findYahooError(body)
    if (error?.code === 'Not Found') throw new YahooNotFoundError(error.description)
    // The endpoint itself answered, in other words, so this concerns only the symbol.
    throw yahooFaults.lacking(`${YAHOO} answered with status 404. Try again later.`)
  }
  throw yahooFaults.refused(response)
}

function findYahooError(body: Record<string, unknown>): { code: string; description: string } | undefined {
  const error = Object.values(body)
    .filter(isRecord)
    .map((part) => part['error'])
    .find(isRecord)
  if (typeof error?.['code'] !== 'string') return undefined
  const description = error['description']
  return { code: error['code'], description: typeof description === 'string' ? description : '' }
}

const ASSET_TYPES: ReadonlyMap<string, AssetType> = new Map([
  ['EQUITY', 'equity'],
  ['ETF', 'etf'],
  ['MUTUALFUND', 'fund'],
  ['INDEX', 'index'],
  ['CURRENCY', 'currency'],
  ['FUTURE', 'future'],
  ['CRYPTOCURRENCY', 'coin'],
])

/** @param kind  Yahoo's type of an instrument or a quote
 *  @returns undefined for a kind that means nothing to readers, such as ECNQUOTE */
export function findYahooType(kind: string | undefined): AssetType | undefined {
  return kind === undefined ? undefined : ASSET_TYPES.get(kind)
}

/** Whether a symbol is an index, which Yahoo writes with a caret, whatever type it gives. */
export function isIndexSymbol(symbol: string | undefined): boolean {
  return symbol?.startsWith('^') ?? false
}

/** Only futures have traded at zero or below; an index of yields has stood there. */
export const isPrice = (value: unknown, type: AssetType | undefined): value is number =>
  isFiniteNumber(value) && (value > 0 || type === 'future' || type === 'index')
