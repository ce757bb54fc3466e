import { readFile, stat } from 'node:fs/promises'

const MAX_BYTES = 64_000_000

/** Reads a text in whatever encoding it says it has: by its byte order mark, by its XML declaration, else UTF-8, else
 *  Windows-1252, which older filings are in without saying so.
 *  @throws Error whose message is for people: there is no such file, or it is too large */
export async function readTextFile(file: string): Promise<string> {
  const { size } = await statFile(file)
  if (size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES / 1_000_000} MB`)
  const bytes = await readFile(file)
  const head = bytes.subarray(0, 200).toString('latin1')
  const marked = head.startsWith('\u00ff\u00fe')
    ? 'utf-16le'
    : head.startsWith('\u00fe\u00ff')
      ? 'utf-16be'
      : undefined
  const declared = /^[\s\S]{0,9}<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)?.[1]
  for (const encoding of [marked, 'utf-8', declared]) {
    const text = encoding === undefined ? undefined : decode(bytes, encoding)
    if (text !== undefined) return text
  }
  return new TextDecoder('windows-1252').decode(bytes)
}

async function statFile(file: string) {
  try {
    const found = await stat(file)
    if (found.isFile()) return found
  } catch (error) {
    throw new Error('there is no such file', { cause: error })
  }
  throw new Error('it is not a file')
}

/** @returns undefined where the bytes are not in that encoding, or it is none that is known */
function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return undefined
    throw error
  }
}
