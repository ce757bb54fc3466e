import { Parser } from 'htmlparser2'

/** The longest page seen has 0.3 MB, and elements 14 deep. */
const MAX_CHARACTERS = 4_000_000
/** Two thousand rows of a report have 30,000. */
const MAX_ELEMENTS = 100_000
const MAX_DEPTH = 200

/** Why a page is not read. */
export class PageTooLargeError extends Error {
  override readonly name = 'PageTooLargeError'
}

export interface HtmlElement {
  /** In lower case; empty of the page as a whole. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  /** Elements and text, in the page's order. */
  readonly children: (HtmlElement | string)[]
  /** It has an end tag of its own; without, it ends where HTML lets it end. */
  hasEnd: boolean
}

/** Reads HTML once, from its beginning to its end: the work grows with the length alone.
 *  @throws PageTooLargeError where it is too long, or has too many elements or too deep ones */
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
      // The parser's own list of what is open costs its length for each further element.
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

/** All elements within one that are wanted, in the page's order.
 *  @param isWanted  may be a name */
export function findElements(
  within: HtmlElement,
  isWanted: string | ((element: HtmlElement) => boolean),
): HtmlElement[] {
  const isHit = typeof isWanted === 'string' ? ({ name }: HtmlElement) => name === isWanted : isWanted
  return within.children.flatMap((child) =>
    typeof child === 'string' ? [] : [...(isHit(child) ? [child] : []), ...findElements(child, isWanted)],
  )
}

/** Its text, with a blank for each line break.
 *  @param isLeftOut  of elements within it */
export function textOf(
  element: HtmlElement | undefined,
  isLeftOut: (element: HtmlElement) => boolean = () => false,
): string {
  if (element?.name === 'br') return ' '
  return (element?.children ?? [])
    .map((child) => (typeof child === 'string' ? child : isLeftOut(child) ? '' : textOf(child, isLeftOut)))
    .join('')
}
