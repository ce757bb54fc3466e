export type ConsentChoice = 'accepted' | 'refused'

/** What this browser stores only after "Accept cookies", by the names in its storage. */
export const KEPT_WITH_CONSENT = { recentTickers: 'recent-tickers:1' } as const

/** The remembered answer; undefined before there is one. */
export function readChoice(): ConsentChoice | undefined {
  const value = readAnswer()
  if (value === 'accepted-tickers') return 'accepted'
  return value === 'accepted' || value === 'refused' ? value : undefined
}

/** The server sets the cookie, scripts may read it. Its value is 'accepted' if the question that was answered asked only whether
 *  visits may be counted, and 'accepted-tickers' if it named recent tickers too. */
function readAnswer(): string | undefined {
  const kept = new Map(
    document.cookie.split(';').map((cookie) => cookie.trim().split('=') as [string, string | undefined]),
  )
  // Over https it has a name that no neighboring host can set.
  return kept.get('__Host-cookie_choice') ?? kept.get('cookie_choice')
}

/** Whether the browser itself refuses, by Global Privacy Control or Do Not Track. Then the visitor is not asked. */
export function refusesTracking(): boolean {
  const { globalPrivacyControl = false } = navigator as Navigator & { globalPrivacyControl?: boolean }
  return globalPrivacyControl || navigator.doNotTrack === '1'
}

/** Whether the visitor agreed that recent tickers are kept, and the browser does not object. */
export const mayKeepTickers = (): boolean => readAnswer() === 'accepted-tickers' && !refusesTracking()

/** Removes what is stored only with consent if there is none, and tells the page. */
export function forgetWithoutConsent(): void {
  if (mayKeepTickers()) return
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
