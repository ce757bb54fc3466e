export type ConsentChoice = 'accepted' | 'refused'

/** The remembered answer; undefined before there is one. The server sets the cookie, scripts may read it. */
export function readChoice(): ConsentChoice | undefined {
  const value = /(?:^|;\s*)cookie_choice=([^;]*)/.exec(document.cookie)?.[1]
  return value === 'accepted' || value === 'refused' ? value : undefined
}

/** A "no" counts from here on, in every tab, whether or not the server can be reached. Its answer sets the cookie anew,
 *  for as long as it is meant to last. */
export function refuseAtOnce(): void {
  document.cookie = 'cookie_choice=refused; path=/; max-age=86400; samesite=lax'
}

/** Whether the browser itself says no: Global Privacy Control or Do Not Track. Then nobody is asked. */
export function refusesTracking(): boolean {
  const { globalPrivacyControl = false } = navigator as Navigator & { globalPrivacyControl?: boolean }
  return globalPrivacyControl || navigator.doNotTrack === '1'
}
