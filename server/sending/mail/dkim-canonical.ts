/** The relaxed form of a header field (RFC 6376 3.4.2), without the line break at its end.
 *  @param line  'Name: value', folded or not */
export function canonicalHeader(line: string): string {
  const colon = line.indexOf(':')
  const value = line
    .slice(colon + 1)
    .replaceAll('\r\n', '')
    .replace(/[ \t]+/g, ' ')
    .replace(/^ | $/g, '')
  return `${line.slice(0, colon).trimEnd().toLowerCase()}:${value}`
}

/** The relaxed form of some lines of a body (RFC 6376 3.4.4). The empty lines at the end of a whole body, which that form
 *  leaves out, are the caller's to leave out.
 *  @param lines  each ended by CRLF */
export function canonicalBody(lines: string): string {
  return lines.replace(/[ \t]+/g, ' ').replaceAll(' \r\n', '\r\n')
}
