const NAMES: Readonly<Record<string, string>> = {
  'bsky.app': 'Bluesky',
  'facebook.com': 'Facebook',
  'github.com': 'GitHub',
  'instagram.com': 'Instagram',
  'linkedin.com': 'LinkedIn',
  'mastodon.social': 'Mastodon',
  'reddit.com': 'Reddit',
  'threads.net': 'Threads',
  'tiktok.com': 'TikTok',
  'twitter.com': 'X',
  'x.com': 'X',
  'youtube.com': 'YouTube',
}

/** What to call a social profile: the network's name, or the address's host where it is not a known one.
 *  @param address  a web address, as the settings check it */
export function socialLabel(address: string): string {
  const host = new URL(address).hostname.replace(/^(?:www|m)\./, '')
  return NAMES[host] ?? host
}
