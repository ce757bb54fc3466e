import { useEffect } from 'react'
import { useLocation } from 'react-router'

import type { Head } from '../../lib/head.ts'

/** Keeps the document's head true while the visitor moves within the site; the first one came with the page.
 *  @param siteUrl  scheme and host, for the canonical address; without it none is given */
export function useDocumentHead(head: Head | undefined, siteUrl: string | undefined): void {
  const { pathname } = useLocation()
  const { title, description, canonicalPath = pathname, isHidden = false } = head ?? {}
  useEffect(() => {
    if (title === undefined) return
    document.title = title
    put('meta[name="description"]', 'meta', { name: 'description', content: description ?? '' })
    if (isHidden) {
      put('meta[name="robots"]', 'meta', { name: 'robots', content: 'noindex' })
      document.head.querySelector('link[rel="canonical"]')?.remove()
    } else {
      document.head.querySelector('meta[name="robots"]')?.remove()
      if (siteUrl !== undefined) {
        put('link[rel="canonical"]', 'link', { rel: 'canonical', href: `${siteUrl}${canonicalPath}` })
      }
    }
  }, [title, description, canonicalPath, isHidden, siteUrl])
}

function put(selector: string, tag: string, attributes: Record<string, string>): void {
  let element = document.head.querySelector(selector)
  if (!element) {
    element = document.createElement(tag)
    document.head.append(element)
  }
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
}
