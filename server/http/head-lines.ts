import { STATUS_CODES, validateHeaderName, validateHeaderValue, type ServerResponse } from 'node:http'

/** The function with which Node's own writeHead writes a head; it adds the date and the headers that keep the connection open. */
interface Storing {
  statusCode: number
  statusMessage: string
  _header: string
  _storeHeader(firstLine: string, headers: readonly string[]): void
}

/** @param headers  names and values alternating
 *  @returns the same headers
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

/** Writes a whole answer: the headers that Node adds itself, then `told`, then `rest`. Left to Node, each header of each answer
 *  would be checked again, and all headers copied twice: from many pieces into one text, and from that into bytes.
 *  @param response  one without any headers yet
 *  @param told  from writeLines
 *  @param rest  the remaining headers from writeLines, without connection, date and length, then an empty line and the body
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
