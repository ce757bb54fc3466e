import { parse } from 'yaml'

const MAX_BYTES = 8_000_000

/** Parses YAML, a megabyte a second: in the process that reads documents. Every scalar is text.
 *  @returns lists, texts, and objects of them
 *  @throws TypeError when it is no whole YAML, is too large, or has aliases (which can stand for gigabytes) */
export function parseYaml(bytes: Uint8Array, { maxBytes = MAX_BYTES }: { maxBytes?: number } = {}): unknown {
  if (bytes.length > maxBytes) throw new TypeError(`it has more than ${maxBytes / 1_000_000} MB`)
  const text = new TextDecoder().decode(bytes)
  // A whole file ends with a line end; YAML that is cut off is often YAML still.
  if (!text.endsWith('\n')) throw new TypeError('it is cut off in the middle of a line')
  try {
    return parse(text, {
      // Everything stays text: a state that reads "NO" is no falsehood, a number '00172' no 172.
      schema: 'failsafe',
      maxAliasCount: 0,
      logLevel: 'error',
      prettyErrors: false,
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new TypeError(`it is no YAML that can be read: ${reason}`, { cause: error })
  }
}
