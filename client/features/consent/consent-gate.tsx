import { useEffect, useState, type ComponentType } from 'react'

import { readChoice, refusesTracking } from './consent-choice.ts'
import type { ConsentPanelProps } from './consent-panel.tsx'

/** Loads the question about cookies, and the counting that a yes allows, once the page is there and only where one of the
 *  two is needed. */
export function ConsentGate({ isReopened, onClose }: ConsentPanelProps) {
  const [Panel, setPanel] = useState<ComponentType<ConsentPanelProps>>()
  useEffect(() => {
    if (!isReopened && (refusesTracking() || readChoice() === 'refused')) return undefined
    let isGone = false
    const load = async () => {
      try {
        const { ConsentPanel } = await import('./consent-panel.tsx')
        if (!isGone) setPanel(() => ConsentPanel)
      } catch {
        // Nobody is asked, so nothing is counted; a press on "Cookie choices" tries again.
        if (!isGone) onClose()
      }
    }
    void load()
    return () => {
      isGone = true
    }
  }, [isReopened, onClose])
  return Panel ? <Panel isReopened={isReopened} onClose={onClose} /> : null
}
