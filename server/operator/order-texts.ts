import { InvalidInputError } from '../lib/errors.ts'
import { formatCount } from '../lib/text.ts'

/** Puts typed text on one line, without control characters: Postgres does not store a null byte.
 *  @param what  its name with the article, as at the start of a sentence
 *  @throws InvalidInputError if it is empty, or longer than `most` characters */
function parseLine({ what, most }: { what: string; most: number }): (text: string) => string {
  return (text) => {
    const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
    if (line.length > 0 && line.length <= most) return line
    throw new InvalidInputError(
      `${what} has 1 to ${formatCount(most)} characters; this one has ${formatCount(line.length)}.`,
    )
  }
}

/** Parsers for the texts that a person may add to an order. */
export const ORDER_TEXTS = {
  holdReason: parseLine({ what: 'A reason', most: 300 }),
  pauseReason: parseLine({ what: 'A reason', most: 250 }),
  /** The same limit as in the table. */
  correction: parseLine({ what: 'A correction', most: 2000 }),
  correctionNumber: parseLine({ what: 'The number of a correction', most: 20 }),
  headline: parseLine({ what: 'A headline', most: 59 }),
  note: parseLine({ what: 'A note', most: 600 }),
  drop: parseLine({ what: 'The id of a finding', most: 300 }),
  name: parseLine({ what: 'A name', most: 80 }),
} as const
