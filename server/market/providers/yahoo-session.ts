import YahooFinance from 'yahoo-finance2'
import { ExtendedCookieJar } from 'yahoo-finance2/lib/cookieJar'

import type { Clock } from '../../clock.ts'
import { SourceError } from '../../errors.ts'
import type { Logger } from '../../logger.ts'
import type { UpstreamFetch } from '../../upstream-fetch.ts'
import { CrumbRefusedError, parseYahooAnswer, refused, sourceUnavailable, YAHOO } from './yahoo-answer.ts'

const CRUMB_PATH = '/v1/test/getcrumb'
// A crumb is some 11 letters, digits, dots and slashes; a refusal is a sentence or a page.
const CRUMB = /^[^\s<>{}]{1,64}$/
/** After a refused crumb: getcrumb answers 429 to whole networks, and each further try would cost two requests. */
const CRUMB_PAUSE_MS = 10_000

type Client = InstanceType<typeof YahooFinance>

/** Yahoo's endpoints behind a crumb and its cookie, through the library. */
export interface YahooSession {
  /** Runs a question; where the crumb is refused, once more with a fresh one.
   *  @throws YahooNotFoundError, SourceError */
  ask<Answer>(question: (client: Client) => Promise<Answer>): Promise<Answer>
}

export function createYahooSession(deps: {
  fetch: UpstreamFetch
  clock: Clock
  logger: Logger
  userAgent: string
}): YahooSession {
  const { clock, logger } = deps
  let crumbPause: { error: SourceError; until: number } | undefined

  /** Says what an answer is worth before the library reads it: the library loses Yahoo's error codes, takes any body
   *  of getcrumb for a crumb, and prints refused addresses, crumb and all, to the console. */
  async function checkedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const url = new URL(input instanceof Request ? input.url : input)
    const isCrumbFetch = !url.hostname.startsWith('query') || url.pathname === CRUMB_PATH
    if (!isCrumbFetch) {
      const response = await deps.fetch(url, init)
      parseYahooAnswer(response, await response.clone().text())
      return response
    }
    try {
      const response = await deps.fetch(url, init)
      if (url.pathname === CRUMB_PATH) await checkCrumb(response)
      // Of a page only its cookies matter: it may as well be a 404, or the 302 to the consent form.
      else if ([401, 403, 429].includes(response.status) || response.status >= 500) throw refused(response)
      return response
    } catch (error) {
      if (error instanceof SourceError) crumbPause = { error, until: clock.now().getTime() + CRUMB_PAUSE_MS }
      throw error
    }
  }

  const createClient = () =>
    new YahooFinance({
      // A jar of its own: the library's default one is shared, and a refused crumb would stay in it.
      cookieJar: new ExtendedCookieJar(),
      fetch: checkedFetch,
      fetchOptions: { headers: { 'User-Agent': deps.userAgent } },
      suppressNotices: ['yahooSurvey'],
      // It would ask the package registry whenever a payload is odd.
      versionCheck: false,
      validation: { logErrors: false, logOptionsErrors: false },
      logger: {
        info: log,
        warn: log,
        error: log,
        debug: () => undefined, // it would log crumbs
        dir: () => undefined,
      },
    })
  function log(...parts: unknown[]) {
    logger.debug({ parts: parts.map(String) }, 'yahoo-finance2')
  }

  let client = createClient()

  return {
    async ask(question) {
      if (crumbPause && clock.now().getTime() < crumbPause.until) throw crumbPause.error
      const used = client
      try {
        return await question(used)
      } catch (error) {
        if (!(error instanceof CrumbRefusedError)) throw toSourceError(error)
        // Of several refused at once the first one renews for all.
        if (client === used) client = createClient()
      }
      try {
        return await question(client)
      } catch (error) {
        throw toSourceError(error)
      }
    },
  }
}

async function checkCrumb(response: Response): Promise<void> {
  if (response.status !== 200) throw refused(response)
  const crumb = await response.clone().text()
  if (!CRUMB.test(crumb)) throw sourceUnavailable(`${YAHOO} gave no crumb. Try again later.`)
}

/** What the library throws of its own is a payload or a cookie flow that it could not read. */
function toSourceError(error: unknown): unknown {
  if (error instanceof CrumbRefusedError) {
    return sourceUnavailable(`${YAHOO} refused a fresh crumb. Try again later.`, error)
  }
  if (error instanceof SourceError || (error instanceof Error && error.name === 'YahooNotFoundError')) {
    return error
  }
  return sourceUnavailable(`${YAHOO} sent an answer that cannot be read. Try again later.`, error)
}
