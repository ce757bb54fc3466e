/** A company's website as it is linked and as it is shown. */
export interface WebsiteLink {
  href: string
  label: string
}

/** @returns undefined for anything but an http(s) address: that is shown as text */
export function parseWebsite(text: string): WebsiteLink | undefined {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  return {
    href: url.href,
    label: text
      .trim()
      .replace(/^https?:\/\//i, '')
      .replace(/\/$/, ''),
  }
}
