const REQUEST_TIMEOUT_MS = 30_000

/** Sends a small JSON body to the site's own API. The answer's body is not read.
 *  @param headers  beside the content type
 *  @returns whether the server answered with success; false also where it could not be reached within 30 s */
export async function sendJson(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  try {
    const response = await fetch(path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
    return response.ok
  } catch {
    // Offline, refused or timed out: for the visitor the same as an answer without success.
    return false
  }
}
