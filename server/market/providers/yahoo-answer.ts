import { isRecord } from './read-field.ts'
import { describeFaults, findJson } from './source-faults.ts'

export const YAHOO = 'Yahoo Finance'
export const yahooFaults = describeFaults(YAHOO)

/** The crumb or its cookie is no longer good: a fresh pair may be. */
export class CrumbRefusedError extends Error {
  override readonly name = 'CrumbRefusedError'
}

/** Yahoo's own "Not Found": of the symbol, or only of what was asked about it. */
export class YahooNotFoundError extends Error {
  override readonly name = 'YahooNotFoundError'
}

/** Reads an answer of Yahoo's JSON endpoints.
 *  @returns the parsed body of a 200
 *  @throws YahooNotFoundError only for a 404 in Yahoo's own words, CrumbRefusedError for 401, SourceError else */
export function parseYahooAnswer(response: Response, text: string): unknown {
  if (response.ok) return yahooFaults.parseJson(text)
  if (response.status === 401) throw new CrumbRefusedError(`${YAHOO} refused the crumb.`)
  const error = findYahooError(findJson(text))
  if (response.status === 404 && error?.code === 'Not Found') {
    throw new YahooNotFoundError(error.description)
  }
  throw yahooFaults.refused(response)
}

function findYahooError(body: unknown): { code: string; description: string } | undefined {
  if (!isRecord(body)) return undefined
  const error = Object.values(body)
    .filter(isRecord)
    .map((part) => part['error'])
    .find(isRecord)
  if (typeof error?.['code'] !== 'string') return undefined
  const description = error['description']
  return { code: error['code'], description: typeof description === 'string' ? description : '' }
}
