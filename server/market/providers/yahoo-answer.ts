import { isRecord } from './read-field.ts'
import { describeFaults, findJson } from './source-faults.ts'

export const YAHOO = 'Yahoo Finance'
export const yahooFaults = describeFaults(YAHOO)

/** The crumb or its cookie is no longer valid: a fresh pair may be. */
export class CrumbRefusedError extends Error {
  override readonly name = 'CrumbRefusedError'
}

/** Yahoo's own "Not Found": for the symbol, or only for what was asked about it. */
export class YahooNotFoundError extends Error {
  override readonly name = 'YahooNotFoundError'
}

/** Reads an answer of Yahoo's JSON endpoints.
 *  @returns the parsed body of a 200
 *  @throws YahooNotFoundError only for a 404 in Yahoo's own words, CrumbRefusedError for 401, otherwise SourceError; for a 400
 *    or any other 404 in JSON it concerns the ticker alone */
export function parseYahooAnswer(response: Response, text: string): unknown {
  if (response.ok) return yahooFaults.parseJson(text)
  if (response.status === 401) throw new CrumbRefusedError(`${YAHOO} refused the crumb.`)
  const body = findJson(text)
  if (response.status === 404 && isRecord(body)) {
    const error = findYahooError(body)
    if (error?.code === 'Not Found') throw new YahooNotFoundError(error.description)
    // The endpoint itself answers, in other words, so this concerns the symbol alone.
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
