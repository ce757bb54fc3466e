/** A company's website as it is linked and as it is shown. */
export interface WebsiteLink {
  href: string
  label: string
}

/** @returns undefined for anything but an http(s) address without a name and password: that is shown as text */
export function parseWebsite(text: string): WebsiteLink | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  // What stands before an @ can be made to look like the host.
  if (url.username !== '' || url.password !== '') return undefined
  return { href: url.href, label: `${url.host}${url.pathname}${url.search}${url.hash}`.replace(/\/$/, '') }
}
