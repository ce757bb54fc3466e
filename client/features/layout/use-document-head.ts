import { useEffect } from 'react'
import { useLocation } from 'react-router'

import {
  listHeadTags,
  serializeStructuredData,
  STRUCTURED_DATA_ID,
  type Head,
  type HeadTag,
} from '../../lib/head.ts'

/** What one screen may have and the next may not. */
const MANAGED =
  'meta[name="description"], meta[name="robots"], meta[name="twitter:card"], meta[property^="og:"], meta[property^="article:"], link[rel="canonical"]'
/** The same on every screen. */
const CONSTANT = 'og:site_name'

/** Keeps the document's head up to date while the visitor moves within the site; the first one came with the page.
 *  Not React's own <title> and <meta>: the server writes the head outside the tree that React hydrates, so React would
 *  neither render those tags there nor remove them later, and it hoists no structured data.
 *  @param siteUrl  scheme and host, for the absolute addresses; without it none is given */
export function useDocumentHead(head: Head | undefined, siteUrl: string | undefined): void {
  const { pathname } = useLocation()
  // The objects are new in each render; their text tells whether anything has changed.
  const wanted = head === undefined ? undefined : JSON.stringify(describe(head, siteUrl, pathname))
  useEffect(() => {
    if (wanted === undefined) return
    const { title, tags, structuredData } = JSON.parse(wanted) as ReturnType<typeof describe>
    document.title = title
    putTags(tags)
    putStructuredData(structuredData)
  }, [wanted])
}

function describe(head: Head, siteUrl: string | undefined, pathname: string) {
  return {
    title: head.title,
    tags: listHeadTags(head, siteUrl, pathname),
    structuredData: head.structuredData && serializeStructuredData(head.structuredData),
  }
}

function putTags(tags: readonly HeadTag[]): void {
  const leftOver = new Set(document.head.querySelectorAll(MANAGED))
  for (const { tag, attributes } of tags) {
    const [key, value] = attributes[0] ?? []
    let element = document.head.querySelector(`${tag}[${key}="${value}"]`)
    if (element) {
      leftOver.delete(element)
    } else {
      element = document.createElement(tag)
      document.head.append(element)
    }
    for (const [name, content] of attributes) element.setAttribute(name, content)
  }
  for (const element of leftOver) {
    if (element.getAttribute('property') !== CONSTANT) element.remove()
  }
}

/** A block of data, which no content policy keeps from being read: it is never run. */
function putStructuredData(json: string | undefined): void {
  const present = document.getElementById(STRUCTURED_DATA_ID)
  if (json === undefined) {
    present?.remove()
    return
  }
  const element = present ?? document.createElement('script')
  element.setAttribute('type', 'application/ld+json')
  element.id = STRUCTURED_DATA_ID
  element.textContent = json
  if (!present) document.head.append(element)
}
