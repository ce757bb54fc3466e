export type ConsentChoice = 'accepted' | 'refused'

/** The remembered answer; undefined before there is one. The server sets the cookie, scripts may read it. */
export function readChoice(): ConsentChoice | undefined {
  const kept = new Map(
    document.cookie.split(';').map((cookie) => cookie.trim().split('=') as [string, string | undefined]),
  )
  // Over https it has a name that no neighboring host can set.
  const value = kept.get('__Host-cookie_choice') ?? kept.get('cookie_choice')
  return value === 'accepted' || value === 'refused' ? value : undefined
}

/** A "no" takes effect at once, in every tab, whether or not the server can be reached. The server's answer renews the cookie for
 *  its full lifetime. */
export function refuseAtOnce(): void {
  const attributes = 'path=/; max-age=86400; samesite=lax'
  document.cookie =
    location.protocol === 'https:'
      ? `__Host-cookie_choice=refused; ${attributes}; secure`
      : `cookie_choice=refused; ${attributes}`
}

/** Whether the browser itself refuses, by Global Privacy Control or Do Not Track. Then the visitor is not asked. */
export function refusesTracking(): boolean {
  const { globalPrivacyControl = false } = navigator as Navigator & { globalPrivacyControl?: boolean }
  return globalPrivacyControl || navigator.doNotTrack === '1'
}
