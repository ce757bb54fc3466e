import { Parser } from 'htmlparser2'

/** The longest page seen has 0.3 MB and a depth of 14. */
const MAX_CHARACTERS = 4_000_000
/** A report of two thousand rows has 30,000. */
const MAX_ELEMENTS = 100_000
const MAX_DEPTH = 200

/** The page exceeds a limit of parseHtml. */
export class PageTooLargeError extends Error {
  override readonly name = 'PageTooLargeError'
}

export interface HtmlElement {
  /** Lower-case; empty for the page itself. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  /** Elements and text, in document order. */
  readonly children: (HtmlElement | string)[]
  /** Whether it has an explicit end tag; otherwise HTML rules imply its end. */
  hasEnd: boolean
}

/** Parses HTML in a single pass, in time linear in its length.
 *  @throws PageTooLargeError if it is too long, too deep, or has too many elements */
export function parseHtml(html: string): HtmlElement {
  if (html.length > MAX_CHARACTERS) {
    throw new PageTooLargeError(`it has more than ${MAX_CHARACTERS / 1_000_000} million characters`)
  }
  const page: HtmlElement = { name: '', attributes: {}, children: [], hasEnd: false }
  const open = [page]
  let elements = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      const element: HtmlElement = { name, attributes, children: [], hasEnd: false }
      open.at(-1)?.children.push(element)
      open.push(element)
      elements += 1
      if (elements > MAX_ELEMENTS) throw new PageTooLargeError(`it has more than ${MAX_ELEMENTS} elements`)
      // Each further element costs the parser the length of its stack of open elements.
      if (open.length > MAX_DEPTH)
        throw new PageTooLargeError(`its elements stand more than ${MAX_DEPTH} deep`)
    },
    ontext: (text) => void open.at(-1)?.children.push(text),
    onclosetag(_name, isImplied) {
      const closed = open.pop()
      if (closed) closed.hasEnd = !isImplied
    },
  })
  parser.end(html)
  return page
}

/** Lists all matching descendants, in document order.
 *  @param isWanted  an element name or a predicate */
export function findElements(
  within: HtmlElement,
  isWanted: string | ((element: HtmlElement) => boolean),
): HtmlElement[] {
  const isHit = typeof isWanted === 'string' ? ({ name }: HtmlElement) => name === isWanted : isWanted
  return within.children.flatMap((child) =>
    typeof child === 'string' ? [] : [...(isHit(child) ? [child] : []), ...findElements(child, isWanted)],
  )
}

/** The text of an element, with a space for each line break.
 *  @param isLeftOut  descendants to leave out */
export function textOf(
  element: HtmlElement | undefined,
  isLeftOut: (element: HtmlElement) => boolean = () => false,
): string {
  if (element?.name === 'br') return ' '
  return (element?.children ?? [])
    .map((child) => (typeof child === 'string' ? child : isLeftOut(child) ? '' : textOf(child, isLeftOut)))
    .join('')
}
