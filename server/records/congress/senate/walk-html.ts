import { Parser } from 'htmlparser2'

/** The longest page seen has 0.3 MB, and elements 14 deep. */
const MAX_CHARACTERS = 4_000_000
const MAX_DEPTH = 200

/** Why a page is not read to its end. */
export class PageTooLargeError extends Error {
  override readonly name = 'PageTooLargeError'
}

/** What is told of a page, in its order. An element without an end tag ends where HTML lets it end. */
export interface HtmlHandlers {
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  /** @param isImplied  without an end tag of its own */
  close?(name: string, isImplied: boolean): void
}

/** Reads HTML from its beginning to its end, once, without building a tree: the work grows with the length alone.
 *  @throws PageTooLargeError where it is too long, or its elements stand in one another too deep */
export function walkHtml(html: string, handlers: HtmlHandlers): void {
  if (html.length > MAX_CHARACTERS) {
    throw new PageTooLargeError(`it has more than ${MAX_CHARACTERS / 1_000_000} million characters`)
  }
  let depth = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1
      // The parser's own list of what is open costs its length for each further element.
      if (depth > MAX_DEPTH) throw new PageTooLargeError(`its elements stand more than ${MAX_DEPTH} deep`)
      handlers.open?.(name, attributes)
    },
    ontext: (part) => handlers.text?.(part),
    onclosetag(name, isImplied) {
      depth -= 1
      handlers.close?.(name, isImplied)
    },
  })
  parser.end(html)
}

/** The first element of that name, and its text.
 *  @returns undefined where there is none, or the page is too large to be looked through */
export function findInHtml(
  html: string,
  name: string,
  isWanted: (attributes: Readonly<Record<string, string>>) => boolean = () => true,
): { attributes: Readonly<Record<string, string>>; text: string } | undefined {
  let found: { attributes: Readonly<Record<string, string>>; text: string } | undefined
  let isOpen = false
  try {
    walkHtml(html, {
      open(opened, attributes) {
        if (found !== undefined || opened !== name || !isWanted(attributes)) return
        found = { attributes, text: '' }
        isOpen = true
      },
      text(part) {
        if (found !== undefined && isOpen) found.text += part
      },
      close(closed) {
        if (closed === name) isOpen = false
      },
    })
  } catch (error) {
    if (!(error instanceof PageTooLargeError)) throw error
    return undefined
  }
  return found
}
