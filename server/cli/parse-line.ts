import { InvalidInputError } from '../lib/errors.ts'

/** Words that stand on one line, whatever they were typed as.
 *  @param what  with its article, as it stands at the beginning of a sentence
 *  @throws InvalidInputError when there are none, or more than `most` characters */
export function parseLine({ what, most }: { what: string; most: number }): (text: string) => string {
  return (text) => {
    const line = text.replace(/\s+/g, ' ').trim()
    if (line.length > 0 && line.length <= most) return line
    throw new InvalidInputError(
      'malformed-request',
      `${what} has 1 to ${most.toLocaleString('en-US')} characters; this one has ${line.length.toLocaleString('en-US')}.`,
    )
  }
}
