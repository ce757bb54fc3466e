import { STATUS_CODES, validateHeaderName, validateHeaderValue, type ServerResponse } from 'node:http'

/** What Node's own writeHead uses to write a head; it adds the date and the headers that keep the connection open. */
interface Storing {
  statusCode: number
  statusMessage: string
  _header: string
  _storeHeader(firstLine: string, headers: readonly string[]): void
}

/** @param headers  names and values alternating
 *  @returns the same
 *  @throws TypeError if one is not allowed in an answer */
export function checkHeaders(headers: readonly string[]): readonly string[] {
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? ''
    validateHeaderName(name)
    validateHeaderValue(name, headers[index + 1] ?? '')
  }
  return headers
}

/** Headers as they are written in an answer.
 *  @param headers  names and values alternating, from checkHeaders or of our own making */
export function writeLines(headers: readonly string[]): string {
  let lines = ''
  for (let index = 0; index < headers.length; index += 2)
    lines += `${headers[index]}: ${headers[index + 1]}\r\n`
  return lines
}

/** Writes the head of an answer, and the answer: the headers that Node writes itself, then `told`, then those in `rest`. Node would check
 *  each header of each answer again, and copy all of them twice: from many pieces into one text, and from that into bytes.
 *  @param response  to which no header was added
 *  @param told  from writeLines
 *  @param rest  the remaining headers from writeLines, an empty line and the body: nothing about the connection, the date or the length
 *  @param bodyLength  in bytes */
export function writeAnswer(
  response: ServerResponse,
  status: number,
  told: string,
  rest: Buffer,
  bodyLength: number,
): void {
  const statusMessage = STATUS_CODES[status] ?? 'unknown'
  const storing = response as unknown as Storing
  storing.statusCode = status
  storing.statusMessage = statusMessage
  /* oxlint-disable no-underscore-dangle -- not documented, hence the test that compares every byte */
  storing._storeHeader(`HTTP/1.1 ${status} ${statusMessage}\r\n${told}`, [
    'content-length',
    String(bodyLength),
  ])
  // Without the empty line, which is in `rest`.
  storing._header = storing._header.slice(0, -2)
  /* oxlint-enable no-underscore-dangle */
  response.end(rest)
}
