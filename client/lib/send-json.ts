const REQUEST_TIMEOUT_MS = 30_000

/** Sends a small JSON body to the site's own API.
 *  @param headers  in addition to the content type
 *  @returns the answer, its body unread; undefined if the server could not be reached within 30 s */
export async function sendJson(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response | undefined> {
  try {
    return await fetch(path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
  } catch {
    // Offline, refused or timed out: for the visitor the same as an answer without success.
    return undefined
  }
}
