export type ConsentChoice = 'accepted' | 'refused'

/** What this browser stores only after "Accept cookies", by the names in its storage. */
export const KEPT_WITH_CONSENT = { recentTickers: 'recent-tickers:1' } as const

/** The remembered answer; undefined before there is one. The server sets the cookie, scripts may read it. */
export function readChoice(): ConsentChoice | undefined {
  const kept = new Map(
    document.cookie.split(';').map((cookie) => cookie.trim().split('=') as [string, string | undefined]),
  )
  // Over https it has a name that no neighboring host can set.
  const value = kept.get('__Host-cookie_choice') ?? kept.get('cookie_choice')
  return value === 'accepted' || value === 'refused' ? value : undefined
}

/** Whether the browser itself refuses, by Global Privacy Control or Do Not Track. Then the visitor is not asked. */
export function refusesTracking(): boolean {
  const { globalPrivacyControl = false } = navigator as Navigator & { globalPrivacyControl?: boolean }
  return globalPrivacyControl || navigator.doNotTrack === '1'
}

/** Whether the visitor agreed, and the browser does not object. */
export const hasConsented = (): boolean => readChoice() === 'accepted' && !refusesTracking()

/** Removes what is stored only with consent, and tells the page. */
export function forgetWithoutConsent(): void {
  for (const key of Object.values(KEPT_WITH_CONSENT)) {
    try {
      if (localStorage.getItem(key) === null) continue
      localStorage.removeItem(key)
      // Browsers tell other tabs only.
      window.dispatchEvent(new StorageEvent('storage', { key }))
    } catch {
      // The visitor has turned storage off, so nothing is stored.
    }
  }
}
